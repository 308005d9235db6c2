//! Packing (M5): units become the fewest pieces that fit, cut as evenly as possible.

use crate::unit::Unit;
use chunk_core::{Border, SmallRange, TokenMeasure};
use std::ops::Range;

/// A longer run can count a few tokens less than a shorter one where its seam merges otherwise. The search goes on that
/// far above the size, to miss no run that fits.
pub(crate) const SEAM: usize = 16;

/// What a way of cutting costs: the number of pieces in the upper half, the sum of their squared counts in the lower.
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
    // Where a run may still end, the nearest last, and what cutting all units behind costs.
    let mut ends: Vec<End> = Vec::new();
    let mut rest: Cost = 0;
    // From the last unit back, each becomes the first piece if all units from it on are cut.
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
        // A run that starts farther in front ends no farther behind. Ends are forgotten many at a time, since that moves all others.
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

/// The end of a unit, in little room. A document is less than 4 GiB long, so counts are right modulo 2^32.
struct End {
    byte: u32,
    /// Its border; [`u32::MAX`] if nothing is known.
    at: u32,
    tokens: u32,
    /// What cutting the units behind it costs.
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
