//! Bounds how deep a line of Markdown may nest.

use std::borrow::Cow;

/// How many markers of quotes, list items and footnotes at the start of a line count.
pub const DEEPEST_LINE: usize = 100;

/// How many blanks may stand before a marker that counts: a hundred markers need no more. Lists that nest by indentation, line by line,
/// are so no deeper than that.
const MOST_BLANKS: usize = 500;

/// `markdown`, changed so that no line opens more than [`DEEPEST_LINE`] nested blocks: a marker that would open one more becomes a
/// letter, so that it and the rest of the line are text, and so does a marker behind more than 500 blanks. Every other byte stays in
/// its place.
///
/// For Markdown parsers that go through all open blocks at each line: a line of a million `>`, followed by a million lines, takes
/// them hours; 2 MiB of lists that nest by two columns each, followed by 2 MiB of blank lines, 4 s, and twice as much 11 s.
///
/// ```
/// use chunk_core::shallow;
///
/// assert_eq!(shallow("> - 1. a\n"), "> - 1. a\n");
/// let deep = shallow(&"> ".repeat(200)).into_owned();
/// assert_eq!(deep, "> ".repeat(100) + "x " + &"> ".repeat(99));
/// ```
#[must_use]
pub fn shallow(markdown: &str) -> Cow<'_, str> {
    let mut shallow = String::new();
    let mut copied = 0;
    let mut line = 0;
    let bytes = markdown.as_bytes();
    // A marker has at least one byte, so only lines of more than so many bytes can have too many.
    while let Some(near) = bytes.get(line..line + DEEPEST_LINE + 1) {
        if let Some(end) = memchr::memrchr(b'\n', near) {
            line += end + 1;
            continue;
        }
        let rest = bytes.get(line..).unwrap_or_default();
        let end = line + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        if let Some(at) = bytes.get(line..end).and_then(surplus) {
            shallow.push_str(crate::slice(markdown, copied..line + at));
            shallow.push('x');
            copied = line + at + 1;
        }
        line = end + 1;
    }
    if copied == 0 {
        return Cow::Borrowed(markdown);
    }
    shallow.push_str(crate::slice(markdown, copied..markdown.len()));
    Cow::Owned(shallow)
}

/// Where the first marker stands that is one too many.
fn surplus(line: &[u8]) -> Option<usize> {
    let mut at = blank_end(line, 0);
    let (mut markers, mut blanks) = (0, at);
    while markers < DEEPEST_LINE && blanks <= MOST_BLANKS {
        let end = at + line.get(at..).and_then(marker)?;
        at = blank_end(line, end);
        markers += 1;
        blanks += at - end;
    }
    let rest = line.get(at..)?;
    marker(rest)?;
    // Nothing but stars or hyphens up to the end is a thematic break, which opens nothing.
    let first = rest.first().filter(|first| matches!(first, b'-' | b'*'));
    let is_break = first.is_some_and(|first| rest.iter().all(|byte| byte == first || is_blank(*byte)));
    (!is_break).then_some(at)
}

/// Where the text of a line starts: after all of its markers.
pub(crate) fn text_start(line: &[u8]) -> usize {
    let mut at = blank_end(line, 0);
    while let Some(length) = line.get(at..).and_then(marker) {
        at = blank_end(line, at + length);
    }
    at
}

/// The length of the marker that a line, or what is left of it, starts with.
fn marker(line: &[u8]) -> Option<usize> {
    let length = match line.first()? {
        b'>' => return Some(1),
        b'-' | b'+' | b'*' => 1,
        b'0'..=b'9' => {
            let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
            line.get(digits).filter(|byte| matches!(byte, b'.' | b')'))?;
            digits + 1
        }
        b'[' if line.get(1) == Some(&b'^') => {
            let end = line.iter().take(LONGEST_LABEL).position(|&byte| byte == b']')?;
            return (line.get(end + 1) == Some(&b':')).then_some(end + 2);
        }
        _ => return None,
    };
    line.get(length).is_none_or(|&byte| is_blank(byte)).then_some(length)
}

/// The longest label of a footnote, in bytes.
const LONGEST_LABEL: usize = 4_000;

/// Where the blanks end that start at `at`.
fn blank_end(line: &[u8], at: usize) -> usize {
    line.iter().skip(at).position(|&byte| !is_blank(byte)).map_or(line.len(), |blanks| at + blanks)
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::quotes(">")]
    #[case::bullets("- ")]
    #[case::tabs("*\t")]
    #[case::numbers("12) ")]
    #[case::footnotes("[^a]: ")]
    #[case::mixed("> + 1. ")]
    fn a_hundred_markers_count(#[case] unit: &str) {
        let markers: Vec<&str> = unit.split_inclusive(' ').collect();
        let line = |count| markers.iter().cycle().take(count).copied().collect::<String>() + "text\n";
        let text = format!("before\n{}after", line(DEEPEST_LINE));
        assert_eq!(shallow(&text), text);
        let over = format!("before\n{}after\n{}", line(DEEPEST_LINE + 1), line(DEEPEST_LINE));
        let seen = shallow(&over);
        assert_eq!(seen.len(), over.len());
        let changed: Vec<_> = over.bytes().zip(seen.bytes()).filter(|(before, now)| before != now).collect();
        assert!(matches!(&*changed, [(_, b'x')]), "{changed:?}");
    }

    #[rstest]
    #[case::blanks(" ", "- ")]
    #[case::tabs("\t", "1. ")]
    #[case::both("> ", "> \t")]
    fn a_marker_behind_too_many_blanks_does_not_count(#[case] first: &str, #[case] marker: &str) {
        let line = |blanks: usize, letter: &str| {
            let blanks = blanks - first.matches([' ', '\t']).count();
            first.to_owned() + &" ".repeat(blanks) + letter + marker.get(1..).unwrap_or_default() + "a\n"
        };
        let text = line(MOST_BLANKS, marker.get(..1).unwrap_or_default());
        assert_eq!(shallow(&text), text);
        let text = line(MOST_BLANKS + 1, marker.get(..1).unwrap_or_default());
        assert_eq!(shallow(&text), line(MOST_BLANKS + 1, "x"));
    }

    #[rstest]
    #[case::stars("* ")]
    #[case::hyphens("- ")]
    #[case::emphasis("**")]
    #[case::minus("-1 ")]
    #[case::brackets("[^a] ")]
    #[case::letters("é ")]
    fn what_opens_nothing_stays(#[case] unit: &str) {
        let text = unit.repeat(1_000);
        assert_eq!(shallow(&text), text);
    }
}
