//! The lines of a body as far as it has been read, and which of them start or end blocks, or are code or HTML.

use crate::offset::to_u32;
use std::ops::Range;

/// Lines end at LF; no line starts after a final LF. Numbers count from 1, beginning with the first line that is kept.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    marks: Vec<Mark>,
    /// Where the last line ends, without its LF.
    end: usize,
}

/// What is known of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Mark(u8);

impl Mark {
    pub(crate) const BLOCK_STARTS: u8 = 1;
    pub(crate) const BLOCK_ENDS: u8 = 2;
    /// In a code or HTML block, where a blank line is content.
    pub(crate) const VERBATIM: u8 = 4;

    pub(crate) const fn has(self, mark: u8) -> bool {
        self.0 & mark != 0
    }
}

impl Lines {
    /// Adds the lines of `text` at `bytes`, which start at the start of a line.
    pub(crate) fn add(&mut self, text: &str, bytes: Range<usize>) {
        let added = text.as_bytes().get(bytes.clone()).unwrap_or_default();
        let inner = added.strip_suffix(b"\n").unwrap_or(added);
        self.end = bytes.start + inner.len();
        self.starts.push(to_u32(bytes.start));
        self.starts
            .extend(memchr::memchr_iter(b'\n', inner).map(|line_end| to_u32(bytes.start + line_end + 1)));
        self.marks.resize(self.starts.len(), Mark::default());
    }

    /// Discards the lines from `byte` on, where a line starts.
    pub(crate) fn discard_from(&mut self, byte: usize) {
        let kept = self.starts.partition_point(|&start| (start as usize) < byte);
        self.starts.truncate(kept);
        self.marks.truncate(kept);
        self.end = self.end.min(byte.saturating_sub(1));
    }

    /// Discards the lines before `byte`, where a line starts; the line there becomes number 1.
    pub(crate) fn discard_before(&mut self, byte: usize) {
        let discarded = self.starts.partition_point(|&start| (start as usize) < byte);
        self.starts.drain(..discarded);
        self.marks.drain(..discarded);
    }

    /// The number of the line that holds `byte`; an LF belongs to the line it ends.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= byte)
    }

    /// The bytes of a line, without its LF; if there is no such line, the empty range at the end.
    pub(crate) fn bytes(&self, number: usize) -> Range<usize> {
        let start = number.checked_sub(1).and_then(|index| self.starts.get(index));
        let end = self.starts.get(number).map_or(self.end, |&next| (next as usize).saturating_sub(1));
        start.map_or(self.end..self.end, |&start| start as usize..end)
    }

    pub(crate) const fn len(&self) -> usize {
        self.starts.len()
    }

    pub(crate) fn mark(&mut self, number: usize, mark: u8) {
        if let Some(line) = number.checked_sub(1).and_then(|index| self.marks.get_mut(index)) {
            line.0 |= mark;
        }
    }

    pub(crate) fn marks(&self, number: usize) -> Mark {
        number.checked_sub(1).and_then(|index| self.marks.get(index)).copied().unwrap_or_default()
    }
}
