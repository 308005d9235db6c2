//! The words that the models know, and their numbers.

use crate::Dictionary;
use std::sync::Arc;

/// The number of every word that is not in the vocabulary.
pub const UNKNOWN: u32 = u32::MAX;

/// Lowercase words and their numbers, from 0. A clone is cheap and counts as the same vocabulary.
#[derive(Debug, Clone)]
pub struct Vocabulary(Arc<Words>);

#[derive(Debug)]
struct Words {
    words: Vec<Arc<str>>,
    numbers: Dictionary<Arc<str>, u32>,
}

impl Vocabulary {
    /// The vocabulary of these words, numbered in their order.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let words: Vec<Arc<str>> = words.into_iter().map(Arc::from).collect();
        let numbers = words.iter().cloned().zip(0..UNKNOWN).collect();
        Self(Arc::new(Words { words, numbers }))
    }

    /// How many words there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        // No more than `new` gave numbers to.
        self.0.words.len().min(UNKNOWN as usize) as u32
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.words.is_empty()
    }

    /// The number of a word, or [`UNKNOWN`].
    #[must_use]
    pub fn number(&self, word: &str) -> u32 {
        self.0.numbers.get(word).copied().unwrap_or(UNKNOWN)
    }

    /// The word of a number.
    #[must_use]
    pub fn word(&self, number: u32) -> Option<&str> {
        self.0.words.get(number as usize).map(|word| &**word)
    }

    /// Whether one is a clone of the other; equal words are not enough.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::new([])
    }
}
