//! Hides the inside of long lines and long headings from the parser (M2). It makes a node of dozens of bytes of each line, bracket, star
//! and backtick, though all that matters of most lines is what block they are.

use chunk_core::slice;
use std::{borrow::Cow, ops::Range};

/// Of a line with more bytes, the parser sees [`KEPT`] bytes at either end, which show what block it is.
const LONG_LINE: usize = 64 << 10;
const KEPT: usize = LONG_LINE / 2;

/// `markdown` with letters in place of the inside of long lines. Every byte stays at its place.
pub(crate) fn masked(markdown: Cow<'_, str>) -> Cow<'_, str> {
    if markdown.len() <= LONG_LINE {
        return markdown;
    }
    let mut masked = String::new();
    let mut copied = 0;
    let mut line = 0;
    for end in memchr::memchr_iter(b'\n', markdown.as_bytes()).chain([markdown.len()]) {
        if end - line > LONG_LINE {
            let inside = markdown.ceil_char_boundary(line + KEPT)..markdown.floor_char_boundary(end - KEPT);
            if !decides(slice(&markdown, line..end), slice(&markdown, inside.clone())) {
                masked.reserve_exact(markdown.len() - masked.len());
                masked.push_str(slice(&markdown, copied..inside.start));
                masked.extend(std::iter::repeat_n('x', inside.len()));
                copied = inside.end;
            }
        }
        line = end + 1;
    }
    if copied == 0 {
        return markdown;
    }
    masked.push_str(slice(&markdown, copied..markdown.len()));
    Cow::Owned(masked)
}

/// Whether the inside of a long line can decide what block it is: by cells of a table, the end of HTML, a label, or by
/// being nothing but marks, as in a fence, a thematic break or the line under a heading.
fn decides(line: &str, inside: &str) -> bool {
    const LONGEST_LABEL: usize = 4_000;
    let start = slice(line, 0..line.floor_char_boundary(LONGEST_LABEL));
    let marks = |byte: u8| matches!(byte, b'`' | b'~' | b'=' | b'-' | b'*' | b'_' | b'#' | b' ' | b'\t');
    memchr::memchr2(b'|', b'>', inside.as_bytes()).is_some()
        || start.contains("]:")
        || inside.bytes().all(marks)
}

/// The whole lines inside the heading at `lines` that are [`KEPT`] bytes from either end, without the last line end; an empty range at
/// its start if it is not long.
pub(crate) fn inside_heading(markdown: &str, lines: &Range<usize>) -> Range<usize> {
    let heading = slice(markdown, lines.clone()).as_bytes();
    let inside = if heading.len() > LONG_LINE { whole_lines_inside(heading) } else { None };
    let inside = inside.unwrap_or_default();
    lines.start + inside.start..lines.start + inside.end
}

fn whole_lines_inside(heading: &[u8]) -> Option<Range<usize>> {
    let start = KEPT + 1 + memchr::memchr(b'\n', heading.get(KEPT..)?)?;
    let end = memchr::memrchr(b'\n', heading.get(..heading.len() - KEPT)?)?;
    (start < end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn of_a_long_heading_the_parser_sees_32_kib_at_either_end() {
        let line = "a heading\n";
        let heading = line.repeat(10_000) + "===\n";
        let markdown = format!("b\n\n{heading}");
        let inside = inside_heading(&markdown, &(3..markdown.len()));
        // 3,277 lines are the first that are 32 KiB long.
        assert_eq!(inside, 3 + 3_277 * line.len()..markdown.len() - 4 - 3_277 * line.len() - 1);
        assert_eq!(inside_heading(&markdown, &(3..3 + 6_553 * line.len())), 3..3);
    }

    #[rstest]
    #[case::brackets("[", "]")]
    #[case::emphasis("*a ", "b*")]
    #[case::letters("é", "é")]
    fn the_inside_of_a_long_line_is_letters(#[case] unit: &str, #[case] last: &str) {
        let text = format!("# a\n{}{last}\n[b]\n", unit.repeat(LONG_LINE));
        let seen = masked(Cow::Borrowed(&text));
        assert_eq!(seen.len(), text.len());
        let same = |(before, now): &(u8, u8)| before == now;
        let start = text.bytes().zip(seen.bytes()).take_while(same).count();
        let end = text.bytes().rev().zip(seen.bytes().rev()).take_while(same).count();
        // Characters are whole, so that up to three bytes more are kept.
        assert!(
            (KEPT + 4..KEPT + 8).contains(&start) && (KEPT + 5..KEPT + 9).contains(&end),
            "{start}, {end}"
        );
        assert!(slice(&seen, start..text.len() - end).bytes().all(|byte| byte == b'x'));
    }

    #[rstest]
    #[case::short("[", LONG_LINE - 1)]
    #[case::row("|a", LONG_LINE)]
    #[case::quotes("> ", LONG_LINE)]
    #[case::html("<!-- -->", LONG_LINE)]
    #[case::fence("`", 2 * LONG_LINE)]
    #[case::break_("* ", LONG_LINE)]
    #[case::underline("=", 2 * LONG_LINE)]
    #[case::blanks(" ", 2 * LONG_LINE)]
    #[case::definition("[a]: b ", LONG_LINE)]
    fn what_decides_stays(#[case] unit: &str, #[case] times: usize) {
        let text = unit.repeat(times);
        assert_eq!(masked(Cow::Borrowed(&text)), text);
    }
}
