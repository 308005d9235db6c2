//! The features by which the models of phases judge an entry (H17), that is a heading, paragraph or item: those for a phase, and those for
//! a change of phase.

use crate::english::class::{CALENDAR, NUMBER, OF_ENTRIES, OF_LINES, PHASE_TITLES};
use crate::model::{Feature, Layout, Terms, Vocabulary};
use crate::readings;
use crate::recognize::feature::{Found, features, kind_of, layout};
use crate::recognize::said;
use crate::text::{Block, BlockKind, ParsedContent, Section, WordSlice, is_heading};
use std::ops::Range;

/// The phases, in the order of the model's labels.
pub const LABELS: [&str; 4] = ["planning", "execution", "verification", "reflection"];

/// What an entry is.
const KINDS: &[&str] = &["title", "heading", "paragraph", "item", "open-task", "done-task", "number"];
/// Where in the document an entry is.
const PLACES: &[&str] = &["start", "early", "middle", "late", "end", "last"];

/// At most this many words of an entry are features.
const WORDS: usize = 60;
/// At most this many words of a heading or label are features.
const TITLE_WORDS: usize = 10;
/// A heading of more words names no phase.
const SHORT_TITLE: usize = 8;

type Row = (&'static str, Terms, fn(&Seen<'_>, &mut Found));

/// The slots of the model for a phase, and what an entry has in each.
const SLOTS: &[Row] = &[
    // The phase of the entry before: only the chain of entries knows it.
    ("after", Terms::Names(&LABELS), |_, _| ()),
    ("block", Terms::Names(KINDS), |own, found| found.name(own.kind())),
    ("title", Terms::Words, |own, found| found.words(own.heading.only_if(own.is_title).lead(TITLE_WORDS))),
    ("heading", Terms::Words, |own, found| found.words(own.heading.only_if(!own.is_title).lead(TITLE_WORDS))),
    ("heading-class", Terms::Names(OF_ENTRIES), |own, found| {
        found.classes(own.heading.only_if(!own.is_title))
    }),
    // The word of a heading of one word.
    ("only", Terms::Words, |own, found| found.words(own.heading.only_if(own.heading.len() == 1))),
    // The phases named by the nearest heading above that names any.
    ("under", Terms::Names(&LABELS), |own, found| name_phases(found, own.under)),
    // Below a heading that names a phase, the classes of words are no evidence.
    ("class", Terms::Names(OF_ENTRIES), |own, found| found.classes(own.text.only_if(own.under == 0))),
    ("first-class", Terms::Names(OF_ENTRIES), |own, found| found.classes(own.text.lead(1))),
    ("first", Terms::Words, |own, found| found.words(own.text.lead(1))),
    ("label", Terms::Words, |own, found| found.words(own.label.lead(TITLE_WORDS))),
    ("label-class", Terms::Names(OF_LINES), |own, found| found.classes(own.label)),
    ("above-class", Terms::Names(OF_LINES), |own, found| found.classes(own.above)),
    ("place", Terms::Names(PLACES), |own, found| own.place(found)),
    ("sign", Terms::Names(&["dated", "stamped"]), |own, found| own.signs(found)),
    // The words of a paragraph or item.
    ("word", Terms::Words, |own, found| found.words(own.text)),
];

/// The slots of the model for a change of phase.
const CHANGE_SLOTS: &[Row] = &[
    ("block", Terms::Names(KINDS), |own, found| found.name(own.kind())),
    ("heading", Terms::Words, |own, found| found.words(own.heading.lead(TITLE_WORDS))),
    ("heading-class", Terms::Names(OF_ENTRIES), |own, found| found.classes(own.heading)),
    ("under", Terms::Names(&LABELS), |own, found| {
        name_phases(found, if is_heading(own.block) { 0 } else { own.under })
    }),
    ("first", Terms::Words, |own, found| found.words(own.text.lead(1))),
    ("first-class", Terms::Names(OF_ENTRIES), |own, found| found.classes(own.text.lead(1))),
    (
        "sign",
        Terms::Names(&["dated", "stamped", "labelled", "parted", "indented", "short", "middling", "long"]),
        |own, found| own.signs(found),
    ),
    ("headings", Terms::Names(&["few", "some", "many"]), |own, found| found.name(own.log.headings)),
    // The words of the document's title.
    ("title", Terms::Words, |own, found| found.words(own.log.said.title.lead(TITLE_WORDS))),
];

/// The features of the two models over a vocabulary: of that for a phase, and of that for a change of phase.
#[must_use]
pub fn layouts(vocabulary: &Vocabulary) -> [Layout; 2] {
    [SLOTS, CHANGE_SLOTS].map(|rows| layout(rows, vocabulary))
}

/// An entry: a heading, a paragraph or an item.
pub(super) struct Entry<'c> {
    pub(super) block: &'c Block,
    /// The features for a phase.
    pub(super) features: Vec<Feature>,
    /// The features for a change of phase.
    pub(super) changes: Vec<Feature>,
    /// The phases that its label names, or else the heading of its section: a bit for each.
    pub(super) named: u8,
    /// The phase that its label or the nearest heading says for certain, by its number.
    pub(super) said: Option<usize>,
}

/// Whether a block is an entry. Blocks without words, pictures, markup, tables and code are none: they belong to the entry before.
fn is_entry(content: &ParsedContent<'_>, block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_) | BlockKind::Paragraph | BlockKind::Item)
        && content.words_of(block).len() > 0
        && !["![", "<", "{"].iter().any(|start| content.text_of(block).starts_with(start))
}

/// Each entry that starts in `scope`, in order.
pub(super) fn entries<'c>(
    content: &'c ParsedContent<'_>,
    headings: &'c Headings<'c>,
    scope: Range<usize>,
    [labels, changes]: [&'c Layout; 2],
) -> impl Iterator<Item = Entry<'c>> {
    let entries = content.blocks_in(&scope).iter().filter(|block| is_entry(content, block));
    let log = Log::new(content, headings, entries.clone().count());
    entries.enumerate().map(move |(place, block)| {
        let seen = Seen::new(content, &log, place, block);
        // A heading says the phase of the entry right below it; what follows may be of another.
        let is_first = content.blocks().get(block.number.wrapping_sub(1)).is_some_and(is_heading);
        let below = || phase_of(headings.said.get(content.section_of(block)?)?.as_slice());
        let of_heading = if is_first || is_heading(block) { below() } else { None };
        Entry {
            block,
            features: features(labels, &seen, SLOTS),
            changes: features(changes, &seen, CHANGE_SLOTS),
            named: seen.named,
            said: said_by_label(content, block).or(of_heading),
        }
    })
}

/// The phase that the label of an entry says for certain: `[EXEC]`, `Phase: planning`.
fn said_by_label(content: &ParsedContent<'_>, block: &Block) -> Option<usize> {
    let (said, text) = said::label(content, block)?;
    let names_phase =
        content.slice(&said::label_of_entry(content, block)?.name()).eq_ignore_ascii_case("phase");
    let value = content.slice(&(text..block.end)).lines().next().filter(|_| names_phase);
    phase_of(&said).or_else(|| phase_of(&readings::meanings("label", value?)))
}

/// The phase among some meanings.
fn phase_of(meanings: &[&str]) -> Option<usize> {
    meanings.iter().find_map(|meaning| LABELS.iter().position(|name| name == meaning))
}

/// What the headings of a document say of phases: found once, whatever parts of it are logs.
pub(crate) struct Headings<'c> {
    /// For each section, the phase that its heading means by the table of readings, or that of the section around it.
    said: Vec<Option<&'static str>>,
    /// For each section, the phases that its heading names: a bit for each.
    names_own: Vec<Option<u8>>,
    /// For each section, the phases that the nearest heading names that names any, its own or one above.
    names_nearest: Vec<Option<u8>>,
    /// The words of the first heading, if it is the title: all else stands below it.
    title: WordSlice<'c>,
    has_title: bool,
}

impl<'c> Headings<'c> {
    pub(crate) fn new(content: &'c ParsedContent<'_>) -> Self {
        let sections = content.sections();
        let has_title = content.blocks().first().is_some_and(is_heading)
            && sections.iter().filter(|section| section.parent.is_none()).count() == 1
            && sections.len() > 1;
        let named = |index: usize, section: &Section| {
            let words = content.words_of_title(section);
            let is_short = words.len() <= SHORT_TITLE && !(has_title && index == 0);
            Some(phases(words)).filter(|names| is_short && *names > 0)
        };
        let own = sections.iter().enumerate().map(|(index, section)| named(index, section));
        let title = sections.first().filter(|_| has_title);
        let title = title.map(|title| content.words_of_title(title)).unwrap_or_default();
        Self {
            said: said::headings(content, &LABELS),
            names_own: own.collect(),
            names_nearest: said::inherited(content, named),
            title,
            has_title,
        }
    }
}

/// What a log shows as a whole.
struct Log<'c> {
    /// How many entries there are.
    entries: usize,
    /// Whether the document has few headings, some or many.
    headings: &'static str,
    /// What these say.
    said: &'c Headings<'c>,
}

impl<'c> Log<'c> {
    fn new(content: &ParsedContent<'_>, said: &'c Headings<'c>, entries: usize) -> Self {
        let headings = match content.sections().len() {
            0 | 1 => "few",
            some if some * 6 < entries => "some",
            _ => "many",
        };
        Self { entries, headings, said }
    }
}

/// What an entry shows.
struct Seen<'c> {
    log: &'c Log<'c>,
    block: &'c Block,
    /// Its place among the entries.
    place: usize,
    /// Whether it is the document's title.
    is_title: bool,
    /// Its words, if it is a heading; else none.
    heading: WordSlice<'c>,
    /// Its words, if it is none.
    text: WordSlice<'c>,
    /// The words of its label.
    label: WordSlice<'c>,
    /// The words of the heading that a text stands under, if that is not the title.
    above: WordSlice<'c>,
    /// The phases that the nearest heading above names that names any: a bit for each.
    under: u8,
    /// The phases that its label names, or else its own heading.
    named: u8,
}

impl<'c> Seen<'c> {
    fn new(content: &'c ParsedContent<'_>, log: &'c Log<'c>, place: usize, block: &'c Block) -> Self {
        // The number of an item is none of its words.
        let start = if block.marker.is_some() { block.text } else { block.start };
        let words = content.words_of(block).from(start).lead(WORDS);
        let index = content.section_of(block);
        let section = content.section(index);
        let is_of_title = log.said.has_title && index == Some(0);
        let is_heading = is_heading(block);
        let label = block.label.filter(|_| !is_heading).map_or(0..0, |label| block.text..label.text);
        let label = content.words_of(block).within(&label);
        let of_label = phases(label);
        let above = section.map(|section| content.words_of_title(section)).unwrap_or_default();
        let around = if is_heading { section.and_then(|own| own.parent) } else { index };
        Self {
            log,
            block,
            place,
            is_title: is_heading && is_of_title,
            heading: words.only_if(is_heading),
            text: words.only_if(!is_heading),
            label,
            above: above.only_if(!is_heading && !is_of_title),
            under: at(&log.said.names_nearest, around),
            named: if of_label == 0 { at(&log.said.names_own, index) } else { of_label },
        }
    }

    fn kind(&self) -> &'static str {
        match kind_of(Some(self.block)) {
            _ if self.is_title => "title",
            "nested-number" => "number",
            "letter" => "item",
            heading if heading.starts_with("heading") => "heading",
            kind => kind,
        }
    }

    fn place(&self, found: &mut Found) {
        let fifth = PLACES.get(5 * self.place / self.log.entries.max(1)).copied().unwrap_or_default();
        found.named([(true, fifth), (self.place + 1 == self.log.entries, "last")]);
    }

    /// What else an entry shows. The model for a phase knows only the first two.
    fn signs(&self, found: &mut Found) {
        let (is_text, length) = (!is_heading(self.block), self.text.len());
        found.named([
            // A number or the name of a day or month.
            (self.heading.any(NUMBER.or(CALENDAR)), "dated"),
            (is_text && self.block.stamp.is_some(), "stamped"),
            (is_text && self.block.label.is_some(), "labelled"),
            (is_text && self.block.after_blank, "parted"),
            (is_text && self.block.indent > 0, "indented"),
            (is_text && length <= 12, "short"),
            (is_text && (13..=40).contains(&length), "middling"),
            (is_text && length > 40, "long"),
        ]);
    }
}

/// The value for a section; 0 outside of all sections.
fn at(sections: &[Option<u8>], section: Option<usize>) -> u8 {
    section.and_then(|section| sections.get(section).copied().flatten()).unwrap_or_default()
}

/// The phases that the words of a heading name, a bit for each.
fn phases(words: WordSlice<'_>) -> u8 {
    PHASE_TITLES.into_iter().enumerate().map(|(phase, title)| u8::from(words.any(title)) << phase).sum()
}

/// Some phases by their names, from a bit for each.
fn name_phases(found: &mut Found, bits: u8) {
    LABELS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).for_each(|(_, name)| found.name(name));
}
