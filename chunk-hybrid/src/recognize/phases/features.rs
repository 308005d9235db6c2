//! The features by which the models of phases judge an entry (H17), that is a heading, paragraph or item: those for a phase, and those for
//! a change of phase.

use super::slots::*;
use crate::english::class::{CALENDAR, NUMBER, PHASE_TITLES};
use crate::model::{Feature, Layout};
use crate::readings;
use crate::recognize::phases::PHASES;
use crate::recognize::{Features, said};
use crate::record::Phase;
use crate::text::{Block, BlockKind, Marker, ParsedContent, WordSlice, is_heading};
use std::ops::Range;

/// At most this many words of an entry are features.
const WORDS: usize = 60;
/// At most this many words of a heading or label are features.
const TITLE_WORDS: usize = 10;
/// A heading of more words names no phase.
const SHORT_TITLE: usize = 8;

/// An entry: a heading, a paragraph or an item.
pub(super) struct Entry<'c> {
    /// The index of its block.
    pub(super) block: usize,
    /// The features for a phase.
    pub(super) features: &'c [Feature],
    /// The features for a change of phase.
    pub(super) changes: &'c [Feature],
    /// The phases that its label names, or else the heading of its section: a bit for each.
    pub(super) named: u8,
    /// The phase that its label or the nearest heading says for certain.
    pub(super) said: Option<Phase>,
}

/// Whether a block is an entry. Blocks without words, pictures, markup, tables and code are none: they belong to the entry before.
fn is_entry(content: &ParsedContent<'_>, block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_) | BlockKind::Paragraph | BlockKind::Item)
        && content.words_of(block).len() > 0
        && !["![", "<", "{"].iter().any(|start| content.text_of(block).starts_with(start))
}

/// The blocks that are entries and start in `scope`, in order, with their indices.
pub(super) fn blocks<'c>(
    content: &'c ParsedContent<'_>,
    scope: &Range<usize>,
) -> impl Iterator<Item = (&'c Block, usize)> + Clone + 'c {
    let first = content.blocks_before(scope.start);
    content.blocks_in(scope).iter().zip(first..).filter(|(block, _)| is_entry(content, block))
}

/// Gives `take` each entry that starts in `scope`, in order.
pub(super) fn entries(
    content: &ParsedContent<'_>,
    scope: &Range<usize>,
    labels: &Layout,
    changes: &Layout,
    take: &mut dyn FnMut(&Entry<'_>),
) {
    let entries = blocks(content, scope);
    let said = said::inherited(content, &LABELS);
    let mut reader = Reader::new(content, labels, changes, entries.clone().count());
    for (place, (block, number)) in entries.enumerate() {
        let named = reader.read(place, block);
        // A heading says the phase of the entry right below it; what follows may be of another.
        let is_first = content.blocks().get(number.wrapping_sub(1)).is_some_and(is_heading);
        let below = || phase_of(said.get(content.section_of(block)?)?.as_slice());
        let of_heading = if is_first || is_heading(block) { below() } else { None };
        let of_entry = said_by_label(content, block).or(of_heading);
        let (features, changes) = (reader.labels.all(), reader.changes.all());
        take(&Entry { block: number, features, changes, named, said: of_entry });
    }
}

/// The phase that the label of an entry says for certain: `[EXEC]`, `Phase: planning`.
fn said_by_label(content: &ParsedContent<'_>, block: &Block) -> Option<Phase> {
    let (said, text) = said::label(content, block)?;
    let names_phase = || {
        let label = block.label?;
        let is_phase = content.slice(&label.name()).eq_ignore_ascii_case("phase");
        let value = content.slice(&(text..block.end)).lines().next().filter(|_| is_phase)?;
        Some(readings::of_label(value))
    };
    phase_of(&said).or_else(|| phase_of(&names_phase()?))
}

/// The phase among some meanings.
fn phase_of(meanings: &[&str]) -> Option<Phase> {
    let phase =
        |meaning: &&str| LABELS.iter().zip(PHASES).find(|(name, _)| *name == meaning).map(|(_, phase)| phase);
    meanings.iter().find_map(phase)
}

/// The words of a heading or label that are features.
fn opening(words: WordSlice<'_>) -> WordSlice<'_> {
    words.lead(TITLE_WORDS)
}

struct Reader<'c, 'd> {
    content: &'c ParsedContent<'d>,
    /// How many entries there are.
    entries: usize,
    labels: Features<'c>,
    changes: Features<'c>,
    /// For each section, the phases that its heading names: a bit for each.
    names_own: Vec<u8>,
    /// For each section, the phases that the nearest heading names that names any, its own or one above.
    names_nearest: Vec<u8>,
    /// Whether the first heading is the title: all else stands below it.
    has_title: bool,
    /// Whether there are few headings, some or many: 0, 1 or 2.
    headings: u32,
}

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>, labels: &'c Layout, changes: &'c Layout, entries: usize) -> Self {
        let has_title = content.blocks().first().is_some_and(is_heading)
            && content.sections().iter().filter(|section| section.parent.is_none()).count() == 1
            && content.sections().len() > 1;
        let mut names_own: Vec<u8> = Vec::with_capacity(content.sections().len());
        let mut names_nearest: Vec<u8> = Vec::with_capacity(content.sections().len());
        for (index, section) in content.sections().iter().enumerate() {
            let words = content.words_of_title(section);
            let names = if words.len() > SHORT_TITLE || has_title && index == 0 { 0 } else { phases(words) };
            names_own.push(names);
            names_nearest.push(if names == 0 { at(&names_nearest, section.parent) } else { names });
        }
        let headings = match content.sections().len() {
            0 | 1 => 0,
            some if some * 6 < entries => 1,
            _ => 2,
        };
        Self {
            content,
            entries,
            labels: Features::new(labels),
            changes: Features::new(changes),
            names_own,
            names_nearest,
            has_title,
            headings,
        }
    }

    /// Finds the features of an entry; gives the phases that are [`named`](Entry::named) for it.
    fn read(&mut self, place: usize, block: &Block) -> u8 {
        self.labels.clear();
        self.changes.clear();
        // The number of an item is none of its words.
        let start = if block.marker.is_some() { block.text } else { block.start };
        let words = self.content.words_of(block).from(start).lead(WORDS);
        let kind = self.kind(block);
        self.labels.add(BLOCK, kind);
        self.changes.add(change::BLOCK, kind);
        self.changes.add(change::HEADINGS, self.headings);
        if self.has_title
            && let Some(title) = self.content.sections().first()
        {
            self.changes.add_first_words(change::TITLE, opening(self.content.words_of_title(title)));
        }
        self.labels.add(PLACE, (5 * place / self.entries.max(1)) as u32);
        self.labels.add_if(place + 1 == self.entries, PLACE, 5);
        if is_heading(block) { self.heading(block, words) } else { self.text(block, words) }
    }

    /// Whether a block is the title, or stands right below it.
    fn is_of_title(&self, block: &Block) -> bool {
        self.has_title && self.content.section_of(block) == Some(0)
    }

    fn kind(&self, block: &Block) -> u32 {
        match (block.kind, block.marker) {
            (BlockKind::Heading(_), _) if self.is_of_title(block) => kind::TITLE,
            (BlockKind::Heading(_), _) => kind::HEADING,
            (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => kind::OPEN_TASK,
            (BlockKind::Item, Some(Marker::Task { .. })) => kind::DONE_TASK,
            (BlockKind::Item, Some(Marker::Number { .. })) => kind::NUMBER,
            (BlockKind::Item, _) => kind::ITEM,
            _ => kind::PARAGRAPH,
        }
    }

    fn heading(&mut self, block: &Block, words: WordSlice<'_>) -> u8 {
        let content = self.content;
        let is_title = self.is_of_title(block);
        let section = content.section_of(block);
        let parent = content.section(section).and_then(|section| section.parent);
        let (own, above) = (at(&self.names_own, section), at(&self.names_nearest, parent));
        let own_classes = words.classes();
        self.labels.add_first_words(if is_title { TITLE } else { HEADING }, opening(words));
        if !is_title {
            self.labels.add_classes(HEADING_CLASS, own_classes);
        }
        if let (1, Some(word)) = (words.len(), words.first()) {
            self.labels.add(ONLY, word.number);
        }
        self.labels.add_bits(UNDER, above.into());
        // A number or the name of a day or month.
        let dated = words.any(NUMBER | CALENDAR);
        self.labels.add_if(dated, SIGN, sign::DATED);
        let changes = &mut self.changes;
        changes.add_first_words(change::HEADING, opening(words));
        changes.add_classes(change::HEADING_CLASS, own_classes);
        changes.add_if(dated, change::SIGN, sign::DATED);
        own
    }

    fn text(&mut self, block: &Block, words: WordSlice<'_>) -> u8 {
        let content = self.content;
        let section = content.section_of(block);
        let named = at(&self.names_nearest, section);
        let mut names = at(&self.names_own, section);
        let is_below_title = self.is_of_title(block);
        let labels = &mut self.labels;
        // Below a heading that names a phase, the classes of words are no evidence.
        if named == 0 {
            labels.add_classes(CLASS, words.classes());
        }
        labels.add_words(WORD, words);
        labels.add_bits(UNDER, named.into());
        let first = words.lead(1).classes();
        labels.add_classes(FIRST_CLASS, first);
        labels.add_first_words(FIRST, words.lead(1));
        if let Some(section) = content.section(section).filter(|_| !is_below_title) {
            labels.add_classes(ABOVE_CLASS, content.words_of_title(section).classes());
        }
        if let Some(label) = block.label {
            let label = content.words_of(block).starting_in(&(block.text..label.text));
            labels.add_first_words(LABEL, opening(label));
            labels.add_classes(LABEL_CLASS, label.classes());
            let own = phases(label);
            if own != 0 {
                names = own;
            }
        }
        let stamped = block.stamp.is_some();
        labels.add_if(stamped, SIGN, sign::STAMPED);
        let changes = &mut self.changes;
        changes.add_bits(change::UNDER, named.into());
        changes.add_first_words(change::FIRST, words.lead(1));
        changes.add_classes(change::FIRST_CLASS, first);
        let length = match words.len() {
            0..=12 => sign::SHORT,
            13..=40 => sign::MIDDLING,
            _ => sign::LONG,
        };
        changes.add(change::SIGN, length);
        changes.add_if(stamped, change::SIGN, sign::STAMPED);
        changes.add_if(block.label.is_some(), change::SIGN, sign::LABELLED);
        changes.add_if(block.after_blank, change::SIGN, sign::PARTED);
        changes.add_if(block.indent > 0, change::SIGN, sign::INDENTED);
        names
    }
}

/// The value for a section; 0 outside of all sections.
fn at(sections: &[u8], section: Option<usize>) -> u8 {
    section.and_then(|section| sections.get(section)).copied().unwrap_or_default()
}

/// The phases that the words of a heading name, a bit for each.
fn phases(words: WordSlice<'_>) -> u8 {
    PHASE_TITLES.into_iter().enumerate().map(|(phase, title)| u8::from(words.any(title)) << phase).sum()
}
