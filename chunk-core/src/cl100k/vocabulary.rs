//! Looks up tokens and their ranks in the tables that the build script wrote.

use super::key::{
    CROSSINGS, Crossing, GROUPS, LONG_SLOTS, LONGEST_KEY, SLOTS, VALUE_AT, group_of, hash, hash_long, is_of,
    key, slot,
};
use std::ops::Range;

/// Aligned to cache lines, so that no slot straddles two of them.
#[repr(align(64))]
struct Aligned<T>(T);

static SHORT_TABLE: Aligned<[u8; 16 * SLOTS]> =
    Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/slots.bin")));
static DISPLACEMENTS: [u8; GROUPS] = *include_bytes!(concat!(env!("OUT_DIR"), "/displacements.bin"));
static LONG_TABLE: [u8; 8 * LONG_SLOTS] = *include_bytes!(concat!(env!("OUT_DIR"), "/long_slots.bin"));
static LONG_TOKENS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/long_tokens.bin"));

static PAIRS: Aligned<[u8; 4 << 16]> = Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/pairs.bin")));

static CROSSED: [u8; CROSSINGS / 8] = *include_bytes!(concat!(env!("OUT_DIR"), "/crossings.bin"));

/// Whether no token crosses the boundary between two characters of several bytes, the first of which ends with the bytes `[a, b]`
/// and the second of which starts with `[c, d]`. The two sides then merge independently. It may say `false` although no token
/// does.
#[inline]
pub(super) fn no_token_crosses([a, b]: [u8; 2], [c, d]: [u8; 2]) -> bool {
    let crossings = [
        Crossing::Through([a, b, c, d]),
        Crossing::End([a, b, c]),
        Crossing::Start([b, c, d]),
        Crossing::Pair([b, c]),
    ];
    let crossed = |crossing: Crossing| {
        CROSSED.get(crossing.bit() / 8).is_none_or(|byte| byte >> (crossing.bit() % 8) & 1 == 1)
    };
    !crossings.into_iter().any(crossed)
}

/// The longest token, in bytes.
const LONGEST_TOKEN: usize = 128;

/// The rank of the token that `range` of `text` spells, if it spells one.
#[inline]
pub(super) fn rank(text: &[u8], range: Range<usize>) -> Option<u32> {
    if range.len() > LONGEST_KEY {
        return rank_of_long(text.get(range)?);
    }
    let key = key(window(text, range.start), range.len());
    rank_of_key(key, hash(key))
}

/// The rank of a token of two bytes. Merging starts with these, so they are looked up most.
#[inline]
pub(super) fn rank_of_pair(first: u8, second: u8) -> Option<u32> {
    let found =
        u32::from_le_bytes(*PAIRS.0.as_chunks().0.get(usize::from(first) << 8 | usize::from(second))?);
    (found != u32::MAX).then_some(found)
}

/// The rank of the token of this key and its hash.
#[inline]
pub(super) fn rank_of_key(key: u128, hash: u64) -> Option<u32> {
    let displacement = DISPLACEMENTS.get(group_of(hash)).map_or(0, |&displacement| displacement);
    let found = u128::from_le_bytes(*SHORT_TABLE.0.as_chunks().0.get(slot(hash, displacement))?);
    is_of(found, key).then_some((found >> VALUE_AT) as u32)
}

/// Loads the table of short tokens into the processor's cache. Read in order, it comes from memory several times as fast as by
/// scattered look-ups.
pub(super) fn prefetch() {
    const LINE: usize = 64;
    std::hint::black_box(SHORT_TABLE.0.iter().step_by(LINE).fold(0, |bits, byte| bits | byte));
}

/// The rank of a token of more than [`LONGEST_KEY`] bytes.
fn rank_of_long(token: &[u8]) -> Option<u32> {
    if token.len() > LONGEST_TOKEN {
        return None;
    }
    let home = hash_long(token) as usize;
    let slots = LONG_TABLE.as_chunks().0;
    (0..LONG_SLOTS)
        .map_while(|probe| slots.get(home.wrapping_add(probe) % LONG_SLOTS))
        .map(|&slot| u64::from_le_bytes(slot))
        .take_while(|&slot| slot != 0)
        .find(|slot| {
            let start = (slot >> 32) as usize;
            let length = (slot >> 20) as usize & 0xFFF;
            length == token.len() && LONG_TOKENS.get(start..start + length) == Some(token)
        })
        .map(|slot| slot as u32 & 0xF_FFFF)
}

/// The 16 bytes of `text` from `at` on, with zeros after its end.
#[inline]
pub(super) fn window(text: &[u8], at: usize) -> u128 {
    match text.get(at..at + 16).and_then(<[u8]>::first_chunk) {
        Some(&window) => u128::from_le_bytes(window),
        None => last_window(text.get(at..).unwrap_or_default()),
    }
}

/// The window near the end of the text, where `rest` is left.
#[cold]
fn last_window(rest: &[u8]) -> u128 {
    rest.iter().rev().fold(0, |window, &byte| window << 8 | u128::from(byte))
}
