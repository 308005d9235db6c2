//! The words that the models know, and their numbers.

use crate::Dictionary;
use crate::english::lexicon::Known;
use std::sync::{Arc, OnceLock};

/// The number of every word that is not in the vocabulary.
pub const UNKNOWN: u32 = u32::MAX;

/// Lowercase words and their numbers, from 0. A clone is cheap.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    words: Arc<[Entry]>,
    numbers: Arc<Dictionary<Arc<str>, u32>>,
}

/// A word of the vocabulary.
#[derive(Debug)]
struct Entry {
    word: Arc<str>,
    /// What is known of the word, once a document had it.
    known: OnceLock<Known>,
}

impl Vocabulary {
    /// The vocabulary of these words, numbered in their order.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let entry = |word| Entry { word: Arc::from(word), known: OnceLock::new() };
        let words: Arc<[_]> = words.into_iter().map(entry).collect();
        let numbers = words.iter().map(|entry| Arc::clone(&entry.word)).zip(0..UNKNOWN);
        Self { numbers: Arc::new(numbers.collect()), words }
    }

    /// The number of a word, or [`UNKNOWN`].
    #[must_use]
    pub fn number(&self, word: &str) -> u32 {
        self.numbers.get(word).copied().unwrap_or(UNKNOWN)
    }

    /// The word of a number.
    #[must_use]
    pub fn word(&self, number: u32) -> Option<&str> {
        self.words.get(number as usize).map(|entry| &*entry.word)
    }

    /// What is known of the word of a number. It is kept, because documents have many words in common: found out again for each, a document of
    /// 5,000 tokens would take a tenth more instructions.
    pub(crate) fn known(&self, number: u32) -> Option<&Known> {
        let entry = self.words.get(number as usize)?;
        Some(entry.known.get_or_init(|| Known::of(&entry.word)))
    }
}
