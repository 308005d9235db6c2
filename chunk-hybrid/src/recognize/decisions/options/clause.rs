//! What a clause is for: the object of its verb, what is said of its subject (H19).

use super::refusal::denial;
use crate::{
    english::{
        class::{
            AUXILIARY, BEING, CALENDAR, FIRST_PERSON, NUMBER, PARTICLE, PHRASE_END, REFUSAL, SUBORDINATING,
            VERB_OF_CHOICE,
        },
        word_list::{WordList, words},
    },
    recognize::decisions::sentence::Sentence,
};
use std::ops::Range;

/// The first verb of preference that is no part of a refusal; first of all one that says who takes: of "Facing the need to keep
/// sessions, we chose Redis" the second.
pub(super) fn preferring(sentence: &Sentence<'_>, within: Range<usize>) -> Option<usize> {
    let takes = |at: &usize| {
        sentence.has(*at, VERB_OF_CHOICE)
            && !sentence.is(at.wrapping_sub(1), words!["the", "a", "our", "their", "when"])
            && ![1, 2].iter().any(|behind| declines(sentence, at + behind))
            && sentence.find_class(sentence.clause_start(*at)..*at, REFUSAL).is_none()
            && denial(sentence, *at).is_none()
    };
    let says_who = |at: &usize| {
        let start = sentence.clause_start(*at);
        sentence.has(start, FIRST_PERSON) && sentence.auxiliaries_before(*at) == start + 1
    };
    let first = within.clone().find(takes)?;
    let who = || within.filter(takes).find(says_who);
    // An order says it first.
    if first == 0 { Some(first) } else { who().or(Some(first)) }
}

/// Whether the word `at` turns the choice before it into a refusal: "decided against", "chose not to", "chose to not".
pub(super) fn declines(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(last) = at.checked_sub(1) else { return false };
    let verb = last.saturating_sub(usize::from(sentence.is(last, words!["to"])));
    sentence.is(at, words!["against", "not"]) && sentence.has(verb, VERB_OF_CHOICE)
}

/// What the verb at `at` takes, before `end`.
pub(super) fn chosen(sentence: &Sentence<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    // "We have chosen" is active.
    let is_being =
        |at: usize| sentence.has(at, BEING) && !sentence.is(at, words!["have", "has", "had", "having"]);
    let passive = at > 0
        && (sentence.clause_start(at)..at).rev().take(3).any(is_being)
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

/// The first clause; of "Option 2 - the blue one" what is numbered, not its number, unless a reason follows.
pub(super) fn fallback(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let first = sentence.clause_end(0);
    let is_number = first <= 2
        && sentence.is(0, words!["option", "choice", "alternative", "solution"])
        && !sentence.has(first, SUBORDINATING);
    let start = if is_number { first } else { 0 };
    let end = sentence.clause_end(start);
    let reason = sentence.find(start + 1..end, words!["because"]);
    sentence.trimmed(start..reason.unwrap_or(end))
}

/// Whether a sentence judges a time that somebody took, and takes none: "We chose a bad day for a picnic." One that is named is taken: "a good day:
/// Friday".
pub(in crate::recognize::decisions) fn judges_time(sentence: &Sentence<'_>) -> bool {
    let judges = |verb: usize| {
        let end = sentence.clause_end(verb);
        let article =
            Some(verb + 1).filter(|at| sentence.is(*at, words!["a", "an", "the", "such", "quite"]))?;
        // "A library on a bad day" is a library.
        let end = sentence.find_class(article + 1..end, PHRASE_END).unwrap_or(end);
        let time = sentence.find(article + 1..end, TIMES)?;
        let is_judged = sentence.find(article + 1..time, JUDGEMENTS).is_some();
        Some(is_judged && sentence.find_class(time + 1..sentence.len(), NUMBER.or(CALENDAR)).is_none())
    };
    preferring(sentence, 0..sentence.len()).and_then(judges) == Some(true)
}

const TIMES: &WordList = words![
    "day",
    "days",
    "morning",
    "afternoon",
    "evening",
    "night",
    "week",
    "weekend",
    "month",
    "season",
    "year",
    "time",
    "moment",
    "hour",
];

/// What is said of times that were lucky or not, weather included.
const JUDGEMENTS: &WordList = words![
    "bad",
    "terrible",
    "awful",
    "horrible",
    "dreadful",
    "miserable",
    "lousy",
    "rotten",
    "wrong",
    "poor",
    "unlucky",
    "busy",
    "odd",
    "strange",
    "funny",
    "good",
    "great",
    "wonderful",
    "lovely",
    "perfect",
    "beautiful",
    "glorious",
    "fine",
    "nice",
    "rainy",
    "wet",
    "windy",
    "stormy",
    "cold",
    "hot",
    "warm",
    "sunny",
    "grey",
    "gray",
    "cloudy",
    "foggy",
    "snowy",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::{Document, ParsedContent};
    use rstest::rstest;

    #[rstest]
    #[case("We chose a bad day.", true)]
    #[case("We chose a bad day for a picnic.", true)]
    #[case("She picked a rainy morning to paint the fence.", true)]
    #[case("I chose the wrong moment to ask.", true)]
    #[case("We picked such a lovely, quiet evening.", false)]
    #[case("We chose a good day: Friday.", false)]
    #[case("We chose a good day for it, the 5th.", false)]
    #[case("We chose Friday.", false)]
    #[case("We chose a later day.", false)]
    #[case("We chose the second week.", false)]
    #[case("We chose a bad library.", false)]
    #[case("We chose a library on a bad day.", false)]
    #[case("It was a bad day.", false)]
    fn a_time_that_is_judged_is_not_chosen(#[case] text: &str, #[case] expected: bool) {
        let content = ParsedContent::new(Document::new("a.md", text));
        assert_eq!(judges_time(&Sentence::of(&content, 0..text.len())), expected);
    }
}
