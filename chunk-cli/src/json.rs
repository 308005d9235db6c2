//! Writes a value as JSON, in the same form as records, and says what is wrong with what is none.

use chunk_core::{json_error, jsonl::write_json};
use serde::Serialize;
use std::io;

pub(crate) fn json(value: &impl Serialize) -> io::Result<String> {
    let mut json = Vec::new();
    write_json(&mut json, value)?;
    String::from_utf8(json).map_err(io::Error::other)
}

/// What is wrong with JSON, and where: of a line, in which column.
pub(crate) fn error_shown(error: &serde_json::Error) -> String {
    match (error.line(), error.column()) {
        (1, column @ 1..) => format!("{} (column {column})", json_error(error)),
        (line @ 2.., column) => format!("{} (line {line}, column {column})", json_error(error)),
        _ => json_error(error),
    }
}
