//! What is refused (H19): `avoid X`, `X should not be used`. A "no" here is any word that refuses or denies: "not", "never", "avoid",
//! "rejected".

use crate::english::class::{AUXILIARY, BEING, MENTION, NEGATION, PERMITTED, SUBORDINATING};
use crate::recognize::decisions::sentence::Sentence;
use std::ops::Range;

/// What may stand between a "no" and its verb.
const BETWEEN: &[&str] =
    &["be", "been", "being", "yet", "longer", "not", "to", "ever", "even", "going", "with"];
/// Verbs that are no part of what is refused: "do not prefer X" refuses X, while "do not move X" refuses moving it.
const BARE: &[&str] = &["prefer", "choose", "pick", "select", "favor", "favour", "recommend", "like"];

/// What may stand in "nobody", "no one", "none of us" before its verb.
const NOBODY: &[&str] = &["nobody", "one", "of", "us", "them"];

/// What the "no" at `at` is about.
pub(super) fn refused_by(sentence: &Sentence<'_>, at: usize) -> Vec<Range<usize>> {
    // "No, the other one": what follows is something else.
    if sentence.is(at, &["no"]) && sentence.breaks(at + 1) {
        return Vec::new();
    }
    let mut verb = at;
    let leads = |word| (sentence.is(word, BETWEEN) || sentence.is(word, BARE)) && !sentence.breaks(word);
    while verb + 1 < sentence.len() && leads(verb + 1) {
        verb += 1;
    }
    let passive = sentence.has(verb + 1, PERMITTED)
        || sentence.word(at).ends_with("ed") && at > 0 && sentence.has(at - 1, AUXILIARY);
    let subject = if passive { sentence.before(sentence.auxiliaries_before(at)) } else { None };
    let subject = subject.or_else(|| subject_of_participle(sentence, at));
    // "Rejected because of the price" does not say what.
    let object = |from| {
        let is_bare = sentence.has(from, SUBORDINATING) && sentence.word(at).ends_with("ed");
        if is_bare { Vec::new() } else { listed(sentence, from) }
    };
    subject.map_or_else(|| object(verb + 1), |subject| vec![subject])
}

/// What is refused by a participle that has no object: "X was considered but ruled out because …".
fn subject_of_participle(sentence: &Sentence<'_>, at: usize) -> Option<Range<usize>> {
    let next = at + 1 + usize::from(sentence.is(at + 1, &["out", "down"]));
    let has_object =
        !sentence.has(next, SUBORDINATING) && (!sentence.breaks(next) || sentence.gap(next).contains(':'));
    if !sentence.word(at).ends_with("ed") || has_object {
        return None;
    }
    let mut before = sentence.clause_start(at)..at;
    sentence.before(before.find(|&before| sentence.has(before, AUXILIARY)).unwrap_or(at))
}

/// The "no" that denies the verb at `verb`: "do not prefer", "no longer use".
pub(super) fn denial(sentence: &Sentence<'_>, verb: usize) -> Option<usize> {
    let before = sentence.clause_start(verb)..verb;
    let leads = |&at: &usize| {
        sentence.has(at, NEGATION.or(AUXILIARY)) || sentence.is(at, BETWEEN) || sentence.is(at, NOBODY)
    };
    let denies = |&at: &usize| {
        sentence.is(at, &["nobody"])
            || sentence.has(at, NEGATION)
                && (!sentence.is(at, &["no"]) || sentence.is(at + 1, &["longer", "one"]))
    };
    // "I don't think we should use Redis".
    let doubts = |&at: &usize| at > 0 && sentence.is(at, &["think", "believe", "feel", "suppose"]);
    let own = before.clone().rev().take_while(leads).filter(denies).last();
    let doubted = || before.clone().rev().find(doubts).map(|at| at - 1).filter(denies);
    own.or_else(doubted)
}

/// Whether the "no" at `at` opens its clause, apart from words such as those in "and we avoid".
pub(super) fn opens(sentence: &Sentence<'_>, at: usize) -> bool {
    let leads = |before| {
        sentence.is(before, &["and", "but", "we", "i", "please", "or", "do", "should", "will", "you", "must"])
    };
    (sentence.clause_start(at)..at).all(leads)
}

/// Whether the "no" at `at` forbids what the sentence is about: "should not", "may never", "to be avoided".
pub(super) fn forbids(sentence: &Sentence<'_>, at: usize) -> bool {
    let before = at.wrapping_sub(1);
    // "The flag is removed", "HTML is not encouraged".
    sentence.is(before, &["should", "must", "may", "can", "shall", "will", "do", "does", "be"])
        || sentence.word(at).ends_with("ed") && sentence.has(before, BEING)
        || sentence.is(at, &["not", "never"]) && sentence.has(at + 1, PERMITTED)
}

/// All that is quoted from the word `from` on, else the phrase that starts there.
fn listed(sentence: &Sentence<'_>, from: usize) -> Vec<Range<usize>> {
    let ends = |&at: &usize| {
        sentence.breaks_by(at, &[';', '(', '.', '—', '?'])
            || sentence.is(at, &["use", "instead", "unless", "because", "when", "if", "in", "as", "just"])
    };
    let end = (from + 1..sentence.len()).find(ends).unwrap_or(sentence.len());
    let saying = sentence.has(from, MENTION);
    let quoted = sentence.quoted(from..end);
    let leads = saying || quoted.first().is_some_and(|first| sentence.starts(from, first.start));
    if quoted.is_empty() || !leads && quoted.len() == 1 {
        act(sentence, from..sentence.len()).into_iter().collect()
    } else {
        quoted
    }
}

/// The phrase that these words start with. If that is only a verb with a preposition, its object belongs to it: "rely on luck".
pub(super) fn act(sentence: &Sentence<'_>, words: Range<usize>) -> Option<Range<usize>> {
    let (from, own) = (words.start, sentence.phrase_within(words.clone())?);
    let about = sentence.is(from + 1, &["on", "to", "in", "at", "for", "from", "about", "with"])
        && !sentence.breaks(from + 1);
    if !about || sentence.is_capital(from) || Some(&own) != sentence.trimmed(from..from + 1).as_ref() {
        return Some(own);
    }
    let object = sentence.phrase_within(from + 2..words.end)?;
    Some(own.start..object.end.max(own.end))
}
