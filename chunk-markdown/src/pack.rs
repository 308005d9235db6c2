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
        return vec![only.bytes()];
    }
    let counts = RunCounts::new(measure, units);
    let search_up_to = chunk_size.saturating_add(SEAM);
    // From the last unit back, what it costs to cut all units from each one on, and where the first cut is.
    let mut costs: Vec<Cost> = vec![0; units.len() + 1];
    let mut cuts: Vec<u32> = vec![0; units.len()];
    for (first, unit) in units.iter().enumerate().rev() {
        let mut rests = costs.iter().enumerate().skip(first + 1);
        let (mut least, mut least_cut) =
            rests.next().map_or((0, 0), |(cut, rest)| (rest + cost(unit.tokens()), cut));
        for ((cut, rest), tokens) in rests.zip(counts.from(first)) {
            if tokens > search_up_to {
                break;
            }
            let cost = rest + cost(tokens);
            if tokens <= chunk_size && cost < least {
                (least, least_cut) = (cost, cut);
            }
        }
        if let (Some(cost), Some(cut)) = (costs.get_mut(first), cuts.get_mut(first)) {
            (*cost, *cut) = (least, least_cut as u32);
        }
    }
    let mut first = 0;
    std::iter::from_fn(|| {
        let unit = units.get(first)?;
        first = *cuts.get(first)? as usize;
        let last = units.get(first.checked_sub(1)?)?;
        Some(unit.bytes().start..last.bytes().end)
    })
    .collect()
}

/// Exact token counts of runs of units, of which most take two look-ups.
struct RunCounts<'d> {
    measure: &'d dyn TokenMeasure,
    units: &'d [Unit],
    ends: Vec<End>,
}

impl<'d> RunCounts<'d> {
    fn new(measure: &'d dyn TokenMeasure, units: &'d [Unit]) -> Self {
        let ends = units.iter().map(|unit| End::new(measure.end(unit.bytes().end))).collect();
        Self { measure, units, ends }
    }

    /// The counts of the runs of two units, three units and so on that start with the unit `first`.
    fn from(&self, first: usize) -> impl Iterator<Item = usize> {
        let first_byte = self.units.get(first).map_or(0, |unit| unit.bytes().start);
        let start = self.measure.start(first_byte);
        self.units.iter().zip(&self.ends).skip(first + 1).map(move |(unit, end)| {
            let count = start.and_then(|start| end.count_from(start));
            count.unwrap_or_else(|| self.measure.count(first_byte..unit.bytes().end))
        })
    }
}

/// The end of runs, in little room. A document is less than 4 GiB long, so counts are right modulo 2^32.
struct End {
    /// [`u32::MAX`] if nothing is known.
    at: u32,
    tokens: u32,
}

impl End {
    fn new(border: Option<Border>) -> Self {
        border.map_or(Self { at: u32::MAX, tokens: 0 }, |Border { at, tokens }| Self {
            at: at as u32,
            tokens: tokens as u32,
        })
    }

    fn count_from(&self, start: Border) -> Option<usize> {
        let is_known = self.at != u32::MAX && start.at <= self.at as usize;
        is_known.then(|| self.tokens.wrapping_sub(start.tokens as u32) as usize)
    }
}
