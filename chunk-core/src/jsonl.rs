//! JSON Lines: a reader whose memory is bounded whatever a line holds, and the writer of all records.

mod serializer;
mod string;

pub use string::{is_plain, specials};

use crate::Position;
use serde::Serialize;
use serializer::{Failed, Serializer};
use std::{
    io::{self, BufRead, Write},
    mem,
};

/// The longest line that is read by default, in bytes.
pub const LINE_LIMIT: usize = 16 << 20;

/// Writes `record` as compact JSON and one LF.
///
/// It writes many small pieces, so `out` should be memory, or buffer them as a [`BufWriter`](std::io::BufWriter) does.
///
/// Compact means: no spaces, and only `"`, `\` and U+0000 to U+001F are escaped (`\b \t \n \f \r`, else `\u00xx` in
/// lower case).
///
/// # Errors
/// Those of `out`.
pub fn write_record(mut out: impl Write, record: &impl Serialize) -> io::Result<()> {
    write_json(&mut out, record)?;
    out.write_all(b"\n")
}

/// Writes `value` as [`write_record`] does, without the LF.
///
/// # Errors
/// Those of `out`; and an error if a key of a map is no string, number or boolean.
pub fn write_json(mut out: impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(Serializer::new(&mut out)).map_err(|Failed(error)| error)
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

/// The lines of a stream, one at a time. At most one line, of at most `limit` bytes, is held in memory. A line counts as
/// consumed from the stream once the next one is asked for.
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
    /// A line that the reader's buffer does not hold as a whole.
    line: Vec<u8>,
    /// How many bytes of the reader's buffer were handed out and are still to be consumed.
    handed_out: usize,
    number: usize,
    byte_offset: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `reader`; a line of more than `limit` bytes is an error of its own.
    #[must_use]
    pub fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit, line: Vec::new(), handed_out: 0, number: 0, byte_offset: 0 }
    }

    /// The next line, `None` at the end. After [`LineError::TooLong`] reading goes on with the line after it.
    pub fn next_line(&mut self) -> Option<Result<Line<'_>, LineError>> {
        self.reader.consume(mem::take(&mut self.handed_out));
        self.line.clear();
        self.number += 1;
        let number = self.number;
        let byte_offset = self.byte_offset;
        let mut too_long = false;
        let in_buffer = loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(LineError::Read { number, error })),
            };
            let line_end = memchr::memchr(b'\n', available);
            let part = available.get(..line_end.unwrap_or(available.len())).unwrap_or_default();
            let used = part.len() + usize::from(line_end.is_some());
            let at_end = available.is_empty();
            self.byte_offset += used as u64;
            if line_end.is_some() && self.line.is_empty() && !too_long {
                self.handed_out = used;
                break Some(part.len());
            }
            // One byte more than the limit is kept: it may be the CR of the line end.
            too_long |= self.line.len() + part.len() > self.limit + 1;
            if too_long {
                self.line.clear();
            } else {
                self.line.extend_from_slice(part);
            }
            self.reader.consume(used);
            if line_end.is_some() || at_end {
                break None;
            }
        };
        if self.byte_offset == byte_offset {
            return None;
        }
        let bytes = match in_buffer.map(|length| (length, self.reader.fill_buf())) {
            None => &*self.line,
            Some((length, Ok(available))) => available.get(..length).unwrap_or_default(),
            Some((_, Err(error))) => return Some(Err(LineError::Read { number, error })),
        };
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        if too_long || bytes.len() > self.limit {
            return Some(Err(LineError::TooLong { number, limit: self.limit }));
        }
        if number == 1 && bytes.starts_with("\u{FEFF}".as_bytes()) {
            return Some(Err(LineError::ByteOrderMark));
        }
        Some(Ok(Line { number, byte_offset, bytes }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn only_what_must_be_is_escaped() {
        let mut out = Vec::new();
        let text: String = ('\0'..='\u{7F}').chain(['\u{85}', '\u{2028}', '😀']).collect();
        write_record(&mut out, &text).unwrap();
        let expected = concat!(
            r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011"#,
            r#"\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#,
            r##" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"##,
            "abcdefghijklmnopqrstuvwxyz{|}~\u{7F}\u{85}\u{2028}😀\"\n"
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn a_byte_order_mark_is_told_and_hides_nothing_behind_it() {
        let text = "\u{FEFF}{}\n\u{FEFF}1\n2";
        for capacity in 1..text.len() + 1 {
            let mut lines = Lines::new(BufReader::with_capacity(capacity, text.as_bytes()), 9);
            let error = lines.next_line().unwrap().unwrap_err();
            assert!(matches!(error, LineError::ByteOrderMark));
            assert_eq!(error.position(), Some(Position::Line(1)));
            // Within a stream it is a character like others.
            assert_eq!(lines.next_line().unwrap().unwrap().bytes, "\u{FEFF}1".as_bytes());
            assert_eq!(lines.next_line().unwrap().unwrap().bytes, b"2");
        }
    }

    #[test]
    fn lines_are_the_same_whatever_the_buffer() {
        let text = "a\r\n\nlonger\r\nlong\nlong\r\n\r\nz";
        for capacity in 1..text.len() + 1 {
            let mut lines = Lines::new(BufReader::with_capacity(capacity, text.as_bytes()), 4);
            let mut seen = Vec::new();
            while let Some(line) = lines.next_line() {
                seen.push(match line {
                    Ok(line) => {
                        format!(
                            "{}@{} {}",
                            line.number,
                            line.byte_offset,
                            String::from_utf8_lossy(line.bytes)
                        )
                    }
                    Err(error) => error.to_string(),
                });
            }
            let too_long = "line 3 is longer than 4 bytes; split it or raise the limit";
            assert_eq!(seen, ["1@0 a", "2@3 ", too_long, "4@12 long", "5@17 long", "6@23 ", "7@25 z"]);
        }
    }
}
