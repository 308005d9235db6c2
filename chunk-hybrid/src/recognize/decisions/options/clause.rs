//! What a clause is for: the object of its verb, what is said of its subject (H19).

use crate::{
    english::{
        class::{AUXILIARY, BEING, PARTICLE, REFUSAL, SUBORDINATING, VERB_OF_CHOICE},
        word_list::words,
    },
    recognize::decisions::sentence::Sentence,
};
use std::ops::Range;

/// The first verb of preference that is no part of a refusal.
pub(super) fn preferring(sentence: &Sentence<'_>, within: Range<usize>) -> Option<usize> {
    within.into_iter().find(|&at| {
        let start = sentence.clause_start(at);
        let refused = (start..at).any(|before| sentence.has(before, REFUSAL));
        sentence.has(at, VERB_OF_CHOICE)
            && !refused
            && !sentence.is(at.wrapping_sub(1), words!["the", "a", "our", "their", "when"])
    })
}

/// What the verb at `at` takes, before `end`.
pub(super) fn chosen(sentence: &Sentence<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let passive = at > 0
        && (sentence.clause_start(at)..at).rev().take(3).any(|before| sentence.has(before, BEING))
        && sentence.word(at).ends_with(['d', 'n', 'k']);
    if passive && let Some(subject) = sentence.before(sentence.auxiliaries_before(at)) {
        return Some(subject);
    }
    let from = sentence.behind(at + 1..end, |index| sentence.has(index, PARTICLE));
    // "Chosen option: X".
    let is_named = sentence.is(from, words!["option", "alternative", "approach", "choice", "solution"]);
    sentence.phrase_within(from + usize::from(is_named && sentence.breaks(from + 1))..end)
}

/// `X should be Y`: what is said of the subject.
pub(super) fn predicate(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    // "A monorepo when the team should stay small" is not for what stays small.
    let last = sentence.find_class(1..sentence.len(), SUBORDINATING).unwrap_or(sentence.len());
    let at = sentence.find(1..last, words!["should", "must", "shall", "will"])?;
    let leads = |index| sentence.has(index, AUXILIARY) && !sentence.is(index, words!["not"]);
    let from = sentence.behind(at + 1..sentence.len(), leads);
    sentence.trimmed(from..sentence.clause_end(from))
}

/// The first clause; of "Option 2 - the blue one" what is numbered, not its number.
pub(super) fn fallback(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let first = sentence.clause_end(0);
    let is_number = first <= 2 && sentence.is(0, words!["option", "choice", "alternative", "solution"]);
    let start = if is_number { first } else { 0 };
    sentence.trimmed(start..sentence.clause_end(start))
}
