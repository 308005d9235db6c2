//! Views: a document with its chunks, where they overlap, and why each begins where it does.

use crate::Keys;
use chunk_core::Places;
use serde::Serialize;
use serde_json::Value;

/// A document as one policy chunks it.
#[derive(Debug, Serialize)]
pub struct View {
    /// The policy, and the settings that are not the contract's defaults.
    pub title: String,
    /// What sizes are counted in.
    pub unit: &'static str,
    /// The chunks.
    pub pieces: Vec<Part>,
    /// The text after the last chunk.
    pub rest: String,
}

/// A chunk, and the text before it.
#[derive(Debug, Serialize)]
pub struct Part {
    /// The text between the chunk before and this one, which is in neither.
    pub between: String,
    /// The text that the chunk before holds too.
    pub overlap: String,
    /// The rest of the chunk's text.
    pub text: String,
    /// Its size.
    pub size: usize,
    /// The first and the last line that it stands in, if that is known.
    pub lines: Option<(usize, usize)>,
    /// Its id, or its number if its contract has no ids.
    pub id: String,
    /// Why it begins where it does.
    pub reason: String,
    /// The whole record, which the page holds apart from the views.
    #[serde(skip)]
    pub record: Value,
}

impl View {
    /// The view of a document, `source`, as given, with the records of its chunks and the settings in force. Of a chunk whose place is not in
    /// `source` the view has the text of its record.
    #[must_use]
    pub fn new(keys: &Keys, title: String, source: &[u8], records: Vec<Value>, config: &Value) -> Self {
        let slice = |from: usize, to: usize| {
            String::from_utf8_lossy(source.get(from..to.max(from)).unwrap_or_default()).into_owned()
        };
        let places = std::str::from_utf8(source).ok().map(Places::new);
        let mut pieces: Vec<Part> = Vec::new();
        let mut end_before = 0;
        for record in records {
            let string = |pointer: &str| {
                record.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
            };
            let number = |pointer: &str| usize::try_from(record.pointer(pointer)?.as_u64()?).ok();
            let span = keys.span.and_then(|(start, end)| Some((number(start)?, number(end)?)));
            let span = span.filter(|(_, end)| *end <= source.len());
            let (between, overlap, text) = match span {
                Some((start, end)) => {
                    let body = start.max(end_before.min(end));
                    let parts = (slice(end_before, start), slice(start, body), slice(body, end));
                    end_before = end_before.max(end);
                    parts
                }
                None => (String::new(), String::new(), string(keys.text)),
            };
            let lines = places.as_ref().zip(span);
            pieces.push(Part {
                between,
                overlap,
                text,
                size: number(keys.size).unwrap_or_default(),
                lines: lines.map(|(places, (start, end))| places.of(start..end).lines.into_inner()),
                id: keys.id.map_or_else(|| format!("#{}", pieces.len()), string),
                reason: (keys.reason)(pieces.last().map(|before| &before.record), &record, config),
                record,
            });
        }
        let rest = if keys.span.is_some() { slice(end_before, source.len()) } else { String::new() };
        Self { title, unit: keys.unit, pieces, rest }
    }

    /// How many chunks it has, and the sum, the least and the most of their sizes.
    #[must_use]
    pub fn sizes(&self) -> [usize; 4] {
        let sizes = || self.pieces.iter().map(|piece| piece.size);
        [self.pieces.len(), sizes().sum(), sizes().min().unwrap_or(0), sizes().max().unwrap_or(0)]
    }

    /// The whole records of its chunks.
    pub fn records(&self) -> impl Iterator<Item = &Value> {
        self.pieces.iter().map(|piece| &piece.record)
    }
}
