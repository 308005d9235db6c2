//! The blocks of a document: what is kept together, and which heading each stands under.

use crate::text::line::{self, Marker, label_of};
use chunk_core::{SmallRange, slice};
use std::{num::NonZeroU32, ops::Range};

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockKind {
    /// A heading: 1 to 6, or 7 for one that is written without `#` (`**Plan**`, `== Plan ==`, `Steps:`, `PURPOSE`).
    Heading(u8),
    /// Lines of text. A line with a time stamp or a label at its start begins a new one.
    Paragraph,
    /// A list item without the items in it, which are blocks of their own.
    Item,
    /// A row of a table.
    Row,
    /// A code fence, fences included.
    Code,
    /// A line that parts text.
    Rule,
}

/// A part of a document that is read as one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Block {
    /// Its bytes in the text, without the last line's LF.
    pub span: Range<usize>,
    /// What it is.
    pub kind: BlockKind,
    pub(super) text: u32,
    pub(super) indent: u32,
    pub(crate) marker: Option<Marker>,
    /// Whether it belongs to the list item before it.
    pub(crate) inside: bool,
    /// Whether a blank line stands before it.
    pub(crate) parted: bool,
    /// Whether it is a fence that is never closed.
    pub(crate) open: bool,
    /// One more than its number.
    pub(super) section: Option<NonZeroU32>,
    pub(super) words: SmallRange,
}

const _: () = assert!(size_of::<Block>() <= 56, "a text can be all blocks");

/// A heading and what stands under it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Section {
    /// 1 to 6, or 7 for a heading that is written without `#`.
    pub level: u8,
    /// The heading's text; of one too long to stand in chunks (C1) what tells that it is, its first 1,025 characters.
    pub title: Range<usize>,
    /// From the heading to the next one that is not below it.
    pub span: Range<usize>,
    /// The section it stands in, by its place in the list.
    pub parent: Option<usize>,
    /// How many headings stand above it, itself included.
    pub depth: usize,
    /// The heading's block, by its place among the document's.
    pub heading: usize,
}

/// Whether a block opens what stands below it.
pub(crate) const fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

impl Block {
    /// Where its text starts: behind the heading's or item's mark.
    pub(crate) const fn text(&self) -> usize {
        self.text as usize
    }

    /// Its bytes behind the heading's or item's mark.
    pub(crate) const fn inner(&self) -> Range<usize> {
        self.text as usize..self.span.end
    }

    /// Columns of white space before it.
    pub(crate) const fn indent(&self) -> usize {
        self.indent as usize
    }

    /// The section it stands in; of a heading, its own.
    pub(crate) fn section(&self) -> Option<usize> {
        self.section.map(|number| number.get() as usize - 1)
    }

    pub(crate) fn set_section(&mut self, section: Option<usize>) {
        self.section = section.and_then(|section| NonZeroU32::new(section as u32 + 1));
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
