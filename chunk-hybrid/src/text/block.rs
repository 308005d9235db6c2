//! The blocks of a document: what is kept together, and which heading each stands under.

use crate::text::line::{self, Marker, label_of};
use chunk_core::{SmallRange, slice};
use std::{num::NonZeroU32, ops::Range};

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockKind {
    /// A heading: 1 to 6, or 7 for one that is written without `#` (`**Plan**`, `Steps:`).
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
    /// A line that says where a link leads, and is no text: `[guide]: docs/guide.md`.
    Definition,
}

/// A part of a document that is read as one.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    pub(super) span: SmallRange,
    pub(super) text: u32,
    pub(super) indent: u16,
    pub(crate) marker: Option<Marker>,
    /// Whether it belongs to the list item before it.
    pub(crate) inside: bool,
    /// Whether a blank line stands before it.
    pub(crate) parted: bool,
    /// Whether it is a fence that is never closed.
    pub(crate) open: bool,
    pub(super) words: SmallRange,
    /// Its place among the document's.
    pub(super) number: u32,
}

/// A heading and what stands under it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Section {
    /// 1 to 6, or 7 for a heading that is written without `#`.
    pub level: u8,
    own: StoredSection,
    at: Heading,
    depth: u8,
}

/// What is known of a section by its heading's block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Heading {
    pub(super) level: u8,
    /// Where it starts, and its title.
    pub(super) start: u32,
    pub(super) text: u32,
    /// The length of its title.
    pub(super) title: u16,
}

/// What is kept of a section beside that.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoredSection {
    pub(super) heading: u32,
    pub(super) parent: InList,
}

const _: () = assert!(size_of::<StoredSection>() == 8, "a text can be all headings");

/// A place in a list, or none, in the room of a `u32`: one more than its number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct InList(Option<NonZeroU32>);

impl InList {
    pub(crate) fn new(place: Option<usize>) -> Self {
        Self(place.and_then(|place| NonZeroU32::new(place as u32 + 1)))
    }

    pub(crate) fn place(self) -> Option<usize> {
        self.0.map(|number| number.get() as usize - 1)
    }
}

/// Whether a block opens what stands below it.
pub(crate) const fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

impl Section {
    /// The section of a heading, above which and itself so many stand.
    pub(super) const fn new(own: StoredSection, at: Heading, depth: u8) -> Self {
        Self { level: at.level, own, at, depth }
    }

    /// The heading's text; of one too long to stand in chunks (C1) what tells that it is, its first 1,025 characters.
    #[must_use]
    pub const fn title(&self) -> Range<usize> {
        self.at.text as usize..self.at.text as usize + self.at.title as usize
    }

    /// Where its heading starts. It ends before the next one that is not below it.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.at.start as usize
    }

    /// The section it stands in, by its place in the list.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.own.parent.place()
    }

    /// How many headings stand above it, itself included.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth as usize
    }

    /// The heading's block, by its place among the document's.
    #[must_use]
    pub const fn heading(&self) -> usize {
        self.own.heading as usize
    }
}

impl Block {
    /// Its bytes in the text, without the last line's LF.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// Its place among the document's.
    pub(crate) const fn number(&self) -> usize {
        self.number as usize
    }

    /// Where its text starts: behind the heading's or item's mark.
    pub(crate) const fn text(&self) -> usize {
        self.text as usize
    }

    /// Its bytes behind the heading's or item's mark.
    pub(crate) const fn inner(&self) -> Range<usize> {
        self.text as usize..self.span.end as usize
    }

    /// Columns of white space before it.
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
