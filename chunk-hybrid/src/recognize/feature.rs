//! What the models see of a document, of an entry or of a candidate: each has a table of its slots; a row says what is found in the slot.

use crate::model::{Feature, Term, UNKNOWN};
use crate::text::{Block, BlockKind, Marker, WordSlice};

/// At most this many words of a heading, a label or an introduction are features: many candidates can share them.
const FIRST_WORDS: usize = 16;

/// The terms that were found in a slot, each as often as it is there.
#[derive(Default)]
pub(crate) struct Found {
    /// Words and classes by their numbers: most terms are such, and numbers are sorted several times faster.
    words: Vec<u32>,
    classes: Vec<u32>,
    others: Vec<Term>,
}

impl Found {
    /// The words that the models know.
    pub(crate) fn words(&mut self, words: WordSlice<'_>) {
        self.numbers(words.iter().map(|word| word.number));
    }

    /// Words by their numbers, as far as the models know them.
    pub(crate) fn numbers(&mut self, numbers: impl Iterator<Item = u32>) {
        self.words.extend(numbers.filter(|number| *number != UNKNOWN));
    }

    /// The first of some words.
    pub(crate) fn lead(&mut self, words: WordSlice<'_>) {
        self.words(words.lead(FIRST_WORDS));
    }

    /// The classes of words, as far as they have a number below `end`.
    pub(crate) fn classes(&mut self, words: WordSlice<'_>, end: u32) {
        let classes =
            words.iter().flat_map(|word| word.classes.numbers().take_while(move |class| *class < end));
        self.classes.extend(classes);
    }

    pub(crate) fn name(&mut self, name: &'static str) {
        self.others.push(Term::Name(name));
    }

    /// The names of what is so.
    pub(crate) fn named<const COUNT: usize>(&mut self, names: [(bool, &'static str); COUNT]) {
        names.into_iter().filter(|(is_so, _)| *is_so).for_each(|(_, name)| self.name(name));
    }

    pub(crate) fn term(&mut self, term: Term) {
        self.others.push(term);
    }

    /// Gives `take` the terms in order, each with how often it was found; none is left.
    pub(crate) fn counts(&mut self, mut take: impl FnMut(Term, usize)) {
        each(&mut self.words, |word, count| take(Term::Word(word), count));
        each(&mut self.classes, |class, count| take(Term::Class(class), count));
        each(&mut self.others, take);
    }
}

/// Gives `take` what a list holds, in order, each once and with how often; nothing is left.
fn each<Own: Ord + Copy>(all: &mut Vec<Own>, mut take: impl FnMut(Own, usize)) {
    all.sort_unstable();
    for same in all.chunk_by(PartialEq::eq) {
        same.first().into_iter().for_each(|own| take(*own, same.len()));
    }
    all.clear();
}

/// A slot's name, and what finds the terms in it.
pub(crate) type Row<Seen> = (&'static str, fn(&Seen, &mut Found));

/// The features of what is found in each slot, each once.
pub(crate) fn features<Seen>(seen: &Seen, rows: &[Row<Seen>]) -> Vec<Feature> {
    let (mut features, mut found) = (Vec::with_capacity(64), Found::default());
    for &(slot, find) in rows {
        find(seen, &mut found);
        found.counts(|term, _| features.push(Feature { slot, term, value: 1 }));
    }
    features
}

/// Which sentence of its block one is, from 0.
pub(crate) fn nth(sentence: usize) -> &'static str {
    ["first", "second", "third"].get(sentence).unwrap_or(&"later")
}

/// What a block is, by its kind and mark.
pub(crate) fn kind_of(block: Option<&Block>) -> &'static str {
    const HEADINGS: [&str; 6] =
        ["heading-1", "heading-2", "heading-3", "heading-4", "heading-5", "heading-6"];
    let Some(block) = block else { return "nothing" };
    match (block.kind, block.marker) {
        (BlockKind::Definition, _) => "nothing",
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => "open-task",
        (BlockKind::Item, Some(Marker::Task { .. })) => "done-task",
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => "number",
        (BlockKind::Item, Some(Marker::Number { .. })) => "nested-number",
        (BlockKind::Item, Some(Marker::Letter)) => "letter",
        (BlockKind::Item, _) => "item",
        (BlockKind::Paragraph, _) => "paragraph",
        (BlockKind::Row, _) => "row",
        (BlockKind::Code, _) => "code",
        (BlockKind::Rule, _) => "rule",
        (BlockKind::Heading(level), _) => {
            HEADINGS.get(usize::from(level) - 1).unwrap_or(&"heading-without-mark")
        }
    }
}
