//! Whether a text is in the script the contract expects (B20).

use chunk_core::unicode;

/// Whether more than half of the letters of `text` belong to another script than Latin.
pub(crate) fn is_mostly_another_script(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let (mut latin, mut other) = (0, 0);
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' => latin += 1,
            _ if c.is_ascii() || !unicode::is_alphabetic(c) => {}
            '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => latin += 1,
            _ => other += 1,
        }
    }
    other > latin
}
