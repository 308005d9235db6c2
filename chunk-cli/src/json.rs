//! Writes a value as JSON, in the same form as records, and says what is wrong with a line that is none.

use chunk_core::{in_plain_words, jsonl::write_json};
use serde::Serialize;
use serde_json::error::Category;
use std::io;

pub(crate) fn json(value: &impl Serialize) -> io::Result<String> {
    let mut json = Vec::new();
    write_json(&mut json, value)?;
    String::from_utf8(json).map_err(io::Error::other)
}

/// What serde_json says is wrong with a line, and in which column, if at one: its "at line 1 column 5" would read as a place in the file.
pub(crate) fn what_and_column(message: &str) -> (&str, Option<&str>) {
    match message.rsplit_once(" at line 1 column ") {
        Some((what, "0")) => (what, None),
        Some((what, column)) => (what, Some(column)),
        None => (message, None),
    }
}

/// The error as a message, in words for people who need not know Rust's types: `invalid type: integer `7`, expected a string` is `it is the
/// number `7`, and must be a string`.
pub(crate) fn error_shown(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let (what, column) = what_and_column(&message);
    let what = match error.classify() {
        Category::Syntax | Category::Eof => format!("this is not JSON: {what}"),
        Category::Data | Category::Io => plain(what),
    };
    what + &column.map_or_else(String::new, |column| format!(" (column {column})"))
}

fn plain(what: &str) -> String {
    if let Some(field) = what.strip_prefix("missing field ") {
        return format!("the field {field} is missing");
    }
    let invalid = what.split_once("invalid type: ").or_else(|| what.split_once("invalid value: "));
    let Some((before, (given, wanted))) =
        invalid.and_then(|(before, rest)| Some((before, rest.rsplit_once(", expected ")?)))
    else {
        return what.to_owned();
    };
    let given = match given.split_once(' ') {
        _ if given == "sequence" => "a list".to_owned(),
        _ if given == "map" => "an object".to_owned(),
        Some(("integer", number)) => format!("the number {number}"),
        Some(("floating", number)) => format!("the number {}", number.trim_start_matches("point ")),
        Some(("string", text)) => format!("the string {text}"),
        Some(("boolean", value)) => value.to_owned(),
        _ => given.to_owned(),
    };
    format!("{before}it is {given}, and must be {}", in_plain_words(wanted))
}
