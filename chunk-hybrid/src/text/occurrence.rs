//! A word at its place in the text, in eight bytes: of all that is kept of a document, words take most of the memory.

use std::ops::Range;

/// One occurrence of a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) start: u32,
    /// The number of its spelling, shifted left by one; the lowest bit says whether exactly one space stands between it and the word
    /// before. 31 bits are enough: a text below 4 GiB has fewer than 2^31 words.
    packed: u32,
}

const _: () = assert!(size_of::<Occurrence>() == 8, "words take most of the memory");

impl Occurrence {
    pub(super) const fn new(start: usize, spelling: u32, is_spaced: bool) -> Self {
        Self { start: start as u32, packed: spelling << 1 | is_spaced as u32 }
    }

    pub(super) const fn is_spaced(self) -> bool {
        self.packed & 1 != 0
    }

    /// Its bytes, if its spelling has this length.
    #[inline]
    pub(super) const fn span(self, length: u32) -> Range<usize> {
        self.start as usize..self.start as usize + length as usize
    }

    /// The number of its spelling.
    pub(super) const fn spelling(self) -> usize {
        (self.packed >> 1) as usize
    }

    /// The same word with another spelling.
    pub(super) const fn with_spelling(self, spelling: u32) -> Self {
        Self { packed: spelling << 1 | self.packed & 1, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for is_spaced in [false, true] {
            let word = Occurrence::new(9, 5, is_spaced).with_spelling(77);
            assert_eq!((word.start, word.spelling(), word.is_spaced()), (9, 77, is_spaced));
        }
    }
}
