//! The form of a line, which the lines of one writer have in common, and how to read a line by it.

use super::scanner::Scanner;
use crate::{Event, LogOffset, Payload, error::MOST_ID_CHARS};
use std::borrow::Cow;

/// A line without its values: the text before, between and after them, and what each of them is.
#[derive(Debug)]
pub(super) struct Form {
    /// The text around the values, without a gap.
    pub(super) literals: String,
    pub(super) places: Vec<Place>,
    /// Whether there is a position beside the event.
    pub(super) is_wrapped: bool,
    pub(super) kind: Kind,
}

/// The place of a value in a form, and what the value is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// How many bytes of the literals are between the previous value and this one.
    pub(super) literal_bytes: usize,
    pub(super) value: Value,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    SegmentId,
    Ordinal,
    ByteOffset,
    EventId,
    PaneId,
    SessionId,
    OccurredAt,
    Text,
    IsGap,
    /// A string that no chunk needs.
    String,
    /// A number that no chunk needs.
    Number,
}

/// The type of an event, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Ingress,
    Egress,
    Marker,
}

/// What a line holds.
#[derive(Debug)]
pub(crate) struct Line<'l> {
    /// The position it is wrapped in.
    pub(crate) offset: Option<LogOffset>,
    kind: Kind,
    event_id: Cow<'l, str>,
    pane_id: u64,
    session_id: Option<Cow<'l, str>>,
    occurred_at_ms: i64,
    /// `None` if it had to be decoded.
    text: Option<&'l str>,
    is_gap: bool,
}

impl Form {
    /// Reads a line of this form. A text with escapes is written to `decoded`.
    pub(super) fn read<'l>(&self, json: &'l [u8], decoded: &mut String) -> Option<Line<'l>> {
        let mut scanner = Scanner::new(json);
        let mut offset = LogOffset { segment_id: 0, ordinal: 0, byte_offset: 0 };
        let mut line = Line::without_values(self.kind);
        let mut literals = self.literals.as_bytes();
        for place in &self.places {
            let (literal, rest) = literals.split_at_checked(place.literal_bytes)?;
            literals = rest;
            scanner.word(literal)?;
            match place.value {
                Value::SegmentId => offset.segment_id = scanner.natural()?,
                Value::Ordinal => offset.ordinal = scanner.natural()?,
                Value::ByteOffset => offset.byte_offset = scanner.natural()?,
                Value::EventId => line.event_id = scanner.string()?,
                Value::PaneId => line.pane_id = scanner.natural()?,
                Value::SessionId => line.session_id = scanner.string_or_null()?,
                Value::OccurredAt => line.occurred_at_ms = scanner.integer()?,
                Value::Text => line.text = scanner.string_or_decoded(decoded)?,
                Value::IsGap => line.is_gap = scanner.flag()?,
                Value::String => scanner.skip_string()?,
                Value::Number => scanner.skip_number()?,
            }
        }
        scanner.word(literals)?;
        scanner.end()?;
        line.offset = self.is_wrapped.then_some(offset);
        // C1: an id that may be too long is left to the slow way, which counts its characters.
        let is_short = line.session_id.as_deref().is_none_or(|id| id.len() <= MOST_ID_CHARS);
        (is_short && (1..=MOST_ID_CHARS).contains(&line.event_id.len())).then_some(line)
    }
}

impl<'l> Line<'l> {
    const fn without_values(kind: Kind) -> Self {
        Line {
            offset: None,
            kind,
            event_id: Cow::Borrowed(""),
            pane_id: 0,
            session_id: None,
            occurred_at_ms: 0,
            text: Some(""),
            is_gap: false,
        }
    }

    /// The event. Its text is `decoded` if it had to be decoded.
    pub(crate) fn into_event(self, decoded: impl Into<Cow<'l, str>>) -> Event<'l> {
        let text = self.text.map_or_else(|| decoded.into(), Cow::Borrowed);
        Event {
            event_id: self.event_id,
            pane_id: self.pane_id,
            session_id: self.session_id,
            occurred_at_ms: self.occurred_at_ms,
            payload: match self.kind {
                Kind::Ingress => Payload::Ingress { text },
                Kind::Egress => Payload::Egress { text, is_gap: self.is_gap },
                Kind::Marker => Payload::Marker,
            },
        }
    }
}
