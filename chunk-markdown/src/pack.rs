//! Packing (M5): units become the fewest pieces that fit, cut as evenly as possible.

use crate::unit::Unit;
use chunk_core::TokenMeasure;
use std::ops::Range;

/// A longer run can count a few tokens less than a shorter one where its seam merges otherwise. The search goes on that
/// far above the size, to miss no run that fits.
const SEAM: usize = 16;

/// What is known of the best way to cut all units from one on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Best {
    pieces: usize,
    squares: u64,
    /// The unit behind the first piece; last, so that of equals the earliest cut is the least.
    cut: usize,
}

/// The bytes of the pieces: as few as possible, each of at most `chunk_size` tokens or a single unit; of those
/// the ones with the smallest sum of squared counts; of those the earliest cuts.
///
/// A unit has at least one token, so a piece that fits has a bounded number of units: the work is linear.
pub(crate) fn pack(text: &str, measure: &dyn TokenMeasure, units: &[Unit], chunk_size: usize) -> Vec<Range<usize>> {
    let counts = RunCounts::new(text, measure, units);
    let mut best = vec![Best::default(); units.len() + 1];
    for (first, unit) in units.iter().enumerate().rev() {
        let mut least: Option<Best> = None;
        let mut consider = |cut: usize, tokens: usize| {
            let rest = best.get(cut).copied().unwrap_or_default();
            let squares = rest.squares.saturating_add((tokens as u64).saturating_pow(2));
            let found = Best { pieces: rest.pieces + 1, squares, cut };
            least = Some(least.map_or(found, |least| least.min(found)));
        };
        consider(first + 1, unit.tokens);
        for cut in first + 2..=units.len() {
            let tokens = counts.of(first..cut);
            if tokens <= chunk_size {
                consider(cut, tokens);
            } else if tokens > chunk_size.saturating_add(SEAM) {
                break;
            }
        }
        if let (Some(slot), Some(least)) = (best.get_mut(first), least) {
            *slot = least;
        }
    }
    let mut first = 0;
    std::iter::from_fn(|| {
        let unit = units.get(first)?;
        first = best.get(first)?.cut;
        let last = units.get(first.checked_sub(1)?)?;
        Some(unit.bytes.start..last.bytes.end)
    })
    .collect()
}

/// Exact token counts of runs of units, for the price of two look-ups each.
///
/// It rests on places where cl100k_base splits whatever stands around them: between a character that is no white space
/// and a space, and between an LF and a line that is not blank. Counts add up there, so with a *seam* at such a place
/// behind the unit `first`, count(`first`..end) = count(`first`..seam) - count(0..seam) + count(0..end).
struct RunCounts<'d> {
    measure: &'d dyn TokenMeasure,
    units: &'d [Unit],
    /// For each unit: tokens from the start of the first one to its end.
    up_to: Vec<usize>,
    heads: Vec<Head>,
}

/// The way from the start of a unit to the next seam.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// The first unit behind the seam.
    behind: usize,
    /// Tokens from the start of the unit to the seam.
    tokens: usize,
    /// Tokens from the start of the first unit to the seam.
    up_to: usize,
}

impl<'d> RunCounts<'d> {
    fn new(text: &str, measure: &'d dyn TokenMeasure, units: &'d [Unit]) -> Self {
        let start = units.first().map_or(0, |unit| unit.bytes.start);
        let up_to = units.iter().map(|unit| measure.count(start..unit.bytes.end)).collect();
        let mut seam = None;
        let mut heads: Vec<Head> = (0..units.len())
            .rev()
            .map(|index| {
                let bounds = units.get(index).zip(units.get(index + 1));
                let here = bounds.and_then(|(unit, next)| seam_between(text, unit, next));
                seam = here.map(|at| (at, index + 1)).or(seam);
                let unit = units.get(index).map_or(0, |unit| unit.bytes.start);
                match seam {
                    Some((at, behind)) => {
                        Head { behind, tokens: measure.count(unit..at), up_to: measure.count(start..at) }
                    }
                    None => Head { behind: units.len(), tokens: 0, up_to: 0 },
                }
            })
            .collect();
        heads.reverse();
        Self { measure, units, up_to, heads }
    }

    fn of(&self, run: Range<usize>) -> usize {
        let last = run.end.saturating_sub(1);
        match (self.heads.get(run.start), self.up_to.get(last)) {
            (Some(head), Some(up_to)) if head.behind <= last => head.tokens + up_to - head.up_to,
            _ => match (self.units.get(run.start), self.units.get(last)) {
                (Some(first), Some(last)) => self.measure.count(first.bytes.start..last.bytes.end),
                _ => 0,
            },
        }
    }
}

/// A place between two neighbouring units at which counts add up.
fn seam_between(text: &str, unit: &Unit, next: &Unit) -> Option<usize> {
    let (end, start) = (unit.bytes.end, next.bytes.start);
    let before_end = text.get(..end)?.chars().next_back()?;
    if text.get(end..)?.starts_with(' ') && !before_end.is_whitespace() {
        return Some(end);
    }
    let next_line = text.get(start..)?;
    let indent = next_line.len() - next_line.trim_start().len();
    let behind_line_end = text.get(..start)?.ends_with('\n');
    let stays_on_its_line = !next_line.get(..indent)?.contains(['\n', '\r']);
    (behind_line_end && stays_on_its_line).then_some(start)
}
