//! The pattern of GPT-2, which r50k_base and p50k_base have, too.
//!
//! ```text
//! '(?:[sdmt]|ll|ve|re)                               a contraction
//! | ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++             letters, numbers, others, with a space before them
//! |\s++$|\s+(?!\S)|\s                               white space
//! ```

use crate::bpe::{
    character::{character, run},
    class::Class,
};

/// Where the pre-token that starts at `at` ends.
#[inline]
pub(in crate::bpe) fn end(text: &[u8], at: usize) -> usize {
    if let Some(end) = contraction(text, at) {
        return end;
    }
    let Some((class, next)) = character(text, at) else { return text.len() };
    match (class, character(text, next)) {
        (Class::Space, Some((following @ (Class::Letter | Class::Number | Class::Other), behind)))
            if text.get(at) == Some(&b' ') =>
        {
            run(text, behind, following)
        }
        (Class::Space | Class::LineEnd, _) => white_space(text, at),
        _ => run(text, next, class),
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
fn white_space(text: &[u8], start: usize) -> usize {
    let (mut at, mut last) = (start, start);
    while let Some((Class::Space | Class::LineEnd, next)) = character(text, at) {
        (at, last) = (next, at);
    }
    // The last character goes to the word after it, unless it is alone.
    if at < text.len() && last > start { last } else { at }
}
