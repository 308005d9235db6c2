//! Labels at the start of a line: `Alice:`, `**Plan:**`, `[VERIFY]`, `@bo:`. They name a speaker, a phase or a field.

use chunk_core::{slice, unicode};
use memchr::memchr;
use std::ops::Range;

/// A label, and where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label {
    /// Where its name, which is without marks, starts and ends.
    start: usize,
    end: usize,
    /// Where the text after it starts.
    pub(crate) text: usize,
}

impl Label {
    pub(crate) const fn name(self) -> Range<usize> {
        self.start..self.end
    }

    /// The same label in a text that has `before` more bytes before it.
    pub(crate) const fn after(self, before: usize) -> Self {
        Self { start: self.start + before, end: self.end + before, text: self.text + before }
    }
}

/// The longest label, in bytes.
const LONGEST_LABEL: usize = 60;

/// How many bytes of marks and white space stand before a label.
fn lead(text: &str) -> usize {
    let is_mark = |byte: &u8| matches!(byte, b' ' | b'\t' | b'*' | b'_' | b'>' | b'#' | b'-' | b'|');
    text.bytes().take_while(is_mark).count()
}

/// The label that `text` starts with.
pub(crate) fn label_of(text: &str) -> Option<Label> {
    let lead = lead(text);
    in_brackets(text, lead).or_else(|| before_colon(text, lead))
}

/// The label that `text` starts with, if that stands in brackets.
pub(crate) fn bracketed_label(text: &str) -> Option<Label> {
    in_brackets(text, lead(text))
}

fn in_brackets(text: &str, lead: usize) -> Option<Label> {
    let rest = slice(text, lead..text.len());
    let inner = rest.strip_prefix('[')?;
    let close = inner.bytes().take(LONGEST_LABEL).position(|byte| byte == b']')?;
    let (start, end) = (lead + 1, lead + 1 + close);
    // `[text](target)` is a link, `[ ]` a task.
    let behind = slice(rest, close + 2..rest.len());
    let is_label = !behind.starts_with(['(', '[']) && close > 1;
    let text = text.len() - behind.trim_start_matches([' ', '*', ':', '-', '_', '\t']).len();
    is_label.then_some(Label { start, end, text })
}

fn before_colon(text: &str, lead: usize) -> Option<Label> {
    let rest = slice(text, lead..text.len());
    let first = rest.chars().next()?;
    if !(unicode::is_uppercase(first) || first == '@' || lead > 0 && unicode::is_alphabetic(first)) {
        return None;
    }
    let window = rest.as_bytes().get(..LONGEST_LABEL).unwrap_or(rest.as_bytes());
    // Most lines have no colon.
    memchr(b':', window)?;
    let next = |at: usize| rest.as_bytes().get(at + 1);
    let stops = |&(at, byte): &(usize, &u8)| match byte {
        b':' => next(at).is_none_or(|next| !next.is_ascii_digit() && *next != b'/'),
        b'.' | b'!' | b'?' | b',' | b';' => next(at).is_none_or(|next| *next == b' '),
        byte => *byte == b'\n',
    };
    let (stop, _) = window.iter().enumerate().find(stops).filter(|(_, byte)| **byte == b':')?;
    let behind = slice(rest, stop + 1..rest.len());
    let text = text.len() - behind.trim_start_matches([' ', '*', '_', '\t']).len();
    let name = slice(rest, 0..stop).trim_end_matches(['*', '_', ' ']);
    let words = name.split_ascii_whitespace().count();
    let separated = behind.is_empty() || behind.starts_with([' ', '*', '_', '\t', '\n']);
    let is_label = separated && (1..=5).contains(&words);
    is_label.then(|| Label { start: lead, end: lead + name.len(), text })
}
