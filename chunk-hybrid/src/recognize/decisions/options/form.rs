//! What a sentence names in the forms of the table (H19): its words are compared with them.

use super::Options;
use super::grammar::{Extent, Form, Group, Item, OneOf, Side, TABLE};
use crate::english::class::VERB_OF_CHOICE;
use crate::recognize::decisions::sentence::Sentence;
use std::{borrow::Cow, iter, ops::Range};

/// An option that a sentence names in a form, by its words.
type Named = (Side, Extent, Range<usize>);

/// A sentence, and the number of each of its words that a form has, or 0. Compared as texts, words took a tenth of a run.
struct Numbered<'s, 't> {
    sentence: &'s Sentence<'t>,
    numbers: Vec<u16>,
}

impl<'s, 't> Numbered<'s, 't> {
    fn new(sentence: &'s Sentence<'t>) -> Self {
        let number = |at: usize| {
            let known = TABLE.numbers.get(&*lowercase(sentence.word(at))).copied();
            known.filter(|_| !sentence.is_part(at)).unwrap_or_default()
        };
        Self { sentence, numbers: (0..sentence.len()).map(number).collect() }
    }
}

/// A word in lowercase, with a straight apostrophe.
fn lowercase(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return word.into();
    }
    word.to_ascii_lowercase().replace('’', "'").into()
}

impl Group {
    /// What a sentence names in the first of these forms that it has at the word `at`, and where the form ends.
    fn at(&self, numbered: &Numbered<'_, '_>, at: usize) -> Option<(Options, usize)> {
        let forms = if self.anchors.has(numbered, at) { self.forms.as_slice() } else { &[] };
        forms.iter().find_map(|form| form.at(numbered, at))
    }
}

impl Form {
    /// What a sentence names in this form at the word `at`, and where the form ends.
    fn at(&self, numbered: &Numbered<'_, '_>, at: usize) -> Option<(Options, usize)> {
        let [left, right] = [true, false].map(|is_left| Way { numbered, is_left });
        let behind = right.pass(&self.anchor, at)?;
        let mut named = Vec::new();
        left.follow(&self.before, at, &mut named)?;
        let end = right.follow(&self.behind, behind, &mut named)?;
        Some((options(numbered.sentence, &named), end))
    }
}

impl OneOf {
    fn has(&self, numbered: &Numbered<'_, '_>, at: usize) -> bool {
        let (sentence, number) = (numbered.sentence, numbered.numbers.get(at).copied().unwrap_or_default());
        let chooses = || {
            sentence.has(at, VERB_OF_CHOICE)
                && TABLE.groups.get("no-choice").is_none_or(|group| group.at(numbered, at).is_none())
        };
        self.any
            || self.capital && sentence.is_capital(at)
            || sentence.has(at, self.classes)
            || number > 0 && self.words.contains(&number)
            || self.chooses && chooses()
    }
}

/// A way through a sentence, to the left or to the right. A place on it is known by the word that it is before.
struct Way<'s, 't> {
    numbered: &'s Numbered<'s, 't>,
    is_left: bool,
}

/// A word with which a form goes on is at most so many words behind the start of an option.
const MOST_WORDS: usize = 6;

impl Way<'_, '_> {
    /// The place behind these items, which start at the place `at`; `None` if the sentence has others there. Nothing is tried twice: an
    /// option, and any words, go on to the first place where the next item is.
    fn follow(&self, items: &[Item], at: usize, named: &mut Vec<Named>) -> Option<usize> {
        let (mut at, mut items) = (at, items);
        while let [item, behind @ ..] = items {
            let next = behind.first();
            let is_next = |at: usize| next.is_some_and(|next| self.pass(next, at).is_some());
            let is_certain = matches!(next, Some(Item::Word(_) | Item::Next(_, true) | Item::Place(_)));
            let goes_on = |at: usize| is_certain && is_next(at);
            at = match item {
                Item::MaybeWord(_) if goes_on(at) => at,
                Item::AnyNumberOf(words) => {
                    while !goes_on(at) && !self.numbered.sentence.breaks(at) && self.has(words, at) {
                        at = self.on(at)?;
                    }
                    at
                }
                Item::Words if next.is_none() => self.numbered.sentence.len(),
                Item::Words => self.places(at).find(|at| is_next(*at))?,
                Item::WordsOfClause => self.in_clause(at, next)?,
                Item::Named(side, extent) => {
                    let first = self.on(at)?;
                    let end = match next {
                        Some(item) => {
                            let is_near = !self.is_left && matches!(item, Item::Word(_));
                            let most = if is_near { MOST_WORDS } else { usize::MAX };
                            self.places(first).take(most).find(|at| is_next(*at))?
                        }
                        None if self.is_left => self.numbered.sentence.clause_start(first),
                        None if *extent == Extent::AllWords => self.numbered.sentence.clause_end(at),
                        None => self.numbered.sentence.len(),
                    };
                    let is_subject = self.is_left && next.is_none();
                    let extent = if is_subject { Extent::Subject } else { *extent };
                    named.push((*side, extent, at.min(end)..at.max(end)));
                    end
                }
                _ => self.pass(item, at)?,
            };
            items = behind;
        }
        Some(at)
    }

    /// The place behind an item of at most one word, if it is at the place `at`.
    fn pass(&self, item: &Item, at: usize) -> Option<usize> {
        let is_so = match item {
            Item::Word(words) => return self.on(at).filter(|_| self.has(words, at)),
            Item::MaybeWord(words) => return if self.has(words, at) { self.on(at) } else { Some(at) },
            Item::Next(words, wanted) => self.has(words, at) == *wanted,
            Item::Place(is_so) => is_so(self.numbered.sentence, at),
            _ => false,
        };
        is_so.then_some(at)
    }

    fn has(&self, words: &OneOf, at: usize) -> bool {
        let index = if self.is_left { at.checked_sub(1) } else { Some(at) };
        index
            .filter(|index| *index < self.numbered.sentence.len())
            .is_some_and(|index| words.has(self.numbered, index))
    }

    /// The next place, behind one word.
    fn on(&self, at: usize) -> Option<usize> {
        if self.is_left {
            at.checked_sub(1)
        } else {
            Some(at + 1).filter(|at| *at <= self.numbered.sentence.len())
        }
    }

    fn places(&self, at: usize) -> impl Iterator<Item = usize> {
        iter::successors(Some(at), |at| self.on(*at))
    }

    /// The first place from `at` on where the next item is, in the same clause.
    fn in_clause(&self, at: usize, next: Option<&Item>) -> Option<usize> {
        let ends = |place: usize| (self.is_left || place != at) && self.numbered.sentence.breaks(place);
        let last = self.places(at).find(|place| ends(*place));
        let is_mark = matches!(next, Some(Item::Place(_)));
        let mut places = self.places(at).take_while(|place| is_mark || Some(*place) != last);
        places.find(|place| next.is_some_and(|next| self.pass(next, *place).is_some()))
    }
}

/// The options that a form names. If both sides would be the same, they differ farther on: then each is all words of its clause.
fn options(sentence: &Sentence<'_>, named: &[Named]) -> Options {
    let mut found = Options::default();
    for (side, extent, words) in named {
        let mut options = match extent {
            Extent::Phrase => sentence.phrase_within(words.clone()).into_iter().collect(),
            Extent::Alternatives => sentence.alternatives(words.clone()),
            Extent::Quoted => sentence.quoted_or_first(words.clone()),
            Extent::Names => sentence.names(),
            Extent::Subject => sentence.subject(words.clone()).into_iter().collect(),
            Extent::AllWords => sentence.trimmed(words.clone()).into_iter().collect(),
        };
        match side {
            Side::Preferred => found.preferred = options.pop(),
            Side::Rejected => found.rejected = options,
        }
    }
    let is_same = |yes: &Range<usize>| found.rejected.iter().any(|no| sentence.says_same(yes, no));
    let is_all = named.iter().all(|(_, extent, _)| *extent == Extent::AllWords);
    if is_all || !found.preferred.as_ref().is_some_and(is_same) {
        return found;
    }
    let whole = |(side, _, words): &Named| {
        (*side, Extent::AllWords, words.start..words.end.min(sentence.clause_end(words.start)))
    };
    options(sentence, &named.iter().map(whole).collect::<Vec<_>>())
}

/// The options that a sentence names, by the groups of an order.
pub(in crate::recognize::decisions) fn find(sentence: &Sentence<'_>, order: &str) -> Option<Options> {
    let numbered = Numbered::new(sentence);
    let all = |groups: &&str| {
        let mut found = groups.split(" + ").filter_map(|group| first(&numbered, group));
        let mut all = found.next()?;
        for other in found {
            all.preferred = all.preferred.or(other.preferred);
            if all.rejected.is_empty() {
                all.rejected = other.rejected;
            }
        }
        if let Some(yes) = &all.preferred {
            all.rejected.retain(|no| no.end <= yes.start || yes.end <= no.start);
        }
        Some(all)
    };
    TABLE.orders.get(order)?.iter().find_map(all)
}

/// The options that a sentence names first in a form of a group.
fn first(numbered: &Numbered<'_, '_>, group: &str) -> Option<Options> {
    let (group, mut at) = (TABLE.groups.get(group)?, 0);
    while at < numbered.numbers.len() {
        match group.at(numbered, at) {
            Some((options, _)) if options != Options::default() => return Some(options),
            Some((_, end)) => at = end.max(at + 1),
            None => at += 1,
        }
    }
    None
}

/// Whether a sentence has a form of a group.
pub(in crate::recognize::decisions) fn has(sentence: &Sentence<'_>, group: &str) -> bool {
    let numbered = Numbered::new(sentence);
    let has = |group: &Group| (0..sentence.len()).any(|at| group.at(&numbered, at).is_some());
    TABLE.groups.get(group).is_some_and(has)
}
