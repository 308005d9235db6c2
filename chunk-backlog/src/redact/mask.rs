//! Secrets made illegible in place: the length of the text, its lines and all places in it stay what they were.

use super::{BuiltIn, Detector as _, whole_characters};
use chunk_core::slice;
use std::borrow::Cow;

/// `text` with each secret that [`BuiltIn`] finds written over with X, as many bytes and characters as it had; line ends stay. Offsets
/// and lines of the result are therefore those of `text`, so any policy can chunk the result and cite the source.
///
/// ```
/// use chunk_backlog::redact::masked;
///
/// assert_eq!(masked("password: hunter2-Q9\nport: 80"), "password: XXXXXXXXXX\nport: 80");
/// ```
#[must_use]
pub fn masked(text: &str) -> Cow<'_, str> {
    let mut secrets = Vec::new();
    BuiltIn.detect(text, &mut secrets);
    if secrets.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut ranges: Vec<_> = secrets.iter().map(|secret| whole_characters(text, &secret.bytes)).collect();
    ranges.sort_by_key(|range| range.start);
    let mut masked = String::with_capacity(text.len());
    for secret in ranges {
        if secret.end <= masked.len() {
            continue; // inside one before it
        }
        masked.push_str(slice(text, masked.len()..secret.start.max(masked.len())));
        masked.extend(slice(text, masked.len()..secret.end).chars().map(illegible));
    }
    masked.push_str(slice(text, masked.len()..text.len()));
    Cow::Owned(masked)
}

/// An X of as many bytes; Latin, Greek, full-width and mathematical. Line ends stay.
const fn illegible(character: char) -> char {
    match character {
        '\n' | '\r' => character,
        _ => match character.len_utf8() {
            1 => 'X',
            2 => 'Χ',
            3 => 'Ｘ',
            _ => '𝚇',
        },
    }
}

#[cfg(test)]
mod tests {
    use super::masked;

    /// The secret is gone, and each other character is where it was.
    #[test]
    fn places_stay() {
        let text = "Ж a\r\npasswort: größe-漢😀7Q!\nend\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\nafter";
        let masked = masked(text);
        assert!(!masked.contains("größe") && !masked.contains("MIIE"), "{masked}");
        assert_eq!(masked.len(), text.len());
        for ((at, before), (other, after)) in text.char_indices().zip(masked.char_indices()) {
            assert_eq!(at, other);
            assert_eq!(before == '\n' || before == '\r', after == '\n' || after == '\r');
        }
        assert!(masked.starts_with("Ж a\r\npasswort: ") && masked.ends_with("\nafter"));
    }

    #[test]
    fn a_text_without_secrets_is_not_copied() {
        assert!(matches!(masked("# Plan\n\nBuy tea.\n"), std::borrow::Cow::Borrowed(_)));
    }
}
