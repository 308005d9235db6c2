//! Byte offsets of a text as lines and as code points, and back.

use std::ops::{Range, RangeInclusive};

/// Maps byte offsets of a text to its 1-based lines, and back. Lines end at LF.
///
/// ```
/// use chunk_core::LineIndex;
///
/// let lines = LineIndex::new("one\ntwo\n");
/// assert_eq!(lines.line(4), 2);
/// assert_eq!(lines.bytes(2), 4..7);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    /// Where each line starts: at 0, and after each LF but a final one.
    starts: Vec<usize>,
    /// The length of the text without a final LF.
    end: usize,
}

impl LineIndex {
    /// Indexes `text` in one pass.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = text.strip_suffix('\n').unwrap_or(text);
        let line_ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let starts = [0].into_iter().chain(line_ends.map(|line_end| line_end + 1)).collect();
        Self { starts, end: text.len() }
    }

    /// The line that holds the byte `byte`, in O(log n); an LF belongs to the line it ends.
    #[must_use]
    pub fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte)
    }

    /// The bytes of line `line`, without its LF; the empty range at the end if there is no such line.
    #[must_use]
    pub fn bytes(&self, line: usize) -> Range<usize> {
        let start = line.checked_sub(1).and_then(|index| self.starts.get(index));
        start.map_or(self.end..self.end, |&start| {
            start..self.starts.get(line).map_or(self.end, |next| next - 1)
        })
    }

    /// The bytes of the line that holds the byte `byte`, without its LF, in O(log n).
    #[must_use]
    pub fn around(&self, byte: usize) -> Range<usize> {
        self.bytes(self.line(byte))
    }

    /// The starts of lines from the byte `from` on, ascending.
    pub fn starts(&self, from: usize) -> impl Iterator<Item = usize> {
        let first = self.starts.partition_point(|&start| start < from);
        self.starts.iter().skip(first).copied()
    }
}

/// Maps byte offsets of a text to code points, and back.
///
/// ```
/// use chunk_core::CodePointIndex;
///
/// let points = CodePointIndex::new("añb");
/// assert_eq!(points.code_point(3), 2);
/// assert_eq!(points.byte(2), 3);
/// ```
#[derive(Debug, Clone)]
pub struct CodePointIndex<'t> {
    text: &'t str,
    /// Code points before each block of [`BLOCK`] bytes, and at last in all; empty if every byte is a code point.
    before: Vec<usize>,
}

/// Bytes between two entries of a [`CodePointIndex`]: the most that one look-up scans.
const BLOCK: usize = 512;

impl<'t> CodePointIndex<'t> {
    /// Indexes `text` in one pass; an ASCII text needs no table.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let mut before = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for block in text.as_bytes().chunks(BLOCK) {
                before.push(count);
                count += code_points(block);
            }
            before.push(count);
        }
        Self { text, before }
    }

    /// The number of code points before the byte `byte`, in O(1).
    #[must_use]
    pub fn code_point(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        let Some(&before) = self.before.get(byte / BLOCK) else { return byte };
        let block = self.text.as_bytes().get(byte / BLOCK * BLOCK..byte).unwrap_or_default();
        before + code_points(block)
    }

    /// The byte at which the code point `code_point` starts, in O(log n); at the end and beyond, the text's length.
    #[must_use]
    pub fn byte(&self, code_point: usize) -> usize {
        if self.before.is_empty() {
            return code_point.min(self.text.len());
        }
        let block = self.before.partition_point(|&before| before <= code_point).saturating_sub(1);
        let start = block * BLOCK;
        let before = self.before.get(block).copied().unwrap_or_default();
        let rest = self.text.as_bytes().get(start..).unwrap_or_default().iter();
        let mut found = rest.enumerate().filter(|(_, byte)| starts_code_point(**byte));
        found.nth(code_point - before).map_or(self.text.len(), |(at, _)| start + at)
    }
}

/// The number of code points that start in these bytes.
fn code_points(bytes: &[u8]) -> usize {
    // Sums in bytes are vectorized well, and those of so few do not overflow. In a `usize`, 0.6 MB took 2.9 instead of 0.3 million
    // instructions, of the 34 million of a whole run of `chunk tokens` (callgrind, 2026-11-29).
    let few = |part: &[u8]| part.iter().map(|&byte| u8::from(starts_code_point(byte))).sum::<u8>();
    bytes.chunks(128).map(|part| usize::from(few(part))).sum()
}

const fn starts_code_point(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

/// A part of a source, in the ways to cite it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// Its Unicode code points, 0-based.
    pub code_points: Range<usize>,
    /// The lines that it touches, 1-based. A line ends with LF or CRLF.
    pub lines: RangeInclusive<usize>,
}

/// Finds the lines and code points of parts of one source.
///
/// ```
/// use chunk_core::Places;
///
/// let place = Places::new("é\r\nab\nc").of(4..7);
/// assert_eq!((place.code_points, place.lines), (3..6, 2..=2));
/// ```
#[derive(Debug, Clone)]
pub struct Places<'t> {
    code_points: CodePointIndex<'t>,
    lines: LineIndex,
}

impl<'t> Places<'t> {
    /// Reads the source, as given, once.
    #[must_use]
    pub fn new(source: &'t str) -> Self {
        Self { code_points: CodePointIndex::new(source), lines: LineIndex::new(source) }
    }

    /// The place of these bytes. An empty part is in the line of its start.
    #[must_use]
    pub fn of(&self, bytes: Range<usize>) -> Place {
        let last = bytes.end.saturating_sub(1).max(bytes.start);
        Place {
            code_points: self.code_points.code_point(bytes.start)..self.code_points.code_point(bytes.end),
            lines: self.lines.line(bytes.start)..=self.lines.line(last),
            bytes,
        }
    }
}
