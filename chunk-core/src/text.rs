//! Slices a text without a panic.

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
