//! JSON strings: what stands in one as it is, and how the rest is written.

use crate::positions;
use std::io::{self, Write};

/// The places of the quotes, backslashes and control characters among `bytes`: what a JSON string does not hold as it is.
///
/// ```
/// use chunk_core::jsonl::specials;
///
/// assert!(specials(b"a \"b\"\n").eq([2, 4, 5]));
/// ```
#[inline]
pub fn specials(bytes: &[u8]) -> impl Iterator<Item = usize> {
    positions(bytes, |byte| (byte < 0x20) | (byte == b'"') | (byte == b'\\'))
}

/// How many bytes stand before the first quote, backslash or control character: what a JSON string holds as it is. For short
/// strings, or those that rarely have any; else there are [`specials`].
///
/// ```
/// assert_eq!(chunk_core::jsonl::plain_len(b"a.txt\n"), 5);
/// ```
#[must_use]
pub fn plain_len(bytes: &[u8]) -> usize {
    const EACH: u64 = u64::MAX / 255;
    let (words, rest) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The high bit of each byte that is 0; of bytes behind such a one perhaps as well.
        let zeros = |word: u64| word.wrapping_sub(EACH) & !word;
        let controls = word.wrapping_sub(EACH * 0x20) & !word;
        let quotes = zeros(word ^ (EACH * u64::from(b'"')));
        let backslashes = zeros(word ^ (EACH * u64::from(b'\\')));
        let found = (quotes | backslashes | controls) & (EACH << 7);
        if found != 0 {
            return 8 * number + found.trailing_zeros() as usize / 8;
        }
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    8 * words.len() + rest.iter().position(is_special).unwrap_or(rest.len())
}

/// Writes `text` as a JSON string, what stands between two characters that have to be escaped at once.
pub(super) fn write_string(text: &str, out: &mut impl Write) -> io::Result<()> {
    let (plain, mut rest) = text.as_bytes().split_at(plain_len(text.as_bytes()));
    let mut start = 0;
    out.write_all(b"\"")?;
    out.write_all(plain)?;
    if rest.is_empty() {
        return out.write_all(b"\"");
    }
    for at in specials(rest) {
        let Some((run, [byte, behind @ ..])) = rest.split_at_checked(at - start) else { break };
        out.write_all(run)?;
        escape(*byte, out)?;
        rest = behind;
        start = at + 1;
    }
    out.write_all(rest)?;
    out.write_all(b"\"")
}

fn escape(byte: u8, out: &mut impl Write) -> io::Result<()> {
    let letter = match byte {
        b'"' | b'\\' => byte,
        8 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        12 => b'f',
        b'\r' => b'r',
        _ => {
            let digit = |nibble: u8| if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 };
            return out.write_all(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]);
        }
    };
    out.write_all(&[b'\\', letter])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::generate::{Alphabet, Rng, text};

    #[test]
    fn a_string_is_written_as_serde_json_writes_it() {
        let mut random = Rng::with_seed(1);
        let check = |text: &str| {
            let mut out = b"before".to_vec();
            write_string(text, &mut out).unwrap();
            let expected = format!("before{}", serde_json::to_string(text).unwrap());
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        };
        ('\0'..='\u{100}').for_each(|c| check(&format!("a{c}{c}bcdefghijk{c}")));
        for _ in 0..500 {
            let bytes = random.usize(..200);
            check(&text(&mut random, Alphabet::Mixed, bytes));
        }
    }

    #[test]
    fn the_first_special_byte_is_found_wherever_it_stands() {
        for length in 0..40 {
            for special_at in 0..=length {
                for special_byte in [b'"', b'\\', 0, 0x1F] {
                    let mut bytes = vec![[b' ', b'!', b'#', 0x7F, 0x80, 0xFF][length % 6]; length];
                    bytes.splice(special_at..special_at, [special_byte, b'"', 0]);
                    assert_eq!(plain_len(&bytes), special_at, "{bytes:?}");
                }
            }
            assert_eq!(plain_len(&vec![b'x'; length]), length);
        }
    }
}
