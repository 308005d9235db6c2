//! Divides a document's top-level blocks into sections (M3), and joins sections where a chunk may hold several (M12).

use crate::tree::{Block, Kind, Siblings};
use chunk_core::SmallRange;
use std::{iter, ops::Range};

/// Top-level blocks in a row.
#[derive(Debug, Clone)]
pub(crate) struct Section<'b> {
    /// Its first block, and all that follow it in the document.
    from: Siblings<'b>,
    /// From the start of its first block to the end of its last one.
    pub(crate) bytes: SmallRange,
}

/// The sections of a document: each run of headings with everything up to the next run, and what stands before the first heading.
pub(crate) fn sections(top_level: Siblings<'_>) -> impl Iterator<Item = Section<'_>> {
    let mut rest = with_rest(top_level).peekable();
    iter::from_fn(move || {
        let (from, first) = rest.next()?;
        let mut section = Section::new(from, &first);
        let mut in_headings = first.kind == Kind::Heading;
        while let Some((_, block)) = rest.next_if(|(_, block)| in_headings || block.kind != Kind::Heading) {
            section.bytes.end = block.lines.end;
            in_headings = block.kind == Kind::Heading;
        }
        Some(section)
    })
}

/// Each of `blocks`, together with an iterator that starts at it.
fn with_rest(mut blocks: Siblings<'_>) -> impl Iterator<Item = (Siblings<'_>, Block<'_>)> {
    iter::from_fn(move || {
        let from = blocks.clone();
        blocks.next().map(|block| (from, block))
    })
}

/// Neighbouring sections, joined until together they have 500 to `chunk_size` tokens, or 1000 or more. Sections left over at
/// the end join those before them.
pub(crate) fn joined<'b>(
    sections: impl Iterator<Item = Section<'b>>,
    chunk_size: usize,
    count: impl Fn(Range<usize>) -> usize,
) -> Vec<Section<'b>> {
    let mut joined: Vec<Section<'_>> = Vec::new();
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

impl<'b> Section<'b> {
    /// A section of one block, the first of `from`.
    pub(crate) const fn new(from: Siblings<'b>, first: &Block<'b>) -> Self {
        Self { from, bytes: first.lines }
    }

    /// Its blocks, each together with an iterator that starts at it.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (Siblings<'b>, Block<'b>)> {
        let end = self.bytes.end;
        with_rest(self.from.clone()).take_while(move |(_, block)| block.lines.start < end)
    }

    /// Adds the section that follows.
    pub(crate) const fn join(&mut self, next: &Self) {
        self.bytes.end = next.bytes.end;
    }
}
