//! What the model of decisions sees (H19): sentences, items, rows and headings, each with the words around it.

use super::neighbour::{self, NEIGHBOURS};
use crate::{
    english::class::{self, Classes, NAME_OF_DECISION},
    model::{Feature, Layout, Terms, slots},
    recognize::{feature::Features, shape},
    text::{
        block::{Block, BlockKind, is_heading},
        document::ParsedContent,
        line_end::lines_and_sentences,
        word::WordSlice,
    },
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The labels of the model: what a sentence may be.
pub const LABELS: [&str; 5] = ["none", "selection", "approval", "rejection", "configuration"];

const DECIDED: &[&str] =
    &["no-section", "in-section", "outside-section", "no-label", "in-label", "outside-label"];
const PLACES: &[&str] = &["first", "second", "third", "later", "alone", "head-of-table"];

slots! {
    /// The slots of the model.
    SLOTS:
    WORD = "word", Terms::Words;
    FIRST = "first", Terms::Words;
    HEADING = "heading", Terms::Words;
    ABOVE = "above", Terms::Words;
    LABEL = "label", Terms::Words;
    INTRO = "intro", Terms::Words;
    CELL = "cell", Terms::Words;
    COLUMN = "column", Terms::Words;
    CLASS = "class", Terms::Names(class::OF_LINES);
    BLOCK = "block", Terms::Names(shape::BLOCKS);
    PLACE = "place", Terms::Names(PLACES);
    SHAPE = "shape", Terms::Names(shape::SHAPES);
    LENGTH = "length", Terms::Numbers(shape::LENGTHS);
    DECIDED_SLOT = "decided", Terms::Names(DECIDED);
    BEFORE = "before", Terms::Pairs(class::OF_LINES, NEIGHBOURS);
    BEHIND = "behind", Terms::Pairs(class::OF_LINES, NEIGHBOURS);
    BRIEF_WORD = "brief-word", Terms::Words;
    BRIEF_FIRST = "brief-first", Terms::Words;
    BRIEF_CLASS = "brief-class", Terms::Names(class::OF_LINES);
    BRIEF_BEFORE = "brief-before", Terms::Pairs(class::OF_LINES, NEIGHBOURS);
    BRIEF_BEHIND = "brief-behind", Terms::Pairs(class::OF_LINES, NEIGHBOURS);
}

/// A text of at most so many words is brief, if it is nothing but paragraphs. Nothing around a sentence says there what is meant,
/// so what it says itself counts apart.
const BRIEF: usize = 48;
/// So many columns of a table are read.
const COLUMNS: usize = 16;
/// A cell of more words is no short answer.
const SHORT_CELL: usize = 3;
/// A title of more words names no part of a record.
const SHORT_TITLE: usize = 4;

/// The slots of what a sentence says itself.
struct OwnSlots {
    word: usize,
    first: usize,
    class: usize,
    before: usize,
    behind: usize,
}

const ALWAYS: OwnSlots = OwnSlots { word: WORD, first: FIRST, class: CLASS, before: BEFORE, behind: BEHIND };
const IN_BRIEF: OwnSlots = OwnSlots {
    word: BRIEF_WORD,
    first: BRIEF_FIRST,
    class: BRIEF_CLASS,
    before: BRIEF_BEFORE,
    behind: BRIEF_BEHIND,
};

/// A sentence, item, row or heading that may be a decision.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Its block, by number.
    pub(super) block: usize,
    pub(super) span: Range<usize>,
}

/// Gives each unit of the body with its features, in order.
pub(super) fn units(content: &ParsedContent<'_>, layout: &Layout, mut take: impl FnMut(&Unit, &[Feature])) {
    let mut reader = Reader::new(content, layout);
    for index in 0..content.blocks().len() {
        reader.block(index, &mut take);
    }
}

struct Reader<'c, 'd> {
    content: &'c ParsedContent<'d>,
    /// For each section, whether it stands under a title that names a decision.
    decided: Vec<bool>,
    has_section: bool,
    has_label: bool,
    /// The words of the sentence before a list.
    intro: Range<usize>,
    /// The first row of the table, and its columns.
    head: Option<(usize, Vec<Range<usize>>)>,
    is_brief: bool,
    features: Features<'c>,
}

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>, layout: &'c Layout) -> Self {
        let mut decided: Vec<bool> = Vec::with_capacity(content.sections.len());
        for section in &content.sections {
            let title = content.words.all_within(&section.title);
            let own = section.parent.is_some() && is_title_of_decision(title);
            decided.push(
                own || section.parent.and_then(|parent| decided.get(parent)).is_some_and(|above| *above),
            );
        }
        let text = |block: &&Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        let mut labels = content.blocks().iter().filter(text).map(|block| label(content, block));
        let has_label = labels.any(|words| names_decision(content.words.slice(words)));
        let features = Features::new(layout);
        let has_section = decided.contains(&true);
        let is_brief = is_brief(content);
        Self { content, decided, has_section, has_label, intro: 0..0, head: None, is_brief, features }
    }

    fn block(&mut self, index: usize, take: &mut impl FnMut(&Unit, &[Feature])) {
        let content = self.content;
        let Some(block) = content.blocks().get(index) else { return };
        if block.kind != BlockKind::Row {
            self.head = None;
        }
        match block.kind {
            BlockKind::Code => {}
            BlockKind::Rule => self.intro = 0..0,
            BlockKind::Heading(_) => {
                self.intro = 0..0;
                self.unit(index, block.text()..block.span.end, take, |_| {});
            }
            BlockKind::Row => self.row(index, block, take),
            BlockKind::Paragraph | BlockKind::Item => self.sentences(index, block, take),
        }
    }

    fn sentences(&mut self, index: usize, block: &Block, take: &mut impl FnMut(&Unit, &[Feature])) {
        let content = self.content;
        let text = content.slice(&(block.text()..block.span.end));
        let label = label(content, block);
        let in_label = names_decision(content.words.slice(label.clone()));
        let is_item = block.kind == BlockKind::Item;
        let intro = if is_item { self.intro.clone() } else { 0..0 };
        let mut sentences = lines_and_sentences(text).peekable();
        let mut place = 0;
        let mut last = 0..0;
        while let Some(sentence) = sentences.next() {
            let end = block.text() + unicode::trim_end(slice(text, 0..sentence.end)).len();
            let start = block.text() + sentence.start;
            let span = start..end.max(start);
            last = content.words.within(&span);
            let alone = place == 0 && sentences.peek().is_none();
            let own = if place == 0 { label.clone() } else { 0..0 };
            self.unit(index, span, take, |reader| {
                reader.features.words(LABEL, content.words.slice(own.clone()));
                reader.features.words(INTRO, content.words.slice(intro.clone()));
                reader.features.add(PLACE, if alone { 4 } else { place.min(3) });
                let decided = match (reader.has_label, in_label && place == 0) {
                    (false, _) => 3,
                    (_, true) => 4,
                    _ => 5,
                };
                reader.features.add(DECIDED_SLOT, decided);
            });
            place += 1;
        }
        if !is_item && !block.inside {
            self.intro = last;
        }
    }

    fn row(&mut self, index: usize, block: &Block, take: &mut impl FnMut(&Unit, &[Feature])) {
        let content = self.content;
        let cells = super::table::cells(content, block);
        if self.head.is_none() {
            let words = cells.iter().take(COLUMNS).map(|cell| content.words.within(cell)).collect();
            self.head = Some((index, words));
        }
        let (head, columns) = self.head.clone().unwrap_or_default();
        self.unit(index, block.span.clone(), take, |reader| {
            if head == index {
                reader.features.add(PLACE, 5);
            }
            for (cell, column) in cells.iter().zip(columns) {
                let words = content.words.within(cell);
                if words.len() <= SHORT_CELL {
                    reader.features.words(CELL, content.words.slice(words));
                }
                reader.features.words(COLUMN, content.words.slice(column));
            }
        });
    }

    /// A unit with the features that all have, and those that `more` adds.
    fn unit(
        &mut self,
        block: usize,
        span: Range<usize>,
        take: &mut impl FnMut(&Unit, &[Feature]),
        more: impl FnOnce(&mut Self),
    ) {
        let content = self.content;
        let words = content.words.within(&span);
        let text = content.slice(&span);
        let shapes = shape::shapes(text);
        if words.is_empty() && shapes == 0 {
            return;
        }
        self.features.clear();
        self.sentence(words.clone(), &ALWAYS);
        if self.is_brief {
            self.sentence(words.clone(), &IN_BRIEF);
        }
        self.features.bits(SHAPE, shapes.into());
        self.features.add(LENGTH, shape::length(words.len()));
        let own = content.blocks().get(block);
        self.features.add(BLOCK, shape::kind(own));
        self.headings(own);
        more(self);
        take(&Unit { block, span }, self.features.finish());
    }

    /// What a sentence says itself.
    fn sentence(&mut self, words: Range<usize>, slots: &OwnSlots) {
        let content = self.content;
        let sentence = content.words.slice(words);
        let mut classes = Classes::NONE;
        for (index, word) in sentence.iter().enumerate() {
            self.features.word(slots.word, word);
            classes |= word.classes;
            if word.classes.any(Classes::ALL_OF_LINES) {
                let before = neighbour::before(content, sentence, index);
                let behind = neighbour::behind(content, sentence, index);
                self.features.class_pairs(slots.before, word.classes, before);
                self.features.class_pairs(slots.behind, word.classes, behind);
            }
        }
        if let Some(first) = sentence.first() {
            self.features.word(slots.first, first);
        }
        self.features.classes(slots.class, classes);
    }

    fn headings(&mut self, block: Option<&Block>) {
        let content = self.content;
        let own = block.and_then(|block| block.section());
        let is_title = block.is_some_and(is_heading);
        let around = if is_title { content.section(own).and_then(|section| section.parent) } else { own };
        let in_decision = around.and_then(|section| self.decided.get(section));
        self.features.add(
            DECIDED_SLOT,
            match (self.has_section, in_decision) {
                (false, _) => 0,
                (true, Some(true)) => 1,
                (true, _) => 2,
            },
        );
        self.features.headings(content, around, HEADING, ABOVE);
    }
}

/// Whether a text is a few sentences and nothing else: without headings, lists and tables.
pub(in crate::recognize) fn is_brief(content: &ParsedContent<'_>) -> bool {
    let is_text = |block: &Block| block.kind == BlockKind::Paragraph;
    content.words.all().len() <= BRIEF && content.blocks().iter().all(is_text)
}

/// The words of the label that a block starts with.
fn label(content: &ParsedContent<'_>, block: &Block) -> Range<usize> {
    block.label(content.text()).map_or(0..0, |label| content.words.within(&label.name))
}

/// Whether a title names the part of a record that holds the decision.
pub(super) fn is_title_of_decision(title: WordSlice<'_>) -> bool {
    title.len() <= SHORT_TITLE && names_decision(title)
}

fn names_decision(words: WordSlice<'_>) -> bool {
    words.iter().take(SHORT_TITLE).any(|word| word.classes.any(NAME_OF_DECISION))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Vocabulary, text::document::Document};

    /// The features of the unit with this text.
    fn features(text: &str, unit: &str) -> Vec<String> {
        let vocabulary = Vocabulary::new(["use", "tabs", "names", "style", "options", "jury", "rejected"]);
        let content = ParsedContent::with_vocabulary(Document::new("a.md", text), &vocabulary);
        let layout = Layout::new(SLOTS, &vocabulary);
        let mut found = None;
        units(&content, &layout, |own, features| {
            if content.slice(&own.span) == unit {
                found = Some(features.iter().filter_map(|feature| layout.name(feature.number)).collect());
            }
        });
        found.unwrap()
    }

    fn has(features: &[String], wanted: &[&str]) -> bool {
        wanted.iter().all(|wanted| features.iter().any(|feature| feature == wanted))
    }

    #[test]
    fn a_sentence_has_its_words_and_those_around_it() {
        let text = "# Style\n\n## Names\n\nThese are the options.\n\n- Use `tabs`. Use them.\n";
        let found = features(text, "Use `tabs`.");
        let wanted = [
            "word:use",
            "word:tabs",
            "first:use",
            "heading:names",
            "above:style",
            "intro:options",
            "block:item",
            "place:first",
            "shape:code",
            "length:0",
            "decided:no-section",
            "decided:no-label",
        ];
        assert!(has(&found, &wanted), "{found:?}");
        assert!(has(&found, &["before:take+none", "behind:take+quote"]), "{found:?}");
        assert_eq!(found.iter().filter(|feature| *feature == "word:use").count(), 1);
        assert!(has(&features(text, "Use them."), &["place:second"]));
    }

    #[test]
    fn a_brief_text_has_what_it_says_twice() {
        let own = ["word:use", "first:use", "before:take+none", "behind:take+quote"];
        let brief =
            ["brief-word:use", "brief-first:use", "brief-before:take+none", "brief-behind:take+quote"];
        let found = features("It rained. Use `tabs`.\n", "Use `tabs`.");
        assert!(has(&found, &own) && has(&found, &brief), "{found:?}");
        for longer in ["# Style\n\n", "- a\n\n", &"a ".repeat(BRIEF)] {
            let found = features(&format!("{longer}.\n\nUse `tabs`.\n"), "Use `tabs`.");
            assert!(!found.iter().any(|feature| feature.starts_with("brief")), "{found:?}");
        }
    }

    #[test]
    fn a_row_has_its_short_cells_and_the_names_of_its_columns() {
        let text = "| film | jury |\n|---|---|\n| Salt | rejected |\n";
        let found = features(text, "| Salt | rejected |");
        assert!(has(&found, &["cell:rejected", "column:jury", "block:row"]), "{found:?}");
        assert!(has(&features(text, "| film | jury |"), &["place:head-of-table"]));
    }

    // What stands elsewhere in a record with a section of the decision is hardly one.
    #[test]
    fn the_section_of_the_decision_is_told_from_the_others() {
        let text = "# A record\n\n## Options\n\nTabs.\n\n## Decision Outcome\n\nUse tabs.\n";
        assert!(has(&features(text, "Use tabs."), &["decided:in-section"]));
        assert!(has(&features(text, "Tabs."), &["decided:outside-section"]));
        let text = "Decision: use tabs.\n\nReason: none.\n";
        assert!(has(&features(text, "Decision: use tabs."), &["decided:in-label"]));
        assert!(has(&features(text, "Reason: none."), &["decided:outside-label"]));
    }
}
