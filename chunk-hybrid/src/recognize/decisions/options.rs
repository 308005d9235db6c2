//! The options of a decision, by the grammar of its sentence (H19): `contrast` finds one thing set against another, `refusal` what is
//! refused; what a clause prefers is here. Each kind of decision has its own order of asking them.

mod contrast;
mod refusal;

use super::sentence::{ACT, Sentence};
use crate::english::class::{
    ASSENT, AUXILIARY, BASE_FORM, BEING, COMMAND, Classes, NEGATION, PARTICLE, PERMITTED, REASON, REFUSAL,
    SUBORDINATING, VERB_OF_CHOICE, VERDICT,
};
use crate::record::DecisionType;
pub(super) use contrast::Options;
pub(super) use contrast::moved;
use contrast::{contrast, not_but};
use refusal::{act, denial, forbids, opens, refused_by};
use std::ops::Range;

/// Verbs of moving something from one thing to another.
const MOVES: &[&str] =
    &["move", "moved", "moving", "switch", "switched", "switching", "migrate", "migrated", "migrating"];

/// A verdict of at most this many words does not say what it is about.
const SHORT_VERDICT: usize = 4;

/// The options that a sentence names for a decision of a kind.
pub(super) fn of(sentence: &Sentence<'_>, kind: DecisionType) -> Options {
    if let Some(clause) = resolved(sentence).filter(|_| kind != DecisionType::Rejection) {
        return Options { preferred: Some(clause), rejected: Vec::new() };
    }
    match kind {
        DecisionType::Selection => selection(sentence),
        DecisionType::Rejection => rejection(sentence),
        DecisionType::Approval => approval(sentence),
        DecisionType::Configuration => configuration(sentence),
    }
}

/// Whether a sentence denies that something is preferred.
pub(super) fn denies_preference(sentence: &Sentence<'_>) -> bool {
    let prefers = |at: &usize| {
        // All of these words are verbs of choice, as few words are: they are compared only where the class says so.
        sentence.has(*at, VERB_OF_CHOICE)
            && sentence.is(*at, &["prefer", "prefers", "like", "likes", "recommend", "recommends"])
    };
    (0..sentence.len()).filter(prefers).any(|verb| denial(sentence, verb).is_some())
}

/// Whether a sentence limits an amount: "no more than 60 characters".
pub(super) fn limits(sentence: &Sentence<'_>) -> bool {
    const AMOUNT: &[&[&str]] =
        &[&["no"], &["more", "less", "fewer", "later", "earlier", "longer"], &["than"]];
    (0..sentence.len()).any(|at| sentence.are(at, AMOUNT))
}

/// Whether the label before a text is what the text is about, or refuses something itself: "Oak: rejected, too dark", "Avoid tabs: use
/// spaces". `whole` is the label with the text, `text` what is behind it.
pub(super) fn label_decides(whole: &Sentence<'_>, text: &Sentence<'_>) -> bool {
    const ORDER: Classes = COMMAND.or(BASE_FORM);
    let forbids = whole.is(0, &["never", "don't"])
        || whole.are(0, &[&["do"], &["not"]])
        || whole.has(0, REFUSAL)
            && whole.has(0, ORDER)
            && !whole.word(0).ends_with("ed")
            && !whole.is(0, &["limit", "minimize"]);
    let participle = |class| text.has(0, class) && text.word(0).ends_with(['d', 'n']);
    let says = participle(REFUSAL) || participle(VERB_OF_CHOICE) && text.has(0, PERMITTED);
    forbids || says && (text.breaks(1) || text.has(1, SUBORDINATING))
}

/// Whether a sentence says only yes or no, not to what.
pub(super) fn is_verdict(sentence: &Sentence<'_>) -> bool {
    sentence.len() <= SHORT_VERDICT && sentence.find_class(0..sentence.len(), VERDICT).is_some()
        || sentence.len() <= 1
}

pub(super) fn selection(sentence: &Sentence<'_>) -> Options {
    contrast(sentence).or_else(|| not_but(sentence)).unwrap_or_else(|| {
        // In "We settled on A, as B cannot be moved" nothing is refused: that is why.
        let opens_reason = |at: &usize| {
            sentence.breaks(*at) && sentence.has(*at, SUBORDINATING.or(REASON))
                || sentence.is(*at, &["because"])
        };
        let last = (1..sentence.len()).find(opens_reason).unwrap_or(sentence.len());
        let mut verbs = (0..last).filter(|&at| sentence.has(at, VERB_OF_CHOICE));
        let refusal = (0..last).find(|&at| refuses_at(sentence, at));
        let refusal = refusal.or_else(|| verbs.find_map(|verb| denial(sentence, verb)));
        let mut rejected = refusal.map_or_else(Vec::new, |at| refused_by(sentence, at));
        let preferred = match preferring(sentence, 0..sentence.len()) {
            Some(at) => chosen(sentence, at, sentence.len()),
            // "Names should not end in a digit" prefers nothing.
            None if refusal.is_some() => None,
            None => predicate(sentence).or_else(|| fallback(sentence)),
        };
        rejected.retain(|no| preferred.as_ref().is_none_or(|yes| no.end <= yes.start || yes.end <= no.start));
        Options { preferred, rejected }
    })
}

/// Whether the word at `at` says no to what the sentence is about.
fn refuses_at(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.has(at, REFUSAL) && (opens(sentence, at) || forbids(sentence, at) || declines(sentence, at))
}

fn rejection(sentence: &Sentence<'_>) -> Options {
    // A rejection can name what is taken instead: "dropped Bower in favour of npm".
    if let Some(both) = contrast(sentence).filter(|both| !both.rejected.is_empty()) {
        return both;
    }
    let all = 0..sentence.len();
    let refusal = sentence.find_class(all.clone(), REFUSAL).or_else(|| sentence.find_class(all, NEGATION));
    let rejected = match refusal {
        Some(at) => refused_by(sentence, at),
        None => names(sentence),
    };
    Options { preferred: refusal.and_then(|at| instead(sentence, at)), rejected }
}

/// The names that all of a sentence lists, such as what stands after `Rejected:` (`A (slow), B and C`); else its first clause.
fn names(sentence: &Sentence<'_>) -> Vec<Range<usize>> {
    const LONGEST: usize = 4;
    let ends = |&at: &usize| sentence.breaks_by(at, &[',', ';']) && !sentence.is_in_brackets(at);
    let ends = (1..sentence.len()).filter(ends).chain([sentence.len()]);
    let (mut start, mut names) = (0, Vec::new());
    for end in ends {
        let to = (start + 1..end).find(|&at| sentence.gap(at).contains('(')).unwrap_or(end);
        if to - start > LONGEST {
            return fallback(sentence).into_iter().collect();
        }
        names.extend(sentence.trimmed(start..to));
        start = end;
    }
    names
}

/// What a later clause demands instead of what the word `at` refuses: "Avoid tabs: use spaces".
pub(super) fn instead(sentence: &Sentence<'_>, at: usize) -> Option<Range<usize>> {
    let opens = |&at: &usize| sentence.breaks(at) && demands(sentence, at);
    let verb = (at + 1..sentence.len()).find(opens)?;
    chosen(sentence, verb, sentence.len())
}

/// Whether the word `at` tells to use something.
pub(super) fn demands(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, &["use", "prefer", "instead", "write", "choose", "favor", "favour"])
}

/// What is approved, if the sentence says it.
fn approval(sentence: &Sentence<'_>) -> Options {
    // "We discourage macros" and "HTML is not encouraged" approve nothing.
    if (0..sentence.len()).any(|at| refuses_at(sentence, at)) {
        return rejection(sentence);
    }
    let assent = sentence.find_class(0..sentence.len(), ASSENT);
    let is_passive = |at: &usize| *at > 0 && sentence.has(at - 1, AUXILIARY) || sentence.is(at + 1, &["by"]);
    let subject = assent.filter(is_passive).and_then(|at| sentence.before(sentence.auxiliaries_before(at)));
    let object = || sentence.phrase(assent? + 1);
    Options { preferred: subject.or_else(object).or_else(|| fallback(sentence)), rejected: Vec::new() }
}

fn configuration(sentence: &Sentence<'_>) -> Options {
    // "Voted 5 to 2 for the roof" sets nothing to 2.
    if let Some(vote) = sentence.find(0..sentence.len(), &["voted"]) {
        let side = |word| sentence.phrase(sentence.find(vote + 1..sentence.len(), &[word])? + 1);
        return Options { preferred: side("for"), rejected: side("against").into_iter().collect() };
    }
    moved(sentence).unwrap_or_else(|| {
        let find = |words: &[&str]| sentence.find(1..sentence.len(), words);
        let to = find(&["to"]).or_else(|| find(&["until", "now", "at"]));
        let preferred = to.and_then(|to| sentence.phrase(to + 1)).or_else(|| fallback(sentence));
        // "30 s (was 60 s)".
        let was = (1..sentence.len()).find(|&at| {
            sentence.is(at, &["was", "were", "previously", "formerly"]) && sentence.breaks_by(at, &['('])
        });
        Options { preferred, rejected: was.and_then(|was| sentence.phrase(was + 1)).into_iter().collect() }
    })
}

/// The verb of choice that says what is preferred: the first one that is no part of a refusal.
fn preferring(sentence: &Sentence<'_>, mut within: Range<usize>) -> Option<usize> {
    let prefers = |at: &usize| {
        sentence.has(*at, VERB_OF_CHOICE)
            && !sentence.is(at.wrapping_sub(1), &["the", "a", "our", "their", "when"])
            && ![1, 2].iter().any(|ahead| declines(sentence, at + ahead))
            && sentence.find_class(sentence.clause_start(*at)..*at, REFUSAL).is_none()
            && !was_going_to(sentence, *at)
    };
    // "Facing the need to keep sessions, we decided for Redis".
    let decides =
        |at: &usize| at > &0 && sentence.is(*at, &["decided", "chose"]) && sentence.is(at - 1, &["we", "i"]);
    within.clone().filter(decides).find(prefers).or_else(|| within.find(prefers))
}

/// Whether the verb `at` is what somebody was going to do, and did not: "we were going to choose oak".
fn was_going_to(sentence: &Sentence<'_>, at: usize) -> bool {
    const WERE: &[&[&str]] = &[&["was", "were"], &["going"], &["to"]];
    (sentence.clause_start(at)..at).any(|start| sentence.are(start, WERE))
}

/// Whether the word `at` turns the choice before it into a refusal: "decided against", "chose not to", "chose to not".
fn declines(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(last) = at.checked_sub(1) else { return false };
    let verb = last.saturating_sub(usize::from(sentence.is(last, &["to"])));
    sentence.is(at, &["against", "not"]) && sentence.has(verb, VERB_OF_CHOICE)
}

/// What the verb of choice at `at` chooses, looked for before `end`.
fn chosen(sentence: &Sentence<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    // "We have chosen" is active.
    let is_being = |at: usize| sentence.has(at, BEING) && !sentence.is(at, &["have", "has", "had", "having"]);
    let passive = at > 0
        && (sentence.clause_start(at)..at).rev().take(3).any(is_being)
        && sentence.word(at).ends_with(['d', 'n', 'k']);
    if passive && let Some(subject) = sentence.before(sentence.auxiliaries_before(at)) {
        return Some(subject);
    }
    // "I prefer we raise the limit": not who does it.
    let is_actor =
        |index| sentence.is(at, &["prefer", "prefers"]) && sentence.is(index, &["we", "they", "you"]);
    // "Postgres - chosen, because it is known".
    let is_last = sentence.breaks(at + 1) || sentence.has(at + 1, SUBORDINATING);
    if is_last
        && at == sentence.clause_start(at)
        && sentence.has(at, PERMITTED)
        && sentence.word(at).ends_with(['d', 'n'])
    {
        return sentence.before(at);
    }
    // "Use Go, but not here": the name is no particle.
    let is_particle =
        |index| sentence.has(index, PARTICLE) && !sentence.is_capital(index) && !sentence.breaks(index + 1);
    let from = sentence.after_leads(at + 1..end, |index| is_particle(index) || is_actor(index));
    // "Move the orders to Postgres": where they go.
    let to = sentence.find(from + 1..end.min(sentence.clause_end(at)), &["to"]);
    if let Some(to) = to.filter(|&to| sentence.is(at, MOVES) && !sentence.has(to + 1, ACT)) {
        return sentence.phrase_within(to + 1..end);
    }
    // "Decided to stay on X".
    if sentence.is(from - 1, &["to"]) {
        return act(sentence, from..end);
    }
    // "Chosen option: X".
    let is_named = sentence.is(from, &["option", "alternative", "approach", "choice", "solution"]);
    sentence.phrase_within(from + usize::from(is_named && sentence.breaks(from + 1))..end)
}

/// What should be: the Y of `X should be Y`.
fn predicate(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let at = sentence.find(1..sentence.len(), &["should", "must", "shall", "will"])?;
    let leads = |index| sentence.has(index, AUXILIARY) && !sentence.is(index, &["not"]);
    let from = sentence.after_leads(at + 1..sentence.len(), leads);
    sentence.trimmed(from..sentence.clause_end(from))
}

/// The first clause, up to a reason. Of "Option 2 - the blue one", what the number stands for.
fn fallback(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let first = sentence.clause_end(0);
    let is_number = first <= 2
        && first < sentence.len()
        && sentence.is(0, &["option", "choice", "alternative", "solution"])
        && !sentence.has(first, SUBORDINATING)
        && !sentence.is(first, &["as"]);
    // "Yes, let's take the train".
    let is_yes =
        first == 1 && first < sentence.len() && sentence.is(0, &["yes", "ok", "okay", "sure", "agreed"]);
    let start = if is_number || is_yes { first } else { 0 };
    sentence.trimmed(start..sentence.clause_end(start))
}

/// What a resolution resolves: the clause of `Resolved, that …`, and where that authorizes or directs somebody, what to do.
fn resolved(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let at = sentence.find(0..sentence.len().min(6), &["resolved"])?;
    let that = sentence.find(at + 1..at + 4, &["that"])?;
    let end = sentence.clause_end(that + 1);
    let acts = ["authorized", "authorised", "directed", "empowered", "instructed"];
    let acts = sentence.find(that + 1..end, &acts);
    let to = acts.and_then(|acts| sentence.find(acts + 1..end, &["to"]));
    sentence.trimmed(to.unwrap_or(that) + 1..end)
}
