//! What the parser sees of text (M2). Much of its work are inlines, and of these nothing is asked for but the titles of
//! headings: the marks of others are commas to it, and lines that go on with the text of the line before are one line.

use chunk_core::positions;
use std::ops::Range;

/// `markdown` with the same blocks and titles, and hardly any inlines. Every byte stays at its place.
pub(crate) fn plain(markdown: &str) -> String {
    let mut lines = Lines::new(markdown.as_bytes());
    let mut labels = memchr::memmem::find_iter(lines.bytes, "]:").peekable();
    let mut start = 0;
    for end in positions(lines.bytes, |byte| byte == b'\n').chain([markdown.len()]) {
        let mut has_label = false;
        while labels.next_if(|&label| label < end).is_some() {
            has_label = true;
        }
        lines.take(start..end, has_label);
        start = end + 1;
    }
    String::from_utf8(lines.seen).unwrap_or_else(|_| markdown.to_owned())
}

/// Takes the lines of a text in order.
struct Lines<'m> {
    bytes: &'m [u8],
    /// What the parser sees of them.
    seen: Vec<u8>,
    /// Where the non-blank lines start about which the next one may decide: it may make them a heading.
    run: usize,
    /// Whether the parser sees the lines up to the next blank one as they are.
    is_kept: bool,
    /// Whether the lines up to the next blank one may be rows of a table.
    may_be_rows: bool,
    /// Whether what comes may be HTML, which ends where a mark says.
    is_html: bool,
    /// How far the text is indented that the next line may go on with.
    goes_on: Option<usize>,
}

impl<'m> Lines<'m> {
    fn new(bytes: &'m [u8]) -> Self {
        Self {
            bytes,
            seen: bytes.iter().map(|&byte| if is_inline_mark(byte) { b',' } else { byte }).collect(),
            run: 0,
            is_kept: false,
            may_be_rows: false,
            is_html: false,
            goes_on: None,
        }
    }

    fn take(&mut self, line: Range<usize>, has_label: bool) {
        let before = self.goes_on.take();
        let bytes = self.bytes.get(line.clone()).unwrap_or_default();
        let indent = bytes.iter().take_while(|&&byte| byte == b' ').count();
        let text = bytes.get(indent..).unwrap_or_default();
        if text.iter().all(|&byte| matches!(byte, b' ' | b'\t')) {
            (self.run, self.is_kept, self.may_be_rows) = (line.end + 1, false, false);
            return;
        }
        // A definition can have several lines.
        if !self.is_kept && has_label {
            self.keep_run(line.end);
            self.is_kept = true;
        }
        if self.is_kept {
            self.is_html |= memchr::memchr(b'<', bytes).is_some();
            self.keep(line);
            return;
        }
        if text.first().is_some_and(|&first| may_begin_block(first)) {
            self.take_beginning(&line, bytes, indent, before);
        } else {
            self.join(&line, indent, before);
        }
        if self.is_html && memchr::memchr(b'>', bytes).is_some() {
            self.keep(line);
            self.goes_on = None;
        }
    }

    /// Takes a line that begins with marks of blocks, or what may be some.
    fn take_beginning(&mut self, line: &Range<usize>, bytes: &[u8], indent: usize, before: Option<usize>) {
        let Some(text) = bytes.iter().position(|&byte| !is_block_mark(byte)) else {
            // It makes a heading of the lines above it, or the header of a table.
            self.keep_run(line.end);
            self.run = line.end + 1;
            self.may_be_rows |= memchr::memchr(b'|', bytes).is_some();
            return;
        };
        let rest = bytes.get(text..).unwrap_or_default();
        let is_html = may_be_html(rest);
        self.is_html |= is_html;
        let decides = is_html || rest.starts_with(b"#") || rest.starts_with(b"```");
        // The box of a task is three bytes long.
        self.keep(line.start..if decides { line.end } else { line.end.min(line.start + text + 3) });
        let is_row = self.may_be_rows && bytes.get(indent) == Some(&b'|');
        if is_row && self.join(line, indent, before) {
            // Of rows that follow each other, the cells of the first are enough.
            let row = self.seen.get_mut(line.clone()).unwrap_or_default();
            row.iter_mut().filter(|byte| **byte == b'|').for_each(|pipe| *pipe = b',');
        }
    }

    /// Joins a line to the one above it, if that is indented no further: they are in the same block.
    fn join(&mut self, line: &Range<usize>, indent: usize, before: Option<usize>) -> bool {
        let joined = before.filter(|&before| before <= indent);
        let line_end = joined.and(self.seen.get_mut(line.start.wrapping_sub(1)));
        line_end.into_iter().for_each(|line_end| *line_end = b' ');
        self.goes_on = joined.or(Some(indent));
        joined.is_some()
    }

    /// Shows the parser the run up to the byte `end` as it is.
    fn keep_run(&mut self, end: usize) {
        self.keep(self.run..end);
    }

    fn keep(&mut self, part: Range<usize>) {
        if let (Some(seen), Some(bytes)) = (self.seen.get_mut(part.clone()), self.bytes.get(part)) {
            seen.copy_from_slice(bytes);
        }
    }
}

/// Marks of inlines that are marks of blocks at the start of a line and in HTML alone.
fn is_inline_mark(byte: u8) -> bool {
    // Without a branch, so that many bytes are told at once.
    (byte == b'*')
        | (byte == b'_')
        | (byte == b'`')
        | (byte == b'[')
        | (byte == b']')
        | (byte == b'<')
        | (byte == b'!')
        | (byte == b'&')
}

/// Whether a line that begins with this byte, blanks left out, may be more than text.
const fn may_begin_block(byte: u8) -> bool {
    is_block_mark(byte) && !matches!(byte, b' ' | b'.' | b')') || matches!(byte, b'#' | b'<' | b'`' | b'~')
}

/// Whether what begins like this is HTML, not a link such as `<https://a.b>`.
fn may_be_html(text: &[u8]) -> bool {
    let mut behind_name = text.iter().skip(1).skip_while(|&&byte| byte.is_ascii_alphanumeric());
    text.starts_with(b"<") && !matches!(behind_name.next(), Some(b':' | b'@' | b'.' | b'+'))
}

/// What stands before the text of quotes and lists, and in the line under a heading or under the header of a table.
const fn is_block_mark(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | 0x0B | 0x0C | b'>' | b'*' | b'_' | b'+' | b'-' | b'0'
            ..=b'9' | b'.' | b')' | b'=' | b':' | b'|'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::marks("a *b* `c` [d](e) <f> ![g]\n", "a ,b, ,c, ,d,(e) ,f> ,,g,\n")]
    #[case::text_that_goes_on("a\n  b\nc\n\nd", "a   b c\n\nd")]
    #[case::code("```\na[1]\n  b\nc\n```\n", "```\na,1,   b c\n```\n")]
    #[case::indented_less("    a\n      b\n  c\n", "    a       b\n  c\n")]
    #[case::items("- ab *c*\n- [ ] `c`\n  d\n", "- ab ,c,\n- [ ] ,c,\n  d\n")]
    #[case::quotes("> **abc** [d]\ne\n", "> **abc,, ,d,\ne\n")]
    #[case::rows("|a|\n|-|\n| bc `d` |\n|e|\nf\ng\n", "|a|\n|-|\n| bc ,d, | ,e, f g\n")]
    #[case::no_rows("a\n|b|\n| c\nd *e*\n", "a\n|b|\n| c\nd ,e,\n")]
    #[case::no_html("a -> b\nc\n", "a -> b c\n")]
    #[case::a_link("<a:b> <c@d>\n", "<a:b> ,c@d>\n")]
    #[case::titles("# a *b*\nc *d*\n", "# a *b*\nc ,d,\n")]
    #[case::links("a\n[b](c)\n  [d]\n", "a ,b,(c)   ,d,\n")]
    #[case::behind_a_definition("[a]: /u\n*b*\n\nc *d*\n", "[a]: /u\n*b*\n\nc ,d,\n")]
    #[case::a_run_above_a_blank_line("a *b*\n\nc *d*\n===\n", "a ,b,\n\nc *d*\n===\n")]
    fn inlines_are_masked(#[case] text: &str, #[case] seen: &str) {
        assert_eq!(plain(text), seen);
    }

    #[rstest]
    #[case::title("a *b*\nc [d]\n===\n")]
    #[case::definition("[a\nb\nc]: /u\n'd\ne *f*'\n")]
    #[case::footnote("[^a]: *b*\nc\n")]
    #[case::fence("``` a*b*\n")]
    #[case::break_("_ _ _ _\n")]
    #[case::header("a\nb *c* | d\n---|---\n")]
    #[case::aligned_header("a | b\nc\n:-:|--\n")]
    #[case::vertical_tab("\u{B}\na\n")]
    #[case::behind_html("<!-- a\nb -->\nc\n")]
    #[case::html("<!-- a\n\nb --> *c*\n")]
    #[case::html_in_a_footnote("[^a]: <!-- b\n\nc --> *d*\n")]
    fn what_decides_is_kept(#[case] text: &str) {
        assert_eq!(plain(text), text);
    }
}
