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
        // Nothing is alike without terms: no values at all, which count as 0, take no room.
        if units.terms.is_empty() {
            return Vec::new();
        }
        let weights = &units.weights();
        let mut sides = Sides { weights, counts: vec![[0; 2]; weights.len()], dot: 0, norms: [0; 2] };
        // The left block is `first..gap`, the right one `gap..last`.
        let (mut first, mut last) = (0, 0);
        let mut gaps = Vec::with_capacity(units.units.len().saturating_sub(1));
        for gap in 1..units.units.len() {
            let moved = units.terms_of(gap - 1);
            if last >= gap {
                sides.change(RIGHT, moved, -1);
            }
            last = last.max(gap);
            sides.change(LEFT, moved, 1);
            let middle = units.terms_from(gap);
            while first < gap - 1 && middle - units.terms_from(first + 1) >= units.block_terms {
                sides.change(LEFT, units.terms_of(first), -1);
                first += 1;
            }
            while last < units.units.len()
                && (last == gap || units.terms_from(last) - middle < units.block_terms)
            {
                sides.change(RIGHT, units.terms_of(last), 1);
                last += 1;
            }
            gaps.push(sides.cosine());
        }
        gaps
    }
}

/// The sides of a gap, by their indices in [`Sides`].
const LEFT: usize = 0;
const RIGHT: usize = 1;

/// The counts of terms in the blocks on both sides of a gap. The gap moves from unit to unit, and the dot product and norms are kept up to
/// date, so that each term is added to a side and taken from it only once.
struct Sides<'u> {
    weights: &'u [u16],
    /// How often each term occurs on the left and on the right.
    counts: Vec<[i64; 2]>,
    /// The dot product of the two weighted vectors.
    dot: i128,
    /// The squares of their lengths.
    norms: [i128; 2],
}

impl Sides<'_> {
    /// Adds terms to a side (`by` is 1), or takes them from it (`by` is -1).
    fn change(&mut self, side: usize, terms: &[u32], by: i64) {
        for &term in terms {
            let Some(counts) = self.counts.get_mut(term as usize) else { continue };
            let square = self.weights.get(term as usize).map_or(0, |&weight| i64::from(weight).pow(2));
            let other = counts.get(1 - side).copied().unwrap_or_default();
            let (Some(own), Some(norm)) = (counts.get_mut(side), self.norms.get_mut(side)) else { continue };
            *norm += i128::from(square * by * (2 * *own + by));
            self.dot += i128::from(square * by * other);
            *own += by;
        }
    }

    fn cosine(&self) -> u32 {
        cosine(self.dot.unsigned_abs(), self.norms.map(i128::unsigned_abs)).min(1 << 16) as u32
    }
}

/// The cosine of two vectors in Q16, from their dot product and the squares of their lengths.
pub(crate) fn cosine(dot: u128, [one, other]: [u128; 2]) -> u64 {
    // The product of the squares overflows for texts of many megabytes without a break.
    let root = one.checked_mul(other).map_or_else(|| one.isqrt() * other.isqrt(), u128::isqrt);
    (dot << 16).checked_div(root).unwrap_or_default() as u64
}

/// How alike the two sides of each gap of a document are, with the mean of all gaps. Beside that, a value can be compared with a
/// threshold.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// `s` of each gap. If there are fewer values than gaps, the rest are 0.
    values: Vec<u32>,
    /// How many gaps there are.
    count: usize,
    /// The sum of all values.
    sum: u64,
}

impl Gaps {
    pub(crate) fn new(mut values: Vec<u32>, units: usize) -> Self {
        let count = units.saturating_sub(1);
        values.truncate(count);
        let sum = values.iter().map(|&value| u64::from(value)).sum();
        Self { values, count, sum }
    }

    /// `s` of the gap before the unit `unit`.
    pub(crate) fn before(&self, unit: usize) -> u64 {
        unit.checked_sub(1).and_then(|gap| self.values.get(gap)).map_or(0, |&value| u64::from(value))
    }

    /// `3·s / (3·s + 2·mean(s))` in thousandths, rounded down: 600 is the average.
    pub(crate) fn similarity(&self, s: u64) -> u64 {
        let (own, all) = self.shares(s);
        (1000 * own).checked_div(all).unwrap_or_default() as u64
    }

    /// Whether the [`similarity`](Self::similarity) of `s` is below a threshold in thousandths. If all gaps are 0, every one is.
    pub(crate) fn is_below(&self, s: u64, threshold: u64) -> bool {
        let (own, all) = self.shares(s);
        1000 * own < u128::from(threshold) * all || all == 0 && threshold > 0
    }

    /// The numerator and the denominator of the [`similarity`](Self::similarity), both multiplied by the number of gaps.
    fn shares(&self, s: u64) -> (u128, u128) {
        let own = 3 * u128::from(s) * self.count as u128;
        (own, own + 2 * u128::from(self.sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topics::{Break, log2_q16};
    use fastrand::Rng;
    use std::collections::BTreeMap;

    /// The clause, gap by gap from nothing.
    fn naive(units: &[Vec<u32>]) -> Vec<u32> {
        let df = |term: u32| units.iter().filter(|unit| unit.contains(&term)).count() as u64;
        let weight = |term: u32| u128::from((log2_q16(units.len() as u64 + 1) - log2_q16(df(term))) >> 8);
        let side = |near_first: Vec<&Vec<u32>>| {
            let mut block: Vec<u32> = Vec::new();
            for unit in near_first {
                if block.len() >= 60 {
                    break;
                }
                block.extend(unit);
            }
            let mut vector: BTreeMap<u32, u128> = BTreeMap::new();
            block.iter().for_each(|&term| *vector.entry(term).or_default() += weight(term));
            vector
        };
        (1..units.len())
            .map(|gap| {
                let (left, right) =
                    (side(units[..gap].iter().rev().collect()), side(units[gap..].iter().collect()));
                let dot: u128 = left.iter().map(|(term, a)| a * right.get(term).unwrap_or(&0)).sum();
                let [a, b] = [&left, &right].map(|side| side.values().map(|x| x * x).sum::<u128>());
                let root = (a * b).isqrt();
                u32::try_from((dot << 16).checked_div(root).unwrap_or(0).min(1 << 16)).unwrap()
            })
            .collect()
    }

    #[test]
    fn long_vectors_have_a_cosine_too() {
        let long = 1 << 80;
        assert_eq!([cosine(long, [long, long]), cosine(long / 2, [long, long])], [1 << 16, 1 << 15]);
        assert_eq!([cosine(2, [4, 4]), cosine(0, [0, 4])], [1 << 15, 0]);
    }

    #[test]
    fn gaps_are_those_of_blocks_built_anew() {
        let mut random = Rng::with_seed(3);
        for _ in 0..1_000 {
            let most = [3, 25, 90][random.usize(..3)];
            let distinct = random.u32(1..80);
            let units: Vec<Vec<u32>> = (0..random.usize(1..25))
                .map(|_| (0..random.usize(..most)).map(|_| random.u32(..distinct)).collect())
                .collect();
            let made_up: Vec<_> = units.iter().map(|unit| (1, Break::BlankLine, unit.clone())).collect();
            let mut gaps = Lexical.gaps(&Units::made_up(&made_up));
            assert!(gaps.is_empty() || units.iter().any(|unit| !unit.is_empty()));
            gaps.resize(units.len() - 1, 0);
            assert_eq!(gaps, naive(&units), "{units:?}");
        }
    }

    #[test]
    fn gaps_without_a_value_count_as_nothing_alike() {
        let [few, all] = [vec![3000], vec![3000, 0, 0]].map(|values| Gaps::new(values, 4));
        for s in [few.before(1), few.before(3), 500] {
            assert_eq!(few.similarity(s), all.similarity(s));
        }
    }

    #[test]
    fn what_is_average_is_six_tenths_alike() {
        let gaps = Gaps::new(vec![1000, 3000, 2000], 4);
        assert_eq!([1000, 2000, 3000].map(|s| gaps.similarity(s)), [428, 600, 692]);
        assert!(gaps.is_below(1999, 600) && !gaps.is_below(2000, 600));
        let nothing_alike = Gaps::new(vec![0, 0], 3);
        assert_eq!(nothing_alike.similarity(0), 0);
        assert!(nothing_alike.is_below(0, 600) && !nothing_alike.is_below(0, 0));
    }
}
