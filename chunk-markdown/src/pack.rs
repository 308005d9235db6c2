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
    let counts = RunCounts::new(measure, units);
    let search_up_to = chunk_size.saturating_add(SEAM);
    // From the last unit back, what it costs to cut all units from each one on, and where the first cut is.
    let mut costs: Vec<Cost> = vec![0; units.len() + 1];
    let mut cuts = vec![0; units.len()];
    for (first, unit) in units.iter().enumerate().rev() {
        let mut rests = costs.iter().enumerate().skip(first + 1);
        let (mut least, mut least_cut) =
            rests.next().map_or((0, 0), |(cut, rest)| (rest + cost(unit.tokens), cut));
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
            (*cost, *cut) = (least, least_cut);
        }
    }
    let mut first = 0;
    std::iter::from_fn(|| {
        let unit = units.get(first)?;
        first = *cuts.get(first)?;
        let last = units.get(first.checked_sub(1)?)?;
        Some(unit.bytes.start..last.bytes.end)
    })
    .collect()
}

/// Exact token counts of runs of units, of which most take two look-ups.
struct RunCounts<'d> {
    measure: &'d dyn TokenMeasure,
    units: &'d [Unit],
    starts: Vec<Option<Border>>,
    ends: Vec<Option<Border>>,
}

impl<'d> RunCounts<'d> {
    fn new(measure: &'d dyn TokenMeasure, units: &'d [Unit]) -> Self {
        let starts = units.iter().map(|unit| measure.start(unit.bytes.start)).collect();
        let ends = units.iter().map(|unit| measure.end(unit.bytes.end)).collect();
        Self { measure, units, starts, ends }
    }

    /// The counts of the runs of two units, three units and so on that start with the unit `first`.
    fn from(&self, first: usize) -> impl Iterator<Item = usize> {
        let start = self.starts.get(first).copied().flatten();
        let first_byte = self.units.get(first).map_or(0, |unit| unit.bytes.start);
        self.units.iter().zip(&self.ends).skip(first + 1).map(move |(unit, &end)| {
            let count = start.zip(end).and_then(|(start, end)| start.count_to(end));
            count.unwrap_or_else(|| self.measure.count(first_byte..unit.bytes.end))
        })
    }
}
