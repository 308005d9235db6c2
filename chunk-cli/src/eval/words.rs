//! The words of a text.

use chunk_core::unicode;
use std::ops::Range;

/// Runs of letters and digits, with the marks on them. A character of a script that writes no spaces between words is a word by itself.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_alone = matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}');
        match found.last_mut() {
            Some(last) if is_open && !is_alone && (unicode::is_alphanumeric(c) || unicode::is_mark(c)) => {
                last.end = end
            }
            _ => {
                is_open = unicode::is_alphanumeric(c) && !is_alone;
                if is_open || is_alone {
                    found.push(at..end);
                }
            }
        }
    }
    found
}

/// The words of a text in lower case.
pub(super) fn lowercase(text: &str) -> Vec<String> {
    words(text).into_iter().map(|range| unicode::lowercase(text.get(range).unwrap_or_default())).collect()
}
