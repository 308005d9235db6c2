//! Writes a value as JSON, in the same form as records.

use chunk_core::jsonl::write_json;
use serde::Serialize;
use std::io;

pub(crate) fn json(value: &impl Serialize) -> io::Result<String> {
    let mut json = Vec::new();
    write_json(&mut json, value)?;
    String::from_utf8(json).map_err(io::Error::other)
}
