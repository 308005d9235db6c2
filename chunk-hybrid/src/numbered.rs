//! Things that are met again and again, each kept once and numbered as it was first met. A map keeps places free, each as large as a thing,
//! and twice while it grows: here only numbers have places, so that all things of a text can differ.

use crate::dictionary::Seed;
use chunk_core::slice;
use std::hash::{BuildHasher, Hash};

/// Things by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Numbered<S> {
    all: S,
    /// The numbers, each at the place that its thing's hash says or at the first behind that was [`FREE`]. A power of two of them.
    places: Vec<u32>,
    seed: Seed,
}

/// What things are kept in, one behind the other.
pub(crate) trait Store {
    type Thing: Eq + Hash + ?Sized;

    fn count(&self) -> usize;

    fn thing(&self, number: u32) -> Option<&Self::Thing>;

    fn add(&mut self, one: &Self::Thing);

    /// Makes room for so many more.
    fn make_room(&mut self, count: usize);
}

impl<T: Eq + Hash + Copy> Store for Vec<T> {
    type Thing = T;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn thing(&self, number: u32) -> Option<&T> {
        self.get(number as usize)
    }

    #[inline]
    fn add(&mut self, one: &T) {
        self.push(*one);
    }

    fn make_room(&mut self, count: usize) {
        self.reserve_exact(count);
    }
}

/// Texts, each of which takes little more than its letters.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    letters: String,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Store for Texts {
    type Thing = str;

    fn count(&self) -> usize {
        self.ends.len()
    }

    fn thing(&self, number: u32) -> Option<&str> {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        self.ends.get(number).map(|&end| slice(&self.letters, start.unwrap_or_default()..end))
    }

    fn add(&mut self, one: &str) {
        self.letters.push_str(one);
        self.ends.push(self.letters.len());
    }

    fn make_room(&mut self, count: usize) {
        self.ends.reserve_exact(count);
    }
}

/// No thing has this number.
const FREE: u32 = u32::MAX;

/// How many places there are at first.
const FEWEST: usize = 1 << 8;

impl<T> Numbered<Vec<T>> {
    pub(crate) fn into_all(self) -> Vec<T> {
        self.all
    }
}

impl<S: Store> Numbered<S> {
    /// How many there are, which is the number of the next one.
    pub(crate) fn len(&self) -> usize {
        self.all.count()
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&S::Thing> {
        self.all.thing(number)
    }

    /// Gives the next number to one that nobody asks for the number of.
    pub(crate) fn push(&mut self, one: &S::Thing) {
        self.all.add(one);
    }

    /// The number of one, which is the next one if it is new.
    #[inline]
    pub(crate) fn number(&mut self, one: &S::Thing) -> u32 {
        // Where a quarter is free, a free place is near.
        if self.len() >= self.places.len() / 4 * 3 {
            self.grow();
        }
        let next = self.len() as u32;
        let at = self.place(one);
        let Some(number) = self.places.get_mut(at) else { return next };
        if *number == FREE {
            *number = next;
            self.all.add(one);
        }
        *number
    }

    /// The place of the number of one, or the free one that it belongs at.
    #[inline]
    fn place(&self, one: &S::Thing) -> usize {
        let last = self.places.len().wrapping_sub(1);
        let mut at = self.seed.hash_one(one) as usize & last;
        let is_of_another = |at: usize| {
            let number = self.places.get(at).map_or(FREE, |number| *number);
            self.get(number).is_some_and(|own| own != one)
        };
        while is_of_another(at) {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        // Not beside the old places, for the things tell all.
        self.places = Vec::new();
        let count = (self.len() * 2).next_power_of_two().max(FEWEST);
        self.places.resize(count, FREE);
        self.all.make_room(count / 4 * 3 - self.len());
        for number in 0..self.len() as u32 {
            let at = self.get(number).map(|one| self.place(one)).and_then(|at| self.places.get_mut(at));
            at.into_iter().for_each(|place| *place = number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_numbers_while_places_grow() {
        let mut things = Numbered::<Vec<u32>>::default();
        for number in 0..5_000 {
            if number % 7 == 0 {
                things.push(&u32::MAX);
            } else {
                assert_eq!(things.number(&(number * 3)), number);
            }
        }
        for number in (0..5_000).filter(|number| number % 7 > 0) {
            assert_eq!((things.number(&(number * 3)), things.get(number)), (number, Some(&(number * 3))));
        }
        assert_eq!((things.number(&1), things.len()), (5_000, 5_001));
    }

    #[test]
    fn texts_keep_their_numbers_while_places_grow() {
        let mut texts = Numbered::<Texts>::default();
        let text = |number: u32| "é".repeat(number as usize % 3) + &number.to_string();
        for number in 0..2_000 {
            assert_eq!(texts.number(&text(number)), number);
        }
        for number in 0..2_000 {
            assert_eq!((texts.number(&text(number)), texts.get(number)), (number, Some(&*text(number))));
        }
        assert_eq!((texts.number(""), texts.number("é"), texts.get(2_002)), (2_000, 2_001, None));
    }
}
