//! A set of offsets into a text, such as where its lines or tokens start, as one bit for each byte.

use std::ops::Range;

/// A set of byte offsets into a text, built once: one bit for each byte, and a small table that makes queries fast.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OffsetSet {
    words: Vec<u64>,
    /// How many bits are set before each stride, and at last in all.
    ranks: Vec<usize>,
}

/// Bits in a word, and words in a stride.
const WORD: usize = u64::BITS as usize;
const STRIDE: usize = 2;

/// A search for a neighbour looks at this many strides, about a line of a long paragraph, before it skips empty ones with the
/// help of `ranks`.
const NEAR: usize = 8;

impl OffsetSet {
    /// The empty set of offsets up to and including `last`.
    pub(super) fn up_to(last: usize) -> Self {
        Self { words: vec![0; last / WORD + 1], ranks: Vec::new() }
    }

    /// Adds the `length` offsets from `start` on; nearly always it is one.
    #[inline]
    pub(super) fn insert(&mut self, start: usize, length: usize) {
        for at in start..start + length {
            if let Some(word) = self.words.get_mut(at / WORD) {
                *word |= 1 << (at % WORD);
            }
        }
    }

    /// Adds the offsets whose bits are set; the lowest bit stands for `start` itself.
    #[inline]
    pub(super) fn insert_bits(&mut self, start: usize, bits: u64) {
        let bits = u128::from(bits) << (start % WORD);
        for (word, bits) in self.words.iter_mut().skip(start / WORD).zip([bits as u64, (bits >> WORD) as u64])
        {
            *word |= bits;
        }
    }

    /// Builds the table of ranks. To be called once the set is complete, before it is asked for ranks and neighbours.
    pub(super) fn index(&mut self) {
        let strides = self.words.chunks(STRIDE);
        self.ranks.reserve_exact(strides.len() + 1);
        let mut sum = 0;
        self.ranks.extend(strides.map(|stride| {
            let before = sum;
            sum += ones(stride);
            before
        }));
        self.ranks.push(sum);
    }

    /// Whether `at` is in the set.
    #[inline]
    pub(super) fn contains(&self, at: usize) -> bool {
        self.words.get(at / WORD).is_some_and(|word| word >> (at % WORD) & 1 == 1)
    }

    /// How many offsets in the set are below `at`.
    #[inline]
    pub(super) fn rank(&self, at: usize) -> usize {
        let at = at.min(self.words.len() * WORD);
        let word = at / WORD;
        let stride = word / STRIDE;
        let before = self.ranks.get(stride).map_or(0, |&rank| rank);
        let whole = self.words.get(stride * STRIDE..word).map_or(0, ones);
        let part = self.words.get(word).map_or(0, |word| word & !(u64::MAX << (at % WORD)));
        before + whole + part.count_ones() as usize
    }

    /// The greatest offset in the set below `at`.
    #[inline]
    pub(super) fn last_below(&self, at: usize) -> Option<usize> {
        let at = at.min(self.words.len() * WORD);
        let word = at / WORD;
        let part = self.words.get(word).map_or(0, |word| word & !(u64::MAX << (at % WORD)));
        if part != 0 {
            return Some(highest(word, part));
        }
        let stride = (word / STRIDE).saturating_sub(NEAR);
        self.last_of(stride * STRIDE..word).or_else(|| {
            // No offset is near: skip the empty strides.
            let rank = self.ranks.get(stride).copied().unwrap_or_default();
            let stride = self.ranks.partition_point(|&before| before < rank).checked_sub(1)?;
            self.last_of(stride * STRIDE..(stride + 1) * STRIDE)
        })
    }

    /// The least offset in the set that is `at` or above.
    pub(super) fn first_from(&self, at: usize) -> Option<usize> {
        let word = at / WORD;
        let part = self.words.get(word)? & u64::MAX << (at % WORD);
        if part != 0 {
            return Some(lowest(word, part));
        }
        let stride = word / STRIDE + NEAR;
        self.first_of(word + 1..(stride + 1) * STRIDE).or_else(|| {
            let rank = self.ranks.get(stride + 1)?;
            let stride = self.ranks.partition_point(|before| before <= rank).checked_sub(1)?;
            self.first_of(stride * STRIDE..(stride + 1) * STRIDE)
        })
    }

    fn last_of(&self, words: Range<usize>) -> Option<usize> {
        let mut found = words.clone().zip(self.words.get(words)?).rev();
        found.find(|(_, bits)| **bits != 0).map(|(word, &bits)| highest(word, bits))
    }

    fn first_of(&self, words: Range<usize>) -> Option<usize> {
        let words = words.start..words.end.min(self.words.len());
        let mut found = words.clone().zip(self.words.get(words)?);
        found.find(|(_, bits)| **bits != 0).map(|(word, &bits)| lowest(word, bits))
    }
}

const fn highest(word: usize, bits: u64) -> usize {
    word * WORD + WORD - 1 - bits.leading_zeros() as usize
}

const fn lowest(word: usize, bits: u64) -> usize {
    word * WORD + bits.trailing_zeros() as usize
}

fn ones(words: &[u64]) -> usize {
    words.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn agrees_with_an_ordered_set() {
        let mut random = fastrand::Rng::with_seed(1);
        for size in [1, 63, 64, 65, 511, 512, 513, 5000, 5000, 20_000, 20_000] {
            let (mut bits, mut set) = (OffsetSet::up_to(size), BTreeSet::new());
            // Some sets are so sparse that whole strides are empty.
            for _ in 0..=size / [20, 2000][random.usize(..2)] {
                let start = random.usize(..size);
                let most = [1, 3, 200][random.usize(..3)];
                let length = random.usize(..=most.min(size - start));
                bits.insert(start, length);
                set.extend(start..start + length);
                let (start, some) = (random.usize(..size), random.u64(..) & random.u64(..));
                let some = some & u64::MAX >> (WORD - (size - start).min(WORD));
                bits.insert_bits(start, some);
                set.extend((0..WORD).filter(|bit| some >> bit & 1 == 1).map(|bit| start + bit));
            }
            bits.index();
            for at in 0..=size {
                assert_eq!(bits.contains(at), set.contains(&at));
                assert_eq!(bits.rank(at), set.range(..at).count());
                assert_eq!(bits.last_below(at), set.range(..at).last().copied());
                assert_eq!(bits.first_from(at), set.range(at..).next().copied());
            }
            for beyond in [size + 1, size + 64, size + 1000, usize::MAX] {
                assert_eq!(bits.rank(beyond), set.len());
                assert_eq!(bits.last_below(beyond), set.last().copied());
                assert_eq!((bits.first_from(beyond), bits.contains(beyond)), (None, false));
            }
        }
    }
}
