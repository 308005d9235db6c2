//! What a conversation's reader knows about its turns, beside their text.

use crate::metadata::{LONGEST_METADATA, MetadataBounds};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::Range};

/// A turn of a conversation: what one speaker said at a time. What the conversation's format does not say is `None`.
///
/// As JSON it has `start` and `end` in place of [`bytes`](Self::bytes), and `line`, `pointer` or `byte` in place of [`origin`](Self::origin).
///
/// ```
/// use chunk_core::types::{Origin, Turn};
///
/// let turn: Turn = serde_json::from_str(r#"{"start":0,"end":9,"speaker":"Ann","line":3}"#)?;
/// assert_eq!((turn.bytes, turn.origin), (0..9, Some(Origin::Line(3))));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
#[non_exhaustive]
pub struct Turn {
    /// Where it stands in the text that the conversation is given as, in bytes. Turns are in order and do not overlap.
    pub bytes: Range<usize>,
    /// Who speaks.
    pub speaker: Option<String>,
    /// When, as the format says it: a date and time of RFC 3339, or a time within a recording.
    pub at: Option<String>,
    /// The message's id.
    pub id: Option<String>,
    /// Where it stands in the file that the conversation was read from.
    pub origin: Option<Origin>,
}

impl Turn {
    /// A turn of which only the places are known.
    #[must_use]
    pub fn new(bytes: Range<usize>, origin: impl Into<Option<Origin>>) -> Self {
        Self { bytes, speaker: None, at: None, id: None, origin: origin.into() }
    }

    /// The line, pointer or byte of its place, as records have them (C1): a pointer that is too long is left out, since a part of it
    /// would lead elsewhere.
    #[doc(hidden)]
    pub fn place(&self, bounds: &mut MetadataBounds) -> (Option<usize>, Option<&str>, Option<u64>) {
        let (line, pointer, byte) = Origin::keys(self.origin.as_ref());
        let is_long = |pointer: &&str| pointer.len() > LONGEST_METADATA;
        pointer.filter(is_long).into_iter().for_each(|pointer| bounds.leave_out(pointer));
        (line, pointer.filter(|pointer| !is_long(pointer)), byte)
    }
}

/// A turn as JSON.
#[derive(Serialize, Deserialize)]
struct Written {
    start: usize,
    end: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    speaker: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    byte: Option<u64>,
}

impl From<Written> for Turn {
    fn from(Written { start, end, speaker, at, id, line, pointer, byte }: Written) -> Self {
        Self { bytes: start..end, speaker, at, id, origin: Origin::of(line, pointer, byte) }
    }
}

impl From<Turn> for Written {
    fn from(Turn { bytes, speaker, at, id, origin }: Turn) -> Self {
        let (line, pointer, byte) = Origin::keys(origin.as_ref());
        let pointer = pointer.map(str::to_owned);
        Self { start: bytes.start, end: bytes.end, speaker, at, id, line, pointer, byte }
    }
}

/// A place in a file of another program's format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A line of a file of lines, 1-based.
    Line(usize),
    /// A value of a JSON file, as a JSON Pointer (RFC 6901).
    Pointer(String),
    /// A byte, 0-based.
    Byte(u64),
}

impl Origin {
    /// The place that these keys give: the line, else the pointer, else the byte.
    #[must_use]
    pub fn of(line: Option<usize>, pointer: Option<String>, byte: Option<u64>) -> Option<Self> {
        line.map(Self::Line).or_else(|| pointer.map(Self::Pointer)).or_else(|| byte.map(Self::Byte))
    }

    /// The keys of a place: a line, a pointer, or a byte.
    fn keys(place: Option<&Self>) -> (Option<usize>, Option<&str>, Option<u64>) {
        match place {
            Some(Self::Line(line)) => (Some(*line), None, None),
            Some(Self::Pointer(pointer)) => (None, Some(pointer), None),
            Some(Self::Byte(byte)) => (None, None, Some(*byte)),
            None => (None, None, None),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Pointer(pointer) => f.write_str(pointer),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
