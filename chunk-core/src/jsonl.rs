//! JSON Lines: a reader whose memory is bounded whatever a line holds, and the writer of all records.

mod serializer;
mod string;

use crate::types::Position;
use serde::Serialize;
use serializer::{Out, Serializer};
use std::io::{self, BufRead, Write};

/// The longest line that is read by default, in bytes.
pub const LINE_LIMIT: usize = 16 << 20;

/// Writes `record` as compact JSON and one LF.
///
/// Compact means: no spaces, and only `"`, `\` and U+0000 to U+001F are escaped (`\b \t \n \f \r`, else `\u00xx` in
/// lower case).
///
/// # Errors
/// Those of [`write_json`].
pub fn write_record(out: impl Write, record: &impl Serialize) -> io::Result<()> {
    write_then(out, record, b"\n")
}

/// Writes `value` as [`write_record`] does, without the LF.
///
/// # Errors
/// Those of `out`; and an error if a key of a map is no string, number or boolean.
pub fn write_json(out: impl Write, value: &impl Serialize) -> io::Result<()> {
    write_then(out, value, b"")
}

fn write_then(mut out: impl Write, value: &impl Serialize, end: &[u8]) -> io::Result<()> {
    let mut out = Out::new(&mut out);
    value.serialize(Serializer::new(&mut out))?;
    out.write_all(end)?;
    // Unlike `flush`, this does not flush what is written to.
    out.into_inner()?;
    Ok(())
}

/// A line of a stream, without its line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line<'l> {
    /// Its number, 1-based, blank lines counted.
    pub number: usize,
    /// Where in the stream it starts.
    pub byte_offset: u64,
    /// Its bytes, without LF or CRLF.
    pub bytes: &'l [u8],
    /// Whether there was a CR at its end, which is not in `bytes`.
    pub had_cr: bool,
}

/// Why a line cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// It is above the limit. It was skipped; the next line can be read.
    #[error("line {number} is longer than {limit} bytes; split it or raise the limit")]
    TooLong {
        /// The line's number, 1-based.
        number: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// It is the first line and begins with a byte order mark (U+FEFF), as no JSON does. The next line can be read.
    #[error("the file begins with a byte order mark (U+FEFF), which JSON has no place for; remove it")]
    ByteOrderMark,
    /// The stream cannot be read.
    #[error("cannot read line {number}: {error}")]
    Read {
        /// The line's number, 1-based.
        number: usize,
        /// What the reader says.
        error: io::Error,
    },
}

impl LineError {
    /// Where in the stream it is: at that line.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        match self {
            Self::TooLong { number, .. } | Self::Read { number, .. } => Some(Position::Line(*number)),
            Self::ByteOrderMark => Some(Position::Line(1)),
        }
    }
}

/// The lines of a stream, one at a time. At most one line, of at most `limit` bytes, is held in memory.
///
/// ```
/// use chunk_core::jsonl::Lines;
///
/// let mut lines = Lines::new(&b"{}\n\n[1,2,3]\n{}"[..], 5);
/// assert_eq!(lines.next_line().unwrap()?.bytes, b"{}");
/// assert_eq!(lines.next_line().unwrap()?.bytes, b"");
/// assert!(lines.next_line().unwrap().is_err(), "seven bytes are above the limit");
/// assert_eq!(lines.next_line().unwrap()?.number, 4);
/// assert!(lines.next_line().is_none());
/// # Ok::<(), chunk_core::jsonl::LineError>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    limit: usize,
    line: Vec<u8>,
    number: usize,
    byte_offset: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`; a line of more than `limit` bytes is an error of its own.
    #[must_use]
    pub const fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit, line: Vec::new(), number: 0, byte_offset: 0 }
    }

    /// The next line, `None` at the end. After [`LineError::TooLong`] reading goes on with the line after it.
    pub fn next_line(&mut self) -> Option<Result<Line<'_>, LineError>> {
        self.number += 1;
        let (number, byte_offset) = (self.number, self.byte_offset);
        match self.read() {
            Err(error) => return Some(Err(LineError::Read { number, error })),
            Ok(0) => return None,
            Ok(read) => self.byte_offset += read,
        }
        let bytes = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let (bytes, had_cr) = bytes.strip_suffix(b"\r").map_or((bytes, false), |bytes| (bytes, true));
        Some(if bytes.len() > self.limit {
            Err(LineError::TooLong { number, limit: self.limit })
        } else if number == 1 && bytes.starts_with("\u{FEFF}".as_bytes()) {
            Err(LineError::ByteOrderMark)
        } else {
            Ok(Line { number, byte_offset, bytes, had_cr })
        })
    }

    /// Reads up to the end of a line, and keeps no more of it than shows that it is too long. Returns how many bytes it read.
    fn read(&mut self) -> io::Result<u64> {
        // A line end has at most two bytes.
        let most = self.limit.saturating_add(2);
        let mut read = 0;
        self.line.clear();
        loop {
            let available = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                available => available?,
            };
            let line_end = memchr::memchr(b'\n', available);
            let part = line_end.and_then(|at| available.get(..=at)).unwrap_or(available);
            self.line.extend_from_slice(part.get(..most - self.line.len()).unwrap_or(part));
            let used = part.len();
            self.reader.consume(used);
            read += used as u64;
            if line_end.is_some() || used == 0 {
                return Ok(read);
            }
        }
    }
}
