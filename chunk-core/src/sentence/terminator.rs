//! T2: what ends a sentence, in every script.

use crate::{
    slice,
    unicode::{is_alphabetic, is_sentence_terminal},
};

/// Whether the character `c`, which is the one at the byte `at` of `text`, is a terminator: it has Unicode's property
/// Sentence_Terminal, or is a Tibetan shad, which the property lacks, or a Greek mark behind a Greek letter.
pub(super) fn is_terminator(text: &str, at: usize, c: char) -> bool {
    match c {
        '.' | '!' | '?' => true,
        // The last two are canonically equivalent to the first two.
        ';' | '·' | '\u{37E}' | '\u{387}' => is_behind_greek(slice(text, 0..at)),
        _ if c.is_ascii() => false,
        '\u{F0D}'..='\u{F11}' => true,
        _ => is_sentence_terminal(c),
    }
}

/// Whether a sentence ends after this terminator also where neither a space nor a line end is behind it: those of scripts that are
/// written without spaces between words. Khmer and Tibetan are such scripts too, but write a space behind their stops; Thai and Lao
/// have no stops.
pub(super) const fn needs_no_space(terminator: char) -> bool {
    matches!(
        terminator,
        // Chinese and Japanese, with their half-width, vertical and small forms
        '。' | '．' | '！' | '？' | '｡' | '︒' | '︕' | '︖' | '﹒' | '﹖' | '﹗'
        // Myanmar
        | '\u{104A}' | '\u{104B}'
        // Ethiopic, where `፡` stands between words
        | '\u{1362}' | '\u{1367}' | '\u{1368}'
        // Tai Tham
        | '\u{1AA8}'..='\u{1AAB}'
        // Balinese
        | '\u{1B4E}' | '\u{1B4F}' | '\u{1B5A}' | '\u{1B5B}' | '\u{1B5E}' | '\u{1B5F}' | '\u{1B7D}'..='\u{1B7F}'
        // Javanese
        | '\u{A9C8}' | '\u{A9C9}'
        // Ahom
        | '\u{1173C}'..='\u{1173E}'
        // Kawi
        | '\u{11F43}' | '\u{11F44}'
    )
}

/// Whether `before` ends with a Greek letter, which may carry accents of its own.
fn is_behind_greek(before: &str) -> bool {
    let letter = before.trim_end_matches(|c| matches!(c, '\u{300}'..='\u{36F}')).chars().next_back();
    letter.is_some_and(|c| {
        // Between these are letters of Coptic.
        matches!(c, '\u{370}'..='\u{3E1}' | '\u{3F0}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}')
            && is_alphabetic(c)
    })
}
