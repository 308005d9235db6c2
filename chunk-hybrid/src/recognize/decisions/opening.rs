//! Who speaks, or what a line is about: what stands before its first sentence.

use crate::text::{
    block::Block,
    document::ParsedContent,
    line::label_of,
    time::{self, is_month},
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// What a block starts with.
pub(super) struct Opening {
    /// The name before the colon.
    pub(super) label: Option<Range<usize>>,
    /// Whether the label is written as in a talk: behind a time, as `<arun>` or `@inga`.
    pub(super) in_talk: bool,
    /// Where the text behind time stamp and label starts.
    pub(super) text: usize,
}

impl Opening {
    pub(super) fn of(content: &ParsedContent<'_>, block: &Block) -> Self {
        let start = behind_date(content, block.text(), block.span.end);
        let text = content.slice(&(start..block.span.end));
        let label = label_of(text).map(|label| (label.name, label.text)).or_else(|| nick(text));
        let Some((name, length)) = label else { return Self { label: None, in_talk: false, text: start } };
        Self {
            in_talk: start > block.text()
                || text.starts_with('<')
                || slice(text, name.clone()).starts_with('@'),
            label: Some(start + name.start..start + name.end),
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
