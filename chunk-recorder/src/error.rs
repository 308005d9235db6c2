use crate::LogOffset;
use chunk_core::{Position, jsonl::LineError};

/// Why a stream of events cannot be chunked or replayed, with the line of the JSONL file or the byte of the append
/// log where that came out.
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
    /// The key at fault and what is the matter with its value.
    #[error("no recorder event: {0}")]
    Event(String),
    /// The same of the position it is wrapped in.
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
    #[error("two events stand at one position, {first} and {second}")]
    SamePosition { first: LogOffset, second: LogOffset },
    #[error("the record is {length} bytes long; the limit is {limit}")]
    RecordTooLong { length: u64, limit: usize },
    #[error("cannot read the log: {0}")]
    Read(std::io::Error),
    #[error(transparent)]
    Line(LineError),
    #[error("the span {start} to {end} is none of a chunk of this log: {reason}")]
    Span { start: LogOffset, end: LogOffset, reason: &'static str },
}

impl RecorderError {
    /// Where in the input: a line of a JSONL file, or a byte of an append log. `None` for events that come from
    /// neither.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.at
    }

    /// Whether the input could not be read at all, as opposed to being no stream of events.
    #[must_use]
    pub const fn is_io(&self) -> bool {
        matches!(self.kind, Kind::Read(_) | Kind::Line(LineError::Read { .. }))
    }

    pub(crate) const fn at(mut self, position: Position) -> Self {
        self.at = Some(position);
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
