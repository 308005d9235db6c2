//! Looks up the flags of a code point in the table that the build script made.

use super::property::BLOCK;

static INDEX: &[u8; (char::MAX as usize + 1) / BLOCK] =
    include_bytes!(concat!(env!("OUT_DIR"), "/property_index.bin"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/property_blocks.bin"));

/// Whether `c` has one of these flags.
#[inline]
pub(super) fn has(c: char, flags: u8) -> bool {
    let code_point = c as usize;
    // The first block is ASCII.
    let block = match code_point / BLOCK {
        0 => 0,
        at => INDEX.get(at).map_or(0, |&block| usize::from(block)),
    };
    BLOCKS.get(block * BLOCK + code_point % BLOCK).is_some_and(|found| found & flags != 0)
}
