//! Paragraphs and sentences (T2): where a chunk may end. The scanners look at bytes; what a stop is and when it ends
//! a sentence is the same for every policy.

mod abbreviation;
mod enumerator;
mod terminator;

use crate::{is_white_space, positions, slice};
use abbreviation::ends_with_abbreviation;
use enumerator::is_enumerator;
use std::ops::Range;
use terminator::{is_terminator, needs_no_space};

/// What ends a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SentenceRules {
    /// Closing marks, the stops of every script, abbreviations and enumerators are known.
    #[default]
    Standard,
    /// The bare rule: after each `.`, `!`, `?` with a space or LF directly after it.
    Literal,
}

/// The paragraphs of `text`, as byte ranges that tile it.
///
/// A paragraph ends after a run of two or more LF, which belongs to it; a run at the start of the text is a
/// paragraph of its own. A line of spaces ends no paragraph.
///
/// ```
/// let ranges: Vec<_> = chunk_core::paragraphs("\n\na\nb\n\n\nc").collect();
/// assert_eq!(ranges, [0..2, 2..8, 8..9]);
/// ```
pub fn paragraphs(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut breaks = memchr::memmem::find_iter(bytes, b"\n\n");
    let mut start = 0;
    std::iter::from_fn(move || {
        let from = start;
        start = loop {
            match breaks.next() {
                // The second half of a run that the paragraph before took whole.
                Some(at) if at < from => {}
                Some(at) => break at + bytes.iter().skip(at).take_while(|&&byte| byte == b'\n').count(),
                None => break bytes.len(),
            }
        };
        (from < start).then_some(from..start)
    })
}

/// The sentences of `paragraph`, as byte ranges that tile it; the last one need not end with a stop.
///
/// A *stop* is a maximal run of terminators (Unicode's Sentence_Terminal of every script) and closers (quotes, brackets) that
/// starts with a terminator. A sentence ends after a stop that has a space or LF directly after it, or that holds a terminator
/// of a script that writes no space there, such as `。`; the white space after the stop belongs to it. Not after the dot of an
/// abbreviation, an initial or an enumerator at the start of a line (`1. `, `a. `), nor after a `．` between digits.
///
/// ```
/// use chunk_core::{sentences, types::SentenceRules};
///
/// let text = "1. Dr. Li said \"no.\" She left. 好。好";
/// let found: Vec<_> = sentences(text, SentenceRules::Standard).map(|range| &text[range]).collect();
/// assert_eq!(found, ["1. Dr. Li said \"no.\" ", "She left. ", "好。", "好"]);
/// ```
pub fn sentences(paragraph: &str, rules: SentenceRules) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut terminators = terminators(paragraph);
    let mut start = 0;
    std::iter::from_fn(move || {
        if start == paragraph.len() {
            return None;
        }
        let from = start;
        start = match rules {
            SentenceRules::Standard => sentence_end(paragraph, from, &mut terminators),
            SentenceRules::Literal => literal_sentence_end(paragraph, from),
        };
        Some(from..start)
    })
}

fn sentence_end(text: &str, from: usize, terminators: &mut impl Iterator<Item = usize>) -> usize {
    let mut at = from;
    while let Some(start) = terminators.find(|&start| start >= at) {
        let stop = Stop::at(text, start);
        if stop.ends_sentence(text) {
            return stop.end + white_space(text, stop.end);
        }
        at = stop.end;
    }
    text.len()
}

fn literal_sentence_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'.', b'!', b'?', rest)) {
        at += found + 1;
        if matches!(bytes.get(at), Some(b' ' | b'\n')) {
            return at + white_space(text, at);
        }
    }
    bytes.len()
}

/// A maximal run of terminators and closers that starts with a terminator.
struct Stop {
    start: usize,
    end: usize,
    /// Whether it holds a terminator that needs no space behind it.
    is_end: bool,
}

impl Stop {
    fn at(text: &str, start: usize) -> Self {
        let mut stop = Self { start, end: start, is_end: false };
        // Most stops are a full stop and a space behind it.
        if text.as_bytes().get(start..start + 2) == Some(b". ") {
            stop.end += 1;
            return stop;
        }
        for c in slice(text, start..text.len()).chars() {
            if is_terminator(text, stop.end, c) {
                stop.is_end |= needs_no_space(c);
            } else if !is_closer(c) {
                break;
            }
            stop.end += c.len_utf8();
        }
        stop
    }

    fn ends_sentence(&self, text: &str) -> bool {
        if self.is_end {
            return !self.is_decimal_point(text);
        }
        let (before, behind) = (slice(text, 0..self.start), text.as_bytes().get(self.end));
        matches!(behind, Some(b' ' | b'\n'))
            && !(slice(text, self.start..self.end) == "."
                && (ends_with_abbreviation(before) || is_enumerator(before)))
    }

    /// T2 (b): just `．`, directly between two digits.
    fn is_decimal_point(&self, text: &str) -> bool {
        let is_digit = |c: char| matches!(c, '0'..='9' | '０'..='９');
        slice(text, self.start..self.end) == "．"
            && slice(text, 0..self.start).chars().next_back().is_some_and(is_digit)
            && slice(text, self.end..text.len()).chars().next().is_some_and(is_digit)
    }
}

/// Whether a character is a closer (T2.3): a closing quote or bracket, or one that closes in some language.
#[must_use]
pub fn is_closer(c: char) -> bool {
    match c {
        '"' | '\'' | ')' | ']' | '}' => true,
        _ => !c.is_ascii() && "»«›‹”“’‘」』）］｝〉》】〕｣".contains(c),
    }
}

/// Where the terminators of `text` start, ascending.
fn terminators(text: &str) -> impl Iterator<Item = usize> {
    /// No terminator beyond ASCII starts with a lower byte.
    const FIRST_LEAD: u8 = 0xC2;
    let may_start =
        |byte| (byte == b'.') | (byte == b'!') | (byte == b'?') | (byte == b';') | (byte >= FIRST_LEAD);
    positions(text.as_bytes(), may_start).filter(move |&at| {
        slice(text, at..text.len()).chars().next().is_some_and(|c| is_terminator(text, at, c))
    })
}

/// Length in bytes of the white space at `at`.
fn white_space(text: &str, at: usize) -> usize {
    let rest = slice(text, at..text.len());
    rest.len() - rest.trim_start_matches(is_white_space).len()
}
