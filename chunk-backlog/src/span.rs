//! Ranges of a body, half as large as the usual ones: a document has many.

use std::ops::Range;

/// A place in a body: no document is longer than [`MAX_BYTES`].
pub(crate) type At = u32;

/// The longest text that is read, in bytes.
pub(crate) const MAX_BYTES: usize = At::MAX as usize;

/// `byte` as a place in a body.
pub(crate) fn at(byte: usize) -> At {
    At::try_from(byte).unwrap_or(At::MAX)
}

/// A range of a body, in bytes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: At,
    pub(crate) end: At,
}

impl Span {
    pub(crate) fn new(bytes: &Range<usize>) -> Self {
        Self { start: at(bytes.start), end: at(bytes.end) }
    }

    pub(crate) const fn bytes(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
