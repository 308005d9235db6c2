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

/// A mask for the lowest bytes of a window, by their number. To shift two words took 5.5% more of the instructions of a count.
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

/// The two bits of the table of crossings that stand for a boundary between two characters: `before` and `after` are their bytes, as
/// [`number`] has them. Both are set if a token of the vocabulary has these characters side by side.
///
/// Of the few tokens that have a part of a character next to a boundary, `before` is the last byte before it, and `after` the two bytes after it.
#[inline]
pub(crate) const fn crossing(before: u32, after: u32) -> [usize; 2] {
    let hash = ((before as u64) << 32 | after as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    [(hash >> 45) as usize % CROSSINGS, (hash >> 26) as usize % CROSSINGS]
}

/// How many bytes the character has that begins with this one.
#[inline]
pub(crate) const fn length_of(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
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
