//! JSON strings: which bytes stand in them as they are, and how the others are escaped.

use crate::{positions, push_run};
use std::io::{self, Write};

/// The positions of the quotes, backslashes and control characters in `bytes`: those that a JSON string has to escape.
///
/// ```
/// use chunk_core::jsonl::specials;
///
/// assert!(specials(b"a \"b\"\n").eq([2, 4, 5]));
/// ```
#[inline]
pub fn specials(bytes: &[u8]) -> impl Iterator<Item = usize> {
    positions(bytes, is_special)
}

/// Whether `bytes` can stand in a JSON string as they are: there are no [`specials`].
///
/// ```
/// use chunk_core::jsonl::is_plain;
///
/// assert!(is_plain(b"a.txt") && !is_plain(b"a.txt\n"));
/// ```
#[must_use]
#[inline]
pub fn is_plain(bytes: &[u8]) -> bool {
    // What is left after the last whole block is tested together with some bytes before it, for a second time.
    match (bytes.first_chunk::<8>(), bytes.last_chunk::<8>(), bytes.last_chunk::<16>()) {
        (.., Some(last)) => is_plain_block(last) && bytes.as_chunks::<16>().0.iter().all(is_plain_block),
        (Some(first), Some(last), None) => is_plain_block(first) && is_plain_block(last),
        _ => !bytes.iter().any(|&byte| is_special(byte)),
    }
}

/// The same for a block, which is tested as a whole.
#[inline]
fn is_plain_block<const BYTES: usize>(block: &[u8; BYTES]) -> bool {
    !block.iter().fold(false, |any, &byte| any | is_special(byte))
}

#[inline]
const fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// Writes `text` as a JSON string.
pub(super) fn write_string(text: &str, out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"\"")?;
    if is_plain(text.as_bytes()) {
        out.write_all(text.as_bytes())?;
    } else {
        write_escaped(text.as_bytes(), out)?;
    }
    out.write_all(b"\"")
}

/// Not inlined, to keep the code for plain strings small: most are plain.
#[inline(never)]
fn write_escaped(text: &[u8], out: &mut impl Write) -> io::Result<()> {
    // Runs and escapes are a few bytes each: `out` gets many of them at once, and memory stays bounded.
    const PIECE: usize = 4096;
    let mut escaped = Vec::with_capacity(2 * text.len().min(PIECE));
    for piece in text.chunks(PIECE) {
        escaped.clear();
        append_escaped(piece, &mut escaped);
        out.write_all(&escaped)?;
    }
    Ok(())
}

fn append_escaped(text: &[u8], escaped: &mut Vec<u8>) {
    let mut start = 0;
    for at in specials(text) {
        let (Some(run), Some(&byte)) = (text.get(start..), text.get(at)) else { break };
        push_run(escaped, run, at - start);
        match LETTERS.get(usize::from(byte)).unwrap_or(&byte) {
            b'u' => escaped.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]),
            &letter => escaped.extend_from_slice(&[b'\\', letter]),
        }
        start = at + 1;
    }
    escaped.extend_from_slice(text.get(start..).unwrap_or_default());
}

const fn digit(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

/// The letter after the backslash for U+0000 to U+001F; after `u` come digits.
const LETTERS: &[u8; 32] = b"uuuuuuuubtnufruuuuuuuuuuuuuuuuuu";

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
    fn one_special_byte_is_found_wherever_it_stands() {
        for length in 0..70 {
            let plain = vec![[b' ', b'!', b'#', 0x7F, 0x80, 0xFF][length % 6]; length];
            assert!(is_plain(&plain));
            for at in 0..length {
                for special in [b'"', b'\\', 0, 0x1F] {
                    let mut bytes = plain.clone();
                    bytes[at] = special;
                    assert!(!is_plain(&bytes), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_string_is_written_in_pieces_as_one() {
        for text in ["\n", "a", "é\"", "\u{1}", "漢字"] {
            let text = text.repeat(5_000);
            let mut out = Vec::new();
            write_string(&text, &mut out).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&text).unwrap());
        }
    }
}
