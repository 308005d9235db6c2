//! The characters of a text and their classes: what the patterns of all encodings are matched with. Texts are UTF-8, and places in
//! them are character boundaries.

use super::class::{BLOCK, Class};

static INDEX: &[u8; (char::MAX as usize + 1) / BLOCK] =
    include_bytes!(concat!(env!("OUT_DIR"), "/class_index.bin"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/class_blocks.bin"));

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

/// The end of a run of letters. Words are short and their ends hard to predict, so ASCII letters are tested eight at a time, without a
/// branch.
#[inline]
pub(super) fn letters(text: &[u8], mut at: usize) -> usize {
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
        at = east_asian_letters(text, at);
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

/// The end of a run of letters without case of blocks that have no others: kana, ideographs and syllables of Hangul.
#[inline]
pub(super) fn east_asian_letters(text: &[u8], mut at: usize) -> usize {
    while let Some(&four) = text.get(at..).and_then(<[u8]>::first_chunk)
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

/// The end of a run of lowercase ASCII letters.
#[cfg(any(feature = "encodings", feature = "loadable"))]
#[inline]
pub(super) fn lowercase_letters(text: &[u8], mut at: usize) -> usize {
    while let Some(&eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let eight = u64::from_le_bytes(eight);
        // Their sixth bit is set, and that of uppercase letters is not.
        const SIXTH: u64 = 0x2020_2020_2020_2020;
        let letters = ascii_letters(eight).min((!eight & SIXTH).trailing_zeros() as usize / 8);
        at += letters;
        if letters < 8 {
            break;
        }
    }
    at
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
pub(super) fn run(text: &[u8], mut at: usize, class: Class) -> usize {
    loop {
        match skip(text, at, class) {
            next if next == at => return at,
            next => at = next,
        }
    }
}

/// The end of the character at `at` if it is of this class, else `at`.
#[inline]
pub(super) fn skip(text: &[u8], at: usize, class: Class) -> usize {
    match character(text, at) {
        Some((found, next)) if found == class => next,
        _ => at,
    }
}

/// The class of the character at `at`, and where the next one starts.
#[inline]
pub(super) fn character(text: &[u8], at: usize) -> Option<(Class, usize)> {
    let (bits, next) = bits(text, at)?;
    Some((Class::from_byte(bits), next))
}

/// The same, with the class as the byte that the table has.
#[inline]
pub(super) fn bits(text: &[u8], at: usize) -> Option<(u8, usize)> {
    match text.get(at) {
        Some(&byte) if byte < 0x80 => Some((in_block(0, usize::from(byte)), at + 1)),
        Some(&byte) => wide_character(text, at, usize::from(byte)),
        None => None,
    }
}

#[inline]
fn wide_character(text: &[u8], at: usize, lead: usize) -> Option<(u8, usize)> {
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
fn in_block(block: usize, at: usize) -> u8 {
    BLOCKS.get(block * BLOCK + at).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{
        super::class::{FOLLOWING, INITIAL},
        *,
    };

    #[test]
    fn letters_of_east_asia_have_no_case() {
        let mut found = 0;
        for c in ('\u{800}'..='\u{FFFF}').map(String::from) {
            let bytes = c.as_bytes();
            if is_east_asian(u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]])) {
                found += 1;
                assert_eq!(bits(bytes, 0), Some((Class::Letter as u8 | INITIAL | FOLLOWING, 3)), "{c}");
            }
        }
        assert_eq!(found, 0x5200 + 86 + 90 + 11_172);
    }

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
