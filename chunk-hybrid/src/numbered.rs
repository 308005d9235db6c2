//! Things that are met again and again, each kept once and numbered as it was first met. A map keeps places free, each as large as a thing,
//! and twice while it grows: here only numbers have places, so that all things of a text can differ.

use crate::dictionary::Seed;
use std::hash::{BuildHasher, Hash};

/// Things by their numbers.
#[derive(Debug)]
pub(crate) struct Numbered<T> {
    all: Vec<T>,
    /// The numbers, each at the place that its thing's hash says or at the first behind that was [`FREE`]. A power of two of them.
    places: Vec<u32>,
    seed: Seed,
}

/// No thing has this number.
const FREE: u32 = u32::MAX;

/// How many places there are at first.
const FEWEST: usize = 1 << 8;

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: Vec::new(), seed: Seed::default() }
    }
}

impl<T> Numbered<T> {
    /// How many there are, which is the number of the next one.
    pub(crate) const fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&T> {
        self.all.get(number as usize)
    }

    pub(crate) fn into_all(self) -> Vec<T> {
        self.all
    }

    /// Gives the next number to one that nobody asks for the number of.
    pub(crate) fn push(&mut self, one: T) {
        self.all.push(one);
    }
}

impl<T: Eq + Hash> Numbered<T> {
    /// The number of one, which is the next one if it is new.
    #[inline]
    pub(crate) fn number(&mut self, one: T) -> u32 {
        // Where a quarter is free, a free place is near.
        if self.all.len() >= self.places.len() / 4 * 3 {
            self.grow();
        }
        let next = self.all.len() as u32;
        let at = self.place(&one);
        let Some(number) = self.places.get_mut(at) else { return next };
        if *number == FREE {
            *number = next;
            self.all.push(one);
        }
        *number
    }

    /// The place of the number of one, or the free one that it belongs at.
    #[inline]
    fn place(&self, one: &T) -> usize {
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
        let count = (self.all.len() * 2).next_power_of_two().max(FEWEST);
        self.places.resize(count, FREE);
        self.all.reserve_exact(count / 4 * 3 - self.all.len());
        for (number, one) in (0..).zip(&self.all) {
            let at = self.place(one);
            self.places.get_mut(at).into_iter().for_each(|place| *place = number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_numbers_while_places_grow() {
        let mut things = Numbered::default();
        for number in 0..5_000 {
            if number % 7 == 0 {
                things.push(u32::MAX);
            } else {
                assert_eq!(things.number(number * 3), number);
            }
        }
        for number in (0..5_000).filter(|number| number % 7 > 0) {
            assert_eq!((things.number(number * 3), things.get(number)), (number, Some(&(number * 3))));
        }
        assert_eq!((things.number(1), things.len()), (5_000, 5_001));
    }
}
