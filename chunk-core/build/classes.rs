//! The class of every code point, as a table of two levels: blocks of code points, equal ones stored once.

use crate::{
    Result,
    class::{BLOCK, Class},
    text::is_white_space,
    unicode::{LETTERS, NUMBERS},
    write_file,
};

pub(crate) fn write() -> Result<()> {
    let classes: Vec<u8> = (0..=u32::from(char::MAX)).map(|code_point| class(code_point) as u8).collect();
    let mut blocks: Vec<&[u8]> = Vec::new();
    let mut index = Vec::new();
    for block in classes.chunks(BLOCK) {
        let at = blocks.iter().position(|&known| known == block).unwrap_or(blocks.len());
        if at == blocks.len() {
            blocks.push(block);
        }
        index.push(u8::try_from(at)?);
    }
    write_file("class_index.bin", &index)?;
    write_file("class_blocks.bin", &blocks.concat())
}

fn class(code_point: u32) -> Class {
    match char::from_u32(code_point) {
        Some('\r' | '\n') => Class::LineEnd,
        Some(c) if is_white_space(c) => Class::Space,
        _ if holds(&LETTERS, code_point) => Class::Letter,
        _ if holds(&NUMBERS, code_point) => Class::Number,
        _ => Class::Other,
    }
}

fn holds(ranges: &[(u32, u32)], code_point: u32) -> bool {
    let behind = ranges.partition_point(|&(first, _)| first <= code_point);
    ranges.get(..behind).and_then(<[_]>::last).is_some_and(|&(_, last)| code_point <= last)
}
