//! What a chunk is known by (H11).

use chunk_core::{ContentHash, Contract};

pub(crate) const CONTRACT: Contract = Contract::new("hybrid", "hybrid.chunking.v1");

/// A UUID version 8 from the first 16 bytes of SHA-256 over version, source file, strategy and content hash, joined by
/// LF.
pub(crate) fn id(version: &str, source_file: &str, strategy: &str, content: ContentHash) -> String {
    let content = content.hex();
    let parts = [version, "\n", source_file, "\n", strategy, "\n"].map(str::as_bytes);
    let digest = ContentHash::of_parts(parts.into_iter().chain([content.as_slice()])).hex();
    let mut id = String::with_capacity(36);
    for (place, &digit) in digest.iter().take(32).enumerate() {
        if matches!(place, 8 | 12 | 16 | 20) {
            id.push('-');
        }
        id.push(char::from(match (place, digit) {
            // The version, and two bits of the variant.
            (12, _) => b'8',
            (16, b'0' | b'4' | b'8' | b'c') => b'8',
            (16, b'1' | b'5' | b'9' | b'd') => b'9',
            (16, b'2' | b'6' | b'a' | b'e') => b'a',
            (16, _) => b'b',
            _ => digit,
        }));
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_is_a_uuid_of_version_8() {
        // printf 'hybrid.chunking.v1\nnotes/a.md\nstep-based\n%s' "$(printf abc | sha256sum | cut -c1-64)" | sha256sum
        let id = id(CONTRACT.version, "notes/a.md", "step-based", ContentHash::of("abc"));
        assert_eq!(id, "74113e98-e23d-86fd-b08e-f10b134373d3");
    }
}
