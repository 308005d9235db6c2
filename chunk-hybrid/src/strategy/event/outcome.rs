//! How a task went, by what its text says (H17).

use crate::{
    english::class::{FAILURE, FUTURE, HEDGE, NEGATION, PARTIAL, SUCCESS},
    record::metadata::Outcome,
    text::{document::ParsedContent, word::Word},
};
use chunk_core::slice;
use std::ops::Range;

const SUCCESS_MARKS: [&str; 4] = ["✅", "✔", "✓", "🎉"];
const FAILURE_MARKS: [&str; 4] = ["❌", "✗", "✘", "💥"];

/// The outcome that is stated, else what the markers of success and failure say: both together, or "partially", are partial. `no errors`
/// is a success, `not fixed` a failure.
pub(super) fn outcome(content: &ParsedContent<'_>, span: &Range<usize>) -> Option<Outcome> {
    let text = content.slice(span);
    if let Some(stated) = stated_outcome(text) {
        return Some(stated);
    }
    let (mut success, mut failure, mut partial) = (false, false, false);
    let words = content.words.within(span);
    let says = |word: &Word| word.classes.any(SUCCESS | FAILURE | PARTIAL);
    for (index, word) in words.iter().enumerate().filter(|(_, word)| says(word)) {
        let before = words.part(index.saturating_sub(3)..index);
        let is_zero =
            before.last().is_some_and(|word| matches!(content.slice(&word.span()), "0" | "zero" | "no"));
        let negated = is_zero || before.any(NEGATION);
        // What is planned or hoped for is no outcome.
        if before.any(FUTURE | HEDGE) {
            continue;
        }
        partial |= word.classes.any(PARTIAL) && !negated;
        // A whole phrase such as "no errors" has its own meaning.
        let fails = word.classes.any(FAILURE);
        let succeeds = word.classes.any(SUCCESS);
        failure |= fails && !negated || succeeds && negated && !fails;
        success |= succeeds && !negated || fails && is_zero;
    }
    let is_marked = |marks: [&str; 4]| !text.is_ascii() && marks.iter().any(|mark| text.contains(mark));
    success |= is_marked(SUCCESS_MARKS);
    failure |= is_marked(FAILURE_MARKS);
    match (success, failure) {
        _ if partial || success && failure => Some(Outcome::Partial),
        (true, _) => Some(Outcome::Success),
        (_, true) => Some(Outcome::Failure),
        _ => None,
    }
}

/// The outcome that is stated outright: `Outcome: success`, `Result: partial`. The last one counts.
fn stated_outcome(text: &str) -> Option<Outcome> {
    const LABELS: [&str; 4] = ["outcome", "result", "status", "finished"];
    let same = |part: Option<&str>, word: &str| part.is_some_and(|part| part.eq_ignore_ascii_case(word));
    memchr::memrchr2_iter(b':', b'=', text.as_bytes()).find_map(|at| {
        let label = slice(text, 0..at).trim_end_matches(['*', '_']);
        let ends_with = |word: &str| same(label.get(label.len().saturating_sub(word.len())..), word);
        let value = slice(text, at + 1..text.len()).trim_start_matches([' ', '*', '_', '`']);
        let starts_with = |word: &&str| same(value.get(..word.len()), word);
        match () {
            () if !LABELS.into_iter().any(ends_with) => None,
            () if starts_with(&"partial") => Some(Outcome::Partial),
            () if ["succe", "pass", "ok"].iter().any(starts_with) => Some(Outcome::Success),
            () if ["fail", "abort", "error"].iter().any(starts_with) => Some(Outcome::Failure),
            () => None,
        }
    })
}
