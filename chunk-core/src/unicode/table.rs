//! Looks up code points in the tables that the build script made.

use super::property::BLOCK;

type Index = [u8; (char::MAX as usize + 1) / BLOCK];

static INDEX: &Index = include_bytes!(concat!(env!("OUT_DIR"), "/property_index.bin"));
static BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/property_blocks.bin"));
static MARK_INDEX: &Index = include_bytes!(concat!(env!("OUT_DIR"), "/mark_index.bin"));
static MARK_BLOCKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/mark_blocks.bin"));

/// Whether `c` has one of these flags.
#[inline]
pub(super) fn has(c: char, flags: u8) -> bool {
    byte(c, INDEX, BLOCKS) & flags != 0
}

/// Whether `c` has the general category Mark.
#[inline]
pub(super) fn is_mark(c: char) -> bool {
    byte(c, MARK_INDEX, MARK_BLOCKS) != 0
}

/// The byte of `c` in a table.
#[inline]
fn byte(c: char, index: &Index, blocks: &[u8]) -> u8 {
    let code_point = c as usize;
    // The first block is ASCII.
    let block = match code_point / BLOCK {
        0 => 0,
        at => index.get(at).map_or(0, |&block| usize::from(block)),
    };
    blocks.get(block * BLOCK + code_point % BLOCK).copied().unwrap_or_default()
}
