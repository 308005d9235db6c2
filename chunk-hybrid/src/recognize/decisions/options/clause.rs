//! What a clause prefers (H19): the object of a verb of choice, what should be, or else the clause itself.

use super::refusal::denial;
use crate::english::class::{AUXILIARY, BEING, PARTICLE, REFUSAL, SUBORDINATING, VERB_OF_CHOICE};
use crate::recognize::decisions::sentence::Sentence;
use std::ops::Range;

/// The verb of choice that says what is preferred: the first one that is no part of a refusal.
pub(super) fn preferring(sentence: &Sentence<'_>, mut within: Range<usize>) -> Option<usize> {
    within.find(|at| {
        sentence.has(*at, VERB_OF_CHOICE)
            && !sentence.is(at.wrapping_sub(1), &["the", "a", "our", "their", "when"])
            && ![1, 2].iter().any(|ahead| declines(sentence, at + ahead))
            && sentence.find_class(sentence.clause_start(*at)..*at, REFUSAL).is_none()
            && denial(sentence, *at).is_none()
    })
}

/// Whether the word `at` turns the choice before it into a refusal: "decided against", "chose not to", "chose to not".
pub(super) fn declines(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(last) = at.checked_sub(1) else { return false };
    let verb = last.saturating_sub(usize::from(sentence.is(last, &["to"])));
    sentence.is(at, &["against", "not"]) && sentence.has(verb, VERB_OF_CHOICE)
}

/// What the verb of choice at `at` chooses, looked for before `end`.
pub(super) fn chosen(sentence: &Sentence<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    // "We have chosen" is active.
    let is_being = |at: usize| sentence.has(at, BEING) && !sentence.is(at, &["have", "has", "had", "having"]);
    let passive = at > 0
        && (sentence.clause_start(at)..at).rev().take(3).any(is_being)
        && sentence.word(at).ends_with(['d', 'n', 'k']);
    if passive && let Some(subject) = sentence.before(sentence.auxiliaries_before(at)) {
        return Some(subject);
    }
    let from = sentence.after_leads(at + 1..end, |index| sentence.has(index, PARTICLE));
    // "Chosen option: X".
    let is_named = sentence.is(from, &["option", "alternative", "approach", "choice", "solution"]);
    sentence.phrase_within(from + usize::from(is_named && sentence.breaks(from + 1))..end)
}

/// What should be: the Y of `X should be Y`.
pub(super) fn predicate(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let at = sentence.find(1..sentence.len(), &["should", "must", "shall", "will"])?;
    let leads = |index| sentence.has(index, AUXILIARY) && !sentence.is(index, &["not"]);
    let from = sentence.after_leads(at + 1..sentence.len(), leads);
    sentence.trimmed(from..sentence.clause_end(from))
}

/// The first clause, up to a reason. Of "Option 2 - the blue one", what the number stands for.
pub(super) fn fallback(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let first = sentence.clause_end(0);
    let is_number = first <= 2
        && first < sentence.len()
        && sentence.is(0, &["option", "choice", "alternative", "solution"])
        && !sentence.has(first, SUBORDINATING);
    let start = if is_number { first } else { 0 };
    let end = sentence.clause_end(start);
    let reason = sentence.find(start + 1..end, &["because"]);
    sentence.trimmed(start..reason.unwrap_or(end))
}

/// What a resolution resolves: the clause of `Resolved, that …`, and where that authorizes or directs somebody, what to do.
pub(super) fn resolved(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let at = sentence.find(0..sentence.len().min(6), &["resolved"])?;
    let that = sentence.find(at + 1..at + 4, &["that"])?;
    let end = sentence.clause_end(that + 1);
    let acts = ["authorized", "authorised", "directed", "empowered", "instructed"];
    let acts = sentence.find(that + 1..end, &acts);
    let to = acts.and_then(|acts| sentence.find(acts + 1..end, &["to"]));
    sentence.trimmed(to.unwrap_or(that) + 1..end)
}
