//! A document as the later steps see it: its text, lines and blocks (M1, M2), and where code, tables and sentences stand.

use chunk_core::{
    LineIndex,
    markdown::{Block, BlockKind, blocks},
    sentences, slice,
    types::SentenceRules,
};
use std::ops::Range;

/// A document's text, parsed. All lists are ascending.
pub(crate) struct Parsed<'t> {
    /// The normalized text, front matter included.
    pub(crate) text: &'t str,
    /// Where the part to be chunked starts: after the front matter.
    pub(crate) start: usize,
    pub(crate) lines: LineIndex,
    /// All blocks, each before those inside it.
    pub(crate) blocks: Vec<Block>,
    /// Where the non-blank lines start.
    pub(crate) non_blank: Vec<usize>,
    /// Where the second and later sentences of the paragraphs at any depth start.
    pub(crate) sentences: Vec<usize>,
    /// The lines of the code and HTML blocks at any depth, in the middle of which no overlap starts (M6).
    pub(crate) indivisible: Vec<Range<usize>>,
    /// The lines of the tables at any depth.
    pub(crate) tables: Vec<Range<usize>>,
}

impl<'t> Parsed<'t> {
    /// Parses `text` from the byte `start` on.
    pub(crate) fn new(text: &'t str, start: usize) -> Self {
        let lines = LineIndex::new(text);
        let is_blank = |at: &usize| slice(text, *at..lines.around(*at).end).bytes().all(is_blank_byte);
        let non_blank = lines.starts(start).filter(|at| !is_blank(at)).collect();
        let blocks = blocks(text, start);
        let (mut later_sentences, mut indivisible, mut tables) = (Vec::new(), Vec::new(), Vec::new());
        for block in &blocks {
            match block.kind {
                BlockKind::Paragraph => {
                    let found = sentences(slice(text, block.start..block.lines.end), SentenceRules::Standard);
                    later_sentences.extend(found.skip(1).map(|sentence| block.start + sentence.start));
                }
                BlockKind::Code { .. } | BlockKind::Html => indivisible.push(block.lines.clone()),
                BlockKind::Table => tables.push(block.lines.clone()),
                _ => {}
            }
        }
        Self { text, start, lines, blocks, non_blank, sentences: later_sentences, indivisible, tables }
    }

    /// The end of the last non-blank line that starts before the byte `limit`.
    pub(crate) fn end_before(&self, limit: usize) -> usize {
        let last = within(&self.non_blank, 0..limit).last();
        last.map_or(self.start, |&start| self.lines.around(start).end)
    }
}

/// The offsets of an ascending list that lie in `range`.
pub(crate) fn within(offsets: &[usize], range: Range<usize>) -> &[usize] {
    let end = offsets.partition_point(|&at| at < range.end);
    let start = offsets.partition_point(|&at| at < range.start);
    offsets.get(start..end).unwrap_or_default()
}

/// The one of `spans`, ascending and disjoint, that holds the byte `at`.
pub(crate) fn around(spans: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let before = spans.partition_point(|span| span.start <= at);
    spans.get(before.checked_sub(1)?).filter(|span| at < span.end)
}

const fn is_blank_byte(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_of_ascii_white_space() {
        let parsed = Parsed::new("a\n \t\u{B}\u{C}\r\n\u{A0}\n\nb", 0);
        assert_eq!(parsed.non_blank, [0, 8, 12]);
        assert_eq!([0, 1, 8, 9, 12, 13].map(|limit| parsed.end_before(limit)), [0, 1, 1, 10, 10, 13]);
    }
}
