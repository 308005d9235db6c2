//! Headings, and what stands under each.

use crate::text::{
    block::{Block, BlockKind, InList, StoredSection, is_heading},
    blocks::Blocks,
};
use chunk_core::{MetadataBounds, slice, unicode};

/// The sections of these blocks.
pub(super) fn sections(blocks: Blocks<'_>) -> Vec<StoredSection> {
    let mut sections: Vec<StoredSection> = Vec::new();
    // The places and levels of those that are open.
    let mut open: Vec<(usize, u8)> = Vec::new();
    for block in blocks.iter() {
        let BlockKind::Heading(level) = block.kind else { continue };
        while open.pop_if(|(_, own)| *own >= level).is_some() {}
        let parent = InList::new(open.last().map(|&(parent, _)| parent));
        open.push((sections.len(), level));
        sections.push(StoredSection { heading: block.number, parent });
    }
    sections.shrink_to_fit();
    sections
}

/// The bytes of a heading's title.
pub(super) fn title(text: &str, block: &Block) -> u16 {
    if !is_heading(block) {
        return 0;
    }
    let first_line = slice(text, block.inner()).lines().next().unwrap_or_default();
    let title = unicode::trim_end(first_line.trim_end_matches(['#', '*', '_', '=', '-', ' ', '\t']));
    let title = title.strip_suffix(':').unwrap_or(title).trim_end_matches(['*', '_']);
    // All that stands under it looks at its title, which in a chunk would be cut (C1).
    MetadataBounds::looked_at(title).len() as u16
}
