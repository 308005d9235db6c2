//! What models judge by: features, each a term in a slot, such as `title:postmortem`.

use super::Vocabulary;
use crate::english::class;
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

/// A term that was found in a slot of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// The slot, such as `title` for the words of the title.
    pub slot: &'static str,
    /// What is in it.
    pub term: Term,
    /// How much of it there is; 1 for what is either there or not.
    pub value: i32,
}

/// What can be in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// A word, by its number in the vocabulary.
    Word(u32),
    /// A class of words, by its number.
    Class(u32),
    /// One of a few names that the slot has.
    Name(&'static str),
    /// The class of a word, and a name of what is beside it (`choose+name`).
    Pair(u32, &'static str),
}

impl Term {
    /// Its text, and that of its second part, which is empty for most.
    fn parts(self, vocabulary: &Vocabulary) -> Option<(&str, &'static str)> {
        let class = |number: u32| class::NAMES.get(number as usize).copied();
        match self {
            Self::Word(number) => Some((vocabulary.word(number)?, "")),
            Self::Class(number) => Some((class(number)?, "")),
            Self::Name(name) => Some((name, "")),
            Self::Pair(number, name) => Some((class(number)?, name)),
        }
    }
}

impl Feature {
    /// Its name in the file of weights.
    #[must_use]
    pub fn name(&self, vocabulary: &Vocabulary) -> Option<String> {
        let (term, beside) = self.term.parts(vocabulary)?;
        let plus = if beside.is_empty() { "" } else { "+" };
        Some(format!("{}:{term}{plus}{beside}", self.slot))
    }

    /// What a model knows it by, which is found faster than its name; `slot` is the hash of the slot.
    pub(super) fn key(&self, slot: u64, vocabulary: &Vocabulary) -> Option<u64> {
        let (term, beside) = self.term.parts(vocabulary)?;
        Some(key_of(slot, hash(term), hash(beside)))
    }
}

/// The key of the feature of this name.
pub(super) fn key(name: &str) -> u64 {
    let (slot, term) = name.split_once(':').unwrap_or((name, ""));
    let (term, beside) = term.split_once('+').unwrap_or((term, ""));
    key_of(hash(slot), hash(term), hash(beside))
}

/// The key from the hashes of its parts. That they are moved by different amounts tells a slot from a term.
const fn key_of(slot: u64, term: u64, beside: u64) -> u64 {
    slot ^ term.rotate_left(1) ^ beside.rotate_left(2)
}

/// The hash of a slot or term.
pub(super) fn hash(text: &str) -> u64 {
    FixedState::default().hash_one(text)
}
