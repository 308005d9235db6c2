//! What a clause is for: the object of its verb, what is said of its subject (H19).

use crate::{
    english::{
        class::{AUXILIARY, BEING, PARTICLE, PHRASE_END, REFUSAL, SUBORDINATING, VERB_OF_CHOICE},
        word_list::words,
    },
    recognize::decisions::sentence::Sentence,
};
use std::ops::Range;

/// What somebody does, from the word `from` on: "we will explicitly no-op the changes".
pub(super) fn acted(sentence: &Sentence<'_>, from: usize) -> Option<Range<usize>> {
    let first = sentence.behind(from..sentence.len(), |index| {
        sentence.is(index, words!["we", "i", "you", "they", "it", "just", "please"])
            || sentence.has(index, AUXILIARY)
    });
    sentence.trimmed(first..sentence.clause_end(first))
}

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
    if passive
        && !sentence.is(at, words!["decided"])
        && let Some(subject) = sentence.before(sentence.auxiliaries_before(at))
    {
        return Some(subject);
    }
    // "Move the forms onto containers", "switch the builds to Bazel": where to.
    let towards = sentence.is(at, words!["move", "moved", "moving", "migrate", "switch", "switched"]);
    if let Some(to) = sentence.find(at + 2..end.min(at + 8), words!["onto", "into", "to"]).filter(|_| towards)
    {
        return sentence.phrase_within(to + 1..end);
    }
    let mut from = sentence.behind(at + 1..end, |index| sentence.has(index, PARTICLE));
    // "Chosen option: X".
    if sentence.is(from, words!["option", "alternative", "approach", "choice", "solution"])
        && sentence.breaks(from + 1)
    {
        from += 1;
    }
    sentence.phrase_within(from..end)
}

/// Where the main clause starts: behind one that leads to it, "In prototypes, name the parameters".
fn main_clause(sentence: &Sentence<'_>) -> usize {
    let behind = sentence.clause_end(0);
    if sentence.has(0, PHRASE_END) && behind < sentence.len() { behind } else { 0 }
}

/// `X should be Y`, `X is Y`: what is said of the subject.
pub(super) fn predicate(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let first = main_clause(sentence) + 1;
    // "A monorepo when the team is small" is not for what is small.
    let last = sentence.find_class(first..sentence.len(), SUBORDINATING).unwrap_or(sentence.len());
    let at = (first..last).find(|&at| {
        sentence.is(at, words!["should", "must", "shall", "will"])
            || sentence.is(at, words!["is", "are"])
                && !sentence.is(at - 1, words!["there", "it", "this", "that"])
    })?;
    let leads = |index| sentence.has(index, AUXILIARY) && !sentence.is(index, words!["not"]);
    let from = sentence.behind(at + 1..sentence.len(), leads);
    let end = sentence.clause_end(from);
    let quoted = sentence.quoted(from..end);
    quoted.into_iter().next().or_else(|| sentence.trimmed(from..end))
}

/// The clause after a label, or the first one.
pub(super) fn fallback(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let quoted = sentence.quoted(0..sentence.len());
    if quoted.len() == 1 {
        return quoted.into_iter().next();
    }
    // "Option 2 - the blue one": what is numbered, not its number.
    let main = main_clause(sentence);
    if main > 0 {
        return acted(sentence, main);
    }
    let mut first = usize::from(sentence.is(0, words!["preferably", "ideally"]));
    if sentence.is(0, words!["option", "choice", "alternative", "solution"]) && sentence.clause_end(0) <= 2 {
        first = sentence.clause_end(0);
    }
    let clause = sentence.clause_end(first);
    let end = sentence.find_class(first + 1..clause, SUBORDINATING).unwrap_or(clause);
    sentence.trimmed(first..end)
}
