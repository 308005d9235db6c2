//! Looks up tokens and their ranks in the tables that `tables` made.

use super::key::{
    CROSSINGS, LONGEST_KEY, VALUE_AT, crossing, group_of, hash, hash_long, is_of, key, length_of, slot,
};
#[cfg(feature = "loadable")]
use super::tables::Tables;
use std::ops::Range;

/// The tables of a vocabulary; `tables` says what is in them.
pub(super) struct Vocabulary {
    short: &'static [[u8; 16]],
    displacements: &'static [u8],
    long: &'static [[u8; 8]],
    long_tokens: &'static [u8],
    pairs: &'static [[u8; 4]],
    crossed: &'static [u8; CROSSINGS / 8],
    /// Tokens of this rank and above belong to another encoding, which shares the tables.
    end: u32,
}

/// Aligned to cache lines, so that no slot straddles two of them.
#[repr(align(64))]
struct Aligned<T>(T);

macro_rules! vocabulary {
    ($file:literal) => {{
        static SHORT: Aligned<
            [u8; include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_slots.bin")).len()],
        > = Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_slots.bin")));
        static PAIRS: Aligned<[u8; 4 << 16]> =
            Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_pairs.bin")));
        Vocabulary {
            short: SHORT.0.as_chunks().0,
            displacements: include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_displacements.bin")),
            long: include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_long_slots.bin")).as_chunks().0,
            long_tokens: include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_long_tokens.bin")),
            pairs: PAIRS.0.as_chunks().0,
            crossed: include_bytes!(concat!(env!("OUT_DIR"), "/", $file, "_crossings.bin")),
            end: u32::MAX,
        }
    }};
}

pub(super) static CL100K: Vocabulary = vocabulary!("cl100k");
#[cfg(feature = "encodings")]
pub(super) static O200K: Vocabulary = vocabulary!("o200k");
#[cfg(feature = "encodings")]
pub(super) static P50K: Vocabulary = vocabulary!("p50k");
/// `p50k_base` added runs of spaces to it.
#[cfg(feature = "encodings")]
pub(super) static R50K: Vocabulary = Vocabulary { end: 50_256, ..vocabulary!("p50k") };

/// The longest token, in bytes, of all vocabularies.
const LONGEST_TOKEN: usize = 128;

#[cfg(feature = "loadable")]
impl Vocabulary {
    /// One without tokens.
    pub(super) const EMPTY: Self = Self {
        short: &[],
        displacements: &[],
        long: &[],
        long_tokens: &[],
        pairs: &[],
        crossed: &[0; CROSSINGS / 8],
        end: 0,
    };

    /// The tables as long as the program runs. Tokens of the rank `end` and above are left out.
    pub(super) fn of(tables: Tables, end: u32) -> Self {
        Self {
            short: tables.slots.leak(),
            displacements: tables.displacements.leak(),
            long: tables.long_slots.leak(),
            long_tokens: tables.long_tokens.leak(),
            pairs: tables.pairs.leak(),
            crossed: Box::leak(tables.crossings),
            end,
        }
    }
}

impl Vocabulary {
    /// Whether no token crosses the boundary between these two characters of several bytes, as [`character`] gives them. The two sides then
    /// merge independently. It may say `false` although no token does.
    #[inline]
    pub(super) fn no_token_crosses(&self, before: u32, last: u8, after: u32) -> bool {
        let is_set = |bit: usize| self.crossed.get(bit / 8).is_none_or(|byte| byte >> (bit % 8) & 1 == 1);
        let crossed = |before, after| crossing(before, after).into_iter().all(is_set);
        !crossed(before, after) && !crossed(u32::from(last), after & 0xFFFF)
    }

    /// The rank of the token that `range` of `text` spells, if it spells one.
    #[inline]
    pub(super) fn rank(&self, text: &[u8], range: Range<usize>) -> Option<u32> {
        if range.len() > LONGEST_KEY {
            return self.rank_of_long(text.get(range)?);
        }
        let key = key(window(text, range.start), range.len());
        self.rank_of_key(key, hash(key))
    }

    /// The rank of a token of two bytes. Merging starts with these, so they are looked up most.
    #[inline]
    pub(super) fn rank_of_pair(&self, first: u8, second: u8) -> Option<u32> {
        let found = u32::from_le_bytes(*self.pairs.get(usize::from(first) << 8 | usize::from(second))?);
        (found < self.end).then_some(found)
    }

    /// The rank of the token of this key and its hash.
    #[inline]
    pub(super) fn rank_of_key(&self, key: u128, hash: u64) -> Option<u32> {
        let group = group_of(hash, self.displacements.len());
        let displacement = self.displacements.get(group).map_or(0, |&displacement| displacement);
        let found = u128::from_le_bytes(*self.short.get(slot(hash, displacement, self.short.len()))?);
        let rank = (found >> VALUE_AT) as u32;
        (is_of(found, key) && rank < self.end).then_some(rank)
    }

    /// The rank of a token of more than [`LONGEST_KEY`] bytes.
    fn rank_of_long(&self, token: &[u8]) -> Option<u32> {
        if token.len() > LONGEST_TOKEN {
            return None;
        }
        let home = hash_long(token) as usize;
        let slots = self.long.len();
        (0..slots)
            .map_while(|probe| self.long.get(home.wrapping_add(probe) & (slots - 1)))
            .map(|&slot| u64::from_le_bytes(slot))
            .take_while(|&slot| slot != 0)
            .find(|slot| {
                let start = (slot >> 32) as usize;
                let length = (slot >> 20) as usize & 0xFFF;
                length == token.len() && self.long_tokens.get(start..start + length) == Some(token)
            })
            .map(|slot| slot as u32 & 0xF_FFFF)
            .filter(|&rank| rank < self.end)
    }
}

/// The bytes of the character at `at`, the first one lowest, and how many they are.
#[inline]
pub(super) fn character(text: &[u8], at: usize) -> (u32, usize) {
    let rest = text.get(at..).unwrap_or_default();
    let length = rest.first().map_or(1, |&first| length_of(first));
    let bytes = match rest.first_chunk() {
        Some(&four) => u32::from_le_bytes(four),
        None => last_window(rest) as u32,
    };
    (bytes & u32::MAX >> (32 - 8 * length), length)
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
