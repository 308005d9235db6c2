//! A document as a policy is given it: bytes, path and dates, and the error if the bytes are no text.

use crate::types::{Metadata, Position, Turn};

/// A document as the caller found it: what the file system and version control know about it.
///
/// Every policy uses what its contract names. A library reads no file, clock or repository, so what the caller does not
/// give is unknown.
///
/// ```
/// use chunk_core::Source;
///
/// let source = Source::new("notes/a.md", b"caf\xC3\xA9");
/// assert_eq!(source.text()?, "café");
/// let broken = Source::new("b.md", b"caf\xE9");
/// assert_eq!(broken.text().unwrap_err().byte, 3);
/// # Ok::<(), chunk_core::InvalidUtf8>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Source<'u> {
    /// Its path, relative to the root of its corpus, `/`-separated; or its id if it is no file.
    pub path: &'u str,
    /// Its bytes, as given.
    pub bytes: &'u [u8],
    /// Its version, such as a commit id.
    pub revision: Option<&'u str>,
    /// When it was created, or when the run that chunks it began, in milliseconds since 1970-01-01 UTC.
    pub created_at_ms: Option<i64>,
    /// When it was last modified, in milliseconds since 1970-01-01 UTC.
    pub modified_at_ms: Option<i64>,
    /// What else the caller knows of it, such as the fields of its line of JSON: policies keep those that their settings name.
    pub fields: Option<&'u Metadata>,
    /// The turns, if it is a conversation that a reader of its format rendered as text.
    pub turns: &'u [Turn],
    /// What kind of document it is, where that is known from elsewhere than its path: `item` or `adr`.
    pub doctype: Option<&'u str>,
}

impl<'u> Source<'u> {
    /// A document of which only the path and the bytes are known.
    #[must_use]
    pub fn new(path: &'u str, bytes: &'u [u8]) -> Self {
        Self { path, bytes, ..Self::default() }
    }

    /// The bytes as text.
    ///
    /// # Errors
    /// [`InvalidUtf8`] with the offset of the first byte that is not UTF-8. Nothing is ever replaced by U+FFFD.
    pub fn text(&self) -> Result<&'u str, InvalidUtf8> {
        std::str::from_utf8(self.bytes).map_err(|error| InvalidUtf8 {
            byte: error.valid_up_to(),
            kind: looks_like(self.bytes).or_else(|| self.nul().map(|_| BINARY)),
        })
    }

    /// What is said of a file that is UTF-8 and yet a binary one, such as an archive of texts: by git's rule it has a NUL near its start. (A caller
    /// may still mean it: the contracts take U+0000 for a character like others.)
    ///
    /// ```
    /// # use chunk_core::Source;
    /// let said = Source::new("a.gif", b"GIF89a\x01\0").binary().unwrap();
    /// assert_eq!(said, "byte 7 is NUL; it looks like a binary file: leave it out");
    /// assert_eq!(Source::new("a.txt", b"It hums.").binary(), None);
    /// ```
    #[must_use]
    pub fn binary(&self) -> Option<String> {
        let nul = self.nul().filter(|_| self.text().is_ok())?;
        Some(format!("byte {nul} is NUL; it looks like {}", looks_like(self.bytes).unwrap_or(BINARY)))
    }

    fn nul(&self) -> Option<usize> {
        self.bytes.iter().take(BINARY_HEAD).position(|byte| *byte == 0)
    }
}

/// A file with a NUL among this many first bytes is taken for a binary one, as git does.
const BINARY_HEAD: usize = 8_000;
const BINARY: &str = "a binary file: leave it out";

/// A document is not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("byte {byte} is not valid UTF-8; {}{}", if kind.is_some() { "it looks like " } else { "" }, kind.unwrap_or(CONVERT))]
#[non_exhaustive]
pub struct InvalidUtf8 {
    /// Offset of the first byte that does not belong to a valid sequence.
    pub byte: usize,
    /// What the file is instead, and what to do about it. To convert a file that is no text at all would be the wrong advice.
    kind: Option<&'static str>,
}

const CONVERT: &str = "convert the file to UTF-8";

impl InvalidUtf8 {
    /// Whether the bytes look like a file that is no text, such as a picture, so that there is nothing to convert.
    #[must_use]
    pub fn is_no_text(&self) -> bool {
        self.kind.is_some_and(|kind| !kind.contains("convert"))
    }

    /// Where in the document it is: at that byte.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        Some(Position::Byte(self.byte))
    }
}

/// What a file that starts with these bytes is, and how to get text from it; `None` if it may be text.
///
/// ```
/// assert_eq!(chunk_core::looks_like(b"%PDF-1.7"), Some("a PDF: extract its text first"));
/// assert_eq!(chunk_core::looks_like(b"# Plan"), None);
/// ```
#[must_use]
pub const fn looks_like(head: &[u8]) -> Option<&'static str> {
    match head {
        [0x1F, 0x8B, ..] => Some("gzip: decompress it first"),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some("zstd: decompress it first"),
        [0xFD, b'7', b'z', b'X', b'Z', ..] => Some("xz: decompress it first"),
        [b'P', b'K', 3, 4, ..] => {
            Some("a ZIP archive, as .docx, .xlsx and .epub are: extract its text first")
        }
        [b'%', b'P', b'D', b'F', b'-', ..] => Some("a PDF: extract its text first"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [b'{', 0, b'"', 0, ..] | [0, b'{', 0, b'"', ..] => {
            Some("UTF-16: convert it to UTF-8 first")
        }
        _ => None,
    }
}
