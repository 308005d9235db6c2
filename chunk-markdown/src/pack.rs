//! Packs units into the fewest pieces that fit, as evenly as possible (M5), by dynamic programming from the last unit to the first.

use crate::unit::Unit;
use chunk_core::{Border, SmallRange, TokenMeasure};
use std::ops::Range;

/// A longer text can have a few tokens fewer than a shorter one, where those at its end merge otherwise. Searches go on this many tokens
/// above the size, to miss nothing that fits.
pub(crate) const SEAM: usize = 16;

/// What a way of cutting costs: the number of pieces in the upper 64 bits, the sum of their squared token counts in the lower.
type Cost = u128;

const fn cost(tokens: usize) -> Cost {
    (1 << 64) + (tokens as Cost) * (tokens as Cost)
}

/// The bytes of the pieces: as few as possible, each of at most `chunk_size` tokens or a single unit; of those the ones
/// with the smallest sum of squared counts; of those the earliest cuts.
///
/// A unit has at least one token, so a piece that fits has a bounded number of units: the work is linear.
pub(crate) fn pack(
    measure: &dyn TokenMeasure,
    mut units: Vec<Unit>,
    chunk_size: usize,
) -> impl Iterator<Item = Range<usize>> {
    let search_up_to = chunk_size.saturating_add(SEAM);
    // Where the first piece may end, the nearest end last.
    let mut ends: Vec<End> = Vec::new();
    // What the best way to cut the units after this one costs.
    let mut rest: Cost = 0;
    // Each unit, from the last back, is lengthened to the first piece of the best way to cut all units from it on.
    for unit in units.iter_mut().rev() {
        let start = unit.range().start;
        let border = measure.start(start);
        ends.push(End::new(measure, unit.end, rest));
        let mut least = Cost::MAX;
        let mut reached = 0;
        for end in ends.iter().rev() {
            let known = border.and_then(|border| end.count_from(border));
            let tokens = known.unwrap_or_else(|| measure.count(start..end.byte as usize));
            if tokens > search_up_to && reached > 0 {
                break;
            }
            let cost = end.rest + cost(tokens);
            if (tokens <= chunk_size || reached == 0) && cost < least {
                (least, unit.end) = (cost, end.byte);
            }
            reached += 1;
        }
        // A piece that starts earlier ends no later. Ends are dropped many at a time, since that moves all others.
        if ends.len() > 2 * reached {
            ends.drain(..ends.len() - reached);
        }
        rest = least;
    }
    let mut covered = 0;
    units.into_iter().map(SmallRange::range).filter(move |piece| {
        let is_next = piece.start >= covered;
        if is_next {
            covered = piece.end;
        }
        is_next
    })
}

/// The end of a unit, kept small. A document is less than 4 GiB long, so token counts modulo 2^32 suffice.
struct End {
    byte: u32,
    /// Where the border of tokens before it is; [`u32::MAX`] if the measure knows of none.
    at: u32,
    tokens: u32,
    /// What the best way to cut the units after it costs.
    rest: Cost,
}

impl End {
    fn new(measure: &dyn TokenMeasure, byte: u32, rest: Cost) -> Self {
        let border = measure.end(byte as usize);
        let (at, tokens) = border.map_or((u32::MAX, 0), |border| (border.at as u32, border.tokens as u32));
        Self { byte, at, tokens, rest }
    }

    fn count_from(&self, start: Border) -> Option<usize> {
        let is_known = self.at != u32::MAX && start.at <= self.at as usize;
        is_known.then(|| self.tokens.wrapping_sub(start.tokens as u32) as usize)
    }
}
