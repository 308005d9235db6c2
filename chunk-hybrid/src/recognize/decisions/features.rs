//! The features by which the model judges whether a candidate is a decision (H19): its words and their classes, what stands next to them,
//! the words of headings, labels and columns, and where in a block and in a record it is.

use crate::english::class;
use crate::english::class::{
    AUXILIARY, BEING, Classes, FIRST_PERSON, NAME_OF_DECISION, PHRASE_END, PHRASE_LEAD,
};
use crate::model::{Feature, Layout, Terms, slots};
use crate::recognize::{Candidate, Features, KINDS, candidates, kind_of_block, section_around};
use crate::text::{Block, BlockKind, Label, ParsedContent, Section, Word, WordSlice};

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

/// What can stand next to a word.
mod neighbour {
    crate::names::names! {
        pub(crate) ALL:
        "none" as NONE, "quote" as QUOTE, "mark" as MARK, "number" as NUMBER, "first-person" as PERSON,
        "auxiliary" as HELP, "phrase-lead" as LEAD, "phrase-end" as END, "name" as NAME, "word" as WORD,
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
    CLASS = "class", Terms::Names(class::OF_LINES);
    BLOCK = "block", Terms::Names(KINDS);
    PLACE = "place", Terms::Names(place::ALL);
    DECIDED = "decided", Terms::Names(decided::ALL);
    BEFORE = "before", Terms::Pairs(class::OF_LINES, neighbour::ALL);
    BEHIND = "behind", Terms::Pairs(class::OF_LINES, neighbour::ALL);
    BRIEF_WORD = "brief-word", Terms::Words;
    BRIEF_FIRST = "brief-first", Terms::Words;
    BRIEF_CLASS = "brief-class", Terms::Names(class::OF_LINES);
    BRIEF_BEFORE = "brief-before", Terms::Pairs(class::OF_LINES, neighbour::ALL);
    BRIEF_BEHIND = "brief-behind", Terms::Pairs(class::OF_LINES, neighbour::ALL);
}

/// A brief text has at most this many words, and nothing but paragraphs. Nothing around a sentence tells there what is meant, so its own
/// words are features of their own there, beside the usual ones.
const MOST_BRIEF_WORDS: usize = 48;
/// A title of more words names no part of a record.
const SHORT_TITLE: usize = 4;

/// The slots for a sentence's own words: all words, the first one, their classes, and what stands before and after a word of a class.
const ALWAYS: [usize; 5] = [WORD, FIRST, CLASS, BEFORE, BEHIND];
/// The slots in which the same stands again for a brief text.
const IN_BRIEF: [usize; 5] = [BRIEF_WORD, BRIEF_FIRST, BRIEF_CLASS, BRIEF_BEFORE, BRIEF_BEHIND];

/// Gives `take` each candidate with its features, in order.
pub fn decision_candidates(
    content: &ParsedContent<'_>,
    layout: &Layout,
    take: &mut dyn FnMut(&Candidate, &[Feature]),
) {
    let mut reader = Reader::new(content, layout);
    for candidate in candidates(content, false) {
        reader.read(&candidate);
        take(&candidate, reader.features.all());
    }
}

struct Reader<'c, 'd> {
    content: &'c ParsedContent<'d>,
    /// For each section, whether it or one around it is the part of a record that holds the decision.
    decided: Vec<bool>,
    /// Whether the document has such a section.
    has_section: bool,
    /// Whether the document has a label that names a decision.
    has_label: bool,
    is_brief: bool,
    /// Those of the candidate at hand.
    features: Features<'c>,
}

impl<'c, 'd> Reader<'c, 'd> {
    fn new(content: &'c ParsedContent<'d>, layout: &'c Layout) -> Self {
        let mut decided: Vec<bool> = Vec::with_capacity(content.sections().len());
        for section in content.sections() {
            let above = section.parent.and_then(|parent| decided.get(parent)).copied();
            decided.push(above.unwrap_or_default() || holds_decision(content, section));
        }
        let is_text = |block: &Block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
        let mut labels =
            content.blocks().iter().filter(|block| is_text(block)).map(|block| label(content, block));
        Self {
            has_section: decided.contains(&true),
            has_label: labels.any(names_decision),
            is_brief: is_brief(content),
            features: Features::new(layout),
            content,
            decided,
        }
    }

    /// Finds the features of a candidate.
    fn read(&mut self, candidate: &Candidate) {
        self.features.clear();
        let Some(block) = self.content.blocks().get(candidate.block) else { return };
        let words = candidate.words(self.content);
        match block.kind {
            BlockKind::Row => {
                self.features.add_if(candidate.head == candidate.block, PLACE, place::HEAD_OF_TABLE);
            }
            BlockKind::Paragraph | BlockKind::Item => self.text(candidate, block),
            _ => {}
        }
        self.sentence(words, ALWAYS);
        if self.is_brief {
            self.sentence(words, IN_BRIEF);
        }
        self.features.add(BLOCK, kind_of_block(Some((block.kind, block.marker))));
        self.headings(block);
    }

    fn text(&mut self, candidate: &Candidate, block: &Block) {
        if block.kind == BlockKind::Item {
            self.features.add_first_words(INTRO, self.content.words.within(&candidate.intro));
        }
        let label = (candidate.nth == 0).then(|| label(self.content, block));
        if let Some(label) = label {
            self.features.add_first_words(LABEL, label);
        }
        self.features.add(
            PLACE,
            if candidate.is_alone { place::ALONE } else { place::LATER.min(candidate.nth as u32) },
        );
        let in_label = label.is_some_and(names_decision);
        let decided = if in_label { decided::IN_LABEL } else { decided::OUTSIDE_LABEL };
        self.features.add(DECIDED, if self.has_label { decided } else { decided::NO_LABEL });
    }

    /// Adds the features of a sentence's own words to these slots.
    fn sentence(&mut self, sentence: WordSlice<'_>, [word, first, class, before, behind]: [usize; 5]) {
        self.features.add_words(word, sentence);
        for (index, word) in sentence.iter().enumerate() {
            if word.classes.any(Classes::ALL_OF_LINES) {
                let neighbours = beside(self.content, sentence, index);
                for (slot, neighbour) in [before, behind].into_iter().zip(neighbours) {
                    self.features.add_class_pairs(slot, word.classes, neighbour, neighbour::ALL);
                }
            }
        }
        if let Some(word) = sentence.first() {
            self.features.add(first, word.number);
        }
        self.features.add_classes(class, sentence.classes());
    }

    fn headings(&mut self, block: &Block) {
        let around = section_around(self.content, block);
        let in_decision = around.is_some_and(|section| self.decided.get(section) == Some(&true));
        let decided = if in_decision { decided::IN_SECTION } else { decided::OUTSIDE_SECTION };
        self.features.add(DECIDED, if self.has_section { decided } else { decided::NO_SECTION });
        if let Some(section) = self.content.section(around) {
            self.features.add_first_words(HEADING, self.content.words_of_title(section));
            if let Some(above) = self.content.section(section.parent) {
                self.features.add_first_words(ABOVE, self.content.words_of_title(above));
            }
        }
    }
}

/// Whether a text is a few sentences and nothing else: without headings, lists and tables.
pub(crate) fn is_brief(content: &ParsedContent<'_>) -> bool {
    let is_text = |block: &Block| block.kind == BlockKind::Paragraph;
    content.words.all().len() <= MOST_BRIEF_WORDS && content.blocks().iter().all(is_text)
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

/// What stands before and after the word `index` of a sentence, by the indices in [`neighbour::ALL`]: "we picked Oslo" is more often a
/// decision than "apples were picked".
fn beside(content: &ParsedContent<'_>, words: WordSlice<'_>, index: usize) -> [u32; 2] {
    let before = index.checked_sub(1).and_then(|before| words.get(before));
    let (own, after) = (words.get(index), words.get(index + 1));
    [neighbour(content, before, [before, own]), neighbour(content, after, [own, after])]
}

/// What `word` is as the neighbour of the other one of `both`, which follow each other: a mark between them counts before the word.
fn neighbour(content: &ParsedContent<'_>, word: Option<Word>, both: [Option<Word>; 2]) -> u32 {
    let (Some(word), [Some(first), Some(second)]) = (word, both) else { return neighbour::NONE };
    let gap = content.slice(&(first.end..second.start));
    let between = |marks: &[char]| !second.is_spaced && gap.contains(marks);
    let text = content.slice(&word.span());
    match () {
        () if between(&['`', '"', '“']) => neighbour::QUOTE,
        () if between(&['.', ',', ';', ':', '!', '?', '(', ')', '|', '—']) => neighbour::MARK,
        () if text.starts_with(|first: char| first.is_ascii_digit()) => neighbour::NUMBER,
        () if word.classes.any(FIRST_PERSON) => neighbour::PERSON,
        () if word.classes.any(BEING.or(AUXILIARY)) => neighbour::HELP,
        () if word.classes.any(PHRASE_LEAD) => neighbour::LEAD,
        () if word.classes.any(PHRASE_END) => neighbour::END,
        () if text.starts_with(|first: char| first.is_ascii_uppercase()) => neighbour::NAME,
        () => neighbour::WORD,
    }
}
