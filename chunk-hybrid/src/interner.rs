//! An interner: values that occur again and again, each kept once and known by a number. Numbers count up in the order in which values
//! are first met.
//!
//! A hash map would keep free slots as large as a value, and twice as many while it grows. Here only the numbers stand in slots, so that
//! even a text whose words all differ takes little room.

use crate::dictionary::Seed;
use chunk_core::slice;
use std::hash::{BuildHasher, Hash};

/// Values by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Interner<S> {
    values: S,
    /// An open-addressing table of the numbers: each stands in the slot of its value's hash, or in the next one that was [`FREE`]. There
    /// is a power of two of slots.
    slots: Vec<u32>,
    seed: Seed,
}

/// The list that an interner keeps its values in.
pub(crate) trait Store {
    type Value: Eq + Hash + ?Sized;

    fn count(&self) -> usize;

    fn value(&self, number: u32) -> Option<&Self::Value>;

    fn add(&mut self, value: &Self::Value);

    /// Makes room for this many more.
    fn reserve(&mut self, count: usize);
}

impl<T: Eq + Hash + Copy> Store for Vec<T> {
    type Value = T;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn value(&self, number: u32) -> Option<&T> {
        self.get(number as usize)
    }

    #[inline]
    fn add(&mut self, value: &T) {
        self.push(*value);
    }

    fn reserve(&mut self, count: usize) {
        self.reserve_exact(count);
    }
}

/// Texts in one string, so that each takes little more than its letters.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    letters: String,
    /// Where each text ends.
    ends: Vec<usize>,
}

impl Store for Texts {
    type Value = str;

    fn count(&self) -> usize {
        self.ends.len()
    }

    fn value(&self, number: u32) -> Option<&str> {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        self.ends.get(number).map(|&end| slice(&self.letters, start.unwrap_or_default()..end))
    }

    fn add(&mut self, text: &str) {
        self.letters.push_str(text);
        self.ends.push(self.letters.len());
    }

    fn reserve(&mut self, count: usize) {
        self.ends.reserve_exact(count);
    }
}

/// Stands in a free slot: no value has this number.
const FREE: u32 = u32::MAX;

/// How many slots there are at first.
const FEWEST_SLOTS: usize = 1 << 8;

impl<T> Interner<Vec<T>> {
    pub(crate) fn into_values(self) -> Vec<T> {
        self.values
    }
}

impl<S: Store> Interner<S> {
    /// How many values there are, which is the number of the next one.
    pub(crate) fn len(&self) -> usize {
        self.values.count()
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&S::Value> {
        self.values.value(number)
    }

    /// Gives the next number to a value that [`intern`](Self::intern) need not find again.
    pub(crate) fn push(&mut self, value: &S::Value) {
        self.values.add(value);
    }

    /// The number of a value: the next one if the value is new.
    #[inline]
    pub(crate) fn intern(&mut self, value: &S::Value) -> u32 {
        // As long as a quarter of the slots is free, a free one is near.
        if self.len() >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let next = self.len() as u32;
        let slot = self.slot_of(value);
        let Some(number) = self.slots.get_mut(slot) else { return next };
        if *number == FREE {
            *number = next;
            self.values.add(value);
        }
        *number
    }

    /// The slot that holds the number of a value, or the free one where it belongs.
    #[inline]
    fn slot_of(&self, value: &S::Value) -> usize {
        let last = self.slots.len().wrapping_sub(1);
        let mut slot = self.seed.hash_one(value) as usize & last;
        let is_of_another = |slot: usize| {
            let number = self.slots.get(slot).map_or(FREE, |number| *number);
            self.get(number).is_some_and(|other| other != value)
        };
        while is_of_another(slot) {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        // Freed before the new slots are made: the values say where each number belongs.
        self.slots = Vec::new();
        let count = (self.len() * 2).next_power_of_two().max(FEWEST_SLOTS);
        self.slots.resize(count, FREE);
        self.values.reserve(count / 4 * 3 - self.len());
        for number in 0..self.len() as u32 {
            let Some(slot) = self.get(number).map(|value| self.slot_of(value)) else { continue };
            if let Some(free) = self.slots.get_mut(slot) {
                *free = number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers_while_slots_grow() {
        let mut values = Interner::<Vec<u32>>::default();
        for number in 0..5_000 {
            if number % 7 == 0 {
                values.push(&u32::MAX);
            } else {
                assert_eq!(values.intern(&(number * 3)), number);
            }
        }
        for number in (0..5_000).filter(|number| number % 7 > 0) {
            assert_eq!((values.intern(&(number * 3)), values.get(number)), (number, Some(&(number * 3))));
        }
        assert_eq!((values.intern(&1), values.len()), (5_000, 5_001));
    }

    #[test]
    fn texts_keep_their_numbers_while_slots_grow() {
        let mut texts = Interner::<Texts>::default();
        let text = |number: u32| "é".repeat(number as usize % 3) + &number.to_string();
        for number in 0..2_000 {
            assert_eq!(texts.intern(&text(number)), number);
        }
        for number in 0..2_000 {
            assert_eq!((texts.intern(&text(number)), texts.get(number)), (number, Some(&*text(number))));
        }
        assert_eq!((texts.intern(""), texts.intern("é"), texts.get(2_002)), (2_000, 2_001, None));
    }
}
