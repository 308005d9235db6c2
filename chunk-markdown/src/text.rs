//! The document's text and its lines (M1).

use chunk_core::{LineIndex, frontmatter, slice};
use std::{borrow::Cow, ops::Range};

/// A normalized text, and where its lines and its frontmatter lie.
pub(crate) struct Text<'t> {
    pub(crate) text: &'t str,
    /// The byte at which what is chunked starts: behind the frontmatter.
    pub(crate) start: usize,
    pub(crate) lines: LineIndex,
    /// Where the non-blank lines behind the frontmatter start, ascending.
    pub(crate) non_blank: Vec<usize>,
}

impl<'t> Text<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let start = behind_frontmatter(text);
        let mut non_blank = Vec::new();
        let mut at = start;
        for line in slice(text, start..text.len()).split_inclusive('\n') {
            if !is_blank(line) {
                non_blank.push(at);
            }
            at += line.len();
        }
        Self { text, start, lines: LineIndex::new(text), non_blank }
    }

    /// The bytes of the line that holds the byte `at`, without its line end.
    pub(crate) fn line(&self, at: usize) -> Range<usize> {
        self.lines.bytes(self.lines.line(at))
    }

    /// The end of the last non-blank line that starts before the byte `limit`.
    pub(crate) fn end_before(&self, limit: usize) -> usize {
        let lines_before = self.non_blank.partition_point(|&start| start < limit);
        let last = lines_before.checked_sub(1).and_then(|index| self.non_blank.get(index));
        last.map_or(self.start, |&start| self.line(start).end)
    }

    /// Starts of the non-blank lines in `range`, ascending.
    pub(crate) fn lines_in(&self, range: Range<usize>) -> &[usize] {
        within(&self.non_blank, range)
    }

    /// What the Markdown parser is fed, byte for byte at the place it has behind `start`. A lone CR would be a line
    /// end to it.
    pub(crate) fn markdown(&self) -> Cow<'t, str> {
        let markdown = slice(self.text, self.start..self.text.len());
        if memchr::memchr(b'\r', markdown.as_bytes()).is_some() {
            Cow::Owned(markdown.replace('\r', " "))
        } else {
            Cow::Borrowed(markdown)
        }
    }
}

/// The part of `positions`, which ascend, that lies in `range`.
pub(crate) fn within(positions: &[usize], range: Range<usize>) -> &[usize] {
    let from = positions.partition_point(|&at| at < range.start);
    let to = positions.partition_point(|&at| at < range.end);
    positions.get(from..to).unwrap_or_default()
}

fn is_blank(line: &str) -> bool {
    line.bytes().all(|byte| matches!(byte, b'\t'..=b'\r' | b' '))
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
        assert_eq!(text.non_blank, [0, 8, 12]);
        assert_eq!([0, 1, 8, 9, 12, 13].map(|limit| text.end_before(limit)), [0, 1, 1, 10, 10, 13]);
    }
}
