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

/// What a line holds: an event, and the position that it is wrapped in.
pub(crate) type Line<'l> = (Option<LogOffset>, Event<'l>);

impl Form {
    /// Reads a line of this form.
    pub(super) fn read<'l>(&self, json: &'l [u8]) -> Option<Line<'l>> {
        let mut scanner = Scanner::new(json);
        let mut offset = LogOffset { segment_id: 0, ordinal: 0, byte_offset: 0 };
        let (mut event_id, mut session_id, mut text) = (Cow::Borrowed(""), None, Cow::Borrowed(""));
        let (mut pane_id, mut occurred_at_ms, mut is_gap) = (0, 0, false);
        let mut literals = self.literals.as_bytes();
        for place in &self.places {
            let (literal, rest) = literals.split_at_checked(place.literal_bytes)?;
            literals = rest;
            scanner.word(literal)?;
            match place.value {
                Value::SegmentId => offset.segment_id = scanner.natural()?,
                Value::Ordinal => offset.ordinal = scanner.natural()?,
                Value::ByteOffset => offset.byte_offset = scanner.natural()?,
                Value::EventId => event_id = scanner.string()?,
                Value::PaneId => pane_id = scanner.natural()?,
                Value::SessionId => session_id = scanner.string_or_null()?,
                Value::OccurredAt => occurred_at_ms = scanner.integer()?,
                Value::Text => text = scanner.string()?,
                Value::IsGap => is_gap = scanner.flag()?,
                Value::String => scanner.skip_string()?,
                Value::Number => scanner.skip_number()?,
            }
        }
        scanner.word(literals)?;
        scanner.end()?;
        // C1: an id that may be too long is left to the slow way, which counts its characters.
        let is_short = session_id.as_deref().is_none_or(|id| id.len() <= MOST_ID_CHARS);
        if !is_short || !(1..=MOST_ID_CHARS).contains(&event_id.len()) {
            return None;
        }
        let payload = match self.kind {
            Kind::Ingress => Payload::Ingress { text },
            Kind::Egress => Payload::Egress { text, is_gap },
            Kind::Marker => Payload::Marker,
        };
        let event = Event { event_id, pane_id, session_id, occurred_at_ms, payload };
        Some((self.is_wrapped.then_some(offset), event))
    }
}
