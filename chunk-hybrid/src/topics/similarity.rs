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
        let weights = units.weights();
        // How often each term is in the block before a gap and in that after it.
        let mut counts = vec![[0_i64; 2]; weights.len()];
        // The dot product of the two blocks, and the squares of their lengths. From gap to gap, only terms that leave a block or enter it are
        // counted: blocks compared anew took 3% of a run's instructions.
        let (mut dot, mut one, mut other) = (0_i128, 0_i128, 0_i128);
        // The left block is `first..gap`, the right one `gap..last`.
        let (mut first, mut last) = (0, 0);
        let [mut left, mut right] = [0..0, units.terms_from(1)..units.terms_from(1)];
        let gap = |gap: usize| {
            let middle = units.terms_from(gap);
            while first < gap - 1 && middle - units.terms_from(first + 1) >= units.block_terms {
                first += 1;
            }
            while last < units.units.len()
                && (last <= gap || units.terms_from(last) - middle < units.block_terms)
            {
                last += 1;
            }
            let blocks = [units.terms_from(first)..middle, middle..units.terms_from(last)];
            for (side, ((block, length), next)) in
                [(&mut left, &mut one), (&mut right, &mut other)].into_iter().zip(blocks).enumerate()
            {
                for (terms, by) in [(block.start..next.start, -1), (block.end..next.end, 1)] {
                    for &term in units.terms.get(terms).unwrap_or_default() {
                        let own = weights.get(term as usize).zip(counts.get_mut(term as usize));
                        let Some((weight, [before, behind])) = own else { continue };
                        let (own, opposite) = if side == 0 { (before, behind) } else { (behind, before) };
                        let square = i64::from(*weight).pow(2) * by;
                        *length += i128::from(square * (2 * *own + by));
                        dot += i128::from(square * *opposite);
                        *own += by;
                    }
                }
                *block = next;
            }
            let lengths = [one, other].map(i128::unsigned_abs);
            cosine(dot.unsigned_abs(), lengths).min(1 << 16) as u32
        };
        (1..units.units.len()).map(gap).collect()
    }
}

/// The cosine of two vectors in Q16, from their dot product and the squares of their lengths.
pub(crate) fn cosine(dot: u128, [one, other]: [u128; 2]) -> u64 {
    (dot << 16).checked_div(one.saturating_mul(other).isqrt()).unwrap_or_default() as u64
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
