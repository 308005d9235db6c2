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

#[cfg(test)]
mod tests {
    use crate::text::{Document, ParsedContent};

    /// Each entry as the number of entries around it and its first word.
    fn tree(text: &str) -> Vec<String> {
        let content = ParsedContent::new(Document::new("a.md", text));
        let entries = content.entries();
        let depth = |at: usize| std::iter::successors(Some(at), |&at| entries[at].parent).count() - 1;
        let shown = |at: usize| format!("{} {}", depth(at), &text[entries[at].title.clone()]);
        (0..entries.len()).map(shown).collect()
    }

    #[test]
    fn entries_are_in_each_other() {
        let text = "# A\n\nB\n\n- C\n  - D\n\n    E\n- F\n\n## G\n\nH\n\n# I\n";
        assert_eq!(tree(text), ["0 A", "1 B", "1 C", "2 D", "3 E", "1 F", "1 G", "2 H", "0 I"]);
    }

    #[test]
    fn what_follows_a_stamp_is_in_its_entry() {
        let text = "# Log\n\n10:00 Begun.\n\n- C\n\nD\n\n10:30 Done.\n\nE\n";
        assert_eq!(tree(text), ["0 Log", "1 10:00 Begun.", "2 C", "2 D", "1 10:30 Done.", "2 E"]);
    }

    #[test]
    fn an_entry_ends_with_what_is_in_it() {
        let text = "# A\n\n- C\n  - D\n\n## G\n\nH\n";
        let content = ParsedContent::new(Document::new("a.md", text));
        let spans: Vec<&str> = content.entries().iter().map(|entry| &text[entry.span.clone()]).collect();
        assert_eq!(spans, [text.trim_ascii_end(), "- C\n  - D", "  - D", "## G\n\nH", "H"]);
    }
}
