//! The options of a decision, by the form of its sentence (H19): `grammar` is the table of forms, which also says which of them each kind of
//! decision asks for; `form` compares a sentence with them.

mod form;
mod grammar;

use super::sentence::Sentence;
use crate::english::class::VERDICT;
use crate::record::DecisionType;
use std::ops::Range;

/// What a decision is for and against. All are bytes of the text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
}

/// The options that a sentence names for a decision of a kind.
pub(super) fn of(sentence: &Sentence<'_>, kind: DecisionType) -> Options {
    let order = match kind {
        DecisionType::Selection => "selection",
        DecisionType::Rejection => "rejection",
        DecisionType::Approval => "approval",
        DecisionType::Configuration => "configuration",
    };
    form::find(sentence, order).unwrap_or_default()
}

/// The options that the cell of a table names for a decision of a kind.
pub(super) fn of_cell(cell: &Sentence<'_>, kind: DecisionType) -> Options {
    let order = if kind == DecisionType::Configuration { "change" } else { "selection" };
    form::find(cell, order).unwrap_or_default()
}

/// What a later clause demands instead of what the sentence refuses: "Deprecated, use X".
pub(super) fn instead(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    form::find(sentence, "instead")?.preferred
}

/// Whether a sentence denies that something is preferred, or only limits an amount: "no more than 60 characters".
pub(super) fn is_doubted(sentence: &Sentence<'_>) -> bool {
    form::has(sentence, "doubt")
}

/// Whether a sentence starts by forbidding something: "Avoid tabs".
pub(super) fn forbids(sentence: &Sentence<'_>) -> bool {
    form::has(sentence, "forbids")
}

/// Whether a sentence starts by telling to use something.
pub(super) fn demands(sentence: &Sentence<'_>) -> bool {
    form::has(sentence, "demands")
}

/// Whether a sentence starts with what was decided of something that it does not name: "Rejected, too dark".
pub(super) fn says_verdict(sentence: &Sentence<'_>) -> bool {
    form::has(sentence, "verdict")
}

/// Whether a sentence says only yes or no, not to what.
pub(super) fn is_verdict(sentence: &Sentence<'_>) -> bool {
    const MOST_WORDS: usize = 4;
    sentence.len() <= 1 || sentence.len() <= MOST_WORDS && sentence.words.any(VERDICT)
}
