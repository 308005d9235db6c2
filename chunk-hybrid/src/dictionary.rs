//! Hash maps that are only looked up, never iterated over, so that their order cannot reach the output.

use std::hash::{BuildHasher, Hasher, RandomState};

#[expect(clippy::disallowed_types, reason = "a dictionary: looked up, never iterated over")]
pub(crate) type Dictionary<K, V> = std::collections::HashMap<K, V, Seed>;

/// The start value of all hashes: random, so that no text can be made up whose words collide.
#[derive(Debug, Clone)]
pub(crate) struct Seed(u64);

impl Default for Seed {
    fn default() -> Self {
        Self(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for Seed {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(self.0)
    }
}

/// Hashes eight bytes at a time: each step multiplies, and folds the product's two halves into one.
pub(crate) struct Mixed(u64);

impl Mixed {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte));
        self.mix(rest);
    }

    fn write_u8(&mut self, _: u8) {}

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
