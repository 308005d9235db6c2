//! The features of one line, collected: what the models of phases (H17), decisions (H19) and steps (H20) judge by.

use crate::{
    english::class::{Classes, set_bits},
    model::{Feature, Layout},
    text::{
        block::{Block, is_heading},
        document::ParsedContent,
        word::WordSlice,
    },
};
use std::iter;

/// Of some words together, such as those of the heading above, so many are features.
const TOGETHER: usize = 16;

/// What is so of a line, each thing once.
pub(super) struct Features<'l> {
    layout: &'l Layout,
    all: Vec<Feature>,
    /// A bit for each feature of the layout: whether it is one of these.
    met: Vec<u64>,
}

impl<'l> Features<'l> {
    pub(super) fn new(layout: &'l Layout) -> Self {
        let bits = u64::BITS as usize;
        Self { layout, all: Vec::new(), met: vec![0; layout.len().div_ceil(bits)] }
    }

    pub(super) fn clear(&mut self) {
        for feature in self.all.drain(..) {
            let bits = self.met.get_mut((feature.number / u64::BITS) as usize);
            bits.into_iter().for_each(|bits| *bits = 0);
        }
    }

    pub(super) fn all(&self) -> &[Feature] {
        &self.all
    }

    fn meet(&mut self, number: u32) {
        let bit = 1 << (number % u64::BITS);
        let bits = self.met.get_mut((number / u64::BITS) as usize);
        if let Some(bits) = bits.filter(|bits| **bits & bit == 0) {
            *bits |= bit;
            self.all.push(Feature { number, value: 1 });
        }
    }

    // Called from so many places that each would grow.
    #[inline(never)]
    pub(super) fn add(&mut self, slot: usize, term: u32) {
        self.add_all(slot, iter::once(term));
    }

    fn add_all(&mut self, slot: usize, terms: impl Iterator<Item = u32>) {
        let slot = self.layout.numbers(slot);
        let numbers = terms.map(|term| slot.start.saturating_add(term));
        numbers.filter(|number| *number < slot.end).for_each(|number| self.meet(number));
    }

    pub(super) fn add_if(&mut self, is_so: bool, slot: usize, term: u32) {
        if is_so {
            self.add(slot, term);
        }
    }

    #[inline]
    pub(super) fn each_word(&mut self, slot: usize, words: WordSlice<'_>) {
        self.add_all(slot, words.iter().map(|word| word.number));
    }

    /// The first of some words together.
    pub(super) fn words(&mut self, slot: usize, words: WordSlice<'_>) {
        self.each_word(slot, words.lead(TOGETHER));
    }

    /// The classes that the slot has.
    pub(super) fn classes(&mut self, slot: usize, classes: Classes) {
        self.add_all(slot, classes.numbers());
    }

    /// The classes that the slot has, each in a pair with the name `other` of `names`.
    pub(super) fn class_pairs(&mut self, slot: usize, classes: Classes, other: u32, names: &[&str]) {
        self.add_all(slot, classes.numbers().map(|class| class * names.len() as u32 + other));
    }

    /// The terms whose bits are set.
    pub(super) fn bits(&mut self, slot: usize, bits: u64) {
        self.add_all(slot, set_bits(bits.into()));
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
        self.words(nearest, content.words_of_title(&section));
        if let Some(parent) = content.section(section.parent()) {
            self.words(above, content.words_of_title(&parent));
        }
    }
}

/// The section that a block stands in: of a heading the one around its own.
pub(super) fn section_around(content: &ParsedContent<'_>, block: &Block) -> Option<usize> {
    if is_heading(block) {
        content.section(content.section_of(block))?.parent()
    } else {
        content.section_of(block)
    }
}
