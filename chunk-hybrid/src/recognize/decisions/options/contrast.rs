//! One thing set against another: `X over Y`, `X, not Y`, `from Y to X` (H19).

use super::{
    clause::{acted, chosen, predicate, preferring},
    refusal::{listed, refused_by},
};
use crate::{
    english::{
        class::{REFUSAL, VERB_OF_CHOICE},
        word_list::{WordList, words},
    },
    recognize::decisions::sentence::Sentence,
};
use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
}

/// Phrases between what is taken and what is not.
const BETWEEN: [[&WordList; 2]; 3] = [
    [words!["rather"], words!["than"]],
    [words!["instead"], words!["of"]],
    [words!["opposed", "compared"], words!["to"]],
];
/// The phrase between what is not taken and what is.
const REVERSED: [&WordList; 3] = [words!["in"], words!["favor", "favour"], words!["of"]];

/// Of the words from `at` on, how many set one thing against another: none, if they do not.
fn between(sentence: &Sentence<'_>, at: usize) -> usize {
    let compares =
        |words: &WordList, than: usize| sentence.is(at, words) && sentence.is(than, words!["than"]);
    let better = words!["better", "easier", "nicer", "preferable", "stronger", "safer", "cleaner"];
    match () {
        () if sentence.is(at, words!["over"]) || prefers_to(sentence, at) => 1,
        () if at > 0 && sentence.is(at, words!["beats", "beat", "outperforms", "outperformed"]) => 1,
        () if BETWEEN.iter().any(|phrase| sentence.are(at, phrase)) || compares(better, at + 1) => 2,
        () if sentence.are(at, &[words!["in"], words!["favor", "favour", "place"], words!["of"]]) => 3,
        () if compares(words!["more", "less"], at + 2) => 3,
        () => 0,
    }
}

/// `X over Y`, `X rather than Y`, `X instead of Y`, `instead of Y, X`, `Y in favour of X`.
pub(super) fn contrast(sentence: &Sentence<'_>) -> Option<Options> {
    (0..sentence.len()).find_map(|at| match between(sentence, at) {
        0 => None,
        length => contrast_at(sentence, at, length),
    })
}

/// The two sides of the `length` words at `at`.
fn contrast_at(sentence: &Sentence<'_>, at: usize, length: usize) -> Option<Options> {
    let refusal = sentence.find_class(0..at, REFUSAL);
    if sentence.are(at, &REVERSED) && (refusal.is_some() || preferring(sentence, 0..at).is_none()) {
        let rejected = refusal.map_or_else(|| sentence.before(at), |no| sentence.phrase_within(no + 1..at));
        let preferred = sentence.phrase(at + length);
        return Some(Options { preferred, rejected: rejected.into_iter().collect() });
    }
    let choice = (0..at).rev().find(|&word| sentence.has(word, VERB_OF_CHOICE));
    let clause = sentence.clause_start(at);
    if length == 1 && choice.is_none() && clause + 5 < at {
        return None;
    }
    let from = at + length;
    let is_list = sentence.is(from, words!["a", "an", "the"])
        || !sentence.quoted(from..sentence.clause_end(from)).is_empty();
    let rejected = if is_list { listed(sentence, from) } else { either(sentence, from) };
    if rejected.is_empty() {
        return None;
    }
    let preferred = match choice {
        _ if at == clause && !sentence.gap(at).contains(')') => {
            let behind = sentence.clause_end(at);
            let taken = preferring(sentence, behind..sentence.len());
            taken.and_then(|at| chosen(sentence, at, sentence.len())).or_else(|| acted(sentence, behind))
        }
        Some(choice) => chosen(sentence, choice, at),
        None => {
            let end = at - usize::from(sentence.is(at, words!["opposed"]));
            sentence.before(sentence.auxiliaries_before(end))
        }
    };
    Some(Options { preferred, rejected })
}

/// The phrase at the word `from`, or both of `A or B`.
fn either(sentence: &Sentence<'_>, from: usize) -> Vec<Range<usize>> {
    let end = sentence.clause_end(from);
    let or = sentence.find(from + 1..end, words!["or"]);
    let (first, second) = match or {
        Some(or) => (sentence.phrase_within(from..or), sentence.phrase(or + 1)),
        None => (sentence.phrase(from), None),
    };
    first.into_iter().chain(second).collect()
}

/// Whether the word `at` is the "to" of `prefer X to Y`, where Y is a thing and no act.
fn prefers_to(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, words!["to"])
        && at >= 2
        && (at.saturating_sub(6)..at - 1)
            .any(|before| sentence.is(before, words!["prefer", "prefers", "preferred"]))
        && (sentence.is(at + 1, words!["the", "a", "an", "my", "our", "any"])
            || sentence.clause_end(at) <= at + 2)
}

/// `X, not Y`, `X, never Y`, `not Y but X`.
pub(super) fn not_but(sentence: &Sentence<'_>) -> Option<Options> {
    let at = (1..sentence.len()).find(|&at| {
        sentence.is(at, words!["not", "never"])
            && (sentence.breaks(at) || sentence.is(at - 1, words!["and", "but"]) || sentence.quotes(at))
            && !sentence.is(at + 1, words!["only", "just"])
    })?;
    let end = at - usize::from(sentence.is(at - 1, words!["and", "but"]));
    let preferred = match preferring(sentence, 0..end) {
        Some(taken) => chosen(sentence, taken, end),
        None => predicate(sentence).or_else(|| sentence.before(end)),
    };
    Some(Options { preferred, rejected: refused_by(sentence, at) })
}

/// `replace Y with X`, `from Y to X`, `Y → X`.
pub(super) fn replaced(sentence: &Sentence<'_>) -> Option<Options> {
    let both = |old: Option<Range<usize>>, new: Option<Range<usize>>| {
        Some(Options { preferred: Some(new?), rejected: old.into_iter().collect() })
    };
    if let Some(at) = sentence.find(1..sentence.len(), words!["replaces"]) {
        return both(sentence.phrase(at + 1), sentence.before(at));
    }
    if let Some(at) = sentence.find(0..sentence.len(), words!["replace", "replaced", "replacing"])
        && let Some(with) = sentence.find(at + 1..sentence.len(), words!["with", "by"])
    {
        return both(sentence.phrase_within(at + 1..with), sentence.phrase(with + 1));
    }
    moved(sentence)
}

/// `from A to B`, `to B from A`, `A → B`.
pub(super) fn moved(sentence: &Sentence<'_>) -> Option<Options> {
    let both = |old: Option<Range<usize>>, new: Option<Range<usize>>| {
        Some(Options { preferred: Some(new?), rejected: vec![old?] })
    };
    if let Some(from) = sentence.find(1..sentence.len(), words!["from"]) {
        if let Some(to) = sentence.find(from + 2..sentence.len().min(from + 12), words!["to", "into"]) {
            return both(sentence.trimmed(from + 1..to), sentence.phrase(to + 1));
        }
        if let Some(to) =
            (1..from).rev().find(|&at| sentence.is(at, words!["to"])).filter(|to| from - to <= 6)
        {
            return both(sentence.phrase(from + 1), sentence.trimmed(to + 1..from));
        }
    }
    let arrow = (1..sentence.len())
        .find(|&at| ["->", "→", "=>", "➜"].iter().any(|arrow| sentence.gap(at).contains(arrow)))?;
    both(sentence.value_before(arrow), sentence.phrase(arrow))
}

/// `B now, was A`, `B (was A)`.
pub(super) fn formerly(sentence: &Sentence<'_>) -> Option<Options> {
    let at = (1..sentence.len()).find(|&at| {
        sentence.is(at, words!["was", "were", "formerly", "previously"]) && sentence.breaks(at)
    })?;
    let end = at - usize::from(sentence.is(at - 1, words!["now"]));
    let preferred = sentence.trimmed(sentence.clause_start(end - 1)..end);
    Some(Options { preferred, rejected: sentence.phrase(at + 1).into_iter().collect() })
}
