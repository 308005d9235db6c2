//! The options of a decision, by the grammar of its sentence (H19).

use super::sentence::Sentence;
use crate::record::metadata::DecisionType;
use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) preferred: Option<Range<usize>>,
    pub(super) rejected: Vec<Range<usize>>,
}

const PREFERRING: &[&str] = &[
    "prefer",
    "prefers",
    "preferred",
    "preferring",
    "preference",
    "favor",
    "favour",
    "favors",
    "favours",
    "favored",
    "favoured",
    "choose",
    "chooses",
    "chose",
    "chosen",
    "choosing",
    "pick",
    "picks",
    "picked",
    "select",
    "selects",
    "selected",
    "opt",
    "opted",
    "adopt",
    "adopts",
    "adopted",
    "adopting",
    "use",
    "uses",
    "using",
    "used",
    "take",
    "took",
    "want",
    "wants",
    "like",
    "likes",
    "love",
    "keep",
    "kept",
    "went",
    "go",
    "going",
    "settled",
    "settle",
    "stick",
    "recommend",
    "recommended",
    "recommends",
    "need",
    "employ",
    "switch",
    "switched",
    "switching",
    "move",
    "moved",
    "bought",
    "buy",
    "elected",
    "prioritize",
    "embrace",
    "leverage",
    "decided",
    "utilize",
    "implement",
    "standardize",
    "develop",
    "build",
    "appointed",
];
/// Words that lead from a verb of preference to its object.
const PARTICLES: &[&str] =
    &["with", "for", "on", "to", "upon", "back", "over", "use", "using", "go", "adopt", "ahead", "up"];
const REFUSING: &[&str] = &[
    "ruled",
    "avoid",
    "avoids",
    "avoided",
    "avoiding",
    "never",
    "don't",
    "no",
    "not",
    "cannot",
    "can't",
    "won't",
    "shouldn't",
    "isn't",
    "aren't",
    "reject",
    "rejects",
    "rejected",
    "rejecting",
    "decline",
    "declined",
    "drop",
    "dropped",
    "dropping",
    "remove",
    "removed",
    "refrain",
    "discourage",
    "discouraged",
    "forbid",
    "disallow",
    "without",
    "deprecate",
    "deprecated",
    "minimize",
    "stop",
    "skip",
    "skipped",
    "ban",
    "dislike",
    "hate",
    "against",
    "doesn't",
    "refuse",
    "refused",
    "resist",
    "discard",
    "discarded",
    "nack",
    "veto",
    "vetoed",
    "exclude",
    "excluded",
    "eliminate",
    "replaces",
    "retire",
    "nor",
    "neither",
    "limit",
    "omit",
    "oppose",
    "opposed",
];
const APPROVING: &[&str] = &[
    "approve",
    "approves",
    "approved",
    "accept",
    "accepts",
    "accepted",
    "agree",
    "agrees",
    "agreed",
    "pass",
    "passed",
    "carried",
    "lgtm",
    "allow",
    "allowed",
    "allows",
    "support",
    "supported",
    "ratify",
    "ratified",
    "endorse",
    "endorsed",
    "adopted",
    "merged",
    "ack",
    "authorized",
    "approval",
    "ok",
    "okay",
    "yes",
    "granted",
    "confirmed",
    "resolved",
];
/// What a passive verb stands behind.
const BEING: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being", "get", "gets", "got", "stands", "has", "have", "had",
    "isn't", "aren't",
];
/// Adverbs and auxiliaries between a subject and its verb.
const AUXILIARY: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "has",
    "have",
    "had",
    "will",
    "would",
    "should",
    "must",
    "can",
    "could",
    "may",
    "might",
    "shall",
    "no",
    "not",
    "never",
    "longer",
    "now",
    "also",
    "therefore",
    "finally",
    "already",
    "hereby",
    "generally",
    "explicitly",
    "only",
    "always",
    "cannot",
    "can't",
    "won't",
    "shouldn't",
    "isn't",
    "aren't",
    "unanimously",
    "strongly",
    "currently",
];
/// Participles that say no behind a "not", of their subject.
const WELCOME: &[&str] = &[
    "allowed",
    "permitted",
    "recommended",
    "acceptable",
    "accepted",
    "used",
    "approved",
    "adopted",
    "encouraged",
    "supported",
    "considered",
    "included",
    "needed",
    "required",
    "preferred",
    "welcome",
    "merged",
    "selected",
    "chosen",
    "picked",
];
/// Words that say yes or no to what is named elsewhere.
const VERDICTS: &[&str] = &[
    "passed", "approved", "accepted", "carried", "fine", "lgtm", "check", "yes", "ok", "agreed", "adopted",
    "merged", "for", "against", "votes", "motion", "triaged", "set",
];
/// A verdict of no more words stands by itself.
const SHORT_VERDICT: usize = 4;

/// The options that a sentence names for a decision of a kind.
pub(super) fn of(sentence: &Sentence<'_>, kind: DecisionType) -> Options {
    match kind {
        DecisionType::Selection => selection(sentence),
        DecisionType::Rejection => rejection(sentence),
        DecisionType::Approval => approval(sentence),
        DecisionType::Configuration => configuration(sentence),
    }
}

/// Whether a sentence says yes or no and does not say to what.
pub(super) fn is_verdict(sentence: &Sentence<'_>) -> bool {
    sentence.len() <= SHORT_VERDICT && sentence.find(0..sentence.len(), VERDICTS).is_some()
        || sentence.len() <= 1
}

pub(super) fn selection(sentence: &Sentence<'_>) -> Options {
    contrast(sentence).or_else(|| replaced(sentence)).or_else(|| not_but(sentence)).unwrap_or_else(|| {
        let opens = |at: usize| {
            let start = sentence.clause_start(at);
            let leads = (start..at).all(|before| {
                sentence.is(
                    before,
                    &["and", "but", "we", "i", "please", "or", "do", "should", "will", "you", "must"],
                )
            });
            leads && !sentence.is(at, &["no", "without", "against", "limit"])
        };
        let refusal = (0..sentence.len()).find(|&at| {
            sentence.is(at, REFUSING) && (opens(at) || sentence.is(at.wrapping_sub(1), &["and", "but", "do"]))
        });
        let until = refusal.unwrap_or(sentence.len());
        let taken = preferring(sentence, 0..sentence.len());
        let rejected = refusal.map_or_else(Vec::new, |at| refused_by(sentence, at));
        let preferred = match taken {
            Some(at) => chosen(sentence, at, sentence.len()),
            None if until > 0 && refusal.is_some() && sentence.breaks(until) => {
                sentence.trimmed(sentence.clause_start(until - 1)..until)
            }
            None => predicate(sentence).or_else(|| fallback(sentence)),
        };
        let rejected = rejected
            .into_iter()
            .filter(|no| preferred.as_ref().is_none_or(|yes| no.end <= yes.start || yes.end <= no.start))
            .collect();
        Options { preferred, rejected }
    })
}

/// `X over Y`, `X rather than Y`, `X instead of Y`, `instead of Y, X`, `Y in favour of X`.
fn contrast(sentence: &Sentence<'_>) -> Option<Options> {
    for at in 0..sentence.len() {
        let one = sentence.is(at, &["over"])
            || prefers_to(sentence, at)
            || at > 0 && sentence.is(at, &["beats", "beat", "outperforms", "outperformed"]);
        let (length, reversed) = if one {
            (1, false)
        } else if sentence.are(at, &["rather", "than"])
            || sentence.are(at, &["instead", "of"])
            || sentence.are(at, &["opposed", "to"])
            || sentence.is(at, &["better", "easier", "nicer", "preferable", "stronger", "safer", "cleaner"])
                && sentence.is(at + 1, &["than"])
            || sentence.are(at, &["compared", "to"])
        {
            (2, false)
        } else if sentence.are(at, &["in", "favor", "of"]) || sentence.are(at, &["in", "favour", "of"]) {
            (3, true)
        } else if sentence.are(at, &["in", "place", "of"])
            || sentence.is(at, &["more", "less"]) && sentence.is(at + 2, &["than"])
        {
            (3, false)
        } else {
            continue;
        };
        let refused = (0..at).any(|word| sentence.is(word, REFUSING));
        if reversed && (refused || preferring(sentence, 0..at).is_none()) {
            let rejected = (0..at)
                .find(|&word| sentence.is(word, REFUSING))
                .map_or_else(|| sentence.before(at), |word| sentence.phrase_within(word + 1..at));
            return Some(Options {
                preferred: sentence.phrase(at + length),
                rejected: rejected.into_iter().collect(),
            });
        }
        let trigger = (0..at).rev().find(|&word| sentence.is(word, PREFERRING));
        if length == 1 && trigger.is_none() && sentence.clause_start(at) + 5 < at {
            continue;
        }
        let rejected = if sentence.is(at + length, &["a", "an", "the"])
            || !sentence.quoted(at + length..sentence.clause_end(at + length)).is_empty()
        {
            listed(sentence, at + length)
        } else {
            sentence.phrase(at + length).into_iter().collect::<Vec<_>>()
        };
        if rejected.is_empty() {
            continue;
        }
        let opens = at == sentence.clause_start(at);
        let preferred = match trigger {
            _ if opens => {
                let behind = sentence.clause_end(at);
                let taken = preferring(sentence, behind..sentence.len());
                taken.and_then(|at| chosen(sentence, at, sentence.len())).or_else(|| acted(sentence, behind))
            }
            Some(trigger) => chosen(sentence, trigger, at),
            None => {
                let mut end = at - usize::from(sentence.is(at, &["opposed"]));
                while end > 1 && sentence.is(end - 1, AUXILIARY) {
                    end -= 1;
                }
                sentence.before(end)
            }
        };
        return Some(Options { preferred, rejected });
    }
    None
}

/// Whether the word `at` is the "to" of `prefer X to Y`, where Y is a thing and no act.
fn prefers_to(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is(at, &["to"])
        && at >= 2
        && (at.saturating_sub(6)..at - 1)
            .any(|before| sentence.is(before, &["prefer", "prefers", "preferred"]))
        && (sentence.is(at + 1, &["the", "a", "an", "my", "our", "any"]) || sentence.clause_end(at) <= at + 2)
}

/// `X, not Y`, `X, never Y`, `not Y but X`.
fn not_but(sentence: &Sentence<'_>) -> Option<Options> {
    let at = (1..sentence.len()).find(|&at| {
        sentence.is(at, &["not", "never"])
            && (sentence.breaks(at) || sentence.is(at - 1, &["and", "but"]))
            && !sentence.is(at + 1, &["only", "just"])
    })?;
    let end = at - usize::from(sentence.is(at - 1, &["and", "but"]));
    let preferred = match preferring(sentence, 0..end) {
        Some(taken) => chosen(sentence, taken, end),
        None => predicate(sentence).or_else(|| sentence.before(end)),
    };
    Some(Options { preferred, rejected: refused_by(sentence, at) })
}

/// `replace Y with X`, `from Y to X`, `Y → X`.
fn replaced(sentence: &Sentence<'_>) -> Option<Options> {
    let both = |old: Option<Range<usize>>, new: Option<Range<usize>>| {
        Some(Options { preferred: Some(new?), rejected: old.into_iter().collect() })
    };
    if let Some(at) = sentence.find(0..sentence.len(), &["replace", "replaced", "replaces", "replacing"])
        && let Some(with) = sentence.find(at + 1..sentence.len(), &["with", "by"])
    {
        return both(sentence.phrase_within(at + 1..with), sentence.phrase(with + 1));
    }
    moved(sentence)
}

/// `from A to B`, `to B from A`, `A → B`.
fn moved(sentence: &Sentence<'_>) -> Option<Options> {
    let both = |old: Option<Range<usize>>, new: Option<Range<usize>>| {
        Some(Options { preferred: Some(new?), rejected: vec![old?] })
    };
    if let Some(from) = sentence.find(1..sentence.len(), &["from"]) {
        if let Some(to) =
            (from + 2..sentence.len().min(from + 12)).find(|&at| sentence.is(at, &["to", "into"]))
        {
            return both(sentence.trimmed(from + 1..to), sentence.phrase(to + 1));
        }
        if let Some(to) = (1..from).rev().find(|&at| sentence.is(at, &["to"])).filter(|to| from - to <= 6) {
            return both(sentence.phrase(from + 1), sentence.trimmed(to + 1..from));
        }
    }
    let arrow = (1..sentence.len())
        .find(|&at| ["->", "→", "=>", "➜"].iter().any(|arrow| sentence.gap(at).contains(arrow)))?;
    both(sentence.value_before(arrow), sentence.phrase(arrow))
}

/// What somebody does, from the word `from` on: "we will explicitly no-op the changes".
fn acted(sentence: &Sentence<'_>, from: usize) -> Option<Range<usize>> {
    let mut first = from;
    while first + 1 < sentence.len()
        && (sentence.is(first, &["we", "i", "you", "they", "it", "just", "please"])
            || sentence.is(first, AUXILIARY))
    {
        first += 1;
    }
    sentence.trimmed(first..sentence.clause_end(first))
}

/// `B now, was A`, `B (was A)`.
fn formerly(sentence: &Sentence<'_>) -> Option<Options> {
    let at = (1..sentence.len())
        .find(|&at| sentence.is(at, &["was", "were", "formerly", "previously"]) && sentence.breaks(at))?;
    let end = at - usize::from(at > 1 && sentence.is(at - 1, &["now"]));
    let preferred = sentence.trimmed(sentence.clause_start(end - 1)..end);
    Some(Options { preferred, rejected: sentence.phrase(at + 1).into_iter().collect() })
}

/// The first verb of preference that is no part of a refusal.
fn preferring(sentence: &Sentence<'_>, within: Range<usize>) -> Option<usize> {
    within.into_iter().find(|&at| {
        let start = sentence.clause_start(at);
        let refused = (start..at).any(|before| sentence.is(before, REFUSING));
        sentence.is(at, PREFERRING)
            && !refused
            && !sentence.is(at.wrapping_sub(1), &["the", "a", "our", "their", "when"])
    })
}

/// What the verb at `at` takes, before `end`.
fn chosen(sentence: &Sentence<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let passive = at > 0
        && (sentence.clause_start(at)..at).rev().take(3).any(|before| sentence.is(before, BEING))
        && sentence.word(at).ends_with(['d', 'n', 'k']);
    if passive && !sentence.is(at + 1, &["option"]) && !sentence.is(at, &["decided"]) {
        let mut subject = at;
        while subject > 0 && sentence.is(subject - 1, AUXILIARY) {
            subject -= 1;
        }
        if let Some(subject) = sentence.before(subject) {
            return Some(subject);
        }
    }
    let mut from = at + 1;
    while from + 1 < end && sentence.is(from, PARTICLES) {
        from += 1;
    }
    // "Chosen option: X".
    if sentence.is(from, &["option", "alternative", "approach", "choice", "solution"])
        && sentence.breaks(from + 1)
    {
        from += 1;
    }
    sentence.phrase_within(from..end)
}

/// `X should be Y`, `X is Y`: what is said of the subject.
fn predicate(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let at = (1..sentence.len()).find(|&at| {
        sentence.is(at, &["should", "must", "shall", "will"])
            || sentence.is(at, &["is", "are"]) && !sentence.is(at - 1, &["there", "it", "this", "that"])
    })?;
    let mut from = at + 1;
    while from + 1 < sentence.len() && sentence.is(from, AUXILIARY) && !sentence.is(from, &["not"]) {
        from += 1;
    }
    let end = sentence.clause_end(from);
    let quoted = sentence.quoted(from..end);
    quoted.into_iter().next().or_else(|| sentence.trimmed(from..end))
}

/// The clause after a label, or the first one.
fn fallback(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    let quoted = sentence.quoted(0..sentence.len());
    if quoted.len() == 1 {
        return quoted.into_iter().next();
    }
    // "Option 2 - the blue one": what is numbered, not its number.
    let mut first = usize::from(sentence.is(0, &["preferably", "ideally"]));
    if sentence.is(0, &["option", "choice", "alternative", "solution"])
        && sentence.len() > 2
        && sentence.clause_end(0) <= 2
    {
        first = sentence.clause_end(0);
    }
    sentence.trimmed(first..sentence.clause_end(first))
}

fn refusing(sentence: &Sentence<'_>, from: usize) -> Option<usize> {
    (from..sentence.len()).find(|&at| {
        sentence.is(at, REFUSING)
            && !(sentence.is(at, &["no"]) && sentence.is(at + 1, &["longer", "one", "matter"]))
    })
}

/// What the "no" at `at` is about.
fn refused_by(sentence: &Sentence<'_>, at: usize) -> Vec<Range<usize>> {
    let mut verb = at + usize::from(sentence.is(at + 1, &["out"]));
    while verb + 1 < sentence.len()
        && sentence.is(
            verb + 1,
            &["be", "been", "being", "yet", "generally", "currently", "longer", "not", "to", "ever", "even"],
        )
        && !sentence.breaks(verb + 1)
    {
        verb += 1;
    }
    let passive = sentence.is(verb + 1, WELCOME)
        || sentence.word(at).ends_with("ed") && at > 0 && sentence.is(at - 1, AUXILIARY);
    if passive {
        let mut end = at;
        while end > 0 && sentence.is(end - 1, AUXILIARY) {
            end -= 1;
        }
        if let Some(subject) = sentence.before(end) {
            return vec![subject];
        }
    }
    listed(sentence, verb + 1)
}

/// Whether what is listed ends before the word `at`.
fn ends_list(sentence: &Sentence<'_>, at: usize) -> bool {
    let is_apart = sentence.breaks(at) && sentence.gap(at).contains([';', '(', '.', '—', '?']);
    is_apart || sentence.is(at, &["use", "instead", "unless", "because", "when", "if", "in", "as", "just"])
}

/// What is quoted from the word `from` on, else the phrase there.
fn listed(sentence: &Sentence<'_>, from: usize) -> Vec<Range<usize>> {
    let mut end = from;
    while end < sentence.len() && (end == from || !ends_list(sentence, end)) {
        end += 1;
    }
    let saying = sentence.is(
        from,
        &[
            "use",
            "using",
            "say",
            "saying",
            "call",
            "words",
            "phrases",
            "terms",
            "things",
            "the",
            "a",
            "write",
            "rely",
            "including",
        ],
    );
    let quoted = sentence.quoted(from..end);
    let leads = saying || quoted.first().is_some_and(|first| sentence.starts(from, first.start));
    if quoted.is_empty() || !leads && quoted.len() == 1 {
        sentence.phrase(from).into_iter().collect()
    } else {
        quoted
    }
}

pub(super) fn rejection(sentence: &Sentence<'_>) -> Options {
    let rejected = match refusing(sentence, 0) {
        Some(at) => refused_by(sentence, at),
        None => fallback(sentence).into_iter().collect(),
    };
    Options { preferred: None, rejected }
}

/// What is approved, if the sentence says it.
pub(super) fn approval(sentence: &Sentence<'_>) -> Options {
    let preferred = match sentence.find(0..sentence.len(), APPROVING) {
        Some(at) => {
            let passive = at > 0
                && (sentence.is(at - 1, AUXILIARY) && !sentence.is(at - 1, &["unanimously", "hereby"])
                    || (sentence.breaks(at + 1) || sentence.is(at + 1, &["by"])) && !sentence.breaks(at));
            let mut end = at;
            while end > 0 && sentence.is(end - 1, AUXILIARY) {
                end -= 1;
            }
            let subject = || {
                sentence.before(end).filter(|_| {
                    passive
                        && !sentence.is(
                            end.wrapping_sub(1),
                            &["motion", "resolution", "proposal", "this", "it", "that", "vote"],
                        )
                })
            };
            let mut from = at + 1;
            while from < sentence.len()
                && sentence.is(from, &["to", "on", "with", "of", "unanimously", "that", "the", "for", "as"])
            {
                from += 1;
            }
            let object = || {
                sentence.trimmed(from..sentence.clause_end(from)).filter(|_| {
                    from < sentence.len() && (!sentence.breaks(at + 1) || sentence.gap(at + 1).contains(':'))
                })
            };
            subject().or_else(object)
        }
        None => fallback(sentence),
    };
    Options { preferred, rejected: Vec::new() }
}

pub(super) fn configuration(sentence: &Sentence<'_>) -> Options {
    moved(sentence).or_else(|| formerly(sentence)).or_else(|| contrast(sentence)).unwrap_or_else(|| {
        let to = (1..sentence.len())
            .find(|&at| sentence.is(at, &["to", "until", "now", "at"]) && !sentence.breaks(at + 1));
        let preferred = to
            .and_then(|to| sentence.phrase(to + 1))
            .or_else(|| predicate(sentence))
            .or_else(|| fallback(sentence));
        Options { preferred, rejected: Vec::new() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::{Document, ParsedContent};
    use DecisionType::{Approval, Configuration, Rejection, Selection};
    use rstest::rstest;

    #[rstest]
    #[case("I prefer tea over coffee.", Selection, "tea", &["coffee"])]
    #[case("She prefers the train to the car.", Selection, "train", &["car"])]
    #[case("We chose oak over granite.", Selection, "oak", &["granite"])]
    #[case("Let's use Redis rather than Memcached.", Selection, "Redis", &["Memcached"])]
    #[case("Tabs instead of spaces, please.", Selection, "Tabs", &["spaces"])]
    #[case("Two exams are better than one exam.", Selection, "Two exams", &["one exam"])]
    #[case("Instead of the lift, we take the stairs.", Selection, "stairs", &["lift"])]
    #[case("We went with the yearly plan.", Selection, "yearly plan", &[])]
    #[case("They settled on gravel.", Selection, "gravel", &[])]
    #[case("We decided to keep the pond.", Selection, "keep the pond", &[])]
    #[case("I approve the new palette.", Approval, "new palette", &[])]
    #[case("The new palette was approved.", Approval, "new palette", &[])]
    #[case("LGTM on the retry patch.", Approval, "retry patch", &[])]
    #[case("Yes to the garden.", Approval, "garden", &[])]
    #[case("I reject the second draft.", Rejection, "", &["second draft"])]
    #[case("The second draft was rejected.", Rejection, "", &["second draft"])]
    #[case("We decided against the pool.", Rejection, "", &["pool"])]
    #[case("I veto the car.", Rejection, "", &["car"])]
    #[case("No to plastic bags.", Rejection, "", &["plastic bags"])]
    #[case("We ruled out the ferry.", Rejection, "", &["ferry"])]
    #[case("Changed the limit from 10 to 14.", Configuration, "14", &["10"])]
    #[case("The train moves from Thursday to Tuesday.", Configuration, "Tuesday", &["Thursday"])]
    #[case("I set the timeout to 30 s.", Configuration, "30 s", &[])]
    #[case("Disabled the legacy login.", Configuration, "Disabled the legacy login", &[])]
    #[case("Oak beats steel.", Selection, "Oak", &["steel"])]
    #[case("The old lathe approved by the board.", Approval, "old lathe", &[])]
    #[case("Please no chat bot.", Rejection, "", &["chat bot"])]
    #[case("The aisle, always.", Selection, "aisle", &[])]
    #[case("Always the aisle, never the window.", Selection, "aisle", &["window"])]
    #[case("Heating curve 1.4 -> 1.2.", Configuration, "1.2", &["1.4"])]
    #[case("Type size: 24 pt now, was 18 pt.", Configuration, "24 pt", &["18 pt"])]
    #[case("The price: up from 58 to 64.", Configuration, "64", &["58"])]
    #[case("Rust over Go because it is faster.", Selection, "Rust", &["Go"])]
    #[case("We chose C++ over C.", Selection, "C++", &["C"])]
    #[case("Prefer `.NET` to Java, if you can.", Selection, ".NET", &["Java"])]
    #[case("Use `src/lib.rs` instead of `src/main.rs` in libraries.", Selection, "src/lib.rs", &["src/main.rs"])]
    #[case("Chosen option: \"Use labels\", because they are simple.", Selection, "labels", &[])]
    #[case("Avoid the passive voice.", Rejection, "", &["passive voice"])]
    #[case("Don't say “click here” or “learn more”.", Rejection, "", &["click here", "learn more"])]
    #[case("Comments in C++ style are not allowed.", Rejection, "", &["Comments in C++ style"])]
    #[case("Use active voice and avoid jargon.", Selection, "active voice", &["jargon"])]
    #[case("Use tabs, not spaces.", Selection, "tabs", &["spaces"])]
    #[case("Replace Travis with Jenkins.", Selection, "Jenkins", &["Travis"])]
    #[case("Dropped Bower in favour of npm.", Selection, "npm", &["Bower"])]
    #[case("Class names should be written in `UpperCamelCase`.", Selection, "UpperCamelCase", &[])]
    fn options_of_a_sentence(
        #[case] text: &str,
        #[case] kind: DecisionType,
        #[case] preferred: &str,
        #[case] rejected: &[&str],
    ) {
        let content = ParsedContent::new(Document::new("a.md", text));
        let found = of(&Sentence::of(&content, 0..text.len()), kind);
        let own = |span: &Range<usize>| &text[span.clone()];
        assert_eq!(found.preferred.as_ref().map_or("", own), preferred);
        assert_eq!(found.rejected.iter().map(own).collect::<Vec<_>>(), rejected);
    }
}
