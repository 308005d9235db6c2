//! Byte strings as hash keys, and where the tables of the vocabulary keep them. The build script writes the tables with the same
//! functions that the library reads them with.

/// The longest byte string, in bytes, that fits into a [`key`].
pub(crate) const LONGEST_KEY: usize = 13;

/// A slot of a table is a key and, from this bit on, a value.
pub(crate) const VALUE_AT: u32 = 108;
const LENGTH_AT: u32 = 8 * LONGEST_KEY as u32;

/// The first `length` bytes of `window`, at most [`LONGEST_KEY`], as one number: the bytes and how many they are. Never 0.
#[inline]
pub(crate) fn key(window: u128, length: usize) -> u128 {
    let mask = MASKS.get(length).copied().unwrap_or_default();
    (window & mask) | (length as u128) << LENGTH_AT
}

/// A mask for the lowest bytes of a window, by their number. To look it up is faster than to shift two words.
static MASKS: [u128; LONGEST_KEY + 1] = {
    const fn lowest(bytes: u32) -> u128 {
        (1 << (8 * bytes)) - 1
    }
    [
        0,
        lowest(1),
        lowest(2),
        lowest(3),
        lowest(4),
        lowest(5),
        lowest(6),
        lowest(7),
        lowest(8),
        lowest(9),
        lowest(10),
        lowest(11),
        lowest(12),
        lowest(13),
    ]
};

/// Whether `slot` holds `key`, with whatever value.
#[inline]
pub(crate) const fn is_of(slot: u128, key: u128) -> bool {
    const HIGH: u64 = (1 << (VALUE_AT - 64)) - 1;
    // In halves: a shift of all 128 bits takes longer.
    let difference = slot ^ key;
    difference as u64 | (difference >> 64) as u64 & HIGH == 0
}

/// The hash of a key.
#[inline]
pub(crate) const fn hash(key: u128) -> u64 {
    mix(key as u64 ^ 0x9E37_79B9_7F4A_7C15, (key >> 64) as u64 ^ 0xD6E8_FEB8_6659_FD93)
}

/// The hash of a byte string that is too long for a key.
pub(crate) fn hash_long(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let last = rest.iter().rev().fold(bytes.len() as u64, |last, &byte| last << 8 | u64::from(byte));
    words
        .iter()
        .map(|word| u64::from_le_bytes(*word))
        .chain([last])
        .fold(0, |hash, word| mix(hash ^ word ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93))
}

#[inline]
const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// The bits of the table of crossings.
pub(crate) const CROSSINGS: usize = 1 << 19;

/// A way in which a token may cross the boundary between two characters of several bytes: its bytes next to the boundary, at
/// most two on each side.
#[derive(Clone, Copy)]
pub(crate) enum Crossing {
    /// It has at least two bytes on each side.
    Through([u8; 4]),
    /// It ends with the first byte after the boundary.
    End([u8; 3]),
    /// It starts with the last byte before the boundary.
    Start([u8; 3]),
    /// It does both, and is these two bytes.
    Pair([u8; 2]),
}

impl Crossing {
    /// The bit of the table that stands for it, and perhaps for others.
    #[inline]
    pub(crate) const fn bit(self) -> usize {
        let number = match self {
            Self::Through([a, b, c, d]) => u32::from_le_bytes([a, b, c, d]) as u64,
            Self::End([a, b, c]) => u32::from_le_bytes([a, b, c, 0]) as u64 | 1 << 32,
            Self::Start([a, b, c]) => u32::from_le_bytes([a, b, c, 0]) as u64 | 2 << 32,
            Self::Pair([a, b]) => u32::from_le_bytes([a, b, 0, 0]) as u64 | 3 << 32,
        };
        (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 45) as usize % CROSSINGS
    }
}

/// The group of a hash, of so many groups, which are a power of two. The hashes of a group share a displacement.
#[inline]
pub(crate) const fn group_of(hash: u64, groups: usize) -> usize {
    (hash >> 47) as usize & (groups - 1)
}

/// The one slot, of so many, that can hold the token of this hash, whose group has this displacement.
#[inline]
pub(crate) const fn slot(hash: u64, displacement: u8, slots: usize) -> usize {
    let step = (hash >> 17) as u32;
    let place = (hash as u32).wrapping_add(step.wrapping_mul(displacement as u32));
    // Scales the 32 bits of `place` to the number of slots.
    ((place as u64 * slots as u64) >> u32::BITS) as usize
}
