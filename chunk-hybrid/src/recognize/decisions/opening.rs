//! Who speaks, or what a line is about: what stands before its first sentence.

use crate::{
    english::class::{
        CAUTION, COLUMN_OF_CHOICE, COLUMN_OF_OTHERS, COLUMN_OF_SUBJECT, Classes, LIST_OF_OPTIONS, LOGGING,
        NAME_OF_DECISION, PART_OF_RECORD, TITLES,
    },
    text::{
        block::Block,
        document::ParsedContent,
        line::label_of,
        time::{self, is_month},
    },
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// A name has no more words.
const LONGEST: usize = 3;

/// What a block starts with.
pub(super) struct Opening {
    /// The label, if it can be a name.
    pub(super) name: Option<Range<usize>>,
    /// Whether the label is written as in a talk: behind a time, as `<arun>` or `@inga`.
    pub(super) in_talk: bool,
    /// Where the text behind time stamp and label starts.
    pub(super) text: usize,
}

impl Opening {
    pub(super) fn of(content: &ParsedContent<'_>, block: &Block) -> Self {
        let start = behind_date(content, block.text(), block.span().end);
        let text = content.slice(&(start..block.span().end));
        let label = label_of(text).map(|label| (label.name, label.text)).or_else(|| nick(text));
        let Some((label, length)) = label else { return Self { name: None, in_talk: false, text: start } };
        let label = start + label.start..start + label.end;
        Self {
            in_talk: start > block.text() || text.starts_with('<') || content.slice(&label).starts_with('@'),
            name: can_be_name(content, &label).then_some(label),
            text: start + length,
        }
    }
}

/// Behind the time stamp or date that a line starts with.
fn behind_date(content: &ParsedContent<'_>, start: usize, end: usize) -> usize {
    let line = content.slice(&(start..end)).lines().next().unwrap_or_default();
    let stamp = time::stamp_at_start(line).map_or(0, |stamp| stamp.length);
    let rest = slice(line, stamp..line.len());
    let mut words = rest.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let mut second = || words.next().unwrap_or_default();
    let is_day = |word: &str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        (1..=2).contains(&digits) && word.bytes().skip(digits).all(|byte| matches!(byte, b'.' | b',' | b':'))
    };
    let last = if is_day(first) {
        Some(second()).filter(|second| is_month(second))
    } else if is_month(first) {
        Some(second()).filter(|second| is_day(second) && second.ends_with([':', ',', '.']))
    } else {
        None
    };
    let length = last.and_then(|last| Some(rest.find(last)? + last.len())).unwrap_or_default();
    if stamp + length == 0 {
        return start;
    }
    let behind = slice(line, stamp + length..line.len());
    let marks = behind.trim_start_matches([' ', '\t', '-', '|', '.', ':', '–', '—', ']']);
    start + line.len() - marks.len()
}

/// Whether a label can be a name: one to three words, and none that names a field of a record or a level of a log.
fn can_be_name(content: &ParsedContent<'_>, label: &Range<usize>) -> bool {
    const FIELD: Classes = TITLES
        .or(PART_OF_RECORD)
        .or(LIST_OF_OPTIONS)
        .or(NAME_OF_DECISION)
        .or(COLUMN_OF_CHOICE)
        .or(COLUMN_OF_SUBJECT)
        .or(COLUMN_OF_OTHERS)
        .or(CAUTION)
        .or(LOGGING);
    let text = content.slice(label);
    let is_plain =
        |c: char| unicode::is_alphanumeric(c) || matches!(c, ' ' | '-' | '.' | '_' | '\'' | '’' | '@');
    let words = text.split([' ', '-', '.']).filter(|word| !word.is_empty()).count();
    let is_field = || content.words.within(label).any(FIELD);
    (1..=LONGEST).contains(&words) && text.chars().all(is_plain) && !is_field()
}

/// `arun: `, `<arun> `, `@inga `: the name and the length of it all.
fn nick(text: &str) -> Option<(Range<usize>, usize)> {
    if text.starts_with('<') {
        let close = text.bytes().take(31).position(|byte| byte == b'>').filter(|close| *close > 1)?;
        let behind = slice(text, close + 1..text.len());
        return Some((1..close, text.len() - unicode::trim_start(behind).len()));
    }
    let end = text
        .bytes()
        .take(24)
        .position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'-' | b'@'))?;
    let is_colon = slice(text, end..text.len()).starts_with(": ");
    let is_mention = text.starts_with('@') && slice(text, end..text.len()).starts_with(' ');
    (end > 1 && (is_colon || is_mention)).then(|| (0..end, end + if is_colon { 2 } else { 1 }))
}
