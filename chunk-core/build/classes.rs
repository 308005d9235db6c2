//! The classes that the pattern of cl100k_base tells apart.

use crate::{
    Result,
    class::{BLOCK, Class},
    table::{CODE_POINTS, write_blocks},
    unicode::Property,
};

pub(crate) fn write() -> Result<()> {
    let white_space = Property::read("White_Space")?;
    let letters = Property::read("Letter")?;
    let numbers = Property::read("Number")?;
    let class = |code_point| match code_point {
        0x0A | 0x0D => Class::LineEnd,
        _ if white_space.holds(code_point) => Class::Space,
        _ if letters.holds(code_point) => Class::Letter,
        _ if numbers.holds(code_point) => Class::Number,
        _ => Class::Other,
    };
    let classes: Vec<u8> = CODE_POINTS.map(|code_point| class(code_point) as u8).collect();
    write_blocks("class", &classes, BLOCK)
}
