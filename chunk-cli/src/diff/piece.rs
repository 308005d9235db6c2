//! A chunk of a side, and the place of its record.

use crate::command::Keys;
use chunk_core::ContentHash;
use serde_json::Value;

/// Where a chunk's record can be read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: u32,
    /// The byte in the file, or the row in a store.
    pub(super) byte: u64,
    /// Which chunk of the record, for a contract whose records hold several.
    pub(super) part: u32,
}

impl Place {
    /// The place of the whole record.
    pub(super) fn of_record(self) -> Self {
        Self { part: 0, ..self }
    }
}

/// A chunk as read.
pub(super) struct Piece<'r> {
    pub(super) source: String,
    pub(super) id: String,
    pub(super) content_hash: ContentHash,
    pub(super) record_hash: u64,
    /// Its whole record.
    pub(super) record: &'r [u8],
    pub(super) place: Place,
}

/// What a chunk is read again for.
pub(super) struct Known {
    pub(super) source: String,
    pub(super) id: String,
    pub(super) content_hash: ContentHash,
}

/// The chunks of a record.
pub(super) fn pieces<'r>(keys: &Keys, record: &'r [u8], place: Place) -> Result<Vec<Piece<'r>>, String> {
    let json: Value = serde_json::from_slice(record).map_err(|error| format!("no record: {error}"))?;
    let text_of = |value: &Value, pointer: &str| match value.pointer(pointer) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        _ => Err(format!("no record: {} is missing", pointer.trim_start_matches('/').replace('/', "."))),
    };
    let source = text_of(&json, keys.source)?;
    let chunks: Vec<&Value> = match keys.chunks {
        None => vec![&json],
        Some(pointer) => json
            .pointer(pointer)
            .and_then(Value::as_array)
            .map(|all| all.iter().collect())
            .unwrap_or_default(),
    };
    let piece = |(part, chunk): (u32, &Value)| {
        let text = text_of(chunk, keys.text)?;
        let id = match (keys.id, keys.index) {
            (Some(pointer), _) => text_of(chunk, pointer)?,
            (None, pointer) => format!("{source}#{}", text_of(chunk, pointer)?),
        };
        let chunk_hash = if keys.chunks.is_some() { part_hash(chunk) } else { short_hash(record) };
        Ok(Piece {
            content_hash: ContentHash::of(&text),
            record_hash: record_hash(chunk_hash, &source),
            source: source.clone(),
            id,
            record,
            place: Place { part, ..place },
        })
    };
    (0..).zip(chunks).map(piece).collect()
}

/// The hash that identifies a chunk's record.
pub(super) fn record_hash(chunk_hash: u64, source: &str) -> u64 {
    chunk_hash ^ short_hash(source.as_bytes())
}

/// The hash of a chunk that is only a part of a record, the same wherever the chunk stands.
pub(super) fn part_hash(chunk: &Value) -> u64 {
    short_hash(chunk.to_string().as_bytes())
}

/// The first eight bytes of the SHA-256.
pub(super) fn short_hash(bytes: &[u8]) -> u64 {
    let first = ContentHash::of(bytes).as_bytes().as_chunks().0.first().copied();
    first.map(u64::from_be_bytes).unwrap_or_default()
}
