//! What a block is (paragraph, list item, table row, heading …), and what a section is: a heading and all below it.

use crate::text::{Marker, label_of, line};
use chunk_core::slice;
use std::ops::Range;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockKind {
    /// A heading of level 1 to 6, or 7 for one that is written without `#` (`**Plan**`, `Steps:`).
    Heading(u8),
    /// Lines of text. A line with a time stamp or a label at its start begins a new one.
    Paragraph,
    /// A list item. Items nested in it are blocks of their own.
    Item,
    /// A row of a table.
    Row,
    /// A code fence, fences included.
    Code,
    /// A horizontal rule: a line of `---`, `***` or the like.
    Rule,
    /// The definition of a link, which is not shown as text: `[guide]: docs/guide.md`.
    Definition,
}

/// A paragraph, list item, table row or other part of a document.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where its text starts: after the mark of a heading or item.
    pub(crate) text: usize,
    /// How many columns it is indented.
    pub(crate) indent: usize,
    pub(crate) marker: Option<Marker>,
    /// How many list items it is in, itself included.
    pub(crate) items: usize,
    /// Whether it is in a list item other than itself.
    pub(crate) in_item: bool,
    /// Whether a blank line is before it.
    pub(crate) after_blank: bool,
    /// Whether it is the first line of a paragraph that is in no other block, after a blank line.
    pub(crate) is_alone: bool,
    /// Whether it is a fence that is never closed.
    pub(crate) unclosed: bool,
    /// Its words, by the indices of the first and of the one after the last in the document's.
    pub(crate) words: (usize, usize),
    /// Its index among the document's blocks.
    pub(crate) number: usize,
}

/// A heading and all below it, up to the next heading of its level or above.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Section {
    /// 1 to 6, or 7 for a heading that is written without `#`.
    pub level: u8,
    /// The heading's text without markup. Of one that is too long for metadata (C1), so much that this can be seen.
    pub name: String,
    /// The heading's block, by its index among the document's blocks.
    pub heading: usize,
    /// Where its heading starts. It ends before the next heading of its level or above.
    pub start: usize,
    /// The heading's text. Of one that is too long for metadata (C1), the first 1,025 characters, by which that can be seen.
    pub title: Range<usize>,
    /// The section around it, by its index in the list of sections.
    pub parent: Option<usize>,
    /// How many headings it is under, its own included.
    pub depth: usize,
}

pub(crate) const fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

impl Block {
    /// Its bytes in the text, without the last line's LF.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The bytes of its text: after the mark of a heading or item.
    pub(crate) const fn inner(&self) -> Range<usize> {
        self.text..self.end
    }

    /// The label that the block's text starts with.
    pub(crate) fn label(&self, text: &str) -> Option<line::Label> {
        let shift = self.text;
        label_of(slice(text, self.inner())).map(|label| line::Label {
            name: label.name.start + shift..label.name.end + shift,
            text: label.text + shift,
        })
    }
}

/// The items that start in `span`, of a list sorted by `start`.
pub(crate) fn among<'a, T>(items: &'a [T], span: &Range<usize>, start: impl Fn(&T) -> usize) -> &'a [T] {
    let first = items.partition_point(|item| start(item) < span.start);
    let end = items.partition_point(|item| start(item) < span.end);
    items.get(first..end.max(first)).unwrap_or_default()
}
