//! R2: the ways in which a log of events is written, and how to tell which it is.

use crate::{Event, LogOffset, RecorderError, error::Kind};
use chunk_core::{jsonl::LINE_LIMIT, looks_like};
use serde::de::IgnoredAny;
use std::{borrow::Cow, io::Read};

/// An event and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoggedEvent<'e> {
    /// Its position in the log.
    pub offset: LogOffset,
    /// What happened.
    pub event: Event<'e>,
}

impl<'e> LoggedEvent<'e> {
    /// `event` at the position `offset`.
    #[must_use]
    pub const fn new(offset: LogOffset, event: Event<'e>) -> Self {
        Self { offset, event }
    }

    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> LoggedEvent<'static> {
        LoggedEvent { offset: self.offset, event: self.event.into_owned() }
    }
}

/// How the records of a log are separated (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Framing {
    /// One JSON object on each line: `{"offset":{…},"event":{…}}`, or a bare event.
    Jsonl,
    /// The recorder's own log: each event comes after its length in bytes, a little-endian u32.
    AppendLog,
}

/// What a reader has to know about a log besides its bytes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct LogFormat {
    /// How its records are separated. `None` if its first bytes are to tell, as for [`Framing::of`].
    pub framing: Option<Framing>,
    /// The segment of events that do not bring their own position: 0, or the index of the file if several files are one
    /// stream.
    pub segment_id: u64,
    /// How many records of the segment were read before, if it is read in pieces.
    pub ordinal: u64,
    /// How many bytes of the segment were read before, if it is read in pieces.
    pub byte_offset: u64,
    /// The longest line or record that is read, in bytes; 16 MiB by default.
    pub limit: usize,
    /// What each event's text becomes before anything else sees it, such as the text with its secrets written over; `None` for the text
    /// itself. Positions count in what it becomes.
    pub rewrite: Option<Rewrite>,
}

/// A text in the place of another one.
pub type Rewrite = fn(&str) -> Cow<'_, str>;

impl Default for LogFormat {
    fn default() -> Self {
        Self { framing: None, segment_id: 0, ordinal: 0, byte_offset: 0, limit: LINE_LIMIT, rewrite: None }
    }
}

impl LogFormat {
    /// The event with its text rewritten.
    pub(crate) fn rewritten<'e>(
        &self,
        event: Result<LoggedEvent<'e>, RecorderError>,
    ) -> Result<LoggedEvent<'e>, RecorderError> {
        let mut logged = event?;
        if let Some(rewrite) = self.rewrite {
            logged.event.rewrite(rewrite);
        }
        Ok(logged)
    }
}

impl From<Framing> for LogFormat {
    fn from(framing: Framing) -> Self {
        Self { framing: Some(framing), ..Self::default() }
    }
}

impl Framing {
    /// The framing of a log: an append log if its first record is whole (a length of at most 16 MiB, and that many bytes that are
    /// a JSON object), else JSONL if it starts like text.
    ///
    /// # Errors
    /// [`RecorderError`] if it is neither, such as gzip or UTF-16.
    pub fn of(log: &[u8]) -> Result<Self, RecorderError> {
        Self::detect(log, LINE_LIMIT, &mut Vec::new())
    }

    /// The same for a stream. The bytes read from it are put into `head`.
    pub(crate) fn detect(
        mut input: impl Read,
        limit: usize,
        head: &mut Vec<u8>,
    ) -> Result<Self, RecorderError> {
        // A length, and the byte with which a JSON object starts.
        input.by_ref().take(LENGTH_BYTES + 1).read_to_end(head).map_err(Kind::Read)?;
        if is_text(head) {
            return Ok(Self::Jsonl);
        }
        if let Some((length, [b'{', ..])) = head.split_first_chunk::<4>() {
            let length = u64::from(u32::from_le_bytes(*length));
            if length <= limit as u64 {
                input.take(length - length.min(1)).read_to_end(head).map_err(Kind::Read)?;
                let record = head.get(4..).unwrap_or_default();
                if record.len() as u64 == length && serde_json::from_slice::<IgnoredAny>(record).is_ok() {
                    return Ok(Self::AppendLog);
                }
            }
        }
        Err(Kind::NoLog { looks_like: looks_like(head) }.into())
    }
}

/// The size in bytes of a record's length.
pub(crate) const LENGTH_BYTES: u64 = 4;

/// Whether text may start with these bytes. A record may start like text only if its length is above 144 MiB.
fn is_text(head: &[u8]) -> bool {
    let is_control = |&byte: &u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r');
    looks_like(head).is_none() && !head.iter().any(is_control)
}
