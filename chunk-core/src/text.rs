//! The two questions about text that every contract asks: what is white space, and what stands in a range.

use std::ops::Range;

/// Whether `c` has the Unicode property White_Space.
///
/// The table is written out so that no later Unicode version can move a boundary: U+0085, U+00A0 and U+3000 are in
/// it, U+001C to U+001F, U+200B and U+FEFF are not.
#[must_use]
#[inline]
pub const fn is_white_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r'
            | ' '
            | '\u{85}'
            | '\u{A0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200A}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202F}'
            | '\u{205F}'
            | '\u{3000}'
    )
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_the_property_of_this_toolchain_too() {
        for c in '\0'..=char::MAX {
            assert_eq!(is_white_space(c), c.is_whitespace(), "{:?}", c);
        }
    }
}
