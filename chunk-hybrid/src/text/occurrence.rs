//! A word where it stands, in twelve bytes: words are most of what a document takes.

use std::ops::Range;

/// A word of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) start: u32,
    /// Its term, or [`NO_TERM`](super::form::NO_TERM).
    pub(super) term: u32,
    /// From the lowest bit on: whether a space alone parts it from the word before; its length, or [`LONG`]; the number of what it
    /// says.
    packed: u32,
}

const _: () = assert!(size_of::<Occurrence>() == 12, "words are most of what a document takes");

const LENGTH_BITS: u32 = 7;

/// What stands for this length and for all above it, in bytes.
const LONG: u32 = (1 << LENGTH_BITS) - 1;

const MEANING_AT: u32 = 1 + LENGTH_BITS;

/// No number is greater: what words say is told apart by 16 bits, and by what a lexicon and a vocabulary know of them.
const MOST_MEANING: u32 = u32::MAX >> MEANING_AT;

impl Occurrence {
    pub(super) fn new(span: &Range<usize>, term: u32, meaning: u32, is_spaced: bool) -> Self {
        let length = span.len().min(LONG as usize) as u32;
        let packed = length << 1 | u32::from(is_spaced);
        let mut word = Self { start: span.start as u32, term, packed };
        word.set_meaning(meaning);
        word
    }

    /// Its length in bytes; nothing for a long one, which is noted elsewhere.
    pub(super) fn length(self) -> Option<u32> {
        let length = self.packed >> 1 & LONG;
        (length < LONG).then_some(length)
    }

    pub(super) const fn is_spaced(self) -> bool {
        self.packed & 1 != 0
    }

    /// The number of what it says.
    pub(super) const fn meaning(self) -> usize {
        (self.packed >> MEANING_AT) as usize
    }

    pub(super) fn set_meaning(&mut self, meaning: u32) {
        self.packed =
            meaning.min(MOST_MEANING) << MEANING_AT | self.packed & (u32::MAX >> (u32::BITS - MEANING_AT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for length in [1, 126, 127, 4_000] {
            for (meaning, is_spaced) in [(0, true), (77, false), (MOST_MEANING, true)] {
                let mut word = Occurrence::new(&(9..9 + length), 5, 1, is_spaced);
                word.set_meaning(meaning);
                assert_eq!((word.start, word.term), (9, 5));
                assert_eq!((word.meaning(), word.is_spaced()), (meaning as usize, is_spaced));
                assert_eq!(word.length(), (length < 127).then_some(length as u32));
            }
        }
    }
}
