//! The features by which the model judges whether a candidate is a step (H20): its words, those of the headings above it, the blocks around it, and
//! where in a list it is.

use super::number;
use crate::english::class::OF_LINES;
use crate::recognize::candidate::{Lines, Row, Seen, Units};
use crate::recognize::feature::{Found, kind_of, nth};
use crate::text::{Block, BlockKind, Marker, is_heading};
use std::cmp::Ordering;

/// The model.
pub const STEPS: Lines<(), 5> = Lines {
    name: "steps",
    labels: ["none", "main", "substep", "prerequisite", "optional"],
    slots: SLOTS,
    about: |_| (),
    units: Units::Items,
};

/// At most this many words of a candidate are features.
const WORDS: usize = 25;

/// The slots of the model, and what a candidate has in each.
const SLOTS: &[Row<()>] = &[
    ("word", |own, found| found.words(own.words.lead(WORDS))),
    ("first", |own, found| found.words(own.words.lead(1))),
    ("second", |own, found| found.words(own.words.after(1).lead(1))),
    ("heading", |own, found| found.lead(own.headings[0])),
    ("class-of-heading", |own, found| found.classes(own.headings[0], OF_LINES)),
    ("above", |own, found| found.lead(own.headings[1])),
    ("class-of-first", |own, found| found.classes(own.words.lead(1), OF_LINES)),
    ("class-of-second", |own, found| found.classes(own.words.after(1).lead(1), OF_LINES)),
    ("block", |own, found| found.name(kind_of(Some(own.block)))),
    ("previous", |own, found| found.name(kind_of(previous(own)))),
    ("next", |own, found| found.name(kind_of(next(own)))),
    ("next-item", next_item),
    ("place", place),
    ("title", numbered),
    ("indent-of-item", indent),
];

/// The block before that of a candidate.
fn previous<'c>(own: &Seen<'c, ()>) -> Option<&'c Block> {
    own.content.blocks().get(own.block.number.checked_sub(1)?)
}

/// The block after that of a candidate.
fn next<'c>(own: &Seen<'c, ()>) -> Option<&'c Block> {
    own.content.blocks().get(own.block.number + 1)
}

fn is_item(block: &Block) -> bool {
    block.kind == BlockKind::Item
}

/// How the next item is indented beside this one.
fn next_item(own: &Seen<'_, ()>, found: &mut Found) {
    if let Some(next) = next(own).filter(|next| is_item(own.block) && is_item(next)) {
        found.name(match next.indent.cmp(&own.block.indent) {
            Ordering::Greater => "deeper",
            Ordering::Less => "shallower",
            Ordering::Equal => "same",
        });
    }
}

/// Where in its block, list or table a candidate is.
fn place(own: &Seen<'_, ()>, found: &mut Found) {
    let is_head = own.block.head == own.block.number;
    let number = own.block.marker.and_then(Marker::number);
    found.named([
        (own.block.kind == BlockKind::Paragraph, nth(own.nth)),
        (own.block.in_item, "inside-item"),
        (own.block.kind == BlockKind::Row && is_head, "head-of-table"),
        (is_item(own.block) && number == Some(1), "first-number"),
        (is_item(own.block) && own.content.slice(&own.intro).ends_with(':'), "intro-with-colon"),
    ]);
}

/// What the number counts that a heading starts with.
fn numbered(own: &Seen<'_, ()>, found: &mut Found) {
    let title = Some(own.content.text_of(own.block)).filter(|_| is_heading(own.block));
    if let Some(title) = title.and_then(number::of_title) {
        found.name(title.name);
    }
}

/// Half the columns of indentation of an item, at most 3.
fn indent(own: &Seen<'_, ()>, found: &mut Found) {
    if is_item(own.block) {
        found.name(["0", "1", "2"].get(own.block.indent / 2).unwrap_or(&"3"));
    }
}
