//! Finds where pre-tokens end: the pattern of cl100k_base, matched by hand-written code.
//!
//! ```text
//! '(?i:[sdmt]|ll|ve|re)            a contraction
//! |[^\r\n\p{L}\p{N}]?+\p{L}++      letters, with one character before them
//! |\p{N}{1,3}+                     up to three numbers
//! | ?[^\s\p{L}\p{N}]++[\r\n]*+     others, with a space before them and the line ends after them
//! |\s++$|\s*[\r\n]|\s+(?!\S)|\s    white space
//! ```
//!
//! Where a pre-token ends depends on nothing before it, and only for white space on more than the next character.

use super::{before_last, numbers};
use crate::bpe::{
    character::{Text, character, contraction},
    class::Class,
};

/// Where the pre-token that starts at `at` ends. `text` is UTF-8, and `at` a character boundary in it.
#[inline]
pub(in crate::bpe) fn end<T: Text>(text: T, at: usize) -> usize {
    let bytes = text.bytes();
    let Some((class, next)) = character(bytes, at) else { return bytes.len() };
    let following = character(bytes, next);
    match following {
        _ if class.is(Class::LETTER) => text.run_end(next, Class::LETTER),
        _ if class.is(Class::NUMBER) => numbers(bytes, next),
        _ if class.is(Class::LINE_END) => white_space(text, at),
        Some((letter, behind)) if letter.is(Class::LETTER) => {
            contraction(bytes, at).unwrap_or_else(|| text.run_end(behind, Class::LETTER))
        }
        _ if class.is(Class::OTHER) => others(text, next),
        Some((other, behind)) if other.is(Class::OTHER) && bytes.get(at) == Some(&b' ') => {
            others(text, behind)
        }
        _ => white_space(text, at),
    }
}

/// The end of a run of others and of the line ends after it.
fn others<T: Text>(text: T, at: usize) -> usize {
    text.run_end(text.run_end(at, Class::OTHER), Class::LINE_END)
}

/// The end of the pre-token of white space that starts at `start`.
fn white_space<T: Text>(text: T, start: usize) -> usize {
    let end = text.run_end(start, Class::WHITE_SPACE);
    match text.run_start(end, Class::BLANK) {
        _ if end == text.bytes().len() => end,
        behind_line_end if behind_line_end > start => behind_line_end,
        _ => before_last(text, start..end),
    }
}
