//! The features by which the model judges whether a candidate is a step (H20): its words, those of the headings above it, the blocks around it, and
//! where in a list it is.

use super::number;
use crate::english::class::OF_LINES;
use crate::model::{Feature, Layout, Slot, Terms};
use crate::recognize::feature::{Found, KINDS, features, headings_above, kind_of, nth};
use crate::recognize::{Candidate, candidates};
use crate::text::{Block, BlockKind, Marker, ParsedContent, WordSlice, is_heading};
use std::cmp::Ordering;

/// The labels of the model: what a candidate may be.
pub const LABELS: [&str; 5] = ["none", "main", "substep", "prerequisite", "optional"];

/// Where in its block, list or table a candidate is.
const PLACES: &[&str] = &[
    "first",
    "second",
    "third",
    "later",
    "inside-item",
    "head-of-table",
    "first-number",
    "intro-with-colon",
];
/// How the next item is indented beside this one.
const NEXT: &[&str] = &["deeper", "shallower", "same"];
/// Half the columns of indentation, at most 3.
const INDENTS: &[&str] = &["0", "1", "2", "3"];

/// At most this many words of a candidate are features.
const WORDS: usize = 25;

type Row = (&'static str, Terms, fn(&Seen<'_>, &mut Found));

/// The slots of the model, and what a candidate has in each.
const SLOTS: &[Row] = &[
    ("word", Terms::Words, |own, found| found.words(own.words.lead(WORDS))),
    ("first", Terms::Words, |own, found| found.words(own.words.lead(1))),
    ("second", Terms::Words, |own, found| found.words(own.words.after(1).lead(1))),
    ("heading", Terms::Words, |own, found| found.lead(own.headings[0])),
    ("class-of-heading", Terms::Names(OF_LINES), |own, found| found.classes(own.headings[0])),
    ("above", Terms::Words, |own, found| found.lead(own.headings[1])),
    ("class-of-first", Terms::Names(OF_LINES), |own, found| found.classes(own.words.lead(1))),
    ("class-of-second", Terms::Names(OF_LINES), |own, found| found.classes(own.words.after(1).lead(1))),
    ("block", Terms::Names(KINDS), |own, found| found.name(kind_of(Some(own.block)))),
    ("previous", Terms::Names(KINDS), |own, found| found.name(kind_of(own.previous))),
    ("next", Terms::Names(KINDS), |own, found| found.name(kind_of(own.next))),
    ("next-item", Terms::Names(NEXT), |own, found| own.next_item(found)),
    ("place", Terms::Names(PLACES), |own, found| own.place(found)),
    ("title", Terms::Names(number::NAMES), |own, found| own.numbered(found)),
    ("indent-of-item", Terms::Names(INDENTS), |own, found| own.indent(found)),
];

/// The slots of the model, by their names.
pub fn slots() -> impl Iterator<Item = Slot> {
    SLOTS.iter().map(|&(name, terms, _)| Slot { name, terms })
}

/// Each candidate with its features, in order.
pub fn step_candidates(
    content: &ParsedContent<'_>,
    layout: &Layout,
) -> impl Iterator<Item = (Candidate, Vec<Feature>)> {
    candidates(content, true).into_iter().filter_map(|candidate| {
        let block = content.blocks().get(candidate.block)?;
        let seen = Seen {
            block,
            text: content.text_of(block),
            previous: candidate.block.checked_sub(1).and_then(|before| content.blocks().get(before)),
            next: content.blocks().get(candidate.block + 1),
            headings: headings_above(content, block),
            intro: content.slice(&candidate.intro),
            words: content.words_of(block).within(&candidate.span),
            candidate: &candidate,
        };
        let own = features(layout, &seen, SLOTS);
        Some((candidate, own))
    })
}

/// A candidate, and what stands around it.
struct Seen<'c> {
    candidate: &'c Candidate,
    words: WordSlice<'c>,
    block: &'c Block,
    text: &'c str,
    previous: Option<&'c Block>,
    next: Option<&'c Block>,
    /// The words of the heading above, and of the one above that.
    headings: [WordSlice<'c>; 2],
    intro: &'c str,
}

impl Seen<'_> {
    fn is_item(&self) -> bool {
        self.block.kind == BlockKind::Item
    }

    fn next_item(&self, found: &mut Found) {
        if let Some(next) = self.next.filter(|next| self.is_item() && next.kind == BlockKind::Item) {
            found.name(match next.indent.cmp(&self.block.indent) {
                Ordering::Greater => "deeper",
                Ordering::Less => "shallower",
                Ordering::Equal => "same",
            });
        }
    }

    fn place(&self, found: &mut Found) {
        let is_head = self.block.head == self.block.number;
        let number = self.block.marker.and_then(Marker::number);
        found.named([
            (self.block.kind == BlockKind::Paragraph, nth(self.candidate.nth)),
            (self.block.in_item, "inside-item"),
            (self.block.kind == BlockKind::Row && is_head, "head-of-table"),
            (self.is_item() && number == Some(1), "first-number"),
            (self.is_item() && self.intro.ends_with(':'), "intro-with-colon"),
        ]);
    }

    /// What the number counts that a heading starts with.
    fn numbered(&self, found: &mut Found) {
        if let Some(title) = Some(self.text).filter(|_| is_heading(self.block)).and_then(number::of_title) {
            found.name(title.name);
        }
    }

    fn indent(&self, found: &mut Found) {
        if let Some(indent) = INDENTS.get((self.block.indent / 2).min(3)).filter(|_| self.is_item()) {
            found.name(indent);
        }
    }
}
