//! Writes the table of the character properties that the contracts use, a byte of flags each, and the lowercase mapping.

use crate::{
    Result,
    property::{
        ALPHABETIC, BLOCK, CASE_IGNORABLE, CASED, DECIMAL_DIGIT, LOWERCASE, NUMBER, SENTENCE_TERMINAL,
        UPPERCASE,
    },
    table::{CODE_POINTS, write_blocks},
    unicode::{for_each, lowercase},
    write_file,
};
use std::fmt::Write;

pub(crate) fn write() -> Result<()> {
    let flags = [
        ("Alphabetic", ALPHABETIC),
        ("Number", NUMBER),
        ("Uppercase", UPPERCASE),
        ("Lowercase", LOWERCASE),
        ("Cased", CASED),
        ("Case_Ignorable", CASE_IGNORABLE),
        ("Decimal_Number", DECIMAL_DIGIT),
        ("Sentence_Terminal", SENTENCE_TERMINAL),
    ];
    let mut bytes = vec![0; CODE_POINTS];
    for (name, flag) in flags {
        for_each(name, &mut bytes, |byte| *byte |= flag)?;
    }
    write_blocks("property", &bytes, BLOCK)?;
    let mut marks = vec![0; CODE_POINTS];
    for_each("Mark", &mut marks, |byte| *byte = 1)?;
    write_blocks("mark", &marks, BLOCK)?;

    let mut source = String::from("&[\n");
    for mapping in lowercase()? {
        let crate::unicode::Mapping { first, last, step, by } = mapping;
        writeln!(source, "    Mapping {{ first: {first}, last: {last}, step: {step}, by: {by} }},")?;
    }
    source += "]\n";
    write_file("lowercase.rs", source.as_bytes())
}
