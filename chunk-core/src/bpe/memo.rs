//! Remembers the counts of short pre-tokens that are no token themselves.

use super::key::{VALUE_AT, is_of};

/// A cache from keys to counts, of bounded size. It may forget, but is never wrong.
#[derive(Debug, Default)]
pub(super) struct Memo {
    slots: Vec<u128>,
    used: usize,
}

/// Its size, in slots of 16 bytes.
const SMALLEST: usize = 1 << 8;
const LARGEST: usize = 1 << 17;

/// How many slots are tried for a key: so few that no text, however hostile, can slow the look-up down.
const PROBES: usize = 8;

impl Memo {
    /// The count known for `key`.
    #[inline]
    pub(super) fn get(&self, key: u128, hash: u64) -> Option<usize> {
        probes(hash, self.slots.len())
            .map_while(|at| self.slots.get(at).filter(|&&slot| slot != 0))
            .find(|&&slot| is_of(slot, key))
            .map(|slot| (slot >> VALUE_AT) as usize)
    }

    /// Remembers the count of `key`.
    pub(super) fn insert(&mut self, key: u128, hash: u64, count: usize) {
        if self.used * 2 >= self.slots.len() && self.slots.len() < LARGEST {
            self.grow();
        }
        self.put(key | (count as u128) << VALUE_AT, hash);
    }

    /// Puts `entry` into a free slot, or replaces that of its home slot.
    fn put(&mut self, entry: u128, hash: u64) {
        let free = probes(hash, self.slots.len()).find(|&at| self.slots.get(at) == Some(&0));
        self.used += usize::from(free.is_some());
        let home = probes(hash, self.slots.len()).next();
        if let Some(slot) = free.or(home).and_then(|at| self.slots.get_mut(at)) {
            *slot = entry;
        }
    }

    fn grow(&mut self) {
        let larger = (self.slots.len() * 2).max(SMALLEST);
        let entries = std::mem::replace(&mut self.slots, vec![0; larger]);
        self.used = 0;
        for entry in entries.into_iter().filter(|&entry| entry != 0) {
            self.put(entry, super::key::hash(entry & ((1 << VALUE_AT) - 1)));
        }
    }
}

/// The slots that may hold the key of this hash, its home first.
#[inline]
fn probes(hash: u64, slots: usize) -> impl Iterator<Item = usize> {
    let mask = slots.wrapping_sub(1);
    (0..PROBES.min(slots)).map(move |probe| ((hash >> 20) as usize + probe) & mask)
}
