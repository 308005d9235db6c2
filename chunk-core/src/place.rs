//! Where a part of a source stands, in the ways to cite it.

use crate::{CodePointIndex, LineIndex};
use std::ops::{Range, RangeInclusive};

/// A part of a source.
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

/// Tells where parts of one source stand.
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

    /// Where these bytes stand. An empty part stands in the line of its start.
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
