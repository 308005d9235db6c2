//! Divides a document's top-level blocks into sections (M3), and joins sections where a chunk may hold several (M12).

use chunk_core::{
    counters::TokenMeasure,
    markdown::{Block, top_level},
};
use std::ops::Range;

/// Top-level blocks in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// The places of its blocks, and of those inside them, in the list of all blocks.
    pub(crate) blocks: Range<usize>,
    /// From the start of its first block to the end of its last one.
    pub(crate) bytes: Range<usize>,
}

impl Section {
    fn join(&mut self, next: &Self) {
        self.blocks.end = next.blocks.end;
        self.bytes.end = next.bytes.end;
    }
}

/// The sections of a document: each run of headings with everything up to the next run, and the text before the first heading.
pub(crate) fn sections(blocks: &[Block]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut in_run = false;
    for index in top_level(blocks) {
        let Some(block) = blocks.get(index) else { break };
        let one = Section { blocks: index..block.next, bytes: block.lines.clone() };
        let starts_run = block.kind.is_heading() && !in_run;
        match sections.last_mut() {
            Some(section) if !starts_run => section.join(&one),
            _ => sections.push(one),
        }
        in_run = block.kind.is_heading();
    }
    sections
}

/// Neighbouring sections, joined until together they have 500 to `chunk_size` tokens, or 1000 or more. Sections left over at
/// the end join those before them.
pub(crate) fn joined(sections: Vec<Section>, measure: &dyn TokenMeasure, chunk_size: usize) -> Vec<Section> {
    let mut joined: Vec<Section> = Vec::new();
    let mut is_full = true;
    for section in sections {
        match joined.last_mut() {
            Some(last) if !is_full => last.join(&section),
            _ => joined.push(section),
        }
        let tokens = joined.last().map_or(0, |last| measure.count(last.bytes.clone()));
        is_full = tokens >= 1000 || (500..=chunk_size).contains(&tokens);
    }
    if !is_full && let [.., last, rest] = &mut *joined {
        last.join(rest);
        joined.pop();
    }
    joined
}
