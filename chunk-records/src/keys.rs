//! Where the records of each contract hold what all have in common.

use crate::reason;
use serde_json::Value;
use std::slice;

/// Where a policy's records hold what the command needs of them, as JSON pointers.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    /// The document's name; of a stream, what comes nearest to one.
    pub source: &'static str,
    /// The chunk's id, if the contract has ids.
    pub id: Option<&'static str>,
    /// The chunk's index in the document, if it has no ids.
    pub index: &'static str,
    /// The text to embed.
    pub text: &'static str,
    /// The list of chunks, for a contract whose records hold all chunks of a document.
    pub chunks: Option<&'static str>,
    /// The chunk's size.
    pub size: &'static str,
    /// What sizes are counted in: no pointer, but a word for people.
    pub unit: &'static str,
    /// Start and end in the document, in bytes, if the records have them.
    pub span: Option<(&'static str, &'static str)>,
    /// First and last line in the document, if the records have them.
    pub lines: Option<(&'static str, &'static str)>,
    /// The headings above the chunk, if the records have them.
    pub headings: &'static str,
    /// What kind of chunk it is, if the records have that.
    pub kind: &'static str,
    /// Whether the contract takes all inputs, in the order given, as one stream, so that chunks stand in no one document.
    pub is_stream: bool,
    /// Says to people why a chunk begins where it does, from the record before it, its own, and the settings in force.
    pub reason: fn(Option<&Value>, &Value, &Value) -> String,
}

impl Keys {
    /// The keys of no record at all.
    pub const NONE: Self = Self {
        source: "",
        id: None,
        index: "",
        text: "",
        chunks: None,
        size: "",
        unit: "",
        span: None,
        lines: None,
        headings: "",
        kind: "",
        is_stream: false,
        reason: |_, _, _| String::new(),
    };

    /// Whether `record` looks like a record with these keys.
    #[must_use]
    pub fn fit(&self, record: &Value) -> bool {
        if self.chunks.is_some_and(|pointer| !record.pointer(pointer).is_some_and(Value::is_array)) {
            return false;
        }
        let has = |chunk: &Value| {
            chunk.pointer(self.text).is_some_and(Value::is_string)
                && self.id.is_none_or(|id| chunk.pointer(id).is_some_and(Value::is_string))
        };
        record.pointer(self.source).is_some() && self.chunks_of(record).first().is_none_or(has)
    }

    /// The chunks of `record`: itself, or those that it holds.
    #[must_use]
    pub fn chunks_of<'r>(&self, record: &'r Value) -> &'r [Value] {
        match self.chunks {
            None => slice::from_ref(record),
            Some(pointer) => record.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice),
        }
    }

    /// First and last line of a chunk in its document, if its record has them.
    #[must_use]
    pub fn lines_of(&self, chunk: &Value) -> Option<(u64, u64)> {
        let line = |pointer| chunk.pointer(pointer).and_then(Value::as_u64);
        self.lines.and_then(|(first, last)| Some((line(first)?, line(last)?)))
    }
}

/// The keys of `backlog`.
pub const BACKLOG: Keys = Keys {
    source: "/metadata/source_path",
    index: "/metadata/chunk_index",
    text: "/text",
    size: "/metadata/chunk_char_len",
    unit: "characters",
    kind: "/metadata/chunk_kind",
    reason: reason::backlog,
    ..Keys::NONE
};

/// The keys of `hybrid`.
pub const HYBRID: Keys = Keys {
    source: "/sourceFile",
    id: Some("/id"),
    text: "/content",
    size: "/tokenCount",
    unit: "tokens",
    span: Some(("/startByte", "/endByte")),
    lines: Some(("/startLine", "/endLine")),
    kind: "/strategyType",
    reason: reason::hybrid,
    ..Keys::NONE
};

/// The keys of `markdown`.
pub const MARKDOWN: Keys = Keys {
    source: "/source_file",
    id: Some("/chunk_id"),
    text: "/content",
    size: "/tokens",
    unit: "tokens",
    span: Some(("/source_start_byte", "/source_end_byte")),
    lines: Some(("/start_line", "/end_line")),
    headings: "/heading_path",
    kind: "/chunk_type",
    reason: reason::markdown,
    ..Keys::NONE
};

/// The keys of `recorder`.
pub const RECORDER: Keys = Keys {
    source: "/pane_id",
    id: Some("/chunk_id"),
    text: "/text",
    size: "/text_chars",
    unit: "characters",
    is_stream: true,
    reason: reason::recorder,
    ..Keys::NONE
};

/// The keys of `tokens`.
pub const TOKENS: Keys = Keys {
    source: "/interaction_id",
    index: "/chunk_index",
    text: "/text",
    chunks: Some("/chunks"),
    size: "/token_count",
    unit: "tokens",
    span: Some(("/source_start_byte", "/source_end_byte")),
    reason: reason::tokens,
    ..Keys::NONE
};
