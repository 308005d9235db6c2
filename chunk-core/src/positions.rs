//! Finds all bytes of some kind, such as line ends, many bytes at a time.

use std::iter;

const BLOCK: usize = 64;

/// The positions of the bytes that are `wanted`, ascending.
///
/// For bytes that are a few dozen apart, as line ends are: a whole block is tested without branches, so that the compiler can
/// vectorize it. `wanted` should have no branches either: `|` instead of `||`.
///
/// ```
/// use chunk_core::positions;
///
/// assert!(positions(b"a\nb\r\n", |byte| (byte == b'\n') | (byte == b'\r')).eq([1, 3, 4]));
/// ```
#[inline]
pub fn positions(bytes: &[u8], wanted: impl Fn(u8) -> bool + Copy) -> impl Iterator<Item = usize> {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let words = blocks
        .iter()
        .map(move |block| bits_of(block, wanted))
        .chain(iter::once_with(move || bits_of_rest(rest, wanted)));
    Positions { words, behind: 0, bits: 0 }
}

struct Positions<I> {
    /// A bit for each byte, in a word for every 64 bytes, and one for the bytes left at the end. The first byte is the lowest bit.
    words: I,
    /// Where the block of the last word ends.
    behind: usize,
    /// The bits of that word that were not given yet.
    bits: u64,
}

impl<I: Iterator<Item = u64>> Iterator for Positions<I> {
    type Item = usize;

    // A call for each position would cost as much as finding it.
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.bits = self.words.next()?;
            self.behind += BLOCK;
        }
        let at = self.behind - BLOCK + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }
}

/// Which bytes of a block are wanted, the first as the lowest bit.
#[inline]
fn bits_of(block: &[u8; BLOCK], wanted: impl Fn(u8) -> bool) -> u64 {
    let marks = block.map(|byte| u8::from(wanted(byte)));
    let (words, _) = marks.as_chunks::<8>();
    // The multiplication gathers the lowest bits of eight bytes in the highest byte.
    let bits = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    words.iter().rev().fold(0, |behind, word| behind << 8 | bits(word))
}

/// The same for less than a block.
#[inline]
fn bits_of_rest(rest: &[u8], wanted: impl Fn(u8) -> bool) -> u64 {
    let mut block = [0; BLOCK];
    if let Some(start) = block.get_mut(..rest.len()) {
        start.copy_from_slice(rest);
    }
    let behind = u64::MAX.unbounded_shl(u32::try_from(rest.len()).unwrap_or(u32::MAX));
    bits_of(&block, wanted) & !behind
}
