//! R4, R5: normalizes an event's text, and measures what it contributes to a chunk.

use crate::chunk::Direction;
use chunk_core::{is_white_space, positions, slice};

/// An event's normalized text, or a part of it, about to be appended to a chunk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contribution<'n> {
    direction: Direction,
    /// Without the marker. Its lines are trimmed, except that the last line of a part may end in white space.
    text: &'n str,
    /// Unicode scalar values of `text`.
    chars: usize,
}

impl<'n> Contribution<'n> {
    /// The whole of a text that [`normalize`] has made.
    pub(crate) fn new(direction: Direction, normalized: &'n str) -> Self {
        Self { direction, text: normalized, chars: normalized.chars().count() }
    }

    pub(crate) const fn direction(&self) -> Direction {
        self.direction
    }

    pub(crate) const fn text(&self) -> &'n str {
        self.text
    }

    /// Unicode scalar values of the text without the marker.
    pub(crate) const fn text_chars(&self) -> usize {
        self.chars
    }

    /// Unicode scalar values with the marker.
    pub(crate) fn chars(&self) -> usize {
        self.marker().len() + self.chars
    }

    /// The marker as it is once its line is trimmed: without its space if nothing follows it there.
    pub(crate) fn marker(&self) -> &'static str {
        match (self.direction, self.text.is_empty() || self.text.starts_with('\n')) {
            (Direction::Ingress, false) => "[IN] ",
            (Direction::Ingress, true) => "[IN]",
            (_, false) => "[OUT] ",
            (_, true) => "[OUT]",
        }
    }

    /// The first `bytes` bytes of the text, which are `chars` scalar values, and the rest.
    pub(crate) fn split_at(&self, bytes: usize, chars: usize) -> (Self, Self) {
        let part = |text, chars| Self { text, chars, ..*self };
        (
            part(slice(self.text, 0..bytes), chars),
            part(slice(self.text, bytes..self.text.len()), self.chars - chars),
        )
    }

    /// The part with its last line trimmed, which [`normalize`] could not do before the text was cut.
    pub(crate) fn trimmed(&self) -> Self {
        let text = self.text.trim_end_matches(|c| c != '\n' && is_white_space(c));
        if text.len() == self.text.len() {
            return *self;
        }
        let trimmed = slice(self.text, text.len()..self.text.len()).chars().count();
        Self { text, chars: self.chars - trimmed, ..*self }
    }
}

/// Writes `text` to `normalized`, which is emptied first. CRLF and lone CR become LF; one final line end, and white space at the
/// end of each line, are dropped.
pub(crate) fn normalize(text: &str, normalized: &mut String) {
    normalized.clear();
    let bytes = text.as_bytes();
    let mut line_start = 0;
    for line_end in positions(bytes, |byte| (byte == b'\n') | (byte == b'\r')) {
        if line_end < line_start {
            continue; // The LF of a CRLF.
        }
        normalized.push_str(trimmed(slice(text, line_start..line_end)));
        let crlf = bytes.get(line_end) == Some(&b'\r') && bytes.get(line_end + 1) == Some(&b'\n');
        line_start = line_end + 1 + usize::from(crlf);
        if line_start < bytes.len() {
            normalized.push('\n');
        }
    }
    normalized.push_str(trimmed(slice(text, line_start..text.len())));
}

/// A line without the white space at its end. Nearly always there is none, and the last byte shows it.
fn trimmed(line: &str) -> &str {
    match line.as_bytes().last() {
        Some(b'!'..=b'~') => line,
        _ => line.trim_end_matches(is_white_space),
    }
}

/// The last `chars` Unicode scalar values of `text`, or all if it has fewer.
pub(crate) fn last_chars(text: &str, chars: usize) -> &str {
    let from = match chars.checked_sub(1) {
        None => text.len(),
        Some(before_last) => text.char_indices().rev().nth(before_last).map_or(0, |(byte, _)| byte),
    };
    slice(text, from..text.len())
}
