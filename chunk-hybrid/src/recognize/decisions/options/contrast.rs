//! One thing set against another: `X over Y`, `X, not Y`, `from Y to X` (H19).

use super::refusal::{denial, refused_by};
use super::{MOVES, chosen, preferring};
use crate::english::class::{AUXILIARY, FIRST_PERSON, REFUSAL, VERB_OF_CHOICE};
use crate::recognize::decisions::sentence::{ACT, Sentence};
use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
}

/// `in favour of`: here what is rejected stands first.
const REVERSED: [&[&str]; 3] = [&["in"], &["favor", "favour"], &["of"]];

/// How many words the phrase at `at` has that sets one thing against another, such as `over` or `rather than`; 0 if there is none.
fn between(sentence: &Sentence<'_>, at: usize) -> usize {
    let compares = |words: &[&str], than: usize| sentence.is(at, words) && sentence.is(than, &["than"]);
    let better = &["rather", "better", "easier", "nicer", "preferable", "stronger", "safer", "cleaner"];
    match () {
        () if sentence.is(at, &["over"]) => 1,
        () if sentence.are(at, &[&["instead"], &["of"]]) || compares(better, at + 1) => 2,
        () if sentence.are(at, &[&["in"], &["favor", "favour", "place"], &["of"]]) => 3,
        () if compares(&["more", "less"], at + 2) => 3,
        () => 0,
    }
}

/// `X over Y`, `X rather than Y`, `X instead of Y`, `instead of Y, X`, `Y in favour of X`.
pub(super) fn contrast(sentence: &Sentence<'_>) -> Option<Options> {
    let one = (0..sentence.len()).find_map(|at| match between(sentence, at) {
        0 => None,
        length => contrast_at(sentence, at, length),
    });
    let to = || contrast_at(sentence, (0..sentence.len()).find(|&at| prefers_to(sentence, at))?, 1);
    one.or_else(to).or_else(|| rather(sentence)).or_else(|| replaced(sentence))
}

/// `I would rather use X than Y`.
fn rather(sentence: &Sentence<'_>) -> Option<Options> {
    let rather = sentence.find(1..sentence.len(), &["rather"])?;
    let than = sentence.find(rather + 2..sentence.clause_end(rather), &["than"])?;
    let verb =
        usize::from(sentence.has(rather + 1, ACT.or(VERB_OF_CHOICE)) || sentence.is(rather + 1, &["have"]));
    let preferred = sentence.phrase_within(rather + 1 + verb..than);
    Some(Options { preferred, rejected: sentence.alternatives(than + 1) })
}

/// The two sides of the phrase at `at`, which has `length` words.
fn contrast_at(sentence: &Sentence<'_>, at: usize, length: usize) -> Option<Options> {
    let refusal = sentence.find_class(0..at, REFUSAL);
    if sentence.are(at, &REVERSED) && (refusal.is_some() || preferring(sentence, 0..at).is_none()) {
        // "X was rejected in favour of Y", "We rejected X in favour of Y".
        let object = |no: usize| sentence.phrase_within(no + 1..at).filter(|_| no + 1 < at);
        let rejected = refusal.map_or_else(
            || sentence.before(at),
            |no| object(no).or_else(|| sentence.before(sentence.auxiliaries_before(no))),
        );
        let preferred = sentence.phrase(at + length);
        return Some(Options { preferred, rejected: rejected.into_iter().collect() });
    }
    let rejected = sentence.alternatives(at + length);
    if rejected.is_empty() {
        return None;
    }
    let ended = sentence.clause_end(at);
    // "Instead of MySQL we use Postgres".
    let actor = (at + length + 1..ended).find(|&next| sentence.is(next, &["we", "i", "they"]));
    // Not "instead of the tools we know, we take others".
    let has_other = || sentence.find_class(ended..sentence.len(), FIRST_PERSON).is_some();
    let actor = actor.filter(|_| at == 0 && length > 1 && !has_other());
    let rejected = match actor {
        Some(actor) => sentence.phrase_within(at + length..actor).into_iter().collect(),
        None => rejected,
    };
    let next_clause = actor.unwrap_or(ended);
    let taken = preferring(sentence, next_clause..sentence.len());
    // "We chose oak (over pine)", "We chose oak, instead of pine": what was chosen stands before it.
    let follows = at > 0
        && (sentence.gap(at).contains('(')
            || taken.is_none() && sentence.find_class(0..at, VERB_OF_CHOICE).is_some());
    let opens_clause = at == sentence.clause_start(at) && !sentence.gap(at).contains(')') && !follows;
    let preferred = if opens_clause {
        // "Instead of waiting, we will ask": what is done, not who does it.
        let leads = |at| sentence.has(at, FIRST_PERSON.or(AUXILIARY));
        let act = sentence.after_leads(next_clause..sentence.len(), leads);
        taken.map_or_else(|| sentence.phrase(act), |verb| chosen(sentence, verb, sentence.len()))
    } else {
        // A verb right before the phrase is no verb but a name: "Go over .NET".
        let verb = (0..at.saturating_sub(1)).rev().find(|&word| sentence.has(word, VERB_OF_CHOICE));
        if let Some(denied) = verb.filter(|&verb| denial(sentence, verb).is_some()) {
            return Some(Options {
                preferred: None,
                rejected: chosen(sentence, denied, at).into_iter().collect(),
            });
        }
        match verb {
            Some(verb) => chosen(sentence, verb, at),
            None => sentence.before(sentence.auxiliaries_before(at)),
        }
    };
    let (mut preferred, mut rejected) = (preferred, rejected);
    if let (Some(yes), [no]) = (&mut preferred, &mut *rejected)
        && sentence.says_same(yes, no)
    {
        // "Eggs from Ann over eggs from Bo" differ farther on.
        *yes = sentence.up_to(yes.start, at);
        *no = sentence.up_to(no.start, sentence.clause_end(at + length));
    }
    Some(Options { preferred, rejected })
}

/// Whether the word `at` is the "to" of `prefer X to Y`, where Y is a thing, and not the "to" of an infinitive.
fn prefers_to(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, &["to"])
        && at >= 2
        && (at.saturating_sub(6)..at - 1).any(|before| {
            // "I prefer we raise it to 2" and "I prefer to raise it to 2" say what to do.
            sentence.is(before, &["prefer", "prefers", "preferred"])
                && !sentence.is(before + 1, &["we", "they", "you", "that", "to"])
        })
        && (sentence.clause_end(at) <= at + 2 || sentence.is_capital(at + 1) || !sentence.has(at + 1, ACT))
}

/// `X, not Y`, `X, never Y`, `not Y but X`, `X and against Y`.
pub(super) fn not_but(sentence: &Sentence<'_>) -> Option<Options> {
    let at = (1..sentence.len()).find(|&at| {
        sentence.is(at, &["not", "never"])
            && (sentence.breaks(at) || sentence.is(at - 1, &["and", "but"]) || sentence.quotes(at))
            || sentence.is(at - 1, &["and"]) && sentence.is(at, &["against", "neglected"])
    })?;
    let end = at - usize::from(sentence.is(at - 1, &["and", "but"]));
    let preferred = match preferring(sentence, 0..end) {
        Some(taken) => chosen(sentence, taken, end),
        None => sentence.before(end),
    };
    let is_against = sentence.is(at, &["against"]);
    let rejected = if is_against { sentence.alternatives(at + 1) } else { refused_by(sentence, at) };
    Some(Options { preferred, rejected })
}

/// `move from Y to X`, `replace Y with X`, `renamed Y to X`, `Y was replaced by X`.
fn replaced(sentence: &Sentence<'_>) -> Option<Options> {
    let moves = sentence.find(0..sentence.len(), MOVES);
    if let Some(verb) = moves.filter(|verb| sentence.is(verb + 1, &["from"])) {
        let to = sentence.find(verb + 3..sentence.clause_end(verb), &["to"])?;
        return Some(Options {
            preferred: Some(sentence.phrase(to + 1)?),
            rejected: vec![sentence.trimmed(verb + 2..to)?],
        });
    }
    let verb = sentence.find(
        0..sentence.len(),
        &["replace", "replaces", "replaced", "replacing", "rename", "renames", "renamed", "renaming"],
    )?;
    let with = sentence.find(verb + 1..sentence.clause_end(verb), &["with", "by", "to"])?;
    let old = if with == verb + 1 {
        sentence.before(sentence.auxiliaries_before(verb))
    } else {
        sentence.phrase_within(verb + 1..with)
    };
    Some(Options { preferred: Some(sentence.phrase(with + 1)?), rejected: vec![old?] })
}

/// `from A to B`, `A → B`, `replaced A with B`.
pub(crate) fn moved(sentence: &Sentence<'_>) -> Option<Options> {
    let both = |old: Option<Range<usize>>, new: Option<Range<usize>>| {
        Some(Options { preferred: Some(new?), rejected: vec![old?] })
    };
    let from = sentence.find(1..sentence.len(), &["from"]);
    let to = from.and_then(|from| sentence.find(from + 2..sentence.len().min(from + 12), &["to", "into"]));
    if let (Some(from), Some(to)) = (from, to) {
        return both(sentence.trimmed(from + 1..to), sentence.phrase(to + 1));
    }
    let arrow = (1..sentence.len())
        .find(|&at| ["->", "→", "=>", "➜"].iter().any(|arrow| sentence.gap(at).contains(arrow)));
    match arrow {
        Some(arrow) => both(sentence.before(arrow), sentence.phrase(arrow)),
        None => replaced(sentence),
    }
}
