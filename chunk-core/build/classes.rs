//! Writes the table of the character classes that the pattern of cl100k_base distinguishes.

use crate::{
    Result,
    class::{BLOCK, Class},
    table::{CODE_POINTS, write_blocks},
    unicode::for_each,
};

pub(crate) fn write() -> Result<()> {
    let mut classes = vec![Class::Other as u8; CODE_POINTS];
    for (name, class) in [("Number", Class::Number), ("Letter", Class::Letter), ("White_Space", Class::Space)]
    {
        for_each(name, &mut classes, |byte| *byte = class as u8)?;
    }
    for line_end in ['\r', '\n'] {
        *classes.get_mut(line_end as usize).ok_or("no such code point")? = Class::LineEnd as u8;
    }
    write_blocks("class", &classes, BLOCK)
}
