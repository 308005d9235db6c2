//! Writes a value as JSON, in the same form as records, and says what is wrong with a line that is none.

use chunk_core::jsonl::write_json;
use serde::Serialize;
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

/// The error as a message.
pub(crate) fn error_shown(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match what_and_column(&message) {
        (what, Some(column)) => format!("{what} (column {column})"),
        (what, None) => what.to_owned(),
    }
}
