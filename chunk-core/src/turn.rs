//! What a conversation's reader knows about its turns, beside their text.

use std::{fmt, ops::Range};

/// A turn of a conversation: what one speaker said at a time. What the conversation's format does not say is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    pub origin: Origin,
}

impl Turn {
    /// A turn of which only the places are known.
    #[must_use]
    pub const fn new(bytes: Range<usize>, origin: Origin) -> Self {
        Self { bytes, speaker: None, at: None, id: None, origin }
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

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Pointer(pointer) => f.write_str(pointer),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
