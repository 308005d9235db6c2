//! Headings, and what stands under each.

use crate::text::{
    block::{BlockKind, InList, StoredSection},
    blocks::Blocks,
};
use chunk_core::{MetadataBounds, slice, unicode};

/// The sections of `text`.
pub(super) fn sections(text: &str, blocks: Blocks<'_>) -> Vec<StoredSection> {
    let mut sections: Vec<StoredSection> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for block in blocks.iter() {
        if let BlockKind::Heading(level) = block.kind {
            while let Some(&top) = open.last() {
                let Some(section) = sections.get_mut(top).filter(|section| section.level >= level) else {
                    break;
                };
                section.end = block.span.start;
                open.pop();
            }
            let first_line = slice(text, block.inner()).lines().next().unwrap_or_default();
            let title = unicode::trim_end(first_line.trim_end_matches(['#', '*', '_', '=', '-', ' ', '\t']));
            let title = title.strip_suffix(':').unwrap_or(title).trim_end_matches(['*', '_']);
            // All that stands under it looks at its title, which in a chunk would be cut (C1).
            let title = MetadataBounds::looked_at(title);
            sections.push(StoredSection {
                heading: block.number,
                end: text.len() as u32,
                parent: InList::new(open.last().copied()),
                title: title.len() as u16,
                level,
                depth: open.len() as u8 + 1,
            });
            open.push(sections.len() - 1);
        }
    }
    sections.shrink_to_fit();
    sections
}
