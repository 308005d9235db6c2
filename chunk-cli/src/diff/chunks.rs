//! The chunks of a side, as far as they are compared, and those of two sides matched: first those with the same record, then, of the others, those with the same text.

use crate::json::error_shown;
use chunk_core::ContentHash;
use chunk_records::Keys;
use serde::Serialize;
use serde_json::Value;

/// What became of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Change {
    /// Its record is the same, byte for byte.
    Kept,
    /// Its text is the same, but its id, its place or other metadata have changed.
    Moved,
    Added,
    Removed,
}

/// Both sides, matched.
pub(super) struct Matched {
    /// What became of each chunk of the old side.
    pub(super) old: Vec<Change>,
    /// What each chunk of the new side is, and the number of the old one that it was.
    pub(super) new: Vec<(Change, Option<usize>)>,
}

impl Matched {
    pub(super) fn of(old: &[Known], new: &[Known]) -> Self {
        let mut matched =
            Self { old: vec![Change::Removed; old.len()], new: vec![(Change::Added, None); new.len()] };
        matched.pair(Change::Kept, old, new, |chunk| chunk.record_hash);
        matched.pair(Change::Moved, old, new, |chunk| chunk.content_hash);
        matched
    }

    /// Pairs the chunks that are still without one by a key: the first with the first of the same key, and so on.
    fn pair<K: Ord>(&mut self, change: Change, old: &[Known], new: &[Known], key: fn(&Known) -> K) {
        let unpaired = old.iter().zip(&mut self.old).enumerate();
        let unpaired = unpaired.filter(|(_, (_, was))| **was == Change::Removed);
        let mut before: Vec<_> = unpaired.map(|(number, (chunk, was))| (key(chunk), number, was)).collect();
        before.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let unpaired = new.iter().zip(&mut self.new).enumerate();
        let unpaired = unpaired.filter(|(_, (_, is))| is.0 == Change::Added);
        let mut now: Vec<_> = unpaired.map(|(number, (chunk, is))| (key(chunk), number, is)).collect();
        now.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
        let mut before = before.into_iter().peekable();
        for (key, _, is) in now {
            while before.next_if(|(other, ..)| *other < key).is_some() {}
            if let Some((_, number, was)) = before.next_if(|(other, ..)| *other == key) {
                (*was, *is) = (change, (change, Some(number)));
            }
        }
    }
}

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
