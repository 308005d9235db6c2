//! A text with LF line ends, and the map back to the bytes of its source (T1, M1, R4, B1).

use crate::slice;
use std::{borrow::Cow, ops::Range};

/// Which line ends become LF.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineEnds {
    /// CRLF becomes LF; a lone CR stays (T1, M1).
    CrLf,
    /// CRLF and lone CR become LF (R4, B1).
    CrLfAndCr,
}

/// A text with LF line ends, and the map back to the bytes it was made from.
///
/// A source without CR is borrowed, not copied.
///
/// ```
/// use chunk_core::{LineEnds, Normalized};
///
/// let text = Normalized::new("a\r\nb", LineEnds::CrLf);
/// assert_eq!(text.as_str(), "a\nb");
/// // The LF made from CRLF starts at its CR; the next character starts after both.
/// assert_eq!([0, 1, 2, 3].map(|byte| text.source_byte(byte)), [0, 1, 3, 4]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalized<'s> {
    text: Cow<'s, str>,
    /// Bytes dropped before the text: three for a byte order mark, or none.
    dropped_before: usize,
    /// Where in the text an LF stands for a CRLF of the source, ascending.
    collapsed: Vec<usize>,
}

impl<'s> Normalized<'s> {
    /// `source` with its line ends normalized in one pass (so `\r\r\n` becomes `\r\n` if lone CRs stay).
    #[must_use]
    pub fn new(source: &'s str, line_ends: LineEnds) -> Self {
        Self::after(source, 0, line_ends)
    }

    /// The same, without a byte order mark at the start.
    #[must_use]
    pub fn without_bom(source: &'s str, line_ends: LineEnds) -> Self {
        let text = source.strip_prefix('\u{FEFF}').unwrap_or(source);
        Self::after(text, source.len() - text.len(), line_ends)
    }

    fn after(source: &'s str, dropped_before: usize, line_ends: LineEnds) -> Self {
        let bytes = source.as_bytes();
        let mut text = String::new();
        let mut collapsed = Vec::new();
        let mut copied = 0;
        for cr in memchr::memchr_iter(b'\r', bytes) {
            let crlf = bytes.get(cr + 1) == Some(&b'\n');
            if !crlf && line_ends == LineEnds::CrLf {
                continue;
            }
            if text.capacity() == 0 {
                text.reserve_exact(source.len());
            }
            text.push_str(slice(source, copied..cr));
            if crlf {
                collapsed.push(text.len());
            }
            text.push('\n');
            copied = cr + 1 + usize::from(crlf);
        }
        let text = if copied == 0 {
            Cow::Borrowed(source)
        } else {
            text.push_str(slice(source, copied..source.len()));
            Cow::Owned(text)
        };
        Self { text, dropped_before, collapsed }
    }

    /// The normalized text.
    #[must_use]
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Gives the normalized text away.
    #[must_use]
    pub fn into_text(self) -> Cow<'s, str> {
        self.text
    }

    /// The byte of the source at which byte `byte` of the text starts, in O(log n). For the text's length it gives the
    /// source's length.
    #[must_use]
    pub fn source_byte(&self, byte: usize) -> usize {
        self.dropped_before + byte + self.collapsed.partition_point(|&line_end| line_end < byte)
    }

    /// The bytes of the source that `range` of the text stands for: the [`source_byte`](Self::source_byte) of both ends.
    #[must_use]
    pub fn source_range(&self, range: Range<usize>) -> Range<usize> {
        self.source_byte(range.start)..self.source_byte(range.end)
    }

    /// The part `range` of the text: borrowed from the source if nothing was changed in all of it.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Cow<'s, str> {
        match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(slice(text, range)),
            Cow::Owned(text) => Cow::Owned(slice(text, range).to_owned()),
        }
    }
}
