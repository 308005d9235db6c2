//! Sections (M3), and their joining where a chunk may hold several (M12).

use crate::block::{Block, Blocks, Kind};
use chunk_core::SmallRange;
use std::{iter, ops::Range};

/// A run of top-level blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Section {
    /// Their indices, those of the blocks inside them included.
    pub(crate) blocks: SmallRange,
    /// From the start of the first one to the end of the last one.
    pub(crate) bytes: SmallRange,
}

/// Each run of headings with everything up to the next run; what stands before the first heading is one too.
pub(crate) fn sections(blocks: &Blocks) -> impl Iterator<Item = Section> {
    let mut rest = blocks.top_level().peekable();
    iter::from_fn(move || {
        let (index, first) = rest.next()?;
        let mut section = Section::new(index, first);
        let mut behind_heading = first.kind == Kind::Heading;
        while let Some((index, block)) =
            rest.next_if(|(_, block)| behind_heading || block.kind != Kind::Heading)
        {
            section.join(&Section::new(index, block));
            behind_heading = block.kind == Kind::Heading;
        }
        Some(section)
    })
}

/// Neighbouring sections, joined until together they have 500 to `chunk_size` tokens, or 1000 and more; what is left
/// at the end joins what stands before it.
pub(crate) fn joined(
    sections: impl Iterator<Item = Section>,
    chunk_size: usize,
    count: impl Fn(Range<usize>) -> usize,
) -> Vec<Section> {
    let mut joined: Vec<Section> = Vec::new();
    let mut last_is_full = true;
    for section in sections {
        match joined.last_mut() {
            Some(last) if !last_is_full => last.join(&section),
            _ => joined.push(section),
        }
        let tokens = joined.last().map_or(0, |last| count(last.bytes.range()));
        last_is_full = tokens >= 1000 || (500..=chunk_size).contains(&tokens);
    }
    if !last_is_full && joined.len() > 1 {
        let rest = joined.pop();
        if let (Some(last), Some(rest)) = (joined.last_mut(), rest) {
            last.join(&rest);
        }
    }
    joined
}

impl Section {
    const fn new(index: usize, block: &Block) -> Self {
        Self { blocks: SmallRange::new(&(index..block.next as usize)), bytes: block.lines }
    }

    fn join(&mut self, next: &Self) {
        self.blocks.end = next.blocks.end;
        self.bytes.end = next.bytes.end;
    }
}
