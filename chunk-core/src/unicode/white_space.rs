//! White space: the Unicode property White_Space.

/// Whether `c` has the Unicode property White_Space.
///
/// U+0085, U+00A0 and U+3000 have it; U+001C to U+001F, U+200B and U+FEFF do not.
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

/// `text` without the white space at both ends.
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_white_space)
}

/// `text` without the white space at its start.
#[must_use]
pub fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_white_space)
}

/// `text` without the white space at its end.
#[must_use]
pub fn trim_end(text: &str) -> &str {
    text.trim_end_matches(is_white_space)
}

/// The words of `text`: what is between runs of white space, never empty.
pub fn split_white_space(text: &str) -> impl DoubleEndedIterator<Item = &str> + Clone {
    text.split(is_white_space).filter(|word| !word.is_empty())
}
