//! What is kept whole: a fence, a table row, a list item with what is indented under it (H6), and every entry that fits into a chunk.

use crate::text::{Block, BlockKind, LOOSE, ParsedContent, is_heading};
use chunk_core::counters::TokenMeasure;
use std::ops::Range;

/// A sentence, a fence, a row or an item is kept whole if it has at most this many tokens.
pub(crate) const MOST_WHOLE: usize = 2000;

/// The largest entries of a document that have at most some number of tokens, in order, none inside another: no cut divides them, but for
/// the strategies' own units. A section counts as a whole only up to its first subsection, for a heading is always a place to cut.
#[derive(Debug, Default)]
pub(crate) struct Wholes(Vec<Range<usize>>);

impl Wholes {
    /// The entries that have at most `most` tokens.
    pub(crate) fn new(content: &ParsedContent<'_>, tokens: &dyn TokenMeasure, most: usize) -> Self {
        let blocks = content.blocks();
        let end_of =
            |next: usize| next.checked_sub(1).and_then(|last| blocks.get(last)).map_or(0, |block| block.end);
        let start_of = |index: usize| blocks.get(index).map_or(content.text().len(), |block| block.start);
        let fits = |from: usize, next: usize| tokens.fits(start_of(from)..end_of(next), most);
        let level = |index: usize| blocks.get(index)?.level().filter(|level| *level < LOOSE);
        let mut wholes: Vec<Range<usize>> = Vec::new();
        // The first of the headings right before the entry at hand, and the level of the last of them: it is cut off from nothing that is
        // below it.
        let mut above: Option<(usize, u8)> = None;
        let mut at = 0;
        while let Some(entry) = blocks.get(at) {
            let own_level = level(at);
            let next = match own_level {
                Some(_) => (at + 1..entry.next).find(|&inner| level(inner).is_some()).unwrap_or(entry.next),
                None => entry.next,
            };
            let goes_with =
                |&(first, above): &(usize, u8)| own_level.is_none_or(|own| own > above) || fits(first, next);
            let first = above.take().filter(goes_with).map_or(at, |(first, _)| first);
            match own_level {
                Some(level) if next == at + 1 || !fits(first, next) => {
                    above = Some((first, level));
                    at += 1;
                }
                _ if fits(first, next) => {
                    wholes.push(start_of(first)..end_of(next));
                    at = next;
                }
                _ => at += 1,
            }
        }
        Self(wholes)
    }

    /// The entry that a cut at the byte `at` would divide.
    pub(crate) fn around(&self, at: usize) -> Option<&Range<usize>> {
        let index = self.0.partition_point(|whole| whole.end <= at);
        self.0.get(index).filter(|whole| whole.start < at)
    }

    /// Where a strategy may cut that wants to at the byte `at`: there, or before. Inside an entry that fits, only where a unit of the
    /// strategy's own begins, and if it has none, where the entry does.
    pub(crate) fn cut_before(
        &self,
        content: &ParsedContent<'_>,
        at: usize,
        is_own_unit: impl Fn(&Block) -> bool,
    ) -> usize {
        let Some(whole) = self.around(at) else { return at };
        let blocks = content.blocks_in(&(whole.start..at + 1));
        let unit = (1..blocks.len()).rev().find(|&index| {
            let before = index.checked_sub(1).and_then(|before| blocks.get(before));
            blocks.get(index).is_some_and(&is_own_unit) && !before.is_some_and(is_heading)
        });
        unit.and_then(|index| blocks.get(index)).map_or(whole.start, |block| block.start)
    }
}

/// Whether a block begins an item that is in no other, or is a row: the units into which steps, decisions and phases may divide a section.
pub(crate) const fn is_unit(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Item | BlockKind::Row) && !block.in_item
}

/// The fence, row or item, of several the outermost, that a cut at the byte `at` would split, unless it is too large to be kept whole (H6).
pub(crate) fn whole_around(
    content: &ParsedContent<'_>,
    tokens: &dyn TokenMeasure,
    at: usize,
) -> Option<Range<usize>> {
    let is_kept = |block: &&Block| matches!(block.kind, BlockKind::Code | BlockKind::Row | BlockKind::Item);
    let around = content.outwards(content.block_at(at.checked_sub(1)?)).filter(is_kept);
    let wholes = around.map(|block| content.entry(block));
    wholes.filter(|whole| at < whole.end && tokens.fits(whole.clone(), MOST_WHOLE)).last()
}
