//! Short words, each once: most words of a text are such, and all of them can differ.

use crate::dictionary::Seed;
use std::{hash::BuildHasher, ops::Range};

/// The lowercase of a short word in two numbers, its length in front.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Short(u64, u64);

impl Short {
    /// The longest such word, in bytes.
    const MOST: usize = 15;

    /// The word at `span` of `text` if it is short and all ASCII: letters, digits and the apostrophe, which differ from
    /// their lowercase in one bit.
    #[inline]
    pub(super) fn of(text: &str, span: &Range<usize>) -> Option<Self> {
        const LOWER: u64 = 0x2020_2020_2020_2020;
        const WIDE: u64 = 0x8080_8080_8080_8080;
        if span.len() > Self::MOST {
            return None;
        }
        let window = u128::from_le_bytes(*text.as_bytes().get(span.start..)?.first_chunk()?);
        let bits = span.len() as u32 * 8;
        let own_low = !u64::MAX.unbounded_shl(bits);
        let own_high = !u64::MAX.unbounded_shl(bits.saturating_sub(u64::BITS));
        let (low, high) = (window as u64 & own_low, (window >> 64) as u64 & own_high);
        ((low | high) & WIDE == 0).then_some(Self(
            low | LOWER & own_low,
            high | LOWER & own_high | (span.len() as u64) << (u64::BITS - 8),
        ))
    }
}

/// Short words and their numbers. A map keeps places free, each as large as a word, and twice while it grows: here only numbers
/// have places.
#[derive(Default)]
pub(super) struct ShortWords {
    /// By their numbers; [`OTHER`] where a number is that of a word which is not short.
    words: Vec<Short>,
    /// The numbers, each at the place that its word's hash says or at the first behind that was [`FREE`]. A power of two of them.
    places: Vec<u32>,
    seed: Seed,
}

const OTHER: Short = Short(0, 0);

/// No word has this number.
const FREE: u32 = u32::MAX;

/// How many places there are at first: some documents together have so many different words.
const FEWEST: usize = 1 << 13;

impl ShortWords {
    /// The number of a word, which is the next one if it is new.
    #[inline]
    pub(super) fn number(&mut self, word: Short) -> u32 {
        // Where a quarter is free, a free place is near.
        if self.words.len() >= self.places.len() / 4 * 3 {
            self.grow();
        }
        let next = self.words.len() as u32;
        let at = self.place(word);
        let Some(number) = self.places.get_mut(at) else { return next };
        if *number == FREE {
            *number = next;
            self.words.push(word);
        }
        *number
    }

    /// Gives the next number to a word that is not short.
    pub(super) fn skip(&mut self) {
        self.words.push(OTHER);
    }

    /// The place of a word's number, or the free one that it belongs at.
    #[inline]
    fn place(&self, word: Short) -> usize {
        let last = self.places.len().wrapping_sub(1);
        let mut at = self.seed.hash_one(word) as usize & last;
        let is_of_another = |at: usize| {
            let number = self.places.get(at).map_or(FREE, |number| *number);
            self.words.get(number as usize).is_some_and(|own| *own != word)
        };
        while is_of_another(at) {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        // Not beside the old places, for the words tell all.
        self.places = Vec::new();
        let count = (self.words.len() * 2).next_power_of_two().max(FEWEST);
        self.places.resize(count, FREE);
        self.words.reserve_exact(count / 4 * 3 - self.words.len());
        for number in 0..self.words.len() {
            let word = self.words.get(number).copied().filter(|word| *word != OTHER);
            let at = word.map(|word| self.place(word));
            let place = at.and_then(|at| self.places.get_mut(at));
            place.into_iter().for_each(|place| *place = number as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_numbers_while_places_grow() {
        let mut words = ShortWords::default();
        let word = |number: u64| Short(number, 1);
        for number in 0..5_000 {
            if number % 7 == 0 {
                words.skip();
            } else {
                assert_eq!(words.number(word(number)), number as u32);
            }
        }
        for number in (0..5_000).filter(|number| number % 7 > 0) {
            assert_eq!(words.number(word(number)), number as u32);
        }
        assert_eq!(words.number(word(0)), 5_000);
    }
}
