//! Writes the table of the character classes that the patterns of the encodings distinguish.

use crate::{
    Result,
    class::{BLOCK, Class, FOLLOWING, INITIAL},
    table::{CODE_POINTS, write_blocks},
    unicode::for_each,
};

pub(crate) fn write() -> Result<()> {
    let letter = Class::Letter as u8;
    let mut classes = vec![Class::Other as u8; CODE_POINTS];
    // What comes later is more special, and replaces what came before.
    for (name, class) in [
        ("Number", Class::Number as u8),
        ("White_Space", Class::Space as u8),
        ("Mark", Class::Other as u8 | INITIAL | FOLLOWING),
        ("Letter", letter | INITIAL | FOLLOWING),
        ("Uppercase_Letter", letter | INITIAL),
        ("Titlecase_Letter", letter | INITIAL),
        ("Lowercase_Letter", letter | FOLLOWING),
    ] {
        for_each(name, &mut classes, |byte| *byte = class)?;
    }
    for line_end in ['\r', '\n'] {
        *classes.get_mut(line_end as usize).ok_or("no such code point")? = Class::LineEnd as u8;
    }
    write_blocks("class", &classes, BLOCK)
}
