//! The outline of a body: its headings (B10), and where its blocks let it be cut (B13).

use crate::{lines::Lines, offset::to_u32};
use chunk_core::{SmallRange, is_white_space};
use pulldown_cmark::HeadingLevel;

/// The outline of a body as far as it has been read, in bytes of the body.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The headings at document level (B10), in order, that have not been divided into sections yet.
    pub(crate) headings: Vec<Heading>,
    /// The first paragraph after each H1 and H2, at any depth, in order.
    pub(crate) paragraphs: Vec<Paragraph>,
    /// The fenced code blocks, in order: from the start of the first line to the end of the last.
    pub(crate) fences: Vec<SmallRange>,
    /// The headings, in order, each from its first character that is not white space to the text after it. No piece may end right after
    /// one of their lines (B13).
    pub(crate) heading_lines: Vec<SmallRange>,
    /// The cuts of kind 1 (B13), ascending: ends of non-blank lines.
    pub(crate) block_ends: Vec<u32>,
    pub(crate) lines: Lines,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Heading {
    pub(crate) level: HeadingLevel,
    /// Its lines, those of a Setext heading with the underline, without the last line end.
    pub(crate) lines: SmallRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) bytes: SmallRange,
    /// How many quotes it stands in.
    pub(crate) quotes: u32,
    /// Whether it is the first thing in a list item, where a task marker may stand.
    pub(crate) starts_item: bool,
}

impl Outline {
    /// Discards what stands before `byte`, where a section starts.
    pub(crate) fn discard_before(&mut self, byte: usize) {
        let byte_at = to_u32(byte);
        self.paragraphs.drain(..self.paragraphs.partition_point(|known| known.bytes.start < byte_at));
        self.fences.drain(..self.fences.partition_point(|known| known.start < byte_at));
        self.heading_lines.drain(..self.heading_lines.partition_point(|known| known.start < byte_at));
        self.block_ends.drain(..self.block_ends.partition_point(|&known| known < byte_at));
        self.lines.discard_before(byte);
    }
}

/// Whether there is nothing but white space in `text` (B12).
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(is_white_space)
}
