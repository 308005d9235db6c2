//! The pattern of GPT-2, which r50k_base and p50k_base have, too.
//!
//! ```text
//! '(?:[sdmt]|ll|ve|re)                               a contraction
//! | ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++             letters, numbers, others, with a space before them
//! |\s++$|\s+(?!\S)|\s                               white space
//! ```

use super::before_last;
use crate::bpe::{
    character::{Text, character},
    class::Class,
};

/// Where the pre-token that starts at `at` ends.
#[inline]
pub(in crate::bpe) fn end<T: Text>(text: T, at: usize) -> usize {
    let bytes = text.bytes();
    if let Some(end) = contraction(bytes, at) {
        return end;
    }
    let Some((class, next)) = character(bytes, at) else { return bytes.len() };
    // A space goes with what follows it.
    let (class, next) = match character(bytes, next) {
        Some(following) if bytes.get(at) == Some(&b' ') => following,
        _ => (class, next),
    };
    let runs = [Class::LETTER, Class::NUMBER, Class::OTHER];
    match runs.into_iter().find(|run| class.is(*run)) {
        Some(run) => text.run_end(next, run),
        None => white_space(text, at),
    }
}

fn contraction(text: &[u8], at: usize) -> Option<usize> {
    let letters = match text.get(at..)?.strip_prefix(b"'")? {
        [b's' | b'd' | b'm' | b't', ..] => 1,
        [b'l', b'l', ..] | [b'v' | b'r', b'e', ..] => 2,
        _ => return None,
    };
    Some(at + 1 + letters)
}

/// The end of the pre-token of white space that starts at `start`.
fn white_space<T: Text>(text: T, start: usize) -> usize {
    match text.run_end(start, Class::WHITE_SPACE) {
        end if end == text.bytes().len() => end,
        end => before_last(text, start..end),
    }
}
