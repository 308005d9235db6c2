//! From blocks to entries: which block is inside which.

use crate::text::{Block, BlockKind, Entry, is_heading};
use chunk_core::slice;

/// How deep the entry of a block is: one of those before it that is deeper, or as deep, does not hold it. Headings come first by their
/// levels, then entries of a log, then items by how many are around them.
const fn depth(block: &Block) -> usize {
    const STAMPED: usize = 8;
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => STAMPED + block.items,
        _ if block.is_stamped() && block.items == 0 => STAMPED,
        _ => STAMPED + block.items + 1,
    }
}

/// The entries of these blocks. Each block begins one.
pub(crate) fn entries(text: &str, blocks: &[Block]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::with_capacity(blocks.len());
    // The entries around the block at hand, from the outermost: their indices and depths.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let depth = depth(block);
        close(&mut entries, &mut open, depth);
        let line = slice(text, block.inner()).lines().next().unwrap_or_default();
        let line_end = block.text + line.len();
        let label = block.label.filter(|label| !is_heading(block) && label.name().end < line_end);
        let parent = open.last().map(|&(parent, _)| parent);
        open.push((index, depth));
        entries.push(Entry {
            span: block.span(),
            title: label.map_or(block.text, |label| label.text.min(line_end))..line_end,
            block: index,
            parent,
            next: index + 1,
        });
    }
    close(&mut entries, &mut open, 0);
    entries
}

/// Closes the entries of a depth and deeper ones: each ends where the last one inside it does.
fn close(entries: &mut [Entry], open: &mut Vec<(usize, usize)>, depth: usize) {
    let next = entries.len();
    let end = entries.last().map_or(0, |last| last.span.end);
    while let Some((index, _)) = open.pop_if(|(_, own)| *own >= depth) {
        if let Some(entry) = entries.get_mut(index) {
            entry.next = next;
            entry.span.end = end;
        }
    }
}
