//! Short words as a pair of numbers, which compare faster than strings: most words of a text are short.

use std::ops::Range;

/// The bytes of a short word in lower case; the highest byte is its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Short(u64, u64);

impl Short {
    /// Stands for any word that is not short.
    pub(super) const OTHER: Self = Self(0, 0);

    /// The longest such word, in bytes.
    const LONGEST: usize = 15;

    /// The word at `span` of `text`, if it is short and all ASCII. Its letters become lowercase by one bit, which digits and the
    /// apostrophe have already.
    #[inline]
    pub(super) fn of(text: &str, span: &Range<usize>) -> Option<Self> {
        const LOWER: u64 = 0x2020_2020_2020_2020;
        const WIDE: u64 = 0x8080_8080_8080_8080;
        if span.len() > Self::LONGEST {
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
