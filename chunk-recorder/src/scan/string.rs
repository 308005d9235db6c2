//! Which bytes a JSON string has as they are, and which are escaped.

use chunk_core::positions;

/// The positions of the quotes, backslashes and control characters in `bytes`: those that a JSON string has to escape.
#[inline]
pub(super) fn specials(bytes: &[u8]) -> impl Iterator<Item = usize> {
    positions(bytes, is_special)
}

/// Whether `bytes` can stand in a JSON string as they are: there are no [`specials`].
#[must_use]
#[inline]
pub(super) fn is_plain(bytes: &[u8]) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_special_byte_is_found_wherever_it_is() {
        for length in 0..70 {
            let plain = vec![[b' ', b'!', b'#', 0x7F, 0x80, 0xFF][length % 6]; length];
            assert!(is_plain(&plain) && specials(&plain).next().is_none());
            for at in 0..length {
                for special in [b'"', b'\\', 0, 0x1F] {
                    let mut bytes = plain.clone();
                    bytes[at] = special;
                    assert!(!is_plain(&bytes) && specials(&bytes).eq([at]), "{bytes:?}");
                }
            }
        }
    }
}
