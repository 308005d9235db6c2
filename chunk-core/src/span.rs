//! The text at a span that comes from outside, such as that of a chunk to be replayed.

use std::ops::Range;

/// The bytes `span` of a source, for replay. Unlike [`slice`](crate::slice), it takes spans that come from outside.
///
/// ```
/// use chunk_core::spanned;
///
/// assert_eq!(spanned("one two", 4..7), Ok("two"));
/// let error = spanned("one", 4..7).unwrap_err();
/// assert_eq!(error.to_string(), "bytes 4 to 7 are no text of the source, which has 3 bytes; was it changed since it was chunked?");
/// ```
///
/// # Errors
/// [`InvalidSpan`] if the span reaches beyond the source, or cuts a character.
pub fn spanned(source: &str, span: Range<usize>) -> Result<&str, InvalidSpan> {
    let Range { start, end } = span;
    source.get(span).ok_or(InvalidSpan { start, end, length: source.len() })
}

/// A chunk's span does not fit the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "bytes {start} to {end} are no text of the source, which has {length} bytes; was it changed since it was chunked?"
)]
#[non_exhaustive]
pub struct InvalidSpan {
    /// The first byte of the span.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// How many bytes the source has.
    pub length: usize,
}
