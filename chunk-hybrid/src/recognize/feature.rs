//! The features of one line, collected: what the models of phases (H17), decisions (H19) and steps (H20) judge by.

use crate::{
    english::class::Classes,
    model::{Feature, Layout},
    text::{
        block::{Block, is_heading},
        document::ParsedContent,
        line_end::lines_and_sentences,
        word::{Word, WordSlice},
    },
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// Of some words together, such as those of the heading above, so many are features.
const TOGETHER: usize = 16;

/// What is so of a line, each thing once.
pub(super) struct Features<'l> {
    layout: &'l Layout,
    numbers: Vec<u32>,
    all: Vec<Feature>,
}

impl<'l> Features<'l> {
    pub(super) const fn new(layout: &'l Layout) -> Self {
        Self { layout, numbers: Vec::new(), all: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.numbers.clear();
    }

    pub(super) fn add(&mut self, slot: usize, term: u32) {
        self.numbers.extend(self.layout.number(slot, term));
    }

    pub(super) fn add_if(&mut self, is_so: bool, slot: usize, term: u32) {
        if is_so {
            self.add(slot, term);
        }
    }

    pub(super) fn word(&mut self, slot: usize, word: Word<'_>) {
        self.add(slot, word.number);
    }

    /// The first of some words together.
    pub(super) fn words(&mut self, slot: usize, words: WordSlice<'_>) {
        words.iter().take(TOGETHER).for_each(|word| self.word(slot, word));
    }

    /// The classes that the slot has.
    pub(super) fn classes(&mut self, slot: usize, classes: Classes) {
        classes.numbers().for_each(|class| self.add(slot, class));
    }

    /// The classes that the slot has, each in a pair with the name `other` of `names`.
    pub(super) fn class_pairs(&mut self, slot: usize, classes: Classes, other: u32, names: &[&str]) {
        classes.numbers().for_each(|class| self.add(slot, class * names.len() as u32 + other));
    }

    /// The terms whose bits are set.
    pub(super) fn bits(&mut self, slot: usize, mut bits: u64) {
        while bits != 0 {
            self.add(slot, bits.trailing_zeros());
            bits &= bits - 1;
        }
    }

    /// The words of the headings above.
    pub(super) fn headings(
        &mut self,
        content: &ParsedContent<'_>,
        section: Option<usize>,
        nearest: usize,
        above: usize,
    ) {
        let Some(section) = content.section(section) else { return };
        self.words(nearest, content.words.within(&section.title()));
        if let Some(parent) = content.section(section.parent()) {
            self.words(above, content.words.within(&parent.title()));
        }
    }

    /// All of them, sorted.
    pub(super) fn finish(&mut self) -> &[Feature] {
        self.numbers.sort_unstable();
        self.numbers.dedup();
        self.all.clear();
        self.all.extend(self.numbers.iter().map(|&number| Feature { number, value: 1 }));
        &self.all
    }
}

/// The section that a block stands in: of a heading the one around its own.
pub(super) fn section_around(content: &ParsedContent<'_>, block: &Block) -> Option<usize> {
    if is_heading(block) { content.section(block.section())?.parent() } else { block.section() }
}

/// The sentences of a block's text, and the lines that were begun anew, without the white space behind each.
pub(super) fn sentences_of(content: &ParsedContent<'_>, block: &Block) -> impl Iterator<Item = Range<usize>> {
    let (start, text) = (block.text(), content.text_of(block));
    lines_and_sentences(text).map(move |sentence| {
        let end = unicode::trim_end(slice(text, 0..sentence.end)).len();
        start + sentence.start..start + end.max(sentence.start)
    })
}
