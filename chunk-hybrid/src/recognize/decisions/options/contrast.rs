//! One thing set against another: `X over Y`, `X, not Y`, `from Y to X` (H19).

use super::{
    clause::{acted, chosen, predicate, preferring},
    refusal::{listed, refused_by},
    sides::Options,
};
use crate::{
    english::{
        class::{AUXILIARY, REFUSAL, VERB_OF_CHOICE},
        word_list::words,
    },
    recognize::decisions::sentence::Sentence,
};
use std::ops::Range;

/// `X over Y`, `X rather than Y`, `X instead of Y`, `instead of Y, X`, `Y in favour of X`.
pub(super) fn contrast(sentence: &Sentence<'_>) -> Option<Options> {
    for at in 0..sentence.len() {
        let one = sentence.is(at, words!["over"])
            || prefers_to(sentence, at)
            || at > 0 && sentence.is(at, words!["beats", "beat", "outperforms", "outperformed"]);
        let (length, reversed) = if one {
            (1, false)
        } else if sentence.are(at, words!["rather", "than"])
            || sentence.are(at, words!["instead", "of"])
            || sentence.are(at, words!["opposed", "to"])
            || sentence
                .is(at, words!["better", "easier", "nicer", "preferable", "stronger", "safer", "cleaner"])
                && sentence.is(at + 1, words!["than"])
            || sentence.are(at, words!["compared", "to"])
        {
            (2, false)
        } else if sentence.are(at, words!["in", "favor", "of"])
            || sentence.are(at, words!["in", "favour", "of"])
        {
            (3, true)
        } else if sentence.are(at, words!["in", "place", "of"])
            || sentence.is(at, words!["more", "less"]) && sentence.is(at + 2, words!["than"])
        {
            (3, false)
        } else {
            continue;
        };
        let refused = (0..at).any(|word| sentence.has(word, REFUSAL));
        if reversed && (refused || preferring(sentence, 0..at).is_none()) {
            let rejected = (0..at)
                .find(|&word| sentence.has(word, REFUSAL))
                .map_or_else(|| sentence.before(at), |word| sentence.phrase_within(word + 1..at));
            return Some(Options {
                preferred: sentence.phrase(at + length),
                rejected: rejected.into_iter().collect(),
            });
        }
        let trigger = (0..at).rev().find(|&word| sentence.has(word, VERB_OF_CHOICE));
        if length == 1 && trigger.is_none() && sentence.clause_start(at) + 5 < at {
            continue;
        }
        let rejected = if sentence.is(at + length, words!["a", "an", "the"])
            || !sentence.quoted(at + length..sentence.clause_end(at + length)).is_empty()
        {
            listed(sentence, at + length)
        } else {
            either(sentence, at + length)
        };
        if rejected.is_empty() {
            continue;
        }
        let opens = at == sentence.clause_start(at) && !sentence.gap(at).contains(')');
        let preferred = match trigger {
            _ if opens => {
                let behind = sentence.clause_end(at);
                let taken = preferring(sentence, behind..sentence.len());
                taken.and_then(|at| chosen(sentence, at, sentence.len())).or_else(|| acted(sentence, behind))
            }
            Some(trigger) => chosen(sentence, trigger, at),
            None => {
                let mut end = at - usize::from(sentence.is(at, words!["opposed"]));
                while end > 1 && sentence.has(end - 1, AUXILIARY) {
                    end -= 1;
                }
                sentence.before(end)
            }
        };
        return Some(Options { preferred, rejected });
    }
    None
}

/// The phrase at the word `from`, or both of `A or B`.
fn either(sentence: &Sentence<'_>, from: usize) -> Vec<Range<usize>> {
    let end = sentence.clause_end(from);
    let or = sentence.find(from + 1..end, words!["or"]).filter(|or| or + 1 < end);
    match or {
        Some(or) => {
            [sentence.phrase_within(from..or), sentence.phrase(or + 1)].into_iter().flatten().collect()
        }
        None => sentence.phrase(from).into_iter().collect(),
    }
}

/// Whether the word `at` is the "to" of `prefer X to Y`, where Y is a thing and no act.
pub(super) fn prefers_to(sentence: &Sentence<'_>, at: usize) -> bool {
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
        if let Some(to) =
            (from + 2..sentence.len().min(from + 12)).find(|&at| sentence.is(at, words!["to", "into"]))
        {
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
    let end = at - usize::from(at > 1 && sentence.is(at - 1, words!["now"]));
    let preferred = sentence.trimmed(sentence.clause_start(end - 1)..end);
    Some(Options { preferred, rejected: sentence.phrase(at + 1).into_iter().collect() })
}
