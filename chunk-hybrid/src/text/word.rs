//! The words of a document: runs of letters and digits, with an apostrophe inside (`don't`). Each is looked up once, when the document is
//! read; recognizers and similarity work on what was found then.

pub(crate) mod read;

use crate::english::class::Classes;
use std::ops::Range;

/// A word where it occurs, and what the lexicon and the models know of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The number of its stem, if it says something about a topic.
    pub(crate) term: Option<u32>,
    /// Whether exactly one space is between it and the word before, as for most words.
    pub(crate) is_spaced: bool,
    /// Whether it is in an address, such as a URL.
    pub(crate) in_address: bool,
    /// Its classes, and those of a phrase that starts with it.
    pub(crate) classes: Classes,
    /// Its number in the models' vocabulary, or [`UNKNOWN`](crate::model::UNKNOWN).
    pub(crate) number: u32,
    /// How many words follow in the longest phrase that starts with it.
    pub(crate) phrase_tail: u8,
}

impl Word {
    pub(crate) const fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Words that follow each other.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WordSlice<'w>(&'w [Word]);

impl<'w> WordSlice<'w> {
    pub(crate) const fn len(self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Word> + ExactSizeIterator + Clone + use<'w> {
        self.0.iter().copied()
    }

    pub(crate) fn get(self, index: usize) -> Option<Word> {
        self.0.get(index).copied()
    }

    pub(crate) fn first(self) -> Option<Word> {
        self.get(0)
    }

    pub(crate) fn last(self) -> Option<Word> {
        self.0.last().copied()
    }

    /// The words in a range of indices; none, if the range goes too far.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self(self.0.get(range).unwrap_or_default())
    }

    /// The first `count` words, or all.
    pub(crate) fn lead(self, count: usize) -> Self {
        self.part(0..count.min(self.len()))
    }

    /// All but the first `count` words.
    pub(crate) fn after(self, count: usize) -> Self {
        self.part(count.min(self.len())..self.len())
    }

    /// These words if `is_so`, else none.
    pub(crate) fn only_if(self, is_so: bool) -> Self {
        if is_so { self } else { Self::default() }
    }

    /// Whether one of the words has one of these classes.
    pub(crate) fn any(self, classes: Classes) -> bool {
        self.0.iter().any(|word| word.classes.any(classes))
    }

    /// The words that start at the byte `at` or after it.
    pub(crate) fn from(self, at: usize) -> Self {
        self.after(self.before(at))
    }

    /// How many words start before the byte `at`.
    pub(crate) fn before(self, at: usize) -> usize {
        self.0.partition_point(|word| word.start < at)
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(self, span: &Range<usize>) -> Self {
        let rest = self.from(span.start);
        rest.lead(rest.0.partition_point(|word| word.end <= span.end))
    }
}

/// The words of a text, in order.
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<Word>,
    /// How many different terms there are.
    pub(crate) terms: usize,
}

impl Words {
    pub(crate) fn all(&self) -> WordSlice<'_> {
        WordSlice(&self.words)
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(&self, span: &Range<usize>) -> WordSlice<'_> {
        self.all().within(span)
    }
}
