//! What a block is (paragraph, list item, table row, heading …), and what a section is: a heading and all below it.

use crate::text::line::{self, Marker, label_of};
use chunk_core::{SmallRange, slice};
use std::{num::NonZeroU32, ops::Range};

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
    pub(super) span: SmallRange,
    /// Where its text starts; see [`text`](Self::text).
    pub(super) text: u32,
    pub(super) indent: u16,
    pub(crate) marker: Option<Marker>,
    /// Whether it belongs to the list item before it.
    pub(crate) in_item: bool,
    /// Whether a blank line stands before it.
    pub(crate) after_blank: bool,
    /// Whether it is a fence that is never closed.
    pub(crate) unclosed: bool,
    /// Its words, by their indices in the document's.
    pub(super) words: SmallRange,
    /// Its index among the document's blocks.
    pub(super) number: u32,
}

/// A heading and all below it, up to the next heading of its level or above.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Section {
    /// 1 to 6, or 7 for a heading that is written without `#`.
    pub level: u8,
    stored: StoredSection,
    heading: Heading,
    depth: u8,
}

/// What the block of a heading says of its section.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Heading {
    pub(super) level: u8,
    /// Where the heading starts.
    pub(super) start: u32,
    /// Where its title starts.
    pub(super) text: u32,
    /// How many bytes the title has.
    pub(super) title: u16,
}

/// What is stored of a section; the rest is read from its heading's block.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredSection {
    /// The heading's block, by its index.
    pub(super) heading: u32,
    /// The section around it, by its index.
    pub(super) parent: SmallIndex,
}

const _: () = assert!(size_of::<StoredSection>() == 8, "a text can be all headings");

/// An index, or none, in the four bytes of a `u32`: kept as one more than itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SmallIndex(Option<NonZeroU32>);

impl SmallIndex {
    pub(crate) fn new(index: Option<usize>) -> Self {
        Self(index.and_then(|index| NonZeroU32::new(index as u32 + 1)))
    }

    pub(crate) fn get(self) -> Option<usize> {
        self.0.map(|number| number.get() as usize - 1)
    }
}

pub(crate) const fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

impl Section {
    pub(super) const fn new(stored: StoredSection, heading: Heading, depth: u8) -> Self {
        Self { level: heading.level, stored, heading, depth }
    }

    /// The heading's text. Of one that is too long for metadata (C1), the first 1,025 characters, by which that can be told.
    #[must_use]
    pub const fn title(&self) -> Range<usize> {
        self.heading.text as usize..self.heading.text as usize + self.heading.title as usize
    }

    /// Where its heading starts. It ends before the next heading of its level or above.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.heading.start as usize
    }

    /// The section around it, by its index in the list of sections.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.stored.parent.get()
    }

    /// How many headings stand above it, its own included.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// The heading's block, by its index among the document's blocks.
    #[must_use]
    pub const fn heading(&self) -> usize {
        self.stored.heading as usize
    }
}

impl Block {
    /// Its bytes in the text, without the last line's LF.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// Its index among the document's blocks.
    pub(crate) const fn number(&self) -> usize {
        self.number as usize
    }

    /// Where its text starts: after the mark of a heading or item.
    pub(crate) const fn text(&self) -> usize {
        self.text as usize
    }

    /// The bytes of its text: after the mark of a heading or item.
    pub(crate) const fn inner(&self) -> Range<usize> {
        self.text as usize..self.span.end as usize
    }

    /// How many columns it is indented.
    pub(crate) const fn indent(&self) -> usize {
        self.indent as usize
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
