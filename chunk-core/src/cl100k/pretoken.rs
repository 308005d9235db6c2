//! Where pre-tokens end: the pattern of cl100k_base, read by hand.
//!
//! ```text
//! '(?i:[sdmt]|ll|ve|re)            a contraction
//! |[^\r\n\p{L}\p{N}]?+\p{L}++      letters, with one character before them
//! |\p{N}{1,3}+                     up to three numbers
//! | ?[^\s\p{L}\p{N}]++[\r\n]*+     others, with a space before them and the line ends behind
//! |\s++$|\s*[\r\n]|\s+(?!\S)|\s    white space
//! ```
//!
//! Where a pre-token ends depends on nothing before it, and only white space looks more than a character ahead.

use super::class::{BLOCK, Class};

static INDEX: &[u8; (char::MAX as usize + 1) / BLOCK] =
    include_bytes!(concat!(env!("OUT_DIR"), "/class_index.bin"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/class_blocks.bin"));

/// Where the pre-token that starts at `at` ends. `text` is UTF-8, and `at` a character boundary in it.
#[inline]
pub(super) fn end(text: &[u8], at: usize) -> usize {
    let Some((class, next)) = character(text, at) else { return text.len() };
    let second = character(text, next);
    match (class, second) {
        (Class::Letter, _) => run(text, next, Class::Letter),
        (Class::Number, _) => {
            let next = one(text, next, Class::Number);
            one(text, next, Class::Number)
        }
        (Class::Other, Some((Class::Letter, behind))) => {
            contraction(text, at).unwrap_or_else(|| run(text, behind, Class::Letter))
        }
        (Class::Space, Some((Class::Letter, behind))) => run(text, behind, Class::Letter),
        (Class::Other, _) => others(text, next),
        (Class::Space, Some((Class::Other, behind))) if text.get(at) == Some(&b' ') => others(text, behind),
        (Class::Space | Class::LineEnd, _) => white_space(text, at),
    }
}

/// Whether white space is all there is from `at` to `end`, which lies in the pre-token that starts at `at` or ends it.
pub(super) fn is_white_space(text: &[u8], at: usize, end: usize) -> bool {
    // White space before anything else is one character.
    match character(text, at) {
        Some((Class::Space | Class::LineEnd, next)) => next >= end || is_white_space_at(text, next),
        _ => false,
    }
}

/// Whether the character at `at` is white space.
pub(super) fn is_white_space_at(text: &[u8], at: usize) -> bool {
    matches!(character(text, at), Some((Class::Space | Class::LineEnd, _)))
}

/// Behind the apostrophe at `at`, in either case, and with U+017F, which folds to `s`.
fn contraction(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix(b"'")?;
    let letters = match rest {
        [b's' | b'd' | b'm' | b't' | b'S' | b'D' | b'M' | b'T', ..] => 1,
        [0xC5, 0xBF, ..] => 2,
        [first, second, ..] => match [first.to_ascii_lowercase(), second.to_ascii_lowercase()] {
            [b'l', b'l'] | [b'v' | b'r', b'e'] => 2,
            _ => return None,
        },
        _ => return None,
    };
    Some(at + 1 + letters)
}

/// The rest of the characters that are no letters, numbers or white space, and the line ends behind them.
fn others(text: &[u8], at: usize) -> usize {
    run(text, run(text, at, Class::Other), Class::LineEnd)
}

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
        // The last character goes to the word behind it, unless it is alone.
        None if last > start => last,
        None => at,
    }
}

#[inline]
fn run(text: &[u8], mut at: usize, class: Class) -> usize {
    while let Some((found, next)) = character(text, at)
        && found == class
    {
        at = next;
    }
    at
}

#[inline]
fn one(text: &[u8], at: usize, class: Class) -> usize {
    match character(text, at) {
        Some((found, next)) if found == class => next,
        _ => at,
    }
}

/// The class of the character at `at`, and where the next one starts.
#[inline]
fn character(text: &[u8], at: usize) -> Option<(Class, usize)> {
    let &lead = text.get(at)?;
    if lead < 0x80 {
        return Some((class(usize::from(lead)), at + 1));
    }
    wide_character(text, at, usize::from(lead))
}

fn wide_character(text: &[u8], at: usize, lead: usize) -> Option<(Class, usize)> {
    let bits = |behind| text.get(at + behind).map(|&byte| usize::from(byte & 0x3F));
    let (code_point, length) = match lead {
        ..0xE0 => ((lead & 0x1F) << 6 | bits(1)?, 2),
        ..0xF0 => ((lead & 0xF) << 12 | bits(1)? << 6 | bits(2)?, 3),
        _ => ((lead & 7) << 18 | bits(1)? << 12 | bits(2)? << 6 | bits(3)?, 4),
    };
    Some((class(code_point), at + length))
}

#[inline]
fn class(code_point: usize) -> Class {
    let block = INDEX.get(code_point / BLOCK).map_or(0, |&block| usize::from(block));
    BLOCKS.get(block * BLOCK + code_point % BLOCK).map_or(Class::Other, |&byte| Class::from_byte(byte))
}
