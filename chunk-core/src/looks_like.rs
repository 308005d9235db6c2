//! Recognizes files that are no UTF-8 text, for errors that say what to do about them.

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
