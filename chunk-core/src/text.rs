//! What stands in a range of a text.

use std::ops::Range;

/// The bytes `range` of `text`, or the empty string if `range` does not lie on character boundaries inside it.
///
/// Ranges come from scans of the same text, so the second case does not arise; it stands here so that slicing is
/// total and no library of this workspace can panic on it.
#[must_use]
#[inline]
pub fn slice(text: &str, range: Range<usize>) -> &str {
    debug_assert!(text.get(range.clone()).is_some(), "{range:?} is not a range of the text");
    text.get(range).unwrap_or_default()
}
