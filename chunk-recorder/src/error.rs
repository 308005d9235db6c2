//! What can go wrong (R1, R2, R3, R14, R17), and where in the log.

use crate::LogOffset;
use chunk_core::{LONGEST_METADATA, Warning, jsonl::LineError, types::Position};

/// C1: an id is repeated in every chunk of its event, so its length is bounded.
pub(crate) const MOST_ID_CHARS: usize = LONGEST_METADATA;

/// Why a record is no event, or why a stream of events cannot be chunked or replayed, with the line of the JSONL file or the
/// byte of the append log where this was found.
#[derive(Debug, thiserror::Error)]
#[error("{}{kind}", place(*at))]
pub struct RecorderError {
    at: Option<Position>,
    kind: Kind,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Kind {
    #[error("byte {0} of the record is not valid UTF-8")]
    Utf8(usize),
    /// The key at fault, and what is wrong with its value.
    #[error("no recorder event: {0}")]
    Event(String),
    /// The same for the position it is wrapped in.
    #[error("no position: {0}")]
    Position(String),
    #[error("schema_version {0:?} is not supported; ft.recorder.event.v1 is")]
    SchemaVersion(String),
    #[error(
        "event_type {0:?} is unknown; known are ingress_text, egress_output, control_marker, lifecycle_marker"
    )]
    EventType(String),
    #[error("event_id is empty")]
    EmptyEventId,
    #[error("the event at {next} comes after the one at {previous}; sort the events first")]
    Descending { previous: LogOffset, next: LogOffset },
    #[error("two events have one position, {first} and {second}")]
    SamePosition { first: LogOffset, second: LogOffset },
    #[error("event_id and session_id have at most {MOST_ID_CHARS} characters; {key} has {chars}")]
    LongId { key: &'static str, chars: usize },
    #[error(
        "the input is neither JSONL nor an append log, and nothing of it was read; {}",
        looks_like.map_or_else(
            || "if it is an append log whose first record is damaged or torn, say that it is one (`--append-log`)".to_owned(),
            |what| format!("it looks like {what}"),
        )
    )]
    NoLog { looks_like: Option<&'static str> },
    #[error(
        "the record is {length} bytes long, the limit is {limit}; after a wrong length no record can be found: {unread} \
         bytes were not read"
    )]
    RecordTooLong { length: u64, limit: usize, unread: u64 },
    #[error(
        "the record has no bytes; after a wrong length no record can be found: {unread} bytes were not read"
    )]
    EmptyRecord { unread: u64 },
    #[error(
        "the record's length, {length}, is damaged: it reaches beyond the end, and what is there is no JSON; {unread} \
         bytes were not read"
    )]
    DamagedLength { length: u64, unread: u64 },
    #[error("cannot read the log: {0}")]
    Read(std::io::Error),
    #[error(transparent)]
    Line(LineError),
    #[error("the span {start} to {end} is none of a chunk of this log: {reason}")]
    Span { start: LogOffset, end: LogOffset, reason: &'static str },
}

impl RecorderError {
    /// Where in the input it is: a line of a JSONL file, or a byte of an append log. `None` for events that come from
    /// neither.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        match (&self.kind, self.at) {
            (Kind::Line(error), None) => error.position(),
            (_, at) => at,
        }
    }

    /// Whether events came out of order (R3), after which a stream does not go on.
    #[must_use]
    pub const fn is_order(&self) -> bool {
        matches!(self.kind, Kind::Descending { .. } | Kind::SamePosition { .. })
    }

    /// Whether the input could not be read at all, as opposed to being no stream of events.
    #[must_use]
    pub const fn is_io(&self) -> bool {
        matches!(self.kind, Kind::Read(_) | Kind::Line(LineError::Read { .. }))
    }

    /// The same as a warning.
    pub(crate) fn into_warning(self) -> Warning {
        let warning = Warning::new("bad-record", self.kind.to_string());
        match self.at {
            Some(at) => warning.at(at),
            None => warning,
        }
    }

    /// The same, at `position` unless it has its own.
    pub(crate) fn or_at(mut self, position: Option<Position>) -> Self {
        self.at = self.at.or(position);
        self
    }
}

impl From<Kind> for RecorderError {
    fn from(kind: Kind) -> Self {
        Self { at: None, kind }
    }
}

fn place(at: Option<Position>) -> String {
    at.map_or_else(String::new, |at| format!("{at}: "))
}
