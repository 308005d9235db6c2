//! Which phases headings and labels name.

use super::entry::Entry;
use crate::recognize::reading::Reading;
use crate::{
    english::cue::{self, Cues, PHASE_TITLES},
    text::{
        block::{Block, Section},
        line::label_of,
        word::Word,
    },
};
use std::ops::Range;

/// What names any phase.
const ANY_PHASE: Cues = cue::PLAN_TITLE.or(cue::EXEC_TITLE).or(cue::VERIFY_TITLE).or(cue::REFLECT_TITLE);

/// Within so many words labels are looked for.
const LABEL_WORDS: usize = 14;

/// For each phase whether it is named.
pub(super) type Named = [bool; 4];

pub(super) const NO_PHASE: Named = [false; 4];

/// What a line that stands alone names: `Checks` between blank lines.
pub(super) fn plain(content: &Reading<'_>, block: &Block) -> Named {
    named(content.words.slice(block.words.clone()).iter().map(|word| word.cues))
}

/// What the headings of a document name: for each section the nearest that names a phase.
pub(super) struct Titles(Vec<Named>);

impl Titles {
    pub(super) fn new(content: &Reading<'_>) -> Self {
        let mut titles = Self(Vec::with_capacity(content.sections.len()));
        for section in &content.sections {
            let own = own(content, section);
            titles.0.push(if own == NO_PHASE { titles.of(section.parent) } else { own });
        }
        titles
    }

    /// What stands above the blocks of a section.
    pub(super) fn of(&self, section: Option<usize>) -> Named {
        section.and_then(|section| self.0.get(section)).copied().unwrap_or(NO_PHASE)
    }
}

/// What a section's heading names. One above everything names the document, not a phase.
fn own(content: &Reading<'_>, section: &Section) -> Named {
    let words = content.words.slice(content.words.within(&section.title));
    // Most headings name none.
    if !words.iter().any(|word| word.cues.any(ANY_PHASE)) {
        return NO_PHASE;
    }
    let is_first = content.sections.first().is_some_and(|first| first.span.start == section.span.start);
    let is_long = section.level == 1 || words.len() > 3;
    let is_title = is_first && is_long && section.span.end == content.text().len();
    if is_title { NO_PHASE } else { heading(words) }
}

fn heading(words: &[Word]) -> Named {
    // In a long title only its ends and phrases name a phase: "Slow builds on runner 4" does not.
    let counts =
        |index: usize, reach: u8| words.len() <= 3 || index == 0 || index + 1 == words.len() || reach > 1;
    named(
        words
            .iter()
            .enumerate()
            .filter(|(index, word)| counts(*index, word.reach))
            .map(|(_, word)| word.cues),
    )
}

/// The phases that most words name.
fn named(words: impl Iterator<Item = Cues> + Clone) -> Named {
    let counts = PHASE_TITLES.map(|title| words.clone().filter(|word| word.any(title)).count());
    let most = counts.iter().copied().max().unwrap_or_default();
    counts.map(|count| most > 0 && count == most)
}

/// What a label within the first words names: `Plan:`, `[CHECK]`, `| verification |`.
pub(super) fn label(content: &Reading<'_>, entry: &Entry) -> Named {
    let words = content.words.slice(entry.words.clone());
    // Most entries have no such word.
    if !words.iter().any(|word| word.cues.any(ANY_PHASE)) {
        return NO_PHASE;
    }
    let whole = whole(content, &entry.span);
    if whole != NO_PHASE {
        return whole;
    }
    let text = content.text();
    let mut at_start = true;
    for word in words.iter().take(LABEL_WORDS) {
        if word.cues.any(ANY_PHASE) && is_label(text, word, at_start) {
            return named([word.cues].into_iter());
        }
        at_start &= !word.cues.any(cue::PRONOUN.or(cue::SPEAKER));
        if text.as_bytes().get(word.span().end) == Some(&b'.') {
            break;
        }
    }
    NO_PHASE
}

/// Whether a word is a label by what stands around it; more are so at the start of an entry.
fn is_label(text: &str, word: &Word, at_start: bool) -> bool {
    let bytes = text.as_bytes();
    let span = word.span();
    let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
    let behind = bytes.get(span.end);
    let skip_marks = || {
        let rest = bytes.get(span.end..).unwrap_or_default();
        rest.iter().find(|byte| !matches!(byte, b'*' | b'_' | b' '))
    };
    let bracketed = matches!(
        (before, behind),
        (Some(b'['), Some(b']'))
            | (Some(b'('), Some(b')' | b':'))
            | (Some(b'{'), Some(b'}'))
            | (Some(b'='), Some(b' '))
    ) || behind == Some(&b'"')
        && matches!(bytes.get(span.start.saturating_sub(2)..span.start), Some(b":\"" | b"=\""));
    bracketed
        || behind == Some(&b':')
        || matches!(behind, Some(b'*' | b'_')) && matches!(skip_marks(), Some(b':'))
        || at_start && matches!(skip_marks(), Some(b':') | Some(0xE2))
        || at_start && matches!((before, behind), (Some(b'*' | b'_'), Some(b'*' | b'_')))
        || matches!(before, Some(b' '))
            && behind == Some(&b' ')
            && matches!(skip_marks(), Some(b'|'))
            && in_cell(bytes, span.start)
}

/// What a label names as a whole: `Did it work: …`.
fn whole(content: &Reading<'_>, span: &Range<usize>) -> Named {
    let text = content.slice(span);
    let Some(label) = label_of(text).filter(|label| !label.bracketed) else { return NO_PHASE };
    let name = span.start + label.name.start..span.start + label.name.end;
    named(
        content
            .words
            .slice(content.words.within(&name))
            .iter()
            .filter(|word| word.reach > 1)
            .map(|word| word.cues),
    )
}

/// Whether a table's bar stands before the white space before `at`.
fn in_cell(bytes: &[u8], at: usize) -> bool {
    bytes.get(..at).unwrap_or_default().iter().rev().find(|&&byte| byte != b' ') == Some(&b'|')
}
