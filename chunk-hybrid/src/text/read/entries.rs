//! From blocks to entries: which block is inside which.

use crate::text::{Block, BlockKind, Entry, label_of, time};
use chunk_core::slice;

/// How deep the entry of a block is: one of those before it that is deeper, or as deep, does not hold it. Headings come first by their
/// levels, then entries of a log, then items by how many are around them.
const fn depth(block: &Block, is_stamped: bool) -> usize {
    const STAMPED: usize = 8;
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => STAMPED + block.items,
        _ if is_stamped => STAMPED,
        _ => STAMPED + block.items + 1,
    }
}

/// The entries of these blocks. Each block begins one.
pub(crate) fn entries(text: &str, blocks: &[Block]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::with_capacity(blocks.len());
    // The entries around the block at hand, from the outermost: their indices and depths.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let own = slice(text, block.inner());
        let is_stamped =
            block.kind == BlockKind::Paragraph && block.items == 0 && time::stamp_at_start(own).is_some();
        let depth = depth(block, is_stamped);
        close(&mut entries, &mut open, depth);
        let line = own.lines().next().unwrap_or_default();
        let label = label_of(line).filter(|_| !matches!(block.kind, BlockKind::Heading(_)));
        let lead = label.map_or(0, |label| label.text);
        let parent = open.last().map(|&(parent, _)| parent);
        open.push((index, depth));
        entries.push(Entry {
            span: block.span(),
            title: block.text + lead.min(line.len())..block.text + line.len(),
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
