//! Packs units into the fewest pieces that fit, as evenly as possible (M5), by dynamic programming from the last unit to the first.

use crate::unit::Unit;
use chunk_core::counters::{Border, TokenMeasure};
use std::{collections::VecDeque, ops::Range};

/// A longer text can have a few tokens fewer than a shorter one, where those at its end merge otherwise. Searches go on this many tokens
/// above the size, to miss nothing that fits.
pub(crate) const SEAM: usize = 16;

/// What a way of cutting costs: the number of pieces, then the sum of their squared token counts.
type Cost = (usize, u128);

/// Where a piece may end: after a unit.
struct End {
    byte: usize,
    /// The number of units up to it.
    units: usize,
    border: Option<Border>,
    /// What the best way to cut the units after it costs.
    rest: Cost,
}

/// The body of a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) bytes: Range<usize>,
    /// Whether it holds a part of a block that a hard limit cut (M14).
    pub(crate) cut: bool,
}

/// The pieces: as few as possible, each of at most `chunk_size` tokens or a single unit; of those the ones
/// with the smallest sum of squared counts; of those the earliest cuts.
///
/// A unit has at least one token, so a piece that fits has a bounded number of units: the work is linear.
pub(crate) fn pack(measure: &dyn TokenMeasure, units: &[Unit], chunk_size: usize) -> Vec<Piece> {
    let search_up_to = chunk_size.saturating_add(SEAM);
    // The ends that a piece may reach, the nearest one first.
    let mut ends: VecDeque<End> = VecDeque::new();
    let mut rest = (0, 0);
    // For each unit, where the first piece of the best way to cut all units from it on ends; the last unit first.
    let mut best: Vec<(usize, usize)> = Vec::with_capacity(units.len());
    for (index, unit) in units.iter().enumerate().rev() {
        let (start, byte) = (unit.bytes.start, unit.bytes.end);
        ends.push_front(End { byte, units: index + 1, border: measure.end(byte), rest });
        let border = measure.start(start);
        let mut least = (usize::MAX, u128::MAX);
        let mut first_end = (byte, index + 1);
        let mut reached = 0;
        for end in &ends {
            let known = border.zip(end.border).and_then(|(start, end)| start.count_to(end));
            let tokens = known.unwrap_or_else(|| measure.count(start..end.byte));
            if tokens > search_up_to && reached > 0 {
                break;
            }
            let (pieces, squares) = end.rest;
            let cost = (pieces + 1, squares + (tokens as u128).pow(2));
            if (tokens <= chunk_size || reached == 0) && cost < least {
                (least, first_end) = (cost, (end.byte, end.units));
            }
            reached += 1;
        }
        // A piece that starts earlier ends no later.
        ends.truncate(reached);
        best.push(first_end);
        rest = least;
    }
    best.reverse();
    let mut pieces = Vec::new();
    let mut next = 0;
    while let (Some(unit), Some(&(end, after))) = (units.get(next), best.get(next)) {
        let cut = units.iter().take(after).skip(next).any(|unit| unit.is_part);
        pieces.push(Piece { bytes: unit.bytes.start..end, cut });
        next = after;
    }
    pieces
}
