//! The features of one line, collected: what the models of decisions (H19) and steps (H20) judge by.

use crate::{
    english::class::Classes,
    model::{Feature, Layout, UNKNOWN},
    text::{document::ParsedContent, word::Word},
};
use std::ops::Range;

/// Of what is repeated with many lines, such as the words of their heading, so many words are features.
const REPEATED: usize = 16;

/// What is so of a line, each thing once.
pub(super) struct Features<'c, 'd> {
    content: &'c ParsedContent<'d>,
    layout: &'c Layout,
    all: Vec<Feature>,
}

impl<'c, 'd> Features<'c, 'd> {
    pub(super) const fn new(content: &'c ParsedContent<'d>, layout: &'c Layout) -> Self {
        Self { content, layout, all: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    pub(super) fn add(&mut self, slot: usize, term: u32) {
        self.layout.add(&mut self.all, slot, term, 1);
    }

    pub(super) fn word(&mut self, slot: usize, word: &Word) {
        if word.number != UNKNOWN {
            self.add(slot, word.number);
        }
    }

    /// The first of some words that are repeated with other lines.
    pub(super) fn words(&mut self, slot: usize, words: Range<usize>) {
        for word in self.content.words.slice(words).iter().take(REPEATED) {
            self.word(slot, word);
        }
    }

    /// The classes that the slot has.
    pub(super) fn classes(&mut self, slot: usize, classes: Classes) {
        classes.numbers().for_each(|class| self.add(slot, class));
    }

    /// The terms whose bits are set.
    pub(super) fn bits(&mut self, slot: usize, mut bits: u64) {
        while bits != 0 {
            self.add(slot, bits.trailing_zeros());
            bits &= bits - 1;
        }
    }

    /// The words of the headings above.
    pub(super) fn headings(&mut self, section: Option<usize>, nearest: usize, above: usize) {
        let content = self.content;
        let Some(section) = content.section(section) else { return };
        self.words(nearest, content.words.within(&section.title));
        if let Some(parent) = content.section(section.parent) {
            self.words(above, content.words.within(&parent.title));
        }
    }

    /// All of them, sorted.
    pub(super) fn finish(&mut self) -> &[Feature] {
        self.all.sort_unstable_by_key(|feature| feature.number);
        self.all.dedup_by_key(|feature| feature.number);
        &self.all
    }
}
