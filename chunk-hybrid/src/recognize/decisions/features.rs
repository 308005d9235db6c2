//! What the model of decisions sees (H19): sentences, items, rows and headings, each with the words around it.

use super::neighbour::{self, NEIGHBOURS};
use crate::{
    english::class::{self, Classes, NAME_OF_DECISION},
    model::{Layout, Terms, slots},
    recognize::{
        block,
        feature::{Features, section_around},
        unit::{self, Around, Take, Unit},
    },
    text::{
        block::{Block, BlockKind, Section},
        document::ParsedContent,
        word::WordSlice,
    },
};
use std::ops::Range;

/// The labels of the model: what a sentence may be.
pub const LABELS: [&str; 5] = ["none", "selection", "approval", "rejection", "configuration"];

mod decided {
    crate::names::names! {
        pub(crate) ALL:
        "no-section" as NO_SECTION, "in-section" as IN_SECTION, "outside-section" as OUTSIDE_SECTION,
        "no-label" as NO_LABEL, "in-label" as IN_LABEL, "outside-label" as OUTSIDE_LABEL,
    }
}
mod place {
    crate::names::names! {
        pub(crate) ALL:
        "first", "second", "third", "later" as LATER, "alone" as ALONE, "head-of-table" as HEAD_OF_TABLE,
    }
}

slots! {
    /// The slots of the model.
    SLOTS:
    WORD = "word", Terms::Words;
    FIRST = "first", Terms::Words;
    HEADING = "heading", Terms::Words;
    ABOVE = "above", Terms::Words;
    LABEL = "label", Terms::Words;
    INTRO = "intro", Terms::Words;
    COLUMN = "column", Terms::Words;
    CLASS = "class", Terms::Names(class::OF_LINES);
    BLOCK = "block", Terms::Names(block::KINDS);
    PLACE = "place", Terms::Names(place::ALL);
    MARK = "mark", Terms::Names(&["yes", "no"]);
    DECIDED = "decided", Terms::Names(decided::ALL);
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
/// A title of more words names no part of a record.
const SHORT_TITLE: usize = 4;

/// Marks that say yes, and those that say no.
const MARKS: [[char; 5]; 2] = [['✅', '✔', '✓', '☑', '👍'], ['❌', '✗', '✘', '✖', '👎']];

/// The slots of what a sentence says itself: words, the first one, their classes, what stands before and behind these.
const ALWAYS: [usize; 5] = [WORD, FIRST, CLASS, BEFORE, BEHIND];
/// The same in a brief text.
const IN_BRIEF: [usize; 5] = [BRIEF_WORD, BRIEF_FIRST, BRIEF_CLASS, BRIEF_BEFORE, BRIEF_BEHIND];

/// Gives each unit of the body with its features, in order.
pub(super) fn units(content: &ParsedContent<'_>, layout: &Layout, blocks: Range<usize>, take: &mut Take<'_>) {
    let mut reader = Reader::new(content, layout);
    unit::units(content, blocks, false, &mut |unit, around| {
        reader.read(unit, around);
        take(unit, reader.features.all());
    });
}

struct Reader<'c, 'd> {
    content: &'c ParsedContent<'d>,
    /// For each section, whether it stands under a title that names a decision.
    decided: Vec<bool>,
    has_section: bool,
    has_label: bool,
    is_brief: bool,
    /// What is so of the unit at hand.
    features: Features<'c>,
}

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>, layout: &'c Layout) -> Self {
        let mut decided: Vec<bool> = Vec::with_capacity(content.sections().len());
        for section in content.sections() {
            let above = section.parent().and_then(|parent| decided.get(parent)).copied();
            decided.push(above.unwrap_or_default() || holds_decision(content, &section));
        }
        let is_text = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        let mut labels = content.blocks().iter().filter(is_text).map(|block| label(content, &block));
        Self {
            has_section: decided.contains(&true),
            has_label: labels.any(names_decision),
            is_brief: is_brief(content),
            features: Features::new(layout),
            content,
            decided,
        }
    }

    /// Finds the features of a unit.
    fn read(&mut self, unit: &Unit, around: &Around<'_>) {
        self.features.clear();
        let Around { block, words, .. } = *around;
        match block.kind {
            BlockKind::Row => self.row(unit),
            BlockKind::Paragraph | BlockKind::Item => self.text(unit, around),
            _ => {}
        }
        self.sentence(words, ALWAYS);
        if self.is_brief {
            self.sentence(words, IN_BRIEF);
        }
        let text = self.content.slice(&unit.span());
        for (term, marks) in (0..).zip(MARKS).filter(|_| !text.is_ascii()) {
            self.features.add_if(text.contains(marks), MARK, term);
        }
        self.features.add(BLOCK, block::kind(Some((block.kind, block.marker))));
        self.headings(&block);
    }

    fn row(&mut self, unit: &Unit) {
        self.features.add_if(unit.head() == unit.block(), PLACE, place::HEAD_OF_TABLE);
        if let Some(head) = self.content.blocks().get(unit.head()) {
            self.features.words(COLUMN, self.content.words_of(&head));
        }
    }

    fn text(&mut self, unit: &Unit, around: &Around<'_>) {
        if around.block.kind == BlockKind::Item {
            self.features.words(INTRO, around.intro);
        }
        let label = (unit.nth == 0).then(|| label(self.content, &around.block));
        label.into_iter().for_each(|label| self.features.words(LABEL, label));
        self.features.add(PLACE, if around.is_alone { place::ALONE } else { place::LATER.min(unit.nth) });
        let in_label = label.is_some_and(names_decision);
        let decided = if in_label { decided::IN_LABEL } else { decided::OUTSIDE_LABEL };
        self.features.add(DECIDED, if self.has_label { decided } else { decided::NO_LABEL });
    }

    /// What a sentence says itself.
    fn sentence(&mut self, sentence: WordSlice<'_>, [word, first, class, before, behind]: [usize; 5]) {
        self.features.each_word(word, sentence);
        for (index, own) in sentence.iter().enumerate() {
            if own.classes.any(Classes::ALL_OF_LINES) {
                let beside = neighbour::beside(self.content, sentence, index);
                for (slot, neighbour) in [before, behind].into_iter().zip(beside) {
                    self.features.class_pairs(slot, own.classes, neighbour, NEIGHBOURS);
                }
            }
        }
        if let Some(own) = sentence.first() {
            self.features.add(first, own.number);
        }
        self.features.classes(class, sentence.classes());
    }

    fn headings(&mut self, block: &Block) {
        let around = section_around(self.content, block);
        let in_decision = around.is_some_and(|section| self.decided.get(section) == Some(&true));
        let decided = if in_decision { decided::IN_SECTION } else { decided::OUTSIDE_SECTION };
        self.features.add(DECIDED, if self.has_section { decided } else { decided::NO_SECTION });
        self.features.headings(self.content, around, HEADING, ABOVE);
    }
}

/// Whether a text is a few sentences and nothing else: without headings, lists and tables.
pub(crate) fn is_brief(content: &ParsedContent<'_>) -> bool {
    let is_text = |block: Block| block.kind == BlockKind::Paragraph;
    content.words.all().len() <= BRIEF && content.blocks().iter().all(is_text)
}

/// The words of the label that a block starts with.
fn label<'c>(content: &'c ParsedContent<'_>, block: &Block) -> WordSlice<'c> {
    content.words_of(block).within(&block.label(content.text()).map_or(0..0, |label| label.name))
}

/// Whether a section is the part of a record that holds the decision, by its title.
pub(super) fn holds_decision(content: &ParsedContent<'_>, section: &Section) -> bool {
    let title = content.words_of_title(section);
    section.parent().is_some() && title.len() <= SHORT_TITLE && names_decision(title)
}

fn names_decision(words: WordSlice<'_>) -> bool {
    words.lead(SHORT_TITLE).any(NAME_OF_DECISION)
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
        units(&content, &layout, 0..content.blocks().len(), &mut |own, features| {
            if content.slice(&own.span()) == unit {
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
    fn the_first_row_of_a_table_names_its_columns() {
        let text = "| film | jury |\n|---|---|\n| Salt | ✗ |\n";
        assert!(has(&features(text, "| film | jury |"), &["block:row", "place:head-of-table"]));
        let found = features(text, "| Salt | ✗ |");
        assert!(
            has(&found, &["block:row", "column:jury", "mark:no"]) && !has(&found, &["place:head-of-table"]),
            "{found:?}"
        );
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
