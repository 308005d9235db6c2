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

use crate::bpe::{
    character::{character, contraction, run, skip},
    class::Class,
};

/// Where the pre-token that starts at `at` ends. `text` is UTF-8, and `at` a character boundary in it.
#[inline]
pub(in crate::bpe) fn end(text: &[u8], at: usize) -> usize {
    let Some((class, next)) = character(text, at) else { return text.len() };
    match class {
        Class::Letter => run(text, next, Class::Letter),
        Class::Space => match character(text, next) {
            Some((Class::Letter, behind)) => run(text, behind, Class::Letter),
            Some((Class::Other, behind)) if text.get(at) == Some(&b' ') => others(text, behind),
            _ => white_space(text, at),
        },
        Class::Other => match character(text, next) {
            Some((Class::Letter, behind)) => {
                contraction(text, at).unwrap_or_else(|| run(text, behind, Class::Letter))
            }
            _ => others(text, next),
        },
        Class::Number => {
            let next = skip(text, next, Class::Number);
            skip(text, next, Class::Number)
        }
        Class::LineEnd => white_space(text, at),
    }
}

/// The end of a run of others and of the line ends after it.
fn others(text: &[u8], at: usize) -> usize {
    run(text, run(text, at, Class::Other), Class::LineEnd)
}

/// The end of the pre-token of white space that starts at `start`.
fn white_space(text: &[u8], start: usize) -> usize {
    let (mut at, mut last, mut behind_line_end) = (start, start, None);
    while let Some((class @ (Class::Space | Class::LineEnd), next)) = character(text, at) {
        if class == Class::LineEnd {
            behind_line_end = Some(next);
        }
        (at, last) = (next, at);
    }
    match behind_line_end {
        _ if at == text.len() => at,
        Some(end) => end,
        // The last character goes to the word after it, unless it is alone.
        None if last > start => last,
        None => at,
    }
}
