//! What a block is (paragraph, list item, table row, heading …), and what a section is: a heading and all below it.

use crate::text::line::{self, Marker, label_of};
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
    pub(crate) text: usize,
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
    pub(crate) heading: usize,
    pub(crate) start: usize,
    pub(crate) title: (usize, usize),
    pub(crate) parent: Option<usize>,
    pub(crate) depth: usize,
}

pub(crate) const fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

impl Section {
    /// The heading's text. Of one that is too long for metadata (C1), the first 1,025 characters, by which that can be seen.
    #[must_use]
    pub const fn title(&self) -> Range<usize> {
        self.title.0..self.title.1
    }

    /// Where its heading starts. It ends before the next heading of its level or above.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.start
    }

    /// The section around it, by its index in the list of sections.
    #[must_use]
    pub const fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// How many headings it is under, its own included.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// The heading's block, by its index among the document's blocks.
    #[must_use]
    pub const fn heading(&self) -> usize {
        self.heading
    }
}

impl Block {
    /// Its bytes in the text, without the last line's LF.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Its index among the document's blocks.
    pub(crate) const fn number(&self) -> usize {
        self.number
    }

    /// Where its text starts: after the mark of a heading or item.
    pub(crate) const fn text(&self) -> usize {
        self.text
    }

    /// The bytes of its text: after the mark of a heading or item.
    pub(crate) const fn inner(&self) -> Range<usize> {
        self.text..self.end
    }

    /// How many columns it is indented.
    pub(crate) const fn indent(&self) -> usize {
        self.indent
    }

    /// The label that the block's text starts with.
    pub(crate) fn label(&self, text: &str) -> Option<line::Label> {
        let shift = self.text();
        label_of(slice(text, self.inner())).map(|label| line::Label {
            name: label.name.start + shift..label.name.end + shift,
            text: label.text + shift,
        })
    }
}
