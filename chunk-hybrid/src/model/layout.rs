//! The features that a model can have, and their numbers. A feature is a term in a slot: `title:postmortem`, `shape:checkbox`.

use super::{UNKNOWN, Vocabulary};
use chunk_core::slice;
use std::ops::Range;

/// A group of features, such as those for the words of the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Its name, without a colon.
    pub name: &'static str,
    /// The terms that it can hold; each is a feature.
    pub terms: Terms,
}

/// The terms of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// The words of the vocabulary.
    Words,
    /// One of these.
    Names(&'static [&'static str]),
    /// One of the first with one of the second (`choose+name`).
    Pairs(&'static [&'static str], &'static [&'static str]),
}

/// A feature of a document, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Its number in the layout.
    pub number: u32,
    /// How much of it there is; 1 for a feature that is either there or not.
    pub value: i32,
}

/// The features that a model can have, each with its number.
#[derive(Debug, Clone)]
pub struct Layout {
    slots: Vec<Slot>,
    vocabulary: Vocabulary,
    /// The number of each slot's first feature, and at the end the number of all features.
    starts: Vec<u32>,
}

impl Layout {
    /// The features of `slots` over a vocabulary.
    #[must_use]
    pub fn new(slots: impl IntoIterator<Item = Slot>, vocabulary: &Vocabulary) -> Self {
        let slots: Vec<Slot> = slots.into_iter().collect();
        let mut starts = vec![0];
        let mut end = 0_u32;
        for slot in &slots {
            end += match slot.terms {
                Terms::Words => vocabulary.size(),
                Terms::Names(names) => names.len() as u32,
                Terms::Pairs(first, second) => (first.len() * second.len()) as u32,
            };
            starts.push(end);
        }
        Self { slots, vocabulary: vocabulary.clone(), starts }
    }

    /// The vocabulary.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// How many features there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.starts.last().map_or(0, |end| *end as usize)
    }

    /// The number of a term in a slot; `None` for what the slot does not have, such as an unknown word.
    #[inline]
    #[must_use]
    pub fn number(&self, slot: usize, term: u32) -> Option<u32> {
        let all = self.numbers(slot);
        all.start.checked_add(term).filter(|number| *number < all.end)
    }

    /// The numbers of all terms of a slot.
    pub(crate) fn numbers(&self, slot: usize) -> Range<u32> {
        let border = |slot: usize| self.starts.get(slot).copied().unwrap_or_default();
        border(slot)..border(slot + 1)
    }

    /// The feature's name: slot and term.
    #[must_use]
    pub fn name(&self, number: u32) -> Option<String> {
        let slot = self.starts.partition_point(|start| *start <= number).checked_sub(1)?;
        let (definition, term) = (self.slots.get(slot)?, number - self.starts.get(slot)?);
        let term = match definition.terms {
            Terms::Words => self.vocabulary.word(term)?.to_owned(),
            Terms::Names(names) => (*names.get(term as usize)?).to_owned(),
            Terms::Pairs(first, second) => {
                let (one, other) = (term as usize / second.len(), term as usize % second.len());
                format!("{}+{}", first.get(one)?, second.get(other)?)
            }
        };
        Some(format!("{}:{term}", definition.name))
    }

    /// The number of the feature of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        let colon = name.bytes().position(|byte| byte == b':')?;
        let (slot_name, term) = (slice(name, 0..colon), slice(name, colon + 1..name.len()));
        let slot = self.slots.iter().position(|slot| slot.name == slot_name)?;
        let term = match self.slots.get(slot)?.terms {
            Terms::Words => Some(self.vocabulary.number(term)).filter(|number| *number != UNKNOWN)?,
            Terms::Names(names) => place(names, term)?,
            Terms::Pairs(first, second) => {
                let (one, other) = term.split_once('+')?;
                place(first, one)? * second.len() as u32 + place(second, other)?
            }
        };
        self.number(slot, term)
    }
}

/// The index of a name in a list.
pub(crate) fn place(names: &[&str], own: &str) -> Option<u32> {
    names.iter().position(|name| *name == own).map(|place| place as u32)
}
