//! The features by which the model judges whether a candidate is a decision (H19): its words and their classes, what stands next to them,
//! the words of headings, labels and columns, and where in a block and in a record it is.

use crate::english::class::{
    AUXILIARY, BEING, FIRST_PERSON, NAME_OF_DECISION, OF_LINES, PHRASE_END, PHRASE_LEAD,
};
use crate::model::Term;
use crate::recognize::candidate::{Lines, Row, Seen, Units};
use crate::recognize::feature::{Found, kind_of, nth};
use crate::recognize::said::inherited;
use crate::text::{Block, BlockKind, ParsedContent, Section, Word, WordSlice};

/// The model.
pub const DECISIONS: Lines<Record, 5> = Lines {
    name: "decisions",
    labels: ["none", "selection", "approval", "rejection", "configuration"],
    slots: SLOTS,
    about: Record::new,
    units: Units::Sentences,
};

/// A brief text has at most this many words, and nothing but paragraphs. Nothing around a sentence tells there what is meant, so its own
/// words are features of their own there, beside the usual ones.
const MOST_BRIEF_WORDS: usize = 48;
/// A title of more words names no part of a record.
const SHORT_TITLE: usize = 4;

/// The slots of the model, and what a candidate has in each.
const SLOTS: &[Row<Record>] = &[
    ("word", |own, found| found.words(own.words)),
    ("first", |own, found| found.words(own.words.lead(1))),
    ("heading", |own, found| found.lead(own.headings[0])),
    ("above", |own, found| found.lead(own.headings[1])),
    ("label", |own, found| found.lead(own.label())),
    ("intro", |own, found| found.lead(intro(own))),
    ("class", |own, found| found.classes(own.words, OF_LINES)),
    ("block", |own, found| found.name(kind_of(Some(own.block)))),
    ("place", place),
    ("decided", decided),
    ("before", |own, found| beside(own, found, own.words, false)),
    ("behind", |own, found| beside(own, found, own.words, true)),
    // A sentence's own words again, in a brief text.
    ("brief-word", |own, found| found.words(brief(own))),
    ("brief-first", |own, found| found.words(brief(own).lead(1))),
    ("brief-class", |own, found| found.classes(brief(own), OF_LINES)),
    ("brief-before", |own, found| beside(own, found, brief(own), false)),
    ("brief-behind", |own, found| beside(own, found, brief(own), true)),
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
        let names = |block: &Block| names_decision(content.words_of_label(block));
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

/// The words of the sentence before the list that a candidate is in.
fn intro<'c>(own: &Seen<'c, Record>) -> WordSlice<'c> {
    own.content.words.within(&own.intro).only_if(own.block.kind == BlockKind::Item)
}

/// Where in its block or table a candidate is.
fn place(own: &Seen<'_, Record>, found: &mut Found) {
    let is_text = own.block.is_text();
    found.named([
        (is_text && !own.is_alone, nth(own.nth)),
        (is_text && own.is_alone, "alone"),
        (own.block.kind == BlockKind::Row && own.block.head == own.block.number, "head-of-table"),
    ]);
}

/// Whether a candidate is in the section, or has the label, that holds the decision, if the document has one.
fn decided(own: &Seen<'_, Record>, found: &mut Found) {
    let Record { deciding, has_section, has_label, .. } = own.about;
    let in_section = own.section.is_some_and(|section| deciding.get(section) == Some(&Some(())));
    let (in_label, is_text) = (names_decision(own.label()), own.block.is_text());
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
    for (index, own) in words.iter().enumerate() {
        let mut classes = own.classes.numbers().take_while(|class| *class < OF_LINES).peekable();
        // Most words have no class.
        if classes.peek().is_none() {
            continue;
        }
        let other = if after { Some(index + 1) } else { index.checked_sub(1) };
        let other = other.and_then(|other| words.get(other));
        let name = other.map_or("none", |other| neighbour(seen.content, other, own));
        classes.for_each(|class| found.term(Term::Pair(class, name)));
    }
}

/// Whether a text is a few sentences and nothing else: without headings, lists and tables.
pub(crate) fn is_brief(content: &ParsedContent<'_>) -> bool {
    let is_paragraph = |block: &Block| block.kind == BlockKind::Paragraph;
    content.words.all().len() <= MOST_BRIEF_WORDS && content.blocks().iter().all(is_paragraph)
}

/// Whether a section is the part of a record that holds the decision, by its title.
pub(super) fn holds_decision(content: &ParsedContent<'_>, section: &Section) -> bool {
    let title = content.words_of_title(section);
    section.parent.is_some() && title.len() <= SHORT_TITLE && names_decision(title)
}

fn names_decision(words: WordSlice<'_>) -> bool {
    words.lead(SHORT_TITLE).any(NAME_OF_DECISION)
}

/// What a word is for another one, right before or after which it stands: the first of these that holds. A mark between them counts before the
/// word.
fn neighbour(content: &ParsedContent<'_>, word: Word, other: Word) -> &'static str {
    let (first, second) = if word.start < other.start { (word, other) } else { (other, word) };
    let between =
        |marks: &[char]| !second.is_spaced && content.slice(&(first.end..second.start)).contains(marks);
    let starts =
        |is_start: fn(&u8) -> bool| content.slice(&word.span()).as_bytes().first().is_some_and(is_start);
    match word.classes {
        _ if between(&['`', '"', '“']) => "quote",
        _ if between(&['.', ',', ';', ':', '!', '?', '(', ')', '|', '—']) => "mark",
        _ if starts(u8::is_ascii_digit) => "number",
        own if own.any(FIRST_PERSON) => "first-person",
        own if own.any(BEING.or(AUXILIARY)) => "auxiliary",
        own if own.any(PHRASE_LEAD) => "phrase-lead",
        own if own.any(PHRASE_END) => "phrase-end",
        _ if starts(u8::is_ascii_uppercase) => "name",
        _ => "word",
    }
}
