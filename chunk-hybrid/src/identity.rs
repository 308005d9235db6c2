//! What a chunk is known by (H11).

use chunk_core::ContentHash;

/// The version of this policy: part of every id.
pub(crate) const VERSION: &str = "hybrid.chunking.v1";

/// A UUID version 8 from the first 16 bytes of SHA-256 over version, source file, strategy and content hash, joined by
/// LF.
pub(crate) fn id(source_file: &str, strategy: &str, content: ContentHash) -> String {
    let content = content.to_string();
    let digest = ContentHash::of_parts([VERSION, "\n", source_file, "\n", strategy, "\n", &content]);
    let [first, second, ..] = digest.as_bytes().as_chunks::<8>().0 else { return String::new() };
    let (first, second) = (u64::from_be_bytes(*first), u64::from_be_bytes(*second));
    let version = first & 0x0FFF | 0x8000;
    let variant = second >> 48 & 0x3FFF | 0x8000;
    let (low, middle, node) = (first >> 32, first >> 16 & 0xFFFF, second & 0xFFFF_FFFF_FFFF);
    format!("{low:08x}-{middle:04x}-{version:04x}-{variant:04x}-{node:012x}")
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
