//! The characters of a text and their classes: what the patterns of all encodings are matched with. Texts are UTF-8, and places in
//! them are character boundaries.

use super::class::{BLOCK, Class};

static INDEX: &[u8; (char::MAX as usize + 1) / BLOCK] =
    include_bytes!(concat!(env!("OUT_DIR"), "/class_index.bin"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/class_blocks.bin"));

/// A text in which patterns find runs of characters.
pub(super) trait Text: Copy {
    /// All of it.
    fn bytes(&self) -> &[u8];

    /// The end of the run of characters of these classes at `at`.
    fn run_end(self, at: usize, classes: Class) -> usize;

    /// The start of such a run that ends at `end`.
    fn run_start(self, end: usize, classes: Class) -> usize;
}

impl Text for &[u8] {
    #[inline]
    fn bytes(&self) -> &[u8] {
        self
    }

    #[inline]
    fn run_end(self, mut at: usize, classes: Class) -> usize {
        while let Some(next) = skip(self, at, classes) {
            at = next;
        }
        at
    }

    #[inline]
    fn run_start(self, mut end: usize, classes: Class) -> usize {
        while let Some(before) = skip_back(self, end, classes) {
            end = before;
        }
        end
    }
}

/// Whether all of `at..end` is white space. A pre-token starts at `at`, and `end` lies in it or ends it.
pub(super) fn is_white_space(text: &[u8], at: usize, end: usize) -> bool {
    // Only one character of white space can come before anything else in a pre-token.
    let first = skip(text, at, Class::WHITE_SPACE);
    first.is_some_and(|next| next >= end || skip(text, next, Class::WHITE_SPACE).is_some())
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

/// The end of the character at `at` if it is of these classes.
#[inline]
pub(super) fn skip(text: &[u8], at: usize, classes: Class) -> Option<usize> {
    let (class, next) = character(text, at)?;
    class.is(classes).then_some(next)
}

/// The start of the character that ends at `end` if it is of these classes.
#[inline]
pub(super) fn skip_back(text: &[u8], end: usize, classes: Class) -> Option<usize> {
    let is_first = |byte: &u8| !matches!(byte, 0x80..0xC0);
    let start = text.get(..end)?.iter().rposition(is_first)?;
    skip(text, start, classes).map(|_| start)
}

/// The class of the character at `at`, and where the next one starts.
#[inline]
pub(super) fn character(text: &[u8], at: usize) -> Option<(Class, usize)> {
    match text.get(at) {
        Some(&byte) if byte < 0x80 => Some((in_block(0, usize::from(byte)), at + 1)),
        Some(&byte) => wide_character(text, at, usize::from(byte)),
        None => None,
    }
}

#[inline]
fn wide_character(text: &[u8], at: usize, lead: usize) -> Option<(Class, usize)> {
    let rest = text.get(at..)?;
    let four = rest.first_chunk().copied().unwrap_or_else(|| last_characters(rest));
    let [_, second, third, fourth] = four.map(|byte| usize::from(byte & 0x3F));
    let (code_point, length) = match lead {
        0..0xE0 => ((lead & 0x1F) << 6 | second, 2),
        0xE0..0xF0 => ((lead & 0xF) << 12 | second << 6 | third, 3),
        _ => ((lead & 7) << 18 | second << 12 | third << 6 | fourth, 4),
    };
    let block = INDEX.get(code_point / BLOCK).map_or(0, |&block| usize::from(block));
    Some((in_block(block, code_point % BLOCK), at + length))
}

/// Fewer than four bytes at the end of a text, and zeros.
#[cold]
fn last_characters(rest: &[u8]) -> [u8; 4] {
    let mut four = [0; 4];
    four.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    four
}

/// The class of the character `at` of a block; block 0 is ASCII.
#[inline]
fn in_block(block: usize, at: usize) -> Class {
    Class::from_byte(BLOCKS.get(block * BLOCK + at).copied().unwrap_or_default())
}
