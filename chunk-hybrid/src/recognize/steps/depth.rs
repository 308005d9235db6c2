//! How deep a step lies, and which steps a block ends.

use crate::text::{Block, BlockKind};

/// The depth of paragraphs and rows: below headings, which have their levels 1 to 7.
const PARAGRAPHS: usize = 8;
/// The depth of items that are not indented; the others are deeper by their indentation.
const ITEMS: usize = 9;

/// How deep a step in this block lies: a later one that is deeper is a part of it.
pub(super) const fn depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => ITEMS + block.indent,
        _ => PARAGRAPHS,
    }
}

/// From which depth on steps end where a block starts, whether it holds a step or not.
pub(super) fn closed_depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(_) | BlockKind::Item => depth(block),
        // A fence below an item belongs to it, indented or not.
        BlockKind::Code => usize::MAX,
        BlockKind::Paragraph if !block.after_blank => usize::MAX,
        _ if block.in_item => usize::MAX,
        _ => ITEMS,
    }
}
