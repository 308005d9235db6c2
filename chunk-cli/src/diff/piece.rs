//! The chunks of a side, as far as they are compared.

use crate::json::error_shown;
use chunk_core::ContentHash;
use chunk_records::Keys;
use serde_json::Value;

/// Where a record has its text to embed, if that is another one than the chunk's.
const EMBED: &str = "/embed";

/// What is held in memory of a chunk.
pub(super) struct Known {
    pub(super) source: String,
    pub(super) id: String,
    pub(super) content_hash: ContentHash,
    /// Of its record, and of the document that names.
    pub(super) record_hash: ContentHash,
}

/// A chunk as read.
pub(super) struct Piece<'r> {
    pub(super) known: Known,
    /// Its whole record, and which one of its side that is.
    pub(super) record: &'r [u8],
    pub(super) number: usize,
}

/// The chunks of a record, the `number`-th of its side.
pub(super) fn pieces<'r>(keys: &Keys, record: &'r [u8], number: usize) -> Result<Vec<Piece<'r>>, String> {
    let json: Value =
        serde_json::from_slice(record).map_err(|error| format!("no record: {}", error_shown(&error)))?;
    let text_of = |value: &Value, pointer: &str| match value.pointer(pointer) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        _ => Err(format!("no record: {} is missing", pointer.trim_start_matches('/').replace('/', "."))),
    };
    let source = text_of(&json, keys.source)?;
    let piece = |chunk: &Value| {
        let text = text_of(chunk, EMBED).or_else(|_| text_of(chunk, keys.text))?;
        let id = match (keys.id, keys.index) {
            (Some(pointer), _) => text_of(chunk, pointer)?,
            (None, pointer) => format!("{source}#{}", text_of(chunk, pointer)?),
        };
        // A chunk that is only a part of a record is the same wherever it is.
        let json = keys.chunks.map(|_| chunk.to_string());
        let own = json.as_ref().map_or(record, |json| json.as_bytes());
        let record_hash = ContentHash::of_parts([source.as_bytes(), b"\n", own]);
        let known = Known { content_hash: ContentHash::of(&text), record_hash, source: source.clone(), id };
        Ok(Piece { known, record, number })
    };
    keys.chunks_of(&json).iter().map(piece).collect()
}
