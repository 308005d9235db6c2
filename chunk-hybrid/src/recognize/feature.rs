//! What the models of phases (H17), decisions (H19) and steps (H20) judge by. Each has a table of its slots; a row says what an entry or
//! candidate has in the slot.

use crate::english::class::Classes;
use crate::model::{Feature, Layout, Slot, Terms, Vocabulary, place};
use crate::text::{Block, BlockKind, Marker, WordSlice};

/// At most this many words of a heading, a label or an introduction are features: many candidates can share them.
const FIRST_WORDS: usize = 16;

/// The terms that an entry or candidate has in a slot, by their numbers. What the slot does not have, such as an unknown word, is none.
pub(crate) struct Found {
    slot: Terms,
    terms: Vec<u32>,
}

impl Found {
    pub(crate) fn words(&mut self, words: WordSlice<'_>) {
        self.terms.extend(words.iter().map(|word| word.number));
    }

    /// The first of some words.
    pub(crate) fn lead(&mut self, words: WordSlice<'_>) {
        self.words(words.lead(FIRST_WORDS));
    }

    /// The classes of all these words together.
    pub(crate) fn classes(&mut self, words: WordSlice<'_>) {
        let classes = words.iter().fold(Classes::NONE, |all, word| all.or(word.classes));
        self.terms.extend(classes.numbers());
    }

    pub(crate) fn name(&mut self, name: &str) {
        if let Terms::Names(names) = self.slot {
            self.terms.extend(place(names, name));
        }
    }

    /// The names of what is so.
    pub(crate) fn named<const COUNT: usize>(&mut self, names: [(bool, &str); COUNT]) {
        names.into_iter().filter(|(is_so, _)| *is_so).for_each(|(_, name)| self.name(name));
    }

    /// Classes, each of them with the name of this number.
    pub(crate) fn pairs(&mut self, classes: Classes, name: usize) {
        if let Terms::Pairs(classes_of_slot, names) = self.slot {
            let own =
                classes.numbers().map(|own| own as usize).take_while(|own| *own < classes_of_slot.len());
            self.terms.extend(own.map(|own| (own * names.len() + name) as u32));
        }
    }
}

/// A slot's name and terms, and what finds those that an entry or candidate has.
pub(crate) type Row<Seen> = (&'static str, Terms, fn(&Seen, &mut Found));

/// The layout of the slots of a table over a vocabulary.
pub(crate) fn layout<Seen>(rows: &[Row<Seen>], vocabulary: &Vocabulary) -> Layout {
    Layout::new(rows.iter().map(|&(name, terms, _)| Slot { name, terms }), vocabulary)
}

/// The features of what is found in each slot of a layout, each once.
pub(crate) fn features<Seen>(layout: &Layout, seen: &Seen, rows: &[Row<Seen>]) -> Vec<Feature> {
    let (mut features, mut found) =
        (Vec::with_capacity(64), Found { slot: Terms::Words, terms: Vec::with_capacity(64) });
    for (slot, (_, terms, find)) in rows.iter().enumerate() {
        found.slot = *terms;
        found.terms.clear();
        find(seen, &mut found);
        found.terms.sort_unstable();
        found.terms.dedup();
        let numbers = found.terms.iter().filter_map(|term| layout.number(slot, *term));
        features.extend(numbers.map(|number| Feature { number, value: 1 }));
    }
    features
}

/// Which sentence of its block one is, from 0.
pub(crate) fn nth(sentence: usize) -> &'static str {
    ["first", "second", "third"].get(sentence).unwrap_or(&"later")
}

/// What a block can be, by its kind and mark.
pub(crate) const KINDS: &[&str] = &[
    "paragraph",
    "item",
    "open-task",
    "done-task",
    "number",
    "nested-number",
    "letter",
    "row",
    "code",
    "rule",
    "heading-1",
    "heading-2",
    "heading-3",
    "heading-4",
    "heading-5",
    "heading-6",
    "heading-without-mark",
    "nothing",
];

/// The place of `rule` among the [`KINDS`]: those of headings follow it, by their levels.
const RULE: usize = 9;

/// Which of the [`KINDS`] a block is.
pub(crate) fn kind_of(block: Option<&Block>) -> &'static str {
    let Some(block) = block else { return "nothing" };
    match (block.kind, block.marker) {
        (BlockKind::Definition, _) => "nothing",
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => "open-task",
        (BlockKind::Item, Some(Marker::Task { .. })) => "done-task",
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => "number",
        (BlockKind::Item, Some(Marker::Number { .. })) => "nested-number",
        (BlockKind::Item, Some(Marker::Letter)) => "letter",
        (BlockKind::Item, _) => "item",
        (BlockKind::Paragraph, _) => "paragraph",
        (BlockKind::Row, _) => "row",
        (BlockKind::Code, _) => "code",
        (BlockKind::Rule, _) => "rule",
        (BlockKind::Heading(level), _) => KINDS.get(RULE + usize::from(level)).unwrap_or(&"nothing"),
    }
}
