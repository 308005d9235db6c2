//! Packing (M5): units become the fewest pieces that fit, cut as evenly as possible.

use crate::unit::Unit;
use chunk_core::TokenMeasure;
use std::ops::Range;

/// A longer run can count a few tokens less than a shorter one where its seam merges otherwise. The search goes on that
/// far above the size, to miss no run that fits.
const SEAM: usize = 16;

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
    text: &str,
    measure: &dyn TokenMeasure,
    units: &[Unit],
    chunk_size: usize,
) -> Vec<Range<usize>> {
    let counts = RunCounts::new(text, measure, units);
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

/// Exact token counts of runs of units, two look-ups each.
///
/// It rests on *seams*: places at which cl100k_base splits whatever else stands around them, so that counts add up. With
/// a seam behind the start of a unit, count(unit..end) = count(unit..seam) - count(0..seam) + count(0..end).
struct RunCounts<'d> {
    measure: &'d dyn TokenMeasure,
    units: &'d [Unit],
    /// For each unit: tokens from the start of the first unit to its end.
    up_to: Vec<usize>,
    heads: Vec<Head>,
}

/// The way from the start of a unit to the next seam.
#[derive(Debug, Clone, Copy)]
struct Head {
    /// The first unit that ends at the seam or behind it.
    unit: usize,
    /// Tokens from the start of the unit to the seam.
    tokens: usize,
    /// Tokens from the start of the first unit to the seam.
    up_to: usize,
}

impl<'d> RunCounts<'d> {
    fn new(text: &str, measure: &'d dyn TokenMeasure, units: &'d [Unit]) -> Self {
        let start = units.first().map_or(0, |unit| unit.bytes.start);
        let up_to = units.iter().map(|unit| measure.count(start..unit.bytes.end)).collect();
        let mut heads = Vec::with_capacity(units.len());
        let mut next_start = units.last().map_or(0, |unit| unit.bytes.end);
        let mut next_seam = None;
        for (index, unit) in units.iter().enumerate().rev() {
            if let Some(seam) = seam_in(text, unit.bytes.start..next_start) {
                next_seam = Some((seam, index + usize::from(seam > unit.bytes.end)));
            }
            next_start = unit.bytes.start;
            heads.push(match next_seam {
                Some((seam, unit)) => {
                    Head { unit, tokens: measure.count(next_start..seam), up_to: measure.count(start..seam) }
                }
                None => Head { unit: units.len(), tokens: 0, up_to: 0 },
            });
        }
        heads.reverse();
        Self { measure, units, up_to, heads }
    }

    /// The counts of the runs of two units, three units and so on that start with the unit `first`.
    fn from(&self, first: usize) -> impl Iterator<Item = usize> {
        let start = self.units.get(first).map_or(0, |unit| unit.bytes.start);
        let head = self.heads.get(first).copied().unwrap_or(Head { unit: 0, tokens: 0, up_to: 0 });
        let before_seam = head.unit.max(first + 1);
        let units = self.units.get(first + 1..before_seam).unwrap_or_default();
        let up_to = self.up_to.get(before_seam..).unwrap_or_default();
        let counted = units.iter().map(move |unit| self.measure.count(start..unit.bytes.end));
        counted.chain(up_to.iter().map(move |up_to| head.tokens + up_to - head.up_to))
    }
}

/// The first seam behind the start of `range` and not behind its end.
fn seam_in(text: &str, range: Range<usize>) -> Option<usize> {
    let mut before = '\n';
    for (at, c) in text.get(range.clone())?.char_indices() {
        if at > 0 && is_seam(before, c) {
            return Some(range.start + at);
        }
        before = c;
    }
    let next_line = text.get(range.end..)?;
    let indent = next_line.len() - next_line.trim_start().len();
    let is_indent = before == '\n' && !next_line.get(..indent)?.contains(['\n', '\r']);
    (is_indent && range.end < text.len()).then_some(range.end)
}

/// Whether counts add up between these two characters: a space is never one pre-token with what is before it, nor a
/// punctuation mark with a letter or digit before it. (These are not all such places, but they stand in any sentence.)
const fn is_seam(before: char, behind: char) -> bool {
    match behind {
        ' ' => !before.is_whitespace(),
        '!'..='/' | ':'..='@' | '。' | '！' | '？' | '，' | '、' => {
            matches!(before, '0'..='9' | 'A'..='Z' | 'a'..='z' | 'ぁ'..='ゖ' | '一'..='龥' | '가'..='힣')
        }
        _ => false,
    }
}
