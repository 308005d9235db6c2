//! The features by which the model judges whether a candidate is a step (H20): its words, those of the headings above it, the blocks around it, and
//! where in a list it is.

use super::number;
use crate::english::class;
use crate::model::{Feature, Layout, Terms, slots};
use crate::recognize::{Candidate, Features, KINDS, candidates, kind_of_block, section_around};
use crate::text::{Block, BlockKind, Marker, ParsedContent};
use std::cmp::Ordering;

/// The labels of the model: what a candidate may be.
pub const LABELS: [&str; 5] = ["none", "main", "substep", "prerequisite", "optional"];

mod place {
    crate::names::names! {
        pub(crate) ALL:
        "first", "second", "third", "later" as LATER, "inside-item" as INSIDE_ITEM, "head-of-table" as HEAD_OF_TABLE,
        "first-number" as FIRST_NUMBER, "intro-with-colon" as INTRO_WITH_COLON,
    }
}
/// How the next item is indented beside this one.
const NEXT: &[&str] = &["deeper", "shallower", "same"];
/// Half the columns of indentation, at most 3.
const INDENTS: &[&str] = &["0", "1", "2", "3"];

slots! {
    /// The slots of the model.
    SLOTS:
    WORD = "word", Terms::Words;
    FIRST = "first", Terms::Words;
    SECOND = "second", Terms::Words;
    HEADING = "heading", Terms::Words;
    CLASS_OF_HEADING = "class-of-heading", Terms::Names(class::OF_LINES);
    ABOVE = "above", Terms::Words;
    CLASS_OF_FIRST = "class-of-first", Terms::Names(class::OF_LINES);
    CLASS_OF_SECOND = "class-of-second", Terms::Names(class::OF_LINES);
    BLOCK = "block", Terms::Names(KINDS);
    PREVIOUS = "previous", Terms::Names(KINDS);
    NEXT_BLOCK = "next", Terms::Names(KINDS);
    NEXT_ITEM = "next-item", Terms::Names(NEXT);
    PLACE = "place", Terms::Names(place::ALL);
    TITLE = "title", Terms::Names(number::NAMES);
    INDENT = "indent-of-item", Terms::Names(INDENTS);
}

/// At most this many words of a candidate are features.
const WORDS: usize = 25;

/// Gives `take` each candidate with its features, in order.
pub fn step_candidates(
    content: &ParsedContent<'_>,
    layout: &Layout,
    take: &mut dyn FnMut(&Candidate, &[Feature]),
) {
    let mut reader = Reader { content, features: Features::new(layout) };
    for candidate in candidates(content, true) {
        reader.read(&candidate);
        take(&candidate, reader.features.all());
    }
}

struct Reader<'c, 'd> {
    content: &'c ParsedContent<'d>,
    /// Those of the candidate at hand.
    features: Features<'c>,
}

impl Reader<'_, '_> {
    /// Finds the features of a candidate.
    fn read(&mut self, candidate: &Candidate) {
        let content = self.content;
        self.features.clear();
        let Some(block) = content.blocks().get(candidate.block) else { return };
        let words = candidate.words(content);
        match block.kind {
            BlockKind::Heading(_) => {
                if let Some(title) = number::of_title(content.text_of(block)) {
                    self.features.add(TITLE, title.name);
                }
            }
            BlockKind::Row => {
                self.features.add_if(candidate.head == candidate.block, PLACE, place::HEAD_OF_TABLE)
            }
            BlockKind::Item => self.item(candidate, block),
            BlockKind::Paragraph => self.features.add(PLACE, place::LATER.min(candidate.nth as u32)),
            BlockKind::Code | BlockKind::Rule | BlockKind::Definition => {}
        }
        let features = &mut self.features;
        features.add_words(WORD, words.lead(WORDS));
        for (word, class, own) in
            [(FIRST, CLASS_OF_FIRST, words.first()), (SECOND, CLASS_OF_SECOND, words.get(1))]
        {
            if let Some(own) = own {
                features.add(word, own.number);
                features.add_classes(class, own.classes);
            }
        }
        let neighbour = |index: Option<usize>| {
            index.and_then(|index| content.blocks().get(index)).map(|block| (block.kind, block.marker))
        };
        features.add(BLOCK, kind_of_block(Some((block.kind, block.marker))));
        features.add(PREVIOUS, kind_of_block(neighbour(candidate.block.checked_sub(1))));
        features.add(NEXT_BLOCK, kind_of_block(neighbour(Some(candidate.block + 1))));
        features.add_if(block.in_item, PLACE, place::INSIDE_ITEM);
        if let Some(section) = content.section(section_around(content, block)) {
            let title = content.words_of_title(section);
            features.add_first_words(HEADING, title);
            features.add_classes(CLASS_OF_HEADING, title.classes());
            if let Some(above) = content.section(section.parent) {
                features.add_first_words(ABOVE, content.words_of_title(above));
            }
        }
    }

    fn item(&mut self, candidate: &Candidate, block: &Block) {
        let features = &mut self.features;
        let introduced = self.content.slice(&candidate.intro).ends_with(':');
        features.add_if(introduced, PLACE, place::INTRO_WITH_COLON);
        features.add(INDENT, (block.indent as u32 / 2).min(3));
        let is_first = block.marker.and_then(Marker::number) == Some(1);
        features.add_if(is_first, PLACE, place::FIRST_NUMBER);
        let next = self.content.blocks().get(candidate.block + 1);
        if let Some(next) = next.filter(|next| next.kind == BlockKind::Item) {
            let term = match next.indent.cmp(&block.indent) {
                Ordering::Greater => 0,
                Ordering::Less => 1,
                Ordering::Equal => 2,
            };
            features.add(NEXT_ITEM, term);
        }
    }
}
