//! Slices of a text, without a panic.

use std::ops::Range;

/// The bytes `range` of `text`, or the empty string if `range` does not lie on character boundaries inside it.
///
/// Ranges come from scans of the same text, so the second case does not arise. It is defined so that no library of this
/// workspace can panic on a slice.
#[must_use]
#[inline]
pub fn slice(text: &str, range: Range<usize>) -> &str {
    debug_assert!(text.get(range.clone()).is_some(), "{range:?} is not a range of the text");
    text.get(range).unwrap_or_default()
}

/// The bytes `span` of a source, for replay. Unlike [`slice`], it takes spans that come from outside.
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
