//! Collects the features of one entry or candidate, each once: what the models of phases (H17), decisions (H19) and steps (H20) judge by.

use crate::english::class::{Classes, set_bits};
use crate::model::{Feature, Layout};
use crate::names::names;
use crate::text::{Block, BlockKind, Marker, ParsedContent, WordSlice, is_heading};
use std::iter;

/// At most this many words of a heading, a label or an introduction are features: many candidates can share them.
const FIRST_WORDS: usize = 16;

/// A set of features of the value 1.
pub(crate) struct Features<'l> {
    layout: &'l Layout,
    all: Vec<Feature>,
    /// A bit for each feature of the layout: whether it is in the set.
    is_in: Vec<u64>,
}

impl<'l> Features<'l> {
    pub(crate) fn new(layout: &'l Layout) -> Self {
        let bits = u64::BITS as usize;
        Self { layout, all: Vec::new(), is_in: vec![0; layout.len().div_ceil(bits)] }
    }

    pub(crate) fn clear(&mut self) {
        for feature in self.all.drain(..) {
            if let Some(bits) = self.is_in.get_mut((feature.number / u64::BITS) as usize) {
                *bits = 0;
            }
        }
    }

    pub(crate) fn all(&self) -> &[Feature] {
        &self.all
    }

    fn add_number(&mut self, number: u32) {
        let bit = 1 << (number % u64::BITS);
        let bits = self.is_in.get_mut((number / u64::BITS) as usize);
        if let Some(bits) = bits.filter(|bits| **bits & bit == 0) {
            *bits |= bit;
            self.all.push(Feature { number, value: 1 });
        }
    }

    /// Adds a term of a slot. A term that the slot does not have, such as an unknown word, is no feature; so in all methods here.
    #[inline(never)] // called from many places, each of which would grow
    pub(crate) fn add(&mut self, slot: usize, term: u32) {
        self.add_terms(slot, iter::once(term));
    }

    fn add_terms(&mut self, slot: usize, terms: impl Iterator<Item = u32>) {
        let slot = self.layout.numbers(slot);
        let numbers = terms.map(|term| slot.start.saturating_add(term));
        numbers.filter(|number| *number < slot.end).for_each(|number| self.add_number(number));
    }

    pub(crate) fn add_if(&mut self, is_so: bool, slot: usize, term: u32) {
        if is_so {
            self.add(slot, term);
        }
    }

    #[inline]
    pub(crate) fn add_words(&mut self, slot: usize, words: WordSlice<'_>) {
        self.add_terms(slot, words.iter().map(|word| word.number));
    }

    /// Adds the first of some words.
    pub(crate) fn add_first_words(&mut self, slot: usize, words: WordSlice<'_>) {
        self.add_words(slot, words.lead(FIRST_WORDS));
    }

    pub(crate) fn add_classes(&mut self, slot: usize, classes: Classes) {
        self.add_terms(slot, classes.numbers());
    }

    /// Adds each class in a pair with the name at the index `other` of `names`.
    pub(crate) fn add_class_pairs(&mut self, slot: usize, classes: Classes, other: u32, names: &[&str]) {
        self.add_terms(slot, classes.numbers().map(|class| class * names.len() as u32 + other));
    }

    /// Adds the terms whose bits are set.
    pub(crate) fn add_bits(&mut self, slot: usize, bits: u64) {
        self.add_terms(slot, set_bits(bits.into()));
    }
}

/// The section whose heading stands above a block. For a heading that is not its own section, but the one around it.
pub(crate) fn section_around(content: &ParsedContent<'_>, block: &Block) -> Option<usize> {
    if is_heading(block) {
        content.section(content.section_of(block))?.parent
    } else {
        content.section_of(block)
    }
}

names! {
    /// The terms of the slot.
    pub(crate) KINDS:
    "paragraph" as PARAGRAPH, "item" as ITEM, "open-task" as OPEN_TASK, "done-task" as DONE_TASK,
    "number" as NUMBER, "nested-number" as NESTED_NUMBER, "letter" as LETTER, "row" as ROW, "code" as CODE,
    "rule" as RULE, "heading-1" as HEADING_1, "heading-2", "heading-3", "heading-4", "heading-5", "heading-6",
    "heading-without-mark", "nothing" as NOTHING,
}

/// The index in [`KINDS`] of a block, by its kind and mark; that of `nothing` if there is no block.
pub(crate) fn kind_of_block(block: Option<(BlockKind, Option<Marker>)>) -> u32 {
    let Some(block) = block else { return NOTHING };
    match block {
        (BlockKind::Definition, _) => NOTHING,
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => OPEN_TASK,
        (BlockKind::Item, Some(Marker::Task { .. })) => DONE_TASK,
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => NUMBER,
        (BlockKind::Item, Some(Marker::Number { .. })) => NESTED_NUMBER,
        (BlockKind::Item, Some(Marker::Letter(_))) => LETTER,
        (BlockKind::Item, _) => ITEM,
        (BlockKind::Paragraph, _) => PARAGRAPH,
        (BlockKind::Row, _) => ROW,
        (BlockKind::Code, _) => CODE,
        (BlockKind::Rule, _) => RULE,
        (BlockKind::Heading(level), _) => HEADING_1 - 1 + u32::from(level.clamp(1, 7)),
    }
}
