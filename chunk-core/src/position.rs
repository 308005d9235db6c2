//! Byte offsets of a text as lines and as code points, and back.

use crate::{OffsetSet, positions::words};
use std::ops::Range;

/// Maps byte offsets of a text to its 1-based lines, and back. Lines end at LF.
///
/// ```
/// use chunk_core::LineIndex;
///
/// let lines = LineIndex::new("one\ntwo\n");
/// assert_eq!(lines.line(4), 2);
/// assert_eq!(lines.bytes(2), 4..7);
/// assert_eq!(lines.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineIndex {
    /// Where each line starts; a final LF starts no line.
    starts: OffsetSet,
    lines: usize,
    /// The length of the text without a final LF.
    end: usize,
}

impl LineIndex {
    /// Indexes `text` in one pass.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let end = text.strip_suffix('\n').unwrap_or(text).len();
        // A line starts at 0, and after each line end but a final one: the bits of the line ends, moved up by one.
        let line_ends = words(text.as_bytes().get(..end).unwrap_or_default(), |byte| byte == b'\n');
        let mut carry = 1;
        let starts = line_ends.map(|ends| ends << 1 | std::mem::replace(&mut carry, ends >> (u64::BITS - 1)));
        let starts = OffsetSet::of_words(starts);
        Self { lines: starts.rank(text.len() + 1), starts, end }
    }

    /// The line that holds the byte `byte`, in O(1); an LF belongs to the line it ends.
    #[must_use]
    pub fn line(&self, byte: usize) -> usize {
        self.starts.rank(byte.saturating_add(1))
    }

    /// The bytes of line `line`, without its LF; the empty range at the end if there is no such line.
    #[must_use]
    pub fn bytes(&self, line: usize) -> Range<usize> {
        let start = line.checked_sub(1).and_then(|index| self.starts.nth(index));
        start.map_or(self.end..self.end, |start| start..self.line_end(start))
    }

    /// The bytes of the line that holds the byte `byte`, without its LF, in O(1).
    #[must_use]
    pub fn around(&self, byte: usize) -> Range<usize> {
        let start = self.starts.last_below(byte.saturating_add(1)).unwrap_or_default();
        start..self.line_end(start)
    }

    /// The starts of lines from the byte `from` on, ascending.
    pub fn starts(&self, from: usize) -> impl Iterator<Item = usize> {
        self.starts.iter_from(from)
    }

    /// The end, without its LF, of the line that starts at the byte `start`.
    #[must_use]
    pub fn line_end(&self, start: usize) -> usize {
        self.starts.first_from(start + 1).map_or(self.end, |next| next - 1)
    }

    /// The number of lines: at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "even an empty text has one line")]
    pub const fn len(&self) -> usize {
        self.lines
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
            before.reserve_exact(text.len() / BLOCK + 1);
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
        let mut before = self.before.get(block).copied().unwrap_or_default();
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        for (at, &byte) in rest.iter().enumerate() {
            if starts_code_point(byte) {
                if before == code_point {
                    return start + at;
                }
                before += 1;
            }
        }
        self.text.len()
    }
}

fn code_points(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| starts_code_point(byte)).count()
}

const fn starts_code_point(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::empty("", &[(0, 0)])]
    #[case::one("a", &[(0, 1)])]
    #[case::final_line_end("a\n", &[(0, 1)])]
    #[case::blank_last_line("a\n\n", &[(0, 1), (2, 2)])]
    #[case::three("a\n\nbc", &[(0, 1), (2, 2), (3, 5)])]
    fn lines(#[case] text: &str, #[case] bytes: &[(usize, usize)]) {
        let lines = LineIndex::new(text);
        assert_eq!(lines.len(), bytes.len());
        for (index, &(start, end)) in bytes.iter().enumerate() {
            assert_eq!(lines.bytes(index + 1), start..end);
            assert_eq!(lines.line(start), index + 1);
            assert_eq!(lines.line(end), index + 1, "the line end belongs to its line");
            assert_eq!([lines.around(start), lines.around(end)], [start..end, start..end]);
        }
        assert_eq!(lines.bytes(bytes.len() + 1).len(), 0);
        assert_eq!(lines.bytes(0).len(), 0);
        assert_eq!(lines.line(usize::MAX), bytes.len(), "beyond the end");
    }

    #[test]
    fn code_points_both_ways_across_blocks() {
        for text in
            ["x".repeat(2_000), "aé漢😀\n".repeat(300), "😀".repeat(400), "é".repeat(BLOCK), String::new()]
        {
            let points = CodePointIndex::new(&text);
            for (code_point, (byte, _)) in text.char_indices().enumerate() {
                assert_eq!(points.code_point(byte), code_point);
                assert_eq!(points.byte(code_point), byte);
            }
            let count = text.chars().count();
            assert_eq!(points.code_point(text.len()), count);
            assert_eq!(points.byte(count), text.len());
            assert_eq!(points.byte(usize::MAX), text.len());
        }
    }
}
