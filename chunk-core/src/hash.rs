//! SHA-256 digests, written as all contracts write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::Error as _};
use sha2::{Digest, Sha256};
use std::{fmt, str::FromStr};

/// A SHA-256 digest, shown and serialized as 64 lowercase hexadecimal digits.
///
/// ```
/// use chunk_core::ContentHash;
///
/// let hash = ContentHash::of("abc");
/// assert_eq!(hash.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
/// // Parts are hashed as if they were joined, but they are not copied.
/// assert_eq!(ContentHash::of_parts(["a", "bc"]), hash);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// The digest of `content`.
    #[must_use]
    pub fn of(content: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(content.as_ref()).into())
    }

    /// The digest of the concatenation of `parts`.
    #[must_use]
    pub fn of_parts(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update(part.as_ref());
        }
        Self(digest.finalize().into())
    }

    /// The digest in lowercase hexadecimal digits, which are ASCII.
    #[must_use]
    pub fn hex(&self) -> [u8; 64] {
        let digit = |nibble: u8| nibble + if nibble < 10 { b'0' } else { b'a' - 10 };
        let mut hex = [0; 64];
        for (pair, byte) in hex.as_chunks_mut().0.iter_mut().zip(self.0) {
            *pair = [digit(byte >> 4), digit(byte & 15)];
        }
        hex
    }

    /// The 32 bytes of the digest.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.hex()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

/// A text is no [`ContentHash`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a SHA-256 hash is 64 lowercase hexadecimal digits")]
#[non_exhaustive]
pub struct InvalidHash;

impl FromStr for ContentHash {
    type Err = InvalidHash;

    fn from_str(hex: &str) -> Result<Self, InvalidHash> {
        let nibble = |digit: &u8| match digit {
            b'0'..=b'9' => Ok(digit - b'0'),
            b'a'..=b'f' => Ok(digit - b'a' + 10),
            _ => Err(InvalidHash),
        };
        let mut bytes = [0; 32];
        let digits = hex.as_bytes();
        if digits.len() != 64 {
            return Err(InvalidHash);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let [high, low] = pair else { return Err(InvalidHash) };
            *byte = nibble(high)? << 4 | nibble(low)?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for ContentHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(&self.hex()).map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for ContentHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hex = std::borrow::Cow::<str>::deserialize(deserializer)?;
        hex.parse().map_err(serde::de::Error::custom)
    }
}
