//! The features by which the models of phases judge an entry (H17), that is a heading, paragraph or item: those for a phase, and those for
//! a change of phase.

use crate::english::class::{CALENDAR, NUMBER, OF_ENTRIES, OF_LINES, PHASE_TITLES};
use crate::recognize::candidate::{Lines, Row, Seen, Units};
use crate::recognize::feature::{Found, kind_of};
use crate::recognize::said;
use crate::text::{Block, ParsedContent, Section, WordSlice, is_heading};

/// The phases, in the order of the model's labels.
pub const LABELS: [&str; 4] = ["planning", "execution", "verification", "reflection"];

/// The model for a phase.
pub const PHASES: Lines<Log, 4> =
    Lines { name: "phases", labels: LABELS, slots: SLOTS, about: Log::new, units: Units::Entries };

/// The model for a change of phase.
pub const CHANGES: Lines<Log, 1> = Lines {
    name: "changes",
    labels: ["change"],
    slots: CHANGE_SLOTS,
    about: Log::new,
    units: Units::Entries,
};

/// At most this many words of an entry are features.
const WORDS: usize = 60;
/// At most this many words of a heading or label are features.
const TITLE_WORDS: usize = 10;
/// A heading of more words names no phase.
const SHORT_TITLE: usize = 8;

/// The slots of the model for a phase, and what an entry has in each. In `after` there is the phase of the entry before, which only the chain of
/// entries knows.
const SLOTS: &[Row<Log>] = &[
    ("block", kind),
    ("title", |own, found| found.words(heading(own).only_if(is_title(own)).lead(TITLE_WORDS))),
    ("heading", |own, found| found.words(heading(own).only_if(!is_title(own)).lead(TITLE_WORDS))),
    ("heading-class", |own, found| found.classes(heading(own).only_if(!is_title(own)), OF_ENTRIES)),
    // The word of a heading of one word.
    ("only", |own, found| found.words(heading(own).only_if(heading(own).len() == 1))),
    // The phases named by the nearest heading above that names any.
    ("under", |own, found| name_phases(found, under(own))),
    // Below a heading that names a phase, the classes of words are no evidence.
    ("class", |own, found| found.classes(text(own).only_if(under(own) == 0), OF_ENTRIES)),
    ("first-class", |own, found| found.classes(text(own).lead(1), OF_ENTRIES)),
    ("first", |own, found| found.words(text(own).lead(1))),
    ("label", |own, found| found.words(own.label().lead(TITLE_WORDS))),
    ("label-class", |own, found| found.classes(own.label(), OF_LINES)),
    ("above-class", |own, found| found.classes(above(own), OF_LINES)),
    ("place", place),
    ("sign", time),
    // The words of a paragraph or item.
    ("word", |own, found| found.words(text(own))),
];

/// The slots of the model for a change of phase.
const CHANGE_SLOTS: &[Row<Log>] = &[
    ("block", kind),
    ("heading", |own, found| found.words(heading(own).lead(TITLE_WORDS))),
    ("heading-class", |own, found| found.classes(heading(own), OF_ENTRIES)),
    ("under", |own, found| name_phases(found, if is_heading(own.block) { 0 } else { under(own) })),
    ("first", |own, found| found.words(text(own).lead(1))),
    ("first-class", |own, found| found.classes(text(own).lead(1), OF_ENTRIES)),
    ("sign", signs),
    ("headings", |own, found| found.name(own.about.headings)),
    // The words of the document's title.
    ("title", |own, found| found.words(title(own.content, own.about.has_title).lead(TITLE_WORDS))),
];

/// What a log shows as a whole.
pub struct Log {
    /// How many entries there are.
    entries: usize,
    /// Whether the document has few headings, some or many.
    headings: &'static str,
    /// Whether the first heading is the title: all else stands below it.
    has_title: bool,
    /// For each section, the phases that the nearest heading names that names any, its own or one above: a bit for each.
    under: Vec<Option<u8>>,
}

impl Log {
    pub(super) fn new(content: &ParsedContent<'_>) -> Self {
        let spans = |block| Units::Entries.spans(content, block);
        let entries = content.blocks().iter().filter(|block| !spans(block).is_empty()).count();
        let headings = match content.sections().len() {
            0 | 1 => "few",
            some if some * 6 < entries => "some",
            _ => "many",
        };
        let has_title = has_title(content);
        let under = said::inherited(content, |index, section| {
            Some(of_heading(content, has_title, index, section)).filter(|names| *names > 0)
        });
        Self { entries, headings, has_title, under }
    }
}

/// Whether the first heading is the title: all else stands below it.
pub(super) fn has_title(content: &ParsedContent<'_>) -> bool {
    let sections = content.sections();
    content.blocks().first().is_some_and(is_heading)
        && sections.iter().filter(|section| section.parent.is_none()).count() == 1
        && sections.len() > 1
}

/// The phases that a section's own heading names, if it is short and no title: a bit for each.
fn of_heading(content: &ParsedContent<'_>, has_title: bool, index: usize, section: &Section) -> u8 {
    let words = content.words_of_title(section);
    let is_short = words.len() <= SHORT_TITLE && !(has_title && index == 0);
    if is_short { phases(words) } else { 0 }
}

/// The phases that the label of a block names, or else the heading of its section: a bit for each.
pub(super) fn named(content: &ParsedContent<'_>, has_title: bool, block: &Block) -> u8 {
    let of_label = phases(content.words_of_label(block));
    let section = content.section_of(block);
    match (of_label, section, content.section(section)) {
        (0, Some(index), Some(section)) => of_heading(content, has_title, index, section),
        _ => of_label,
    }
}

/// The words of the document's title, if it has one.
fn title<'c>(content: &'c ParsedContent<'_>, has_title: bool) -> WordSlice<'c> {
    let title = content.sections().first().filter(|_| has_title);
    title.map(|title| content.words_of_title(title)).unwrap_or_default()
}

/// Whether an entry is the document's title.
fn is_title(own: &Seen<'_, Log>) -> bool {
    own.about.has_title && own.block.number == 0
}

/// The words of a heading; none of what is no heading.
fn heading<'c>(own: &Seen<'c, Log>) -> WordSlice<'c> {
    own.words.lead(WORDS).only_if(is_heading(own.block))
}

/// The words of what is no heading; none of a heading.
fn text<'c>(own: &Seen<'c, Log>) -> WordSlice<'c> {
    own.words.lead(WORDS).only_if(!is_heading(own.block))
}

/// The words of the heading that a text stands under, if that is not the title.
fn above<'c>(own: &Seen<'c, Log>) -> WordSlice<'c> {
    let is_below_title = own.about.has_title && own.section == Some(0);
    own.headings[0].only_if(!is_heading(own.block) && !is_below_title)
}

/// The phases that the nearest heading above names that names any: a bit for each.
fn under(own: &Seen<'_, Log>) -> u8 {
    own.section.and_then(|section| *own.about.under.get(section)?).unwrap_or_default()
}

/// What an entry is.
fn kind(own: &Seen<'_, Log>, found: &mut Found) {
    found.name(match kind_of(Some(own.block)) {
        _ if is_title(own) => "title",
        "nested-number" => "number",
        "letter" => "item",
        heading if heading.starts_with("heading") => "heading",
        kind => kind,
    });
}

/// Where in the document an entry is.
fn place(own: &Seen<'_, Log>, found: &mut Found) {
    let entries = own.about.entries;
    let fifth = ["start", "early", "middle", "late", "end"].get(5 * own.index / entries.max(1));
    fifth.into_iter().for_each(|fifth| found.name(fifth));
    found.named([(own.index + 1 == entries, "last")]);
}

/// Whether an entry has a time or day.
fn time(own: &Seen<'_, Log>, found: &mut Found) {
    found.named([
        // A number or the name of a day or month.
        (heading(own).any(NUMBER.or(CALENDAR)), "dated"),
        (!is_heading(own.block) && own.block.stamp.is_some(), "stamped"),
    ]);
}

/// What else an entry shows.
fn signs(own: &Seen<'_, Log>, found: &mut Found) {
    time(own, found);
    let (is_text, length) = (!is_heading(own.block), text(own).len());
    found.named([
        (is_text && own.block.label.is_some(), "labelled"),
        (is_text && own.block.after_blank, "parted"),
        (is_text && own.block.indent > 0, "indented"),
        (is_text && length <= 12, "short"),
        (is_text && (13..=40).contains(&length), "middling"),
        (is_text && length > 40, "long"),
    ]);
}

/// The phases that the words of a heading or label name, a bit for each.
fn phases(words: WordSlice<'_>) -> u8 {
    PHASE_TITLES.into_iter().enumerate().map(|(phase, title)| u8::from(words.any(title)) << phase).sum()
}

/// Some phases by their names, from a bit for each.
fn name_phases(found: &mut Found, bits: u8) {
    LABELS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).for_each(|(_, name)| found.name(name));
}
