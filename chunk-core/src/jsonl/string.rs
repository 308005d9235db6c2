//! JSON strings: which bytes stand in them as they are, and how the others are escaped.

use crate::positions;

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

/// Appends `text` to `out` as a JSON string.
pub(super) fn write_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    if is_plain(text.as_bytes()) {
        out.extend_from_slice(text.as_bytes());
    } else {
        write_escaped(text.as_bytes(), out);
    }
    out.push(b'"');
}

/// Not inlined, to keep the code for plain strings small: most are plain.
#[inline(never)]
fn write_escaped(text: &[u8], out: &mut Vec<u8>) {
    let mut start = 0;
    for at in specials(text) {
        let (Some(run), Some(&byte)) = (text.get(start..at), text.get(at)) else { break };
        out.extend_from_slice(run);
        match LETTERS.get(usize::from(byte)).unwrap_or(&byte) {
            b'u' => out.extend_from_slice(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)]),
            &letter => out.extend_from_slice(&[b'\\', letter]),
        }
        start = at + 1;
    }
    out.extend_from_slice(text.get(start..).unwrap_or_default());
}

const fn digit(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

/// The letter after the backslash for U+0000 to U+001F; after `u` come digits.
const LETTERS: &[u8; 32] = b"uuuuuuuubtnufruuuuuuuuuuuuuuuuuu";
