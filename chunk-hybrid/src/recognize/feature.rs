//! What the models of phases (H17), decisions (H19) and steps (H20) judge by. Each has a table of its slots; a row says what an entry or
//! candidate has in the slot.

use crate::english::class::Classes;
use crate::model::{Feature, Layout, Terms, place};
use crate::text::{Block, BlockKind, Marker, ParsedContent, WordSlice, is_heading};

/// At most this many words of a heading, a label or an introduction are features: many candidates can share them.
const FIRST_WORDS: usize = 16;

/// What an entry or candidate has in a slot. A term that the slot does not have, such as an unknown word, is no feature.
pub(crate) enum Found<'c> {
    Words(WordSlice<'c>),
    Classes(Classes),
    Names(Vec<&'static str>),
    /// Classes, each of them with a name.
    Pairs(Vec<(Classes, &'static str)>),
}

impl<'c> Found<'c> {
    /// The first of some words.
    pub(crate) fn lead(words: WordSlice<'c>) -> Self {
        Self::Words(words.lead(FIRST_WORDS))
    }

    pub(crate) fn name(name: &'static str) -> Self {
        Self::Names(vec![name])
    }

    /// The names of what is so.
    pub(crate) fn named<const COUNT: usize>(names: [(bool, &'static str); COUNT]) -> Self {
        Self::Names(names.into_iter().filter(|(is_so, _)| *is_so).map(|(_, name)| name).collect())
    }
}

/// The features of what was found in each slot of a layout, each once.
pub(crate) fn features<'c>(layout: &Layout, all: impl Iterator<Item = Found<'c>>) -> Vec<Feature> {
    let (mut features, mut terms) = (Vec::new(), Vec::new());
    for ((slot, definition), found) in layout.slots().iter().enumerate().zip(all) {
        terms.clear();
        match (found, definition.terms) {
            (Found::Words(words), _) => terms.extend(words.iter().map(|word| word.number)),
            (Found::Classes(classes), _) => terms.extend(classes.numbers()),
            (Found::Names(own), Terms::Names(names)) => {
                terms.extend(own.into_iter().filter_map(|name| place(names, name)));
            }
            (Found::Pairs(pairs), Terms::Pairs(_, names)) => {
                for (classes, name) in pairs {
                    let Some(name) = place(names, name) else { continue };
                    terms.extend(classes.numbers().map(|own| own * names.len() as u32 + name));
                }
            }
            _ => {}
        }
        terms.sort_unstable();
        terms.dedup();
        terms.iter().for_each(|&term| layout.add(&mut features, slot, term, 1));
    }
    features
}

/// Which sentence of its block one is, from 0.
pub(crate) fn nth(sentence: usize) -> &'static str {
    ["first", "second", "third"].get(sentence).unwrap_or(&"later")
}

/// The section whose heading stands above a block. For a heading that is not its own section, but the one around it.
pub(crate) fn section_around(content: &ParsedContent<'_>, block: &Block) -> Option<usize> {
    if is_heading(block) {
        content.section(content.section_of(block))?.parent
    } else {
        content.section_of(block)
    }
}

/// The words of the heading that stands above a block, and those of the one above that.
pub(crate) fn headings_above<'c>(content: &'c ParsedContent<'_>, block: &Block) -> [WordSlice<'c>; 2] {
    let around = content.section(section_around(content, block));
    let above = around.and_then(|around| content.section(around.parent));
    [around, above].map(|section| section.map(|own| content.words_of_title(own)).unwrap_or_default())
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

/// Which of the [`KINDS`] a block is.
pub(crate) fn kind_of(block: Option<&Block>) -> &'static str {
    let Some(block) = block else { return "nothing" };
    match (block.kind, block.marker) {
        (BlockKind::Definition, _) => "nothing",
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => "open-task",
        (BlockKind::Item, Some(Marker::Task { .. })) => "done-task",
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => "number",
        (BlockKind::Item, Some(Marker::Number { .. })) => "nested-number",
        (BlockKind::Item, Some(Marker::Letter(_))) => "letter",
        (BlockKind::Item, _) => "item",
        (BlockKind::Paragraph, _) => "paragraph",
        (BlockKind::Row, _) => "row",
        (BlockKind::Code, _) => "code",
        (BlockKind::Rule, _) => "rule",
        (BlockKind::Heading(1), _) => "heading-1",
        (BlockKind::Heading(2), _) => "heading-2",
        (BlockKind::Heading(3), _) => "heading-3",
        (BlockKind::Heading(4), _) => "heading-4",
        (BlockKind::Heading(5), _) => "heading-5",
        (BlockKind::Heading(6), _) => "heading-6",
        (BlockKind::Heading(_), _) => "heading-without-mark",
    }
}
