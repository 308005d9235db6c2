//! Which phases headings and labels name.

use crate::{
    block::{Block, Section, is_heading},
    cue::{self, Cues, PHASE_TITLES},
    document::ParsedContent,
};

/// For each phase whether it is named.
pub(super) type Named = [bool; 4];

const NO_PHASE: Named = [false; 4];

/// What a line that stands alone names: `Checks` between blank lines.
pub(super) fn plain(content: &ParsedContent<'_>, block: &Block) -> Named {
    named(content.words.slice(block.words.clone()).iter().map(|word| word.cues))
}

/// For every section what the nearest heading above it names that names a phase.
pub(super) fn of_sections(content: &ParsedContent<'_>) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::with_capacity(content.sections.len());
    let first = content.sections.first().map(|section| section.span.start);
    for section in &content.sections {
        // One above everything names the document, not a phase.
        let is_title = section.level == 1
            && section.span.end == content.text().len()
            && first == Some(section.span.start);
        let own = if is_title { NO_PHASE } else { heading(content, section) };
        let above = || section.parent.and_then(|parent| all.get(parent)).copied().unwrap_or_default();
        all.push(if own == NO_PHASE { above() } else { own });
    }
    all
}

fn heading(content: &ParsedContent<'_>, section: &Section) -> Named {
    let words = content.words.slice(content.words.within(&section.title));
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
pub(super) fn label(content: &ParsedContent<'_>, block: &Block) -> Named {
    if is_heading(block) {
        return NO_PHASE;
    }
    let bytes = content.text().as_bytes();
    let opening = block.words.start..block.words.end.min(block.words.start + 14);
    let mut at_start = true;
    for word in content.words.slice(opening) {
        let span = word.span();
        let before = span.start.checked_sub(1).and_then(|at| bytes.get(at));
        let behind = bytes.get(span.end);
        let skip_marks = || {
            content
                .text()
                .get(span.end..)
                .unwrap_or_default()
                .trim_start_matches(['*', '_', ' '])
                .as_bytes()
                .first()
                .copied()
        };
        let bracketed = matches!(
            (before, behind),
            (Some(b'['), Some(b']')) | (Some(b'('), Some(b')' | b':')) | (Some(b'{'), Some(b'}'))
        );
        let is_label = bracketed
            || behind == Some(&b':')
            || matches!(behind, Some(b'*' | b'_')) && matches!(skip_marks(), Some(b':'))
            || at_start && matches!(skip_marks(), Some(b':') | Some(0xE2))
            || at_start && matches!((before, behind), (Some(b'*' | b'_'), Some(b'*' | b'_')))
            || matches!(before, Some(b' '))
                && behind == Some(&b' ')
                && matches!(skip_marks(), Some(b'|'))
                && in_cell(bytes, span.start);
        if is_label {
            let named = named([word.cues].into_iter());
            if named != NO_PHASE {
                return named;
            }
        }
        at_start &= !word.cues.any(cue::PRONOUN.or(cue::SPEAKER));
        if bytes.get(span.end) == Some(&b'.') {
            break;
        }
    }
    NO_PHASE
}

/// Whether a table's bar stands before the white space before `at`.
fn in_cell(bytes: &[u8], at: usize) -> bool {
    bytes.get(..at).unwrap_or_default().iter().rev().find(|&&byte| byte != b' ') == Some(&b'|')
}
