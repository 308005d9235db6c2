//! Byte strings as hash keys, and where the vocabulary keeps them. The build script lays the tables out by the same
//! functions as the library reads them.

/// The longest byte string, in bytes, that fits into a [`key`].
pub(crate) const LONGEST_KEY: usize = 13;

/// A slot of a table is a key and, from this bit on, a value.
pub(crate) const VALUE_AT: u32 = 108;
const LENGTH_AT: u32 = 8 * LONGEST_KEY as u32;

/// How many slots the table of short tokens has, and how many displacements spread the tokens over them.
pub(crate) const SLOTS: usize = 100 << 10;
pub(crate) const DISPLACEMENTS: usize = 1 << 16;

/// How many slots the table of long tokens has.
pub(crate) const LONG_SLOTS: usize = 1 << 13;

/// The first `length` bytes of `window`, at most [`LONGEST_KEY`], as one number: the bytes and their count. Never 0.
#[inline]
pub(crate) fn key(window: u128, length: usize) -> u128 {
    let mask = MASKS.get(length).copied().unwrap_or_default();
    (window & mask) | (length as u128) << LENGTH_AT
}

/// The lowest bytes of a window, by how many: a look-up is quicker than a shift of two words.
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

/// Whether a slot is that of this key.
#[inline]
pub(crate) const fn is_of(slot: u128, key: u128) -> bool {
    const HIGH: u64 = (1 << (VALUE_AT - 64)) - 1;
    // By halves: a shift of both together takes longer.
    let others = slot ^ key;
    others as u64 | (others >> 64) as u64 & HIGH == 0
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

/// How many bits the table of crossings has.
pub(crate) const CROSSINGS: usize = 1 << 19;

/// A way in which a token may lie across the place between two characters of several bytes, by the bytes next to it: two
/// before it and two behind, where the token has them.
#[derive(Clone, Copy)]
pub(crate) enum Crossing {
    /// It has both, and maybe more.
    Through([u8; 4]),
    /// It ends with the first byte behind.
    End([u8; 3]),
    /// It starts with the last byte before.
    Start([u8; 3]),
    /// Both: it is these two bytes.
    Pair([u8; 2]),
}

impl Crossing {
    /// The bit of the table that stands for it, and maybe for others.
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

/// Which displacement moves the token of this hash.
#[inline]
pub(crate) const fn displacement(hash: u64) -> usize {
    (hash >> 48) as usize % DISPLACEMENTS
}

/// The one slot that can hold the token of this hash.
#[inline]
pub(crate) const fn slot(hash: u64, displacement: u8) -> usize {
    let step = (hash >> 17) as u32;
    let place = (hash as u32).wrapping_add(step.wrapping_mul(displacement as u32));
    // As large a part of all slots as this is of all numbers.
    ((place as u64 * SLOTS as u64) >> u32::BITS) as usize
}
