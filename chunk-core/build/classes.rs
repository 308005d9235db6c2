//! Writes the table of the character classes that the patterns of the encodings distinguish.

use crate::{
    Result,
    class::{BLOCK, Class},
    table::{CODE_POINTS, write_blocks},
    unicode::for_each,
};

pub(crate) fn write() -> Result<()> {
    let mut classes = vec![Class::SIGN.to_byte(); CODE_POINTS];
    // What comes later is more special, and replaces what came before.
    for (name, class) in [
        ("Number", Class::NUMBER),
        ("White_Space", Class::BLANK),
        ("Mark", Class::MARK),
        ("Letter", Class::UNCASED),
        ("Uppercase_Letter", Class::UPPERCASE),
        ("Titlecase_Letter", Class::UPPERCASE),
        ("Lowercase_Letter", Class::LOWERCASE),
    ] {
        for_each(name, &mut classes, |byte| *byte = class.to_byte())?;
    }
    for (c, class) in [('\r', Class::LINE_END), ('\n', Class::LINE_END), ('/', Class::SLASH)] {
        *classes.get_mut(c as usize).ok_or("no such code point")? = class.to_byte();
    }
    write_blocks("class", &classes, BLOCK)
}
