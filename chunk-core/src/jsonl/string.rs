//! JSON strings: which bytes stand in them as they are, and how the others are escaped.

use crate::positions;
use std::io::{self, Write};

/// Up to this many bytes, as keys have, are tested one by one.
const FEW: usize = 24;

/// Writes `text` as a JSON string.
pub(super) fn write_string(text: &str, out: &mut impl Write) -> io::Result<()> {
    let text = text.as_bytes();
    out.write_all(b"\"")?;
    if text.len() > FEW || text.iter().any(|&byte| is_special(byte)) {
        write_escaped(text, out)?;
    } else {
        out.write_all(text)?;
    }
    out.write_all(b"\"")
}

fn write_escaped(text: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut start = 0;
    for at in positions(text, is_special) {
        let (Some(run), Some(&byte)) = (text.get(start..at), text.get(at)) else { break };
        out.write_all(run)?;
        match LETTERS.get(usize::from(byte)).unwrap_or(&byte) {
            b'u' => out.write_all(&[b'\\', b'u', b'0', b'0', digit(byte >> 4), digit(byte & 15)])?,
            &letter => out.write_all(&[b'\\', letter])?,
        }
        start = at + 1;
    }
    out.write_all(text.get(start..).unwrap_or_default())
}

#[inline]
const fn is_special(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

const fn digit(nibble: u8) -> u8 {
    if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 }
}

/// The letter after the backslash for U+0000 to U+001F; after `u` come digits.
const LETTERS: &[u8; 32] = b"uuuuuuuubtnufruuuuuuuuuuuuuuuuuu";
