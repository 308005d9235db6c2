//! The lines of a body as far as it is read, and what the Markdown parser said of each.

use crate::place::{At, at};
use std::ops::Range;

/// Lines end at LF; a final one starts no line. They are counted from 1, beginning with the first that is kept.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    starts: Vec<At>,
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
    /// Adds the lines of `text` that start in `bytes`, which starts with one.
    pub(crate) fn add(&mut self, text: &str, bytes: Range<usize>) {
        let added = text.as_bytes().get(bytes.clone()).unwrap_or_default();
        let inner = added.strip_suffix(b"\n").unwrap_or(added);
        self.end = bytes.start + inner.len();
        self.starts.push(at(bytes.start));
        self.starts.extend(memchr::memchr_iter(b'\n', inner).map(|line_end| at(bytes.start + line_end + 1)));
        self.marks.resize(self.starts.len(), Mark::default());
    }

    /// Takes back the lines from `byte` on, which one starts with.
    pub(crate) fn take_back(&mut self, byte: usize) {
        let kept = self.starts.partition_point(|&start| (start as usize) < byte);
        self.starts.truncate(kept);
        self.marks.truncate(kept);
        self.end = self.end.min(byte.saturating_sub(1));
    }

    /// Forgets the lines before `byte`, which one starts with.
    pub(crate) fn forget_before(&mut self, byte: usize) {
        let forgotten = self.starts.partition_point(|&start| (start as usize) < byte);
        self.starts.drain(..forgotten);
        self.marks.drain(..forgotten);
    }

    /// The number of the line in which `byte` stands; an LF belongs to the line it ends.
    pub(crate) fn line(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= byte)
    }

    /// The bytes of a line, without its LF; of one that is not there, the empty range at the end.
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
