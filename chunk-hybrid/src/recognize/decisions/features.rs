//! The features by which the model judges whether a candidate is a decision (H19): its words and their classes, what stands next to them,
//! the words of headings, labels and columns, and where in a block and in a record it is.

use crate::english::class::{
    AUXILIARY, BEING, Classes, FIRST_PERSON, NAME_OF_DECISION, OF_LINES, PHRASE_END, PHRASE_LEAD,
};
use crate::model::Terms;
use crate::recognize::candidate::{Lines, Row, Seen};
use crate::recognize::feature::{Found, KINDS, kind_of, nth};
use crate::recognize::said::inherited;
use crate::text::{Block, BlockKind, Label, ParsedContent, Section, Word, WordSlice};

/// The model.
pub const DECISIONS: Lines<Record> = Lines {
    name: "decisions",
    labels: ["none", "selection", "approval", "rejection", "configuration"],
    slots: SLOTS,
    about: Record::new,
    items_are_whole: false,
};

/// Whether a candidate is in the section, or has the label, that holds the decision, if the document has one.
const DECIDED: &[&str] =
    &["no-section", "in-section", "outside-section", "no-label", "in-label", "outside-label"];
/// Where in its block or table a candidate is.
const PLACES: &[&str] = &["first", "second", "third", "later", "alone", "head-of-table"];
/// What can stand next to a word: nothing, or the first of the others that holds.
const NEIGHBOURS: &[&str] = &[
    "none",
    "quote",
    "mark",
    "number",
    "first-person",
    "auxiliary",
    "phrase-lead",
    "phrase-end",
    "name",
    "word",
];
const PAIRS: Terms = Terms::Pairs(OF_LINES, NEIGHBOURS);

/// A brief text has at most this many words, and nothing but paragraphs. Nothing around a sentence tells there what is meant, so its own
/// words are features of their own there, beside the usual ones.
const MOST_BRIEF_WORDS: usize = 48;
/// A title of more words names no part of a record.
const SHORT_TITLE: usize = 4;

/// The slots of the model, and what a candidate has in each.
const SLOTS: &[Row<Record>] = &[
    ("word", Terms::Words, |own, found| found.words(own.words)),
    ("first", Terms::Words, |own, found| found.words(own.words.lead(1))),
    ("heading", Terms::Words, |own, found| found.lead(own.headings[0])),
    ("above", Terms::Words, |own, found| found.lead(own.headings[1])),
    ("label", Terms::Words, |own, found| found.lead(label_of(own))),
    ("intro", Terms::Words, |own, found| found.lead(intro(own))),
    ("class", Terms::Names(OF_LINES), |own, found| found.classes(own.words)),
    ("block", Terms::Names(KINDS), |own, found| found.name(kind_of(Some(own.block)))),
    ("place", Terms::Names(PLACES), place),
    ("decided", Terms::Names(DECIDED), decided),
    ("before", PAIRS, |own, found| beside(own, found, own.words, false)),
    ("behind", PAIRS, |own, found| beside(own, found, own.words, true)),
    // A sentence's own words again, in a brief text.
    ("brief-word", Terms::Words, |own, found| found.words(brief(own))),
    ("brief-first", Terms::Words, |own, found| found.words(brief(own).lead(1))),
    ("brief-class", Terms::Names(OF_LINES), |own, found| found.classes(brief(own))),
    ("brief-before", PAIRS, |own, found| beside(own, found, brief(own), false)),
    ("brief-behind", PAIRS, |own, found| beside(own, found, brief(own), true)),
];

/// Where a document says that its decisions are.
pub struct Record {
    /// Of each section, whether it or one around it is the part of a record that holds the decision.
    deciding: Vec<Option<()>>,
    has_section: bool,
    /// Whether a label names a decision.
    has_label: bool,
    is_brief: bool,
}

impl Record {
    pub(crate) fn new(content: &ParsedContent<'_>) -> Self {
        let deciding = inherited(content, |_, section| holds_decision(content, section).then_some(()));
        let names = |block: &Block| block.is_text() && names_decision(label(content, block));
        Self {
            has_section: deciding.contains(&Some(())),
            has_label: content.blocks().iter().any(names),
            is_brief: is_brief(content),
            deciding,
        }
    }
}

/// The words of a candidate again, if the text is brief.
fn brief<'c>(own: &Seen<'c, Record>) -> WordSlice<'c> {
    own.words.only_if(own.about.is_brief)
}

/// The words of the label that a candidate starts with.
fn label_of<'c>(own: &Seen<'c, Record>) -> WordSlice<'c> {
    label(own.content, own.block).only_if(own.block.is_text() && own.nth == 0)
}

/// The words of the sentence before the list that a candidate is in.
fn intro<'c>(own: &Seen<'c, Record>) -> WordSlice<'c> {
    own.content.words.within(&own.intro).only_if(own.block.kind == BlockKind::Item)
}

fn place(own: &Seen<'_, Record>, found: &mut Found) {
    let is_text = own.block.is_text();
    found.named([
        (is_text && !own.is_alone, nth(own.nth)),
        (is_text && own.is_alone, "alone"),
        (own.block.kind == BlockKind::Row && own.block.head == own.block.number, "head-of-table"),
    ]);
}

fn decided(own: &Seen<'_, Record>, found: &mut Found) {
    let Record { deciding, has_section, has_label, .. } = own.about;
    let in_section = own.section.is_some_and(|section| deciding.get(section) == Some(&Some(())));
    let (in_label, is_text) = (names_decision(label_of(own)), own.block.is_text());
    found.named([
        (!has_section, "no-section"),
        (*has_section && in_section, "in-section"),
        (*has_section && !in_section, "outside-section"),
        (is_text && !has_label, "no-label"),
        (is_text && *has_label && in_label, "in-label"),
        (is_text && *has_label && !in_label, "outside-label"),
    ]);
}

/// What stands before or after each word that has a class: "we picked Oslo" is more often a decision than "apples were picked".
fn beside(seen: &Seen<'_, Record>, found: &mut Found, words: WordSlice<'_>, after: bool) {
    let own = words.iter().enumerate().filter(|(_, word)| word.classes.any(Classes::ALL_OF_LINES));
    for (index, own) in own {
        let other = if after { Some(index + 1) } else { index.checked_sub(1) };
        let other = other.and_then(|other| words.get(other));
        found.pairs(own.classes, other.map_or(0, |other| neighbour(seen.content, other, own)));
    }
}

/// Whether a text is a few sentences and nothing else: without headings, lists and tables.
pub(crate) fn is_brief(content: &ParsedContent<'_>) -> bool {
    let is_paragraph = |block: &Block| block.kind == BlockKind::Paragraph;
    content.words.all().len() <= MOST_BRIEF_WORDS && content.blocks().iter().all(is_paragraph)
}

/// The words of the label that a block starts with; none if it has no label.
fn label<'c>(content: &'c ParsedContent<'_>, block: &Block) -> WordSlice<'c> {
    content.words_of(block).within(&block.label.map_or(0..0, Label::name))
}

/// Whether a section is the part of a record that holds the decision, by its title.
pub(super) fn holds_decision(content: &ParsedContent<'_>, section: &Section) -> bool {
    let title = content.words_of_title(section);
    section.parent.is_some() && title.len() <= SHORT_TITLE && names_decision(title)
}

fn names_decision(words: WordSlice<'_>) -> bool {
    words.lead(SHORT_TITLE).any(NAME_OF_DECISION)
}

/// Which of the [`NEIGHBOURS`] `word` is for `other`, which is right before or after it: a mark between them counts before the word.
fn neighbour(content: &ParsedContent<'_>, word: Word, other: Word) -> usize {
    let (first, second) = if word.start < other.start { (word, other) } else { (other, word) };
    let between =
        |marks: &[char]| !second.is_spaced && content.slice(&(first.end..second.start)).contains(marks);
    let starts =
        |is_start: fn(&u8) -> bool| content.slice(&word.span()).as_bytes().first().is_some_and(is_start);
    let holds: [&dyn Fn() -> bool; 8] = [
        &|| between(&['`', '"', '“']),
        &|| between(&['.', ',', ';', ':', '!', '?', '(', ')', '|', '—']),
        &|| starts(u8::is_ascii_digit),
        &|| word.classes.any(FIRST_PERSON),
        &|| word.classes.any(BEING.or(AUXILIARY)),
        &|| word.classes.any(PHRASE_LEAD),
        &|| word.classes.any(PHRASE_END),
        &|| starts(u8::is_ascii_uppercase),
    ];
    1 + holds.iter().position(|holds| holds()).unwrap_or(holds.len())
}
