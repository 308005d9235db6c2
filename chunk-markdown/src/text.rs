//! The document's text (M1): its lines, which of them are blank, and where its frontmatter ends.

use chunk_core::{LineIndex, OffsetSet, frontmatter, slice};
use std::{borrow::Cow, iter, ops::Range};

/// A normalized text, and where its lines and its frontmatter lie.
pub(crate) struct Text<'t> {
    pub(crate) text: &'t str,
    /// Where the part to be chunked starts: after the frontmatter.
    pub(crate) start: usize,
    pub(crate) lines: LineIndex,
    /// Where the non-blank lines after the frontmatter start.
    non_blank: OffsetSet,
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let start = behind_frontmatter(text);
        let lines = LineIndex::new(text);
        let starts = lines.starts(start).filter(|&at| !is_blank_line(text, at));
        let non_blank = OffsetSet::new(text.len(), starts);
        Self { text, start, lines, non_blank }
    }

    /// The bytes of the line that holds the byte `at`, without its line end.
    pub(crate) fn line(&self, at: usize) -> Range<usize> {
        self.lines.around(at)
    }

    /// The end of the last non-blank line that starts before the byte `limit`.
    pub(crate) fn end_before(&self, limit: usize) -> usize {
        self.line_before(limit).map_or(self.start, |start| self.lines.line_end(start))
    }

    /// The start of the last non-blank line that starts before the byte `limit`.
    pub(crate) fn line_before(&self, limit: usize) -> Option<usize> {
        self.non_blank.last_below(limit)
    }

    /// Starts of the non-blank lines in `range`, ascending.
    pub(crate) fn lines_in(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let end = range.end;
        let next = move |from| self.non_blank.first_from(from).filter(|&start| start < end);
        iter::successors(next(range.start), move |&start| next(start + 1))
    }

    /// Whether the line above that at `start` is not blank.
    pub(crate) fn follows_text(&self, start: usize) -> bool {
        self.line_before(start).is_some_and(|before| self.lines.line_end(before) + 1 == start)
    }

    /// Whether the line above a line that starts with the `markers` of its blocks holds more than such markers.
    pub(crate) fn follows_words(&self, markers: Range<usize>) -> bool {
        self.follows_text(markers.start) && {
            let above = slice(self.text, self.line(markers.start - 1));
            !slice(self.text, markers).starts_with(above.trim_ascii_end())
        }
    }

    /// Whether `markers`, all that stands before the text of a line, hold enough blanks to make it code if parsed alone.
    pub(crate) fn is_indented(&self, markers: Range<usize>) -> bool {
        let markers = slice(self.text, markers);
        markers.contains('\t') || markers.contains("    ")
    }

    /// The text after the frontmatter as the Markdown parser is given it, of the same length: a lone CR, which it would take for a
    /// line end, is a space.
    pub(crate) fn markdown(&self) -> Cow<'t, str> {
        let markdown = slice(self.text, self.start..self.text.len());
        if memchr::memchr(b'\r', markdown.as_bytes()).is_some() {
            Cow::Owned(markdown.replace('\r', " "))
        } else {
            Cow::Borrowed(markdown)
        }
    }
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(is_blank_byte)
}

/// Whether the line that starts at `at` is blank, without reading on after its first non-blank byte.
fn is_blank_line(text: &str, at: usize) -> bool {
    slice(text, at..text.len()).bytes().take_while(|&byte| byte != b'\n').all(is_blank_byte)
}

const fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

fn behind_frontmatter(text: &str) -> usize {
    frontmatter::split(text, &["---", "..."])
        .filter(|found| slice(text, found.yaml.clone()).lines().next().is_some_and(|line| !is_blank(line)))
        .map_or(0, |found| found.body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::yaml("---\na: 1\n---\nb", 13)]
    #[case::dots_and_trailing_space("--- \na: 1\n... \t\nb", 16)]
    #[case::comment_and_heading_like("---\n# c\n---\n", 12)]
    #[case::second_line_blank("---\n\na: 1\n---\n", 0)]
    #[case::second_line_of_spaces("---\n \t\na: 1\n---\n", 0)]
    #[case::second_line_an_end_mark("---\n---\na\n---\n", 0)]
    #[case::unclosed("---\na: 1\n", 0)]
    #[case::not_on_line_1("\n---\na: 1\n---\n", 0)]
    #[case::four_dashes("----\na: 1\n----\n", 0)]
    fn frontmatter_is_left_out(#[case] text: &str, #[case] start: usize) {
        assert_eq!(Text::new(text).start, start);
    }

    #[test]
    fn blank_lines_are_of_ascii_white_space() {
        let text = Text::new("a\n \t\u{B}\u{C}\r\n\u{A0}\n\nb");
        assert!(text.lines_in(0..13).eq([0, 8, 12]));
        assert_eq!([0, 1, 8, 9, 12, 13].map(|limit| text.end_before(limit)), [0, 1, 1, 10, 10, 13]);
    }
}
