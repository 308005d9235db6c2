//! The features by which the model judges whether a candidate is a decision (H19): its words and their classes, what stands next to them,
//! the words of headings, labels and columns, and where in a block and in a record it is.

use crate::english::class::{
    AUXILIARY, BEING, Classes, FIRST_PERSON, NAME_OF_DECISION, OF_LINES, PHRASE_END, PHRASE_LEAD,
};
use crate::model::{Feature, Layout, Slot, Terms};
use crate::recognize::feature::{Found, KINDS, features, headings_above, kind_of, nth, section_around};
use crate::recognize::{Candidate, candidates};
use crate::text::{Block, BlockKind, Label, ParsedContent, Section, Word, WordSlice};

/// The labels of the model: what a sentence may be.
pub const LABELS: [&str; 5] = ["none", "selection", "approval", "rejection", "configuration"];

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

type Row = (&'static str, Terms, fn(&Seen<'_>, &mut Found));

/// The slots of the model, and what a candidate has in each.
const SLOTS: &[Row] = &[
    ("word", Terms::Words, |own, found| found.words(own.words)),
    ("first", Terms::Words, |own, found| found.words(own.words.lead(1))),
    ("heading", Terms::Words, |own, found| found.lead(own.headings[0])),
    ("above", Terms::Words, |own, found| found.lead(own.headings[1])),
    ("label", Terms::Words, |own, found| found.lead(own.label)),
    ("intro", Terms::Words, |own, found| found.lead(own.intro)),
    ("class", Terms::Names(OF_LINES), |own, found| found.classes(own.words)),
    ("block", Terms::Names(KINDS), |own, found| found.name(kind_of(Some(own.block)))),
    ("place", Terms::Names(PLACES), |own, found| own.place(found)),
    ("decided", Terms::Names(DECIDED), |own, found| own.decided(found)),
    ("before", PAIRS, |own, found| own.beside(found, own.words, false)),
    ("behind", PAIRS, |own, found| own.beside(found, own.words, true)),
    // A sentence's own words again, in a brief text.
    ("brief-word", Terms::Words, |own, found| found.words(own.in_brief)),
    ("brief-first", Terms::Words, |own, found| found.words(own.in_brief.lead(1))),
    ("brief-class", Terms::Names(OF_LINES), |own, found| found.classes(own.in_brief)),
    ("brief-before", PAIRS, |own, found| own.beside(found, own.in_brief, false)),
    ("brief-behind", PAIRS, |own, found| own.beside(found, own.in_brief, true)),
];

/// The slots of the model, by their names.
pub fn slots() -> impl Iterator<Item = Slot> {
    SLOTS.iter().map(|&(name, terms, _)| Slot { name, terms })
}

/// Each candidate with its features, in order.
pub fn decision_candidates(
    content: &ParsedContent<'_>,
    layout: &Layout,
) -> impl Iterator<Item = (Candidate, Vec<Feature>)> {
    // For each section, whether it or one around it is the part of a record that holds the decision.
    let mut deciding: Vec<bool> = Vec::with_capacity(content.sections().len());
    for section in content.sections() {
        let above = section.parent.and_then(|parent| deciding.get(parent)).copied();
        deciding.push(above.unwrap_or_default() || holds_decision(content, section));
    }
    let has_section = deciding.contains(&true);
    let has_label =
        content.blocks().iter().any(|block| block.is_text() && names_decision(label(content, block)));
    let is_brief = is_brief(content);
    candidates(content, false).into_iter().filter_map(move |candidate| {
        let block = content.blocks().get(candidate.block)?;
        let words = content.words_of(block).within(&candidate.span);
        let around = section_around(content, block);
        let seen = Seen {
            content,
            block,
            words,
            in_brief: words.only_if(is_brief),
            headings: headings_above(content, block),
            label: label(content, block).only_if(block.is_text() && candidate.nth == 0),
            intro: content.words.within(&candidate.intro).only_if(block.kind == BlockKind::Item),
            in_section: has_section.then(|| around.is_some_and(|around| deciding.get(around) == Some(&true))),
            has_label,
            candidate: &candidate,
        };
        let own = features(layout, &seen, SLOTS);
        Some((candidate, own))
    })
}

/// A candidate, and what stands around it.
struct Seen<'c> {
    content: &'c ParsedContent<'c>,
    candidate: &'c Candidate,
    block: &'c Block,
    words: WordSlice<'c>,
    /// Its words again, if the text is brief.
    in_brief: WordSlice<'c>,
    /// The words of the heading above, and of the one above that.
    headings: [WordSlice<'c>; 2],
    /// The words of the label that it starts with.
    label: WordSlice<'c>,
    /// The words of the sentence before its list.
    intro: WordSlice<'c>,
    /// Whether it is in a section that holds the decision, if the document has one.
    in_section: Option<bool>,
    /// Whether the document has a label that names a decision.
    has_label: bool,
}

impl Seen<'_> {
    fn place(&self, found: &mut Found) {
        let Candidate { nth: sentence, is_alone, .. } = *self.candidate;
        let is_text = self.block.is_text();
        found.named([
            (is_text && !is_alone, nth(sentence)),
            (is_text && is_alone, "alone"),
            (self.block.kind == BlockKind::Row && self.block.head == self.block.number, "head-of-table"),
        ]);
    }

    fn decided(&self, found: &mut Found) {
        let in_label = names_decision(self.label);
        let is_text = self.block.is_text();
        found.named([
            (self.in_section.is_none(), "no-section"),
            (self.in_section == Some(true), "in-section"),
            (self.in_section == Some(false), "outside-section"),
            (is_text && !self.has_label, "no-label"),
            (is_text && self.has_label && in_label, "in-label"),
            (is_text && self.has_label && !in_label, "outside-label"),
        ]);
    }

    /// What stands before or after each word that has a class: "we picked Oslo" is more often a decision than "apples were picked".
    fn beside(&self, found: &mut Found, words: WordSlice<'_>, after: bool) {
        let own = words.iter().enumerate().filter(|(_, word)| word.classes.any(Classes::ALL_OF_LINES));
        for (index, own) in own {
            let other = if after { Some(index + 1) } else { index.checked_sub(1) };
            let other = other.and_then(|other| words.get(other));
            found.pairs(own.classes, other.map_or(0, |other| neighbour(self.content, other, own)));
        }
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
