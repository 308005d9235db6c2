//! How alike the texts before and after each gap between two units are (section "Similarity"): the trait for measures, the built-in one,
//! and the values beside their mean.

use crate::topics::Units;

/// A measure of how alike the texts on both sides of a gap are.
///
/// The built-in one, [`Lexical`], compares words and needs no model. An embedding model is plugged in by
/// implementing this trait: see [`HybridPolicy::with_similarity`](crate::HybridPolicy::with_similarity).
///
/// ```
/// use chunk_hybrid::{HybridPolicy, Similarity, Units};
///
/// /// Texts are the more alike, the closer their lengths are.
/// struct Lengths;
///
/// impl Similarity for Lengths {
///     fn gaps(&self, units: &Units<'_>) -> Vec<u32> {
///         let lengths: Vec<usize> = units.texts().map(str::len).collect();
///         let alike = |pair: &[usize]| 65_536 * pair[0].min(pair[1]) / pair[0].max(pair[1]).max(1);
///         lengths.windows(2).map(|pair| alike(pair) as u32).collect()
///     }
/// }
///
/// let system = HybridPolicy::default().with_similarity(Lengths);
/// let found = system.chunks("pumps.md", "The pump hums.\n\nThe pump moves water.\n")?;
/// assert_eq!(found.chunks.len(), 1);
/// # Ok::<(), chunk_hybrid::HybridError>(())
/// ```
pub trait Similarity: Send + Sync {
    /// For each gap between two neighbouring units, how alike the texts before and after it are, from 0 (nothing in common) to 65536 (the
    /// same). There is one value fewer than units; missing ones count as 0.
    fn gaps(&self, units: &Units<'_>) -> Vec<u32>;
}

/// The cosine of the words on both sides of a gap, weighted by how few units hold them (section "Similarity").
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Lexical;

impl Similarity for Lexical {
    fn gaps(&self, units: &Units<'_>) -> Vec<u32> {
        let Units { units: all, terms, block_terms, .. } = units;
        let mut cosine = Cosine::new(units);
        let mut gap = |middle: usize| {
            let first = all.partition_point(|unit| unit.terms.start + block_terms <= middle);
            let start = all.get(first.saturating_sub(1)).map_or(0, |unit| unit.terms.start);
            let last = all.partition_point(|unit| unit.terms.end < middle + block_terms);
            let end = all.get(last).map_or(terms.len(), |unit| unit.terms.end);
            let [before, after] =
                [start..middle, middle..end].map(|block| terms.get(block).unwrap_or_default());
            cosine.of(before, after).min(1 << 16) as u32
        };
        all.iter().skip(1).map(|unit| gap(unit.terms.start)).collect()
    }
}

/// Compares texts by their terms, as they are numbered in units.
pub(crate) struct Cosine {
    /// The square of each term's weight.
    squares: Vec<u128>,
    /// How often each term is in one text and in the other; between two comparisons, 0.
    counts: Vec<[u128; 2]>,
}

impl Cosine {
    pub(crate) fn new(units: &Units<'_>) -> Self {
        let squares: Vec<u128> =
            units.weights().into_iter().map(|weight| u128::from(weight).pow(2)).collect();
        Self { counts: vec![[0; 2]; squares.len()], squares }
    }

    /// The cosine of two texts in Q16.
    pub(crate) fn of(&mut self, one: &[u32], other: &[u32]) -> u64 {
        let (mut length, mut other_length, mut dot) = (0, 0, 0);
        for &term in one {
            let own = self.squares.get(term as usize).zip(self.counts.get_mut(term as usize));
            let Some((square, [count, _])) = own else { continue };
            length += square * (2 * *count + 1);
            *count += 1;
        }
        for &term in other {
            let own = self.squares.get(term as usize).zip(self.counts.get_mut(term as usize));
            let Some((square, [opposite, count])) = own else { continue };
            other_length += square * (2 * *count + 1);
            *count += 1;
            dot += square * *opposite;
        }
        for &term in one.iter().chain(other) {
            self.counts.get_mut(term as usize).into_iter().for_each(|counts| *counts = [0; 2]);
        }
        let lengths: u128 = u128::saturating_mul(length, other_length).isqrt();
        (dot << 16).checked_div(lengths).unwrap_or_default() as u64
    }
}

/// How alike the two sides of each gap of a document are, with the mean of all gaps. Beside that, a value can be compared with a
/// threshold.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// `s` of each gap.
    values: Vec<u32>,
    /// The sum of all values.
    sum: u64,
}

impl Gaps {
    /// The gaps between so many units. Missing values are 0.
    pub(crate) fn new(mut values: Vec<u32>, units: usize) -> Self {
        values.resize(units.saturating_sub(1), 0);
        Self { sum: values.iter().map(|&value| u64::from(value)).sum(), values }
    }

    /// `s` of the gap before the unit `unit`.
    pub(crate) fn before(&self, unit: usize) -> u64 {
        unit.checked_sub(1).and_then(|gap| self.values.get(gap)).map_or(0, |&value| u64::from(value))
    }

    /// `3·s / (3·s + 2·mean(s))` in thousandths, rounded down: 600 is the average; 0 if all gaps are 0.
    pub(crate) fn similarity(&self, s: u64) -> u64 {
        let own = 3 * u128::from(s) * self.values.len() as u128;
        (1000 * own).checked_div(own + 2 * u128::from(self.sum)).unwrap_or_default() as u64
    }
}
