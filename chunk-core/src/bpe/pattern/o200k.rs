//! The pattern of o200k_base.
//!
//! ```text
//!  [^\r\n\p{L}\p{N}]?[INITIAL]*[FOLLOWING]+('(?i:[sdmt]|ll|ve|re))?    a word and its contraction, with one character before it
//! |[^\r\n\p{L}\p{N}]?[INITIAL]+[FOLLOWING]*('(?i:[sdmt]|ll|ve|re))?
//! |\p{N}{1,3}                     up to three numbers
//! | ?[^\s\p{L}\p{N}]+[\r\n/]*    others, with a space before them, and the line ends and slashes after them
//! |\s*[\r\n]+|\s+(?!\S)|\s+      white space
//! ```
//!
//! `INITIAL` is `\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}`, `FOLLOWING` is `\p{Ll}\p{Lm}\p{Lo}\p{M}`: a word ends where an uppercase letter follows a
//! lowercase one. Marks are of a word where they can be, and others where not.

use super::{before_last, numbers};
use crate::bpe::{
    character::{Text, character, contraction},
    class::Class,
};

const INITIAL: Class = Class::UPPERCASE.or(EITHER);
const FOLLOWING: Class = Class::LOWERCASE.or(EITHER);
const EITHER: Class = Class::UNCASED.or(Class::MARK);
const OF_WORD: Class = INITIAL.or(FOLLOWING);

/// Where the pre-token that starts at `at` ends.
#[inline]
pub(in crate::bpe) fn end<T: Text>(text: T, at: usize) -> usize {
    let bytes = text.bytes();
    let Some((class, next)) = character(bytes, at) else { return bytes.len() };
    let following = character(bytes, next);
    match following {
        _ if class.is(OF_WORD) => word(text, at),
        _ if class.is(Class::NUMBER) => numbers(bytes, next),
        _ if class.is(Class::LINE_END) => white_space(text, at),
        Some((first, _)) if first.is(OF_WORD) => word(text, next),
        _ if class.is(Class::OTHER) => others(text, next),
        Some((other, behind)) if other.is(Class::OTHER) && bytes.get(at) == Some(&b' ') => {
            others(text, behind)
        }
        _ => white_space(text, at),
    }
}

/// The end of the word that starts at `at`, and of its contraction.
#[inline]
fn word<T: Text>(text: T, at: usize) -> usize {
    let end = letters(text, at);
    match text.bytes().get(end) {
        Some(b'\'') => contraction(text.bytes(), end).unwrap_or(end),
        _ => end,
    }
}

#[inline]
fn letters<T: Text>(text: T, at: usize) -> usize {
    let initial_end = text.run_end(east_asian_letters(text.bytes(), at), INITIAL);
    let end = text.run_end(initial_end, FOLLOWING);
    if end > initial_end {
        return end;
    }
    // Letters that must be initial end no word, unless it has no others.
    let last = text.run_start(initial_end, Class::UPPERCASE);
    if last > at { last } else { initial_end }
}

/// The end of letters without case, a hundred at most, of blocks that have no others: kana, ideographs and syllables of Hangul.
/// With the table alone, counting 1 MB of Chinese in o200k_base took 4.5 instead of 3.8 ms (2026-11-28, the median of 15 runs).
#[inline]
fn east_asian_letters(text: &[u8], mut at: usize) -> usize {
    let limit = at + 300;
    while at < limit
        && let Some(&four) = text.get(at..).and_then(<[u8]>::first_chunk)
        && is_east_asian(u32::from_be_bytes(four) >> 8)
    {
        at += 3;
    }
    at
}

/// Whether these three bytes are one of these letters.
#[inline]
const fn is_east_asian(bytes: u32) -> bool {
    matches!(bytes, 0xE4_B8_80..=0xE9_BF_BF | 0xE3_81_81..=0xE3_82_96 | 0xE3_82_A1..=0xE3_83_BA | 0xEA_B0_80..=0xED_9E_A3)
}

/// The end of a run of others, and of the line ends and slashes after it.
fn others<T: Text>(text: T, at: usize) -> usize {
    text.run_end(text.run_end(at, Class::OTHER), Class::LINE_END.or(Class::SLASH))
}

/// The end of the pre-token of white space that starts at `start`.
fn white_space<T: Text>(text: T, start: usize) -> usize {
    let end = text.run_end(start, Class::WHITE_SPACE);
    match text.run_start(end, Class::BLANK) {
        behind_line_end if behind_line_end > start => behind_line_end,
        _ if end == text.bytes().len() => end,
        _ => before_last(text, start..end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_east_asia_have_no_case() {
        let mut found = 0;
        for c in ('\u{800}'..='\u{FFFF}').map(String::from) {
            let bytes = c.as_bytes();
            if is_east_asian(u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]])) {
                found += 1;
                assert_eq!(character(bytes, 0), Some((Class::UNCASED, 3)), "{c}");
            }
        }
        assert_eq!(found, 0x5200 + 86 + 90 + 11_172);
    }
}
