//! A range in eight bytes.

use std::ops::Range;

/// A range of offsets below 2^32, in half the memory of a [`Range`], for things a document has many of, such as blocks and words.
///
/// Whoever keeps such ranges has to refuse documents of 4 GiB: only the lower 32 bits of a greater offset are kept.
///
/// ```
/// use chunk_core::SmallRange;
///
/// let heading = SmallRange::new(&(3..9));
/// assert_eq!((heading.start, heading.range()), (3, 3..9));
/// assert_eq!(size_of::<SmallRange>(), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SmallRange {
    /// Its first offset.
    pub start: u32,
    /// The offset after its last.
    pub end: u32,
}

impl SmallRange {
    /// The same range, small.
    #[must_use]
    pub const fn new(range: &Range<usize>) -> Self {
        Self { start: range.start as u32, end: range.end as u32 }
    }

    /// The range itself.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
