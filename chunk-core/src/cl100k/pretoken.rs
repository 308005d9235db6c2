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

use super::class::{BLOCK, Class};

static INDEX: &[u8; (char::MAX as usize + 1) / BLOCK] =
    include_bytes!(concat!(env!("OUT_DIR"), "/class_index.bin"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/class_blocks.bin"));

/// Where the pre-token that starts at `at` ends. `text` is UTF-8, and `at` a character boundary in it.
#[inline]
pub(super) fn end(text: &[u8], at: usize) -> usize {
    let Some((class, next)) = character(text, at) else { return text.len() };
    match class {
        Class::Letter => letters(text, next),
        Class::Space => match character(text, next) {
            Some((Class::Letter, behind)) => letters(text, behind),
            Some((Class::Other, behind)) if text.get(at) == Some(&b' ') => others(text, behind),
            _ => white_space(text, at),
        },
        Class::Other => match character(text, next) {
            Some((Class::Letter, behind)) => contraction(text, at).unwrap_or_else(|| letters(text, behind)),
            _ => others(text, next),
        },
        Class::Number => {
            let next = skip(text, next, Class::Number);
            skip(text, next, Class::Number)
        }
        Class::LineEnd => white_space(text, at),
    }
}

/// Whether all of `at..end` is white space. A pre-token starts at `at`, and `end` lies in it or ends it.
pub(super) fn is_white_space(text: &[u8], at: usize, end: usize) -> bool {
    // Only one character of white space can come before anything else in a pre-token.
    match character(text, at) {
        Some((Class::Space | Class::LineEnd, next)) => next >= end || is_white_space_at(text, next),
        _ => false,
    }
}

/// Whether the character at `at` is white space.
pub(super) fn is_white_space_at(text: &[u8], at: usize) -> bool {
    matches!(character(text, at), Some((Class::Space | Class::LineEnd, _)))
}

/// The end of the contraction whose apostrophe is at `at`, in either case, and with U+017F, which folds to `s`.
pub(super) fn contraction(text: &[u8], at: usize) -> Option<usize> {
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

/// The end of a run of letters. Words are short and their ends hard to predict, so ASCII letters are tested eight at a time, without a
/// branch.
#[inline]
fn letters(text: &[u8], mut at: usize) -> usize {
    loop {
        while let Some(&eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
            let letters = ascii_letters(u64::from_le_bytes(eight));
            at += letters;
            if letters < 8 {
                break;
            }
        }
        // Letters of other scripts come in runs.
        let first = at;
        while let Some(0x80..) = text.get(at)
            && let next = skip(text, at, Class::Letter)
            && next > at
        {
            at = next;
        }
        // Near the end of the text there may be fewer than eight bytes.
        if at == first {
            return run(text, at, Class::Letter);
        }
    }
}

/// How many bytes of `eight`, from the lowest on, are ASCII letters.
#[inline]
const fn ascii_letters(eight: u64) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x80 * EACH;
    // In each byte the high bit tells whether the lower seven are at least `a`, and whether they are beyond `z`, ignoring case.
    let lower = (eight | (0x20 * EACH)) & !HIGH;
    let from_a = lower + (0x80 - b'a' as u64) * EACH;
    let beyond_z = lower + (0x7F - b'z' as u64) * EACH;
    let others = (!from_a | beyond_z | eight) & HIGH;
    others.trailing_zeros() as usize / 8
}

/// The end of the run of characters of this class at `at`.
#[inline]
fn run(text: &[u8], mut at: usize, class: Class) -> usize {
    loop {
        match skip(text, at, class) {
            next if next == at => return at,
            next => at = next,
        }
    }
}

/// The end of the character at `at` if it is of this class, else `at`.
#[inline]
fn skip(text: &[u8], at: usize, class: Class) -> usize {
    match character(text, at) {
        Some((found, next)) if found == class => next,
        _ => at,
    }
}

/// The class of the character at `at`, and where the next one starts.
#[inline]
fn character(text: &[u8], at: usize) -> Option<(Class, usize)> {
    match text.get(at) {
        Some(&byte) if byte < 0x80 => Some((class_in_block(0, usize::from(byte)), at + 1)),
        Some(&byte) => wide_character(text, at, usize::from(byte)),
        None => None,
    }
}

#[inline]
fn wide_character(text: &[u8], at: usize, lead: usize) -> Option<(Class, usize)> {
    let bits = |behind| text.get(at + behind).map(|&byte| usize::from(byte & 0x3F));
    let (code_point, length) = match lead {
        0..0xE0 => ((lead & 0x1F) << 6 | bits(1)?, 2),
        0xE0..0xF0 => ((lead & 0xF) << 12 | bits(1)? << 6 | bits(2)?, 3),
        _ => ((lead & 7) << 18 | bits(1)? << 12 | bits(2)? << 6 | bits(3)?, 4),
    };
    let block = INDEX.get(code_point / BLOCK).map_or(0, |&block| usize::from(block));
    Some((class_in_block(block, code_point % BLOCK), at + length))
}

/// The class of the character `at` of a block; block 0 is ASCII.
#[inline]
fn class_in_block(block: usize, at: usize) -> Class {
    BLOCKS.get(block * BLOCK + at).map_or(Class::Other, |&byte| Class::from_byte(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_told_eight_at_a_time() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                let mut eight = *b"aZqMzAbY";
                eight[at] = byte;
                let expected = if byte.is_ascii_alphabetic() { 8 } else { at };
                assert_eq!(ascii_letters(u64::from_le_bytes(eight)), expected, "{byte} at {at}");
            }
        }
    }
}
