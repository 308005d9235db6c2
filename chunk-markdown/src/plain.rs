//! Simplifies a text for the parser (M2), which spends much of its work on inlines, though they matter only in the titles of headings.
//! Elsewhere, the marks of inlines become commas, and a line that only continues the text of the line above is joined to it.

use chunk_core::positions;
use std::ops::Range;

/// `markdown` with the same blocks and titles, but hardly any inlines. Every byte stays at its place.
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
    /// The text as the parser sees it. At first all marks of inlines are commas; those of lines where they matter are then restored.
    seen: Vec<u8>,
    /// Where the run of non-blank lines starts that the next line may turn into a heading.
    run: usize,
    /// Whether the parser sees all lines up to the next blank one unchanged.
    is_kept: bool,
    /// Whether the lines up to the next blank one may be rows of a table.
    may_be_rows: bool,
    /// Whether the lines from here on may be HTML, which a line with a `>` may end.
    is_html: bool,
    /// The indentation of the line above, if the next line may continue its text.
    indent_above: Option<usize>,
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
            indent_above: None,
        }
    }

    fn take(&mut self, line: Range<usize>, has_label: bool) {
        let indent_above = self.indent_above.take();
        let bytes = self.bytes.get(line.clone()).unwrap_or_default();
        let indent = bytes.iter().take_while(|&&byte| byte == b' ').count();
        let text = bytes.get(indent..).unwrap_or_default();
        if text.iter().all(|&byte| matches!(byte, b' ' | b'\t')) {
            (self.run, self.is_kept, self.may_be_rows) = (line.end + 1, false, false);
            return;
        }
        // A definition can have several lines, before the end of its label and after it.
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
            self.take_marked(&line, bytes, indent, indent_above);
        } else {
            self.join(&line, indent, indent_above);
        }
        if self.is_html && memchr::memchr(b'>', bytes).is_some() {
            self.keep(line);
            self.indent_above = None;
        }
    }

    /// Takes a line that begins with what may be marks of blocks.
    fn take_marked(&mut self, line: &Range<usize>, bytes: &[u8], indent: usize, indent_above: Option<usize>) {
        let Some(text) = bytes.iter().position(|&byte| !is_block_mark(byte)) else {
            // It may make the lines above it a heading, or the header of a table.
            self.keep_run(line.end);
            self.run = line.end + 1;
            self.may_be_rows |= memchr::memchr(b'|', bytes).is_some();
            return;
        };
        let rest = bytes.get(text..).unwrap_or_default();
        let is_html = may_be_html(rest);
        self.is_html |= is_html;
        let is_kept = is_html || rest.starts_with(b"#") || rest.starts_with(b"```");
        // The checkbox of a task takes three bytes.
        self.keep(line.start..if is_kept { line.end } else { line.end.min(line.start + text + 3) });
        let is_row = self.may_be_rows && bytes.get(indent) == Some(&b'|');
        if is_row && self.join(line, indent, indent_above) {
            // A row that was joined to the one above needs no cells of its own.
            let row = self.seen.get_mut(line.clone()).unwrap_or_default();
            row.iter_mut().filter(|byte| **byte == b'|').for_each(|pipe| *pipe = b',');
        }
    }

    /// Joins a line to the one above, if that is indented no further, so that both are in the same block; returns whether it did.
    fn join(&mut self, line: &Range<usize>, indent: usize, indent_above: Option<usize>) -> bool {
        let joined = indent_above.filter(|&above| above <= indent);
        let line_end = joined.and(self.seen.get_mut(line.start.wrapping_sub(1)));
        line_end.into_iter().for_each(|line_end| *line_end = b' ');
        self.indent_above = joined.or(Some(indent));
        joined.is_some()
    }

    /// Shows the parser the run up to the byte `end` unchanged.
    fn keep_run(&mut self, end: usize) {
        self.keep(self.run..end);
    }

    fn keep(&mut self, part: Range<usize>) {
        if let (Some(seen), Some(bytes)) = (self.seen.get_mut(part.clone()), self.bytes.get(part)) {
            seen.copy_from_slice(bytes);
        }
    }
}

/// Whether this is a mark of inlines, which means something to blocks only at the start of a line and in HTML.
fn is_inline_mark(byte: u8) -> bool {
    // Without a branch, so that the compiler tests many bytes at once.
    (byte == b'*')
        | (byte == b'_')
        | (byte == b'`')
        | (byte == b'[')
        | (byte == b']')
        | (byte == b'<')
        | (byte == b'!')
        | (byte == b'&')
}

/// Whether a line whose first non-blank byte is this one may be more than text.
const fn may_begin_block(byte: u8) -> bool {
    is_block_mark(byte) && !matches!(byte, b' ' | b'.' | b')') || matches!(byte, b'#' | b'<' | b'`' | b'~')
}

/// Whether what begins like this is HTML, not a link such as `<https://a.b>`.
fn may_be_html(text: &[u8]) -> bool {
    let mut after_name = text.iter().skip(1).skip_while(|&&byte| byte.is_ascii_alphanumeric());
    text.starts_with(b"<") && !matches!(after_name.next(), Some(b':' | b'@' | b'.' | b'+'))
}

/// Whether this byte can stand before the text of a quote or item, or in the line under a heading or under the header of a table.
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
