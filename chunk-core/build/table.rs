//! A byte of every code point, as a table of two levels: blocks of code points, equal ones stored once.

use crate::{Result, write_file};

/// How many there are.
pub(crate) const CODE_POINTS: usize = char::MAX as usize + 1;

/// Writes `NAME_index.bin`, which block each block of code points is, and `NAME_blocks.bin`, the blocks.
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
