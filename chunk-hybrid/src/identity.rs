//! What a chunk is known by (H11).

use chunk_core::ContentHash;
use std::fmt::Write;

/// The version of this policy: part of every id.
pub(crate) const VERSION: &str = "hybrid.chunking.v1";

/// A UUID version 8 from the first 16 bytes of SHA-256 over version, source file, strategy and content hash, joined by
/// LF.
pub(crate) fn id(source_file: &str, strategy: &str, content: ContentHash) -> String {
    let content = content.to_string();
    let digest = ContentHash::of_parts([VERSION, "\n", source_file, "\n", strategy, "\n", &content]);
    let mut uuid = String::with_capacity(36);
    for (index, &byte) in digest.as_bytes().iter().take(16).enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            uuid.push('-');
        }
        let byte = match index {
            6 => byte & 0x0F | 0x80,
            8 => byte & 0x3F | 0x80,
            _ => byte,
        };
        // Writing to a string cannot fail.
        let _ = write!(uuid, "{byte:02x}");
    }
    uuid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_a_uuid_of_version_8() {
        // printf 'hybrid.chunking.v1\nnotes/a.md\nstep-based\n%s' "$(printf abc | sha256sum | cut -c1-64)" | sha256sum
        let id = id("notes/a.md", "step-based", ContentHash::of("abc"));
        assert_eq!(id, "74113e98-e23d-86fd-b08e-f10b134373d3");
    }
}
