//! How a task went.

use crate::{
    cue::{self, Cues},
    document::ParsedContent,
    metadata::Outcome,
    word::Word,
};
use chunk_core::slice;
use std::ops::Range;

const MARKS: [(&str, Cues); 8] = [
    ("✅", cue::SUCCESS),
    ("✔", cue::SUCCESS),
    ("✓", cue::SUCCESS),
    ("🎉", cue::SUCCESS),
    ("❌", cue::FAILURE),
    ("✗", cue::FAILURE),
    ("✘", cue::FAILURE),
    ("💥", cue::FAILURE),
];

/// What the markers say: failure and success together, or "partially", are partial. `no errors` is a success, `not
/// fixed` a failure.
pub(super) fn outcome(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let text = content.slice(span);
    if let Some(stated) = stated_outcome(text) {
        return Some(stated);
    }
    let (mut success, mut failure, mut partial) = (false, false, false);
    let words = content.words.slice(content.words.within(span));
    let tells = |word: &Word| word.cues.any(cue::SUCCESS.or(cue::FAILURE).or(cue::PARTIAL));
    for (index, word) in words.iter().enumerate().filter(|(_, word)| tells(word)) {
        let before = words.get(index.saturating_sub(3)..index).unwrap_or_default();
        let is_zero =
            before.last().is_some_and(|word| matches!(content.slice(&word.span()), "0" | "zero" | "no"));
        let negated = is_zero || before.iter().any(|word| word.cues.any(cue::NEGATION));
        let hypothetical = before.iter().any(|word| word.cues.any(cue::FUTURE.or(cue::HEDGE)));
        if hypothetical {
            continue;
        }
        partial |= word.cues.any(cue::PARTIAL) && !negated;
        // A whole phrase such as "no errors" has its own meaning.
        let fails = word.cues.any(cue::FAILURE);
        let succeeds = word.cues.any(cue::SUCCESS);
        failure |= fails && !negated || succeeds && negated && !fails;
        success |= succeeds && !negated || fails && is_zero;
    }
    let marks = if text.is_ascii() { &[] } else { MARKS.as_slice() };
    for &(mark, cues) in marks {
        if text.contains(mark) {
            success |= cues.any(cue::SUCCESS);
            failure |= cues.any(cue::FAILURE);
        }
    }
    match (success, failure) {
        _ if partial => Some(Outcome::Partial),
        (true, true) => Some(Outcome::Partial),
        (true, false) => Some(Outcome::Success),
        (false, true) => Some(Outcome::Failure),
        (false, false) => None,
    }
}

/// `Outcome: success`, `Result: partial`, `Status - failed`: what is said outright counts before all markers.
fn stated_outcome(text: &str) -> Option<Outcome> {
    let lower = text.to_ascii_lowercase();
    let mut last = None;
    for label in ["outcome", "result", "status", "finished"] {
        for (at, _) in lower.match_indices(label) {
            let behind = slice(&lower, at + label.len()..lower.len());
            let Some(value) = behind.trim_start_matches(['*', '_']).strip_prefix([':', '=']) else {
                continue;
            };
            let value = value.trim_start_matches([' ', '*', '_', '`']);
            let outcome = match () {
                () if value.starts_with("partial") => Outcome::Partial,
                () if value.starts_with("succe") || value.starts_with("pass") || value.starts_with("ok") => {
                    Outcome::Success
                }
                () if value.starts_with("fail")
                    || value.starts_with("abort")
                    || value.starts_with("error") =>
                {
                    Outcome::Failure
                }
                () => continue,
            };
            if last.is_none_or(|(found, _)| at > found) {
                last = Some((at, outcome));
            }
        }
    }
    last.map(|(_, outcome)| outcome)
}
