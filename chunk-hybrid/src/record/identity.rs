//! The id of a chunk (H11), and the name of the contract in it.

use chunk_core::{ContentHash, types::Contract};

pub(crate) const CONTRACT: Contract = Contract::new("hybrid", "hybrid.chunking.v1");

/// A UUID version 8 from the first 16 bytes of SHA-256 over version, source file, strategy and content hash, joined by
/// LF.
pub(crate) fn id(version: &str, source_file: &str, strategy: &str, content: ContentHash) -> String {
    let content = content.hex();
    let parts = [version, "\n", source_file, "\n", strategy, "\n"].map(str::as_bytes);
    let digest = ContentHash::of_parts(parts.into_iter().chain([content.as_slice()]));
    let bits = digest.as_bytes().iter().take(16).fold(0_u128, |bits, &byte| bits << 8 | u128::from(byte));
    // The version, and two bits of the variant.
    let bits = bits & !(0xf << 76 | 0b11 << 62) | 0x8 << 76 | 0b10 << 62;
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        bits >> 96,
        bits >> 80 & 0xffff,
        bits >> 64 & 0xffff,
        bits >> 48 & 0xffff,
        bits & 0xffff_ffff_ffff
    )
}
