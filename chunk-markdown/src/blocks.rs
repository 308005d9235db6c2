//! The blocks of a document (M2), which are runs of whole source lines, and where to find code, tables and sentences among them.

use crate::tree::Tree;
use chunk_core::SmallRange;
use std::ops::Range;

/// All blocks of a document, and lists of those that are looked up by place.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocks {
    pub(crate) tree: Tree,
    /// Lines of the code blocks at any depth, ascending.
    pub(crate) code: Vec<SmallRange>,
    /// Lines of the tables at any depth, ascending.
    pub(crate) tables: Vec<SmallRange>,
    /// Where the second and later sentences of the paragraphs at any depth start, ascending.
    pub(crate) sentences: Vec<u32>,
}

impl Blocks {
    /// Adds the blocks of the next part of the document. The last top-level block so far starts at `before`.
    pub(crate) fn append(&mut self, next: Self, before: u32) {
        self.tree.append(&next.tree, before);
        self.code.extend(next.code);
        self.tables.extend(next.tables);
        self.sentences.extend(next.sentences);
    }

    /// Whether a code block starts in `range`.
    pub(crate) fn holds_code(&self, range: Range<usize>) -> bool {
        let first = self.code.partition_point(|code| code.range().start < range.start);
        self.code.get(first).is_some_and(|code| code.range().start < range.end)
    }

    /// Where the second and later sentences inside `range` start.
    pub(crate) fn sentences_in(&self, range: Range<usize>) -> &[u32] {
        let before = self.sentences_before(range.end);
        let from = before.partition_point(|&at| (at as usize) < range.start);
        before.get(from..).unwrap_or_default()
    }

    /// Where the second and later sentences before the byte `end` start.
    pub(crate) fn sentences_before(&self, end: usize) -> &[u32] {
        let to = self.sentences.partition_point(|&at| (at as usize) < end);
        self.sentences.get(..to).unwrap_or_default()
    }
}

/// The one of `spans`, ascending and disjoint, that holds the byte `at`.
pub(crate) fn around(spans: &[SmallRange], at: usize) -> Option<Range<usize>> {
    let before = spans.partition_point(|span| span.range().start <= at);
    spans.get(before.checked_sub(1)?).map(|span| span.range()).filter(|range| at < range.end)
}
