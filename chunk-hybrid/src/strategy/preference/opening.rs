//! Who speaks, or what a line is about: what stands before its first sentence.

use crate::{block::Block, cue::Cues, document::ParsedContent, form::Vocabulary, line::label_of, time};
use chunk_core::slice;
use std::{collections::BTreeMap, ops::Range};

/// What a block starts with.
pub(super) struct Opening {
    /// The name before the colon.
    pub(super) label: Option<Range<usize>>,
    /// Where the text behind time stamp and label starts.
    pub(super) text: usize,
}

impl Opening {
    pub(super) fn of(content: &ParsedContent<'_>, block: &Block) -> Self {
        let start = behind_date(content, block.text, block.span.end);
        let text = content.slice(&(start..block.span.end));
        if let Some(label) = label_of(text) {
            return Self {
                label: Some(start + label.name.start..start + label.name.end),
                text: start + label.text,
            };
        }
        match nick(text) {
            Some((name, length)) => {
                Self { label: Some(start + name.start..start + name.end), text: start + length }
            }
            None => Self { label: None, text: start },
        }
    }
}

/// Behind the time stamp or date that a line starts with.
fn behind_date(content: &ParsedContent<'_>, start: usize, end: usize) -> usize {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let text = content.slice(&(start..end));
    let line = text.lines().next().unwrap_or_default();
    let stamp = time::stamp_at_start(line).map_or(0, |stamp| stamp.length);
    let rest = slice(line, stamp..line.len());
    let mut words = rest.split_ascii_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let is_month = |word: &str| {
        word.get(..3).is_some_and(|start| MONTHS.iter().any(|month| start.eq_ignore_ascii_case(month)))
    };
    let is_day = |word: &str| {
        let digits = word.trim_end_matches(['.', ',', ':']);
        (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let dated = is_day(first) && is_month(second)
        || is_day(second) && is_month(first) && second.ends_with([':', ',', '.']);
    let length = if dated { rest.find(second).map_or(0, |at| at + second.len()) } else { 0 };
    if stamp + length == 0 {
        return start;
    }
    let behind = slice(line, stamp + length..line.len());
    let marks = behind.trim_start_matches([' ', '\t', '-', '|', '.', ':', '–', '—', ']']);
    start + line.len() - marks.len()
}

/// `arun: `, `<arun> `, `@inga `: the name and the length of it all.
fn nick(text: &str) -> Option<(Range<usize>, usize)> {
    if let Some(inner) = text.strip_prefix('<') {
        let close = inner.bytes().take(30).position(|byte| byte == b'>')?;
        let whole = close + 2;
        return (close > 0).then(|| {
            (
                1..1 + close,
                whole + slice(text, whole..text.len()).len()
                    - slice(text, whole..text.len()).trim_start().len(),
            )
        });
    }
    let end = text
        .bytes()
        .take(24)
        .position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-' | b'@'))?;
    let is_colon = slice(text, end..text.len()).starts_with(": ");
    let is_mention = text.starts_with('@') && slice(text, end..text.len()).starts_with(' ');
    (end > 1 && (is_colon || is_mention)).then(|| (0..end, end + if is_colon { 2 } else { 1 }))
}

/// Whether labels of a document name people who speak more than once.
pub(super) fn speakers(content: &ParsedContent<'_>, openings: &[Opening]) -> bool {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in openings.iter().filter_map(|opening| opening.label.as_ref()).map(|label| content.slice(label))
    {
        if is_name(name) {
            *counts.entry(name).or_default() += 1;
        }
    }
    counts.values().any(|&count| count > 1)
}

/// Whether a label names a person: one to three words that name nothing else.
pub(super) fn is_name(label: &str) -> bool {
    let words: Vec<&str> =
        label.trim_start_matches('@').split([' ', '-', '.']).filter(|word| !word.is_empty()).collect();
    (1..=3).contains(&words.len())
        && words.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\''))
        && words.iter().all(|word| Vocabulary::cues_of(&word.to_lowercase()) == Cues::NONE)
}
