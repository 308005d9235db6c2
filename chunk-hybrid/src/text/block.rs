//! What a block is (paragraph, list item, table row, heading …), and what a section is (a heading and all below it).

use crate::text::{Label, Marker, ParsedContent, time::Stamp};
use chunk_core::unicode;
use std::ops::Range;

/// What a block is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockKind {
    /// A heading of level 1 to 6, or 7 for one that is written without `#` (`**Plan**`, `Steps:`).
    Heading(u8),
    /// Lines of text. A line with a time stamp or a label at its start begins a new one.
    #[default]
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

/// A paragraph, list item, table row or other part of a document. A heading has all below it inside, an item its children, a paragraph with a
/// time stamp what follows up to the next one: with what is inside, it is an *entry*, which its author set apart (H1.9).
///
/// Blocks come before those inside them, which have the indices up to [`next`](Self::next).
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The block that it is inside, by its index among the document's blocks.
    pub parent: Option<usize>,
    /// The index of the first block after it that is not inside it.
    pub next: usize,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where its text starts: after the mark of a heading or item.
    pub(crate) text: usize,
    /// How many columns it is indented.
    pub(crate) indent: usize,
    pub(crate) marker: Option<Marker>,
    /// The label that its text starts with.
    pub(crate) label: Option<Label>,
    /// The time stamp that its text starts with.
    pub(crate) stamp: Option<Stamp>,
    /// How many list items it is in, itself included.
    pub(crate) items: usize,
    /// Whether it is in a list item other than itself.
    pub(crate) in_item: bool,
    /// Whether a blank line is before it.
    pub(crate) after_blank: bool,
    /// Its words, by the indices of the first and of the one after the last in the document's.
    pub(crate) words: (usize, usize),
    /// Its index among the document's blocks.
    pub(crate) number: usize,
    /// Of a row, the index of the first row of its table; else its own.
    pub(crate) head: usize,
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
    block.level().is_some()
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

    /// Whether it is a paragraph or an item.
    pub(crate) const fn is_text(&self) -> bool {
        matches!(self.kind, BlockKind::Paragraph | BlockKind::Item)
    }

    /// The level of a heading.
    pub(crate) const fn level(&self) -> Option<u8> {
        match self.kind {
            BlockKind::Heading(level) => Some(level),
            _ => None,
        }
    }

    /// Whether it is a paragraph with a time stamp at its start, as in a log.
    pub(crate) const fn is_stamped(&self) -> bool {
        matches!(self.kind, BlockKind::Paragraph) && self.stamp.is_some()
    }
}

/// The items that start in `span`, of a list sorted by `start`.
pub(crate) fn among<'a, T>(items: &'a [T], span: &Range<usize>, start: impl Fn(&T) -> usize) -> &'a [T] {
    let first = items.partition_point(|item| start(item) < span.start);
    let end = items.partition_point(|item| start(item) < span.end);
    items.get(first..end.max(first)).unwrap_or_default()
}

/// Whether a row is the line between a table's head and its other rows: `|---|:-:|`.
pub(crate) fn is_row_of_rules(row: &str) -> bool {
    row.contains('-') && row.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Whether the block `index` is the head of a table, which names its columns: a row of rules follows it.
pub(crate) fn is_head(content: &ParsedContent<'_>, index: usize) -> bool {
    let row = |index: usize| content.blocks().get(index).filter(|block| block.kind == BlockKind::Row);
    row(index).and(row(index + 1)).is_some_and(|next| is_row_of_rules(content.slice(&next.span())))
}

/// The parts of `span` between marks such as the bars of a row, without the white space around each part.
pub(crate) fn parts(
    content: &ParsedContent<'_>,
    span: Range<usize>,
    mark: char,
) -> impl Iterator<Item = Range<usize>> {
    let mut at = span.start;
    content.slice(&span).split(mark).map(move |part| {
        let start = at + part.len() - unicode::trim_start(part).len();
        at += part.len() + 1;
        start..start + unicode::trim(part).len()
    })
}
