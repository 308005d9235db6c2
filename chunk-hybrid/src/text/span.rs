//! Places in half the room: a document of 4 GiB is refused before it is read.

use std::ops::Range;

/// From one place to another: of bytes, words or terms. Documents have many of them, so it is kept small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(crate) const fn new(range: &Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }

    pub(crate) const fn start(self) -> usize {
        self.start as usize
    }

    pub(crate) const fn end(self) -> usize {
        self.end as usize
    }

    pub(crate) const fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}
