//! Packing (M5): units become the fewest pieces that fit, cut as evenly as possible.

use crate::unit::Unit;
use chunk_core::{Border, TokenMeasure};
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
pub(crate) fn pack(measure: &dyn TokenMeasure, units: &[Unit], chunk_size: usize) -> Vec<Range<usize>> {
    if let [only] = units {
        return vec![only.range()];
    }
    let search_up_to = chunk_size.saturating_add(SEAM);
    // From the last unit back, where the first cut is if all units from each one on are cut.
    let mut cuts: Vec<u32> = vec![0; units.len()];
    // Where a run may still end, the nearest last, and what cutting all units behind costs.
    let mut ends: Vec<End> = Vec::new();
    let mut rest: Cost = 0;
    for ((first, unit), cut) in units.iter().enumerate().zip(&mut cuts).rev() {
        let start = unit.range().start;
        let border = measure.start(start);
        ends.push(End::new(measure.end(unit.range().end), rest));
        let (mut least, mut least_cut) = (Cost::MAX, 0);
        let mut reached = 0;
        for (end, last) in ends.iter().rev().zip(units.iter().skip(first)) {
            let known = border.and_then(|border| end.count_from(border));
            let tokens = known.unwrap_or_else(|| measure.count(start..last.range().end));
            if tokens > search_up_to && reached > 0 {
                break;
            }
            let cost = end.rest + cost(tokens);
            if (tokens <= chunk_size || reached == 0) && cost < least {
                (least, least_cut) = (cost, first + reached + 1);
            }
            reached += 1;
        }
        // A run that starts farther in front ends no farther behind. Ends are forgotten many at a time, since that moves all others.
        if ends.len() > 2 * reached {
            ends.drain(..ends.len() - reached);
        }
        (rest, *cut) = (least, least_cut as u32);
    }
    let mut first = 0;
    std::iter::from_fn(|| {
        let unit = units.get(first)?;
        first = *cuts.get(first)? as usize;
        let last = units.get(first.checked_sub(1)?)?;
        Some(unit.range().start..last.range().end)
    })
    .collect()
}

/// The end of a unit, in little room. A document is less than 4 GiB long, so counts are right modulo 2^32.
struct End {
    /// [`u32::MAX`] if nothing is known.
    at: u32,
    tokens: u32,
    /// What cutting the units behind it costs.
    rest: Cost,
}

impl End {
    fn new(border: Option<Border>, rest: Cost) -> Self {
        let (at, tokens) = border.map_or((u32::MAX, 0), |border| (border.at as u32, border.tokens as u32));
        Self { at, tokens, rest }
    }

    fn count_from(&self, start: Border) -> Option<usize> {
        let is_known = self.at != u32::MAX && start.at <= self.at as usize;
        is_known.then(|| self.tokens.wrapping_sub(start.tokens as u32) as usize)
    }
}
