//! What the models see of a document, of an entry or of a candidate: each has a table of its slots; a row says what is found in the slot.

use crate::model::{Feature, Term, UNKNOWN};
use crate::text::{Block, BlockKind, Marker, WordSlice};

/// At most this many words of a heading, a label or an introduction are features: many candidates can share them.
const FIRST_WORDS: usize = 16;

/// The terms that were found in a slot, each as often as it is there.
#[derive(Default)]
pub(crate) struct Found(Vec<Term>);

impl Found {
    /// The words that the models know.
    pub(crate) fn words(&mut self, words: WordSlice<'_>) {
        self.0.extend(words.iter().filter(|word| word.number != UNKNOWN).map(|word| Term::Word(word.number)));
    }

    /// The first of some words.
    pub(crate) fn lead(&mut self, words: WordSlice<'_>) {
        self.words(words.lead(FIRST_WORDS));
    }

    /// The classes of words, as far as they have a number below `end`.
    pub(crate) fn classes(&mut self, words: WordSlice<'_>, end: u32) {
        let classes =
            words.iter().flat_map(|word| word.classes.numbers().take_while(move |class| *class < end));
        self.0.extend(classes.map(Term::Class));
    }

    pub(crate) fn name(&mut self, name: &'static str) {
        self.0.push(Term::Name(name));
    }

    /// The names of what is so.
    pub(crate) fn named<const COUNT: usize>(&mut self, names: [(bool, &'static str); COUNT]) {
        names.into_iter().filter(|(is_so, _)| *is_so).for_each(|(_, name)| self.name(name));
    }

    pub(crate) fn term(&mut self, term: Term) {
        self.0.push(term);
    }

    /// The terms with how often each was found, in order; none is left.
    pub(crate) fn counts(&mut self) -> impl Iterator<Item = (Term, usize)> {
        let mut terms = std::mem::take(&mut self.0);
        terms.sort_unstable();
        let counts = terms.chunk_by(PartialEq::eq).filter_map(|same| Some((*same.first()?, same.len())));
        counts.collect::<Vec<_>>().into_iter()
    }
}

/// A slot's name, and what finds the terms in it.
pub(crate) type Row<Seen> = (&'static str, fn(&Seen, &mut Found));

/// The features of what is found in each slot, each once.
pub(crate) fn features<Seen>(seen: &Seen, rows: &[Row<Seen>]) -> Vec<Feature> {
    let (mut features, mut found) = (Vec::with_capacity(64), Found::default());
    for &(slot, find) in rows {
        find(seen, &mut found);
        found.0.sort_unstable();
        found.0.dedup();
        features.extend(found.0.drain(..).map(|term| Feature { slot, term, value: 1 }));
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
