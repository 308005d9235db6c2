//! Writes a byte for every code point as a two-level table: blocks of code points, of which equal ones are stored once.

use crate::{Result, write_file};

/// The number of code points.
pub(crate) const CODE_POINTS: usize = char::MAX as usize + 1;

/// Writes `NAME_blocks.bin`, the distinct blocks, and `NAME_index.bin`, which of them each block of code points is.
pub(crate) fn write_blocks(name: &str, bytes: &[u8], block: usize) -> Result<()> {
    let mut blocks: Vec<&[u8]> = Vec::new();
    let mut index = Vec::new();
    for block in bytes.chunks(block) {
        let at = blocks.iter().position(|&known| known == block).unwrap_or(blocks.len());
        if at == blocks.len() {
            blocks.push(block);
        }
        index.push(u8::try_from(at)?);
    }
    write_file(&format!("{name}_index.bin"), &index)?;
    write_file(&format!("{name}_blocks.bin"), &blocks.concat())
}
