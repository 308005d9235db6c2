//! R9, R12, R13: the record of a chunk.

use crate::LogOffset;
use chunk_core::{Chunk, ContentHash};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// The record of a chunk, keys in the contract's order (R12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RecorderChunk {
    /// SHA-256 of `{policy_version}:{pane_id}:{direction}:{start ordinal}:{end ordinal}:{content_hash}`. Pieces of one
    /// event with equal text have equal ids; the span tells them apart (R13).
    pub chunk_id: String,
    /// `ft.recorder.chunking.v1`.
    pub policy_version: Cow<'static, str>,
    /// The pane all its events happened in.
    pub pane_id: u64,
    /// The session of all its events, or `null` if they have none or differ.
    pub session_id: Option<String>,
    /// Which way its text went.
    pub direction: Direction,
    /// The position of its first event.
    pub start_offset: LogOffset,
    /// The position of its last event.
    pub end_offset: LogOffset,
    /// The ids of its events, in order.
    pub event_ids: Vec<String>,
    /// How many events it has.
    pub event_count: usize,
    /// The earliest time of its events, in milliseconds.
    pub occurred_at_start_ms: i64,
    /// The latest time of its events, in milliseconds.
    pub occurred_at_end_ms: i64,
    /// Unicode scalar values of `text`.
    pub text_chars: usize,
    /// SHA-256 of `text`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub content_hash: ContentHash,
    /// The text to embed: overlap, then the events' contributions, joined by LF.
    pub text: String,
    /// SHA-256 of `text` without the overlap and its LF: what the span alone gives (R14).
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source_hash: ContentHash,
    /// The byte of the first event's normalized text at which the chunk starts: 0 but for pieces of an event.
    pub start_text_offset: usize,
    /// The byte of the last event's normalized text after which the chunk ends.
    pub end_text_offset: usize,
    /// What `text` repeats of the chunk before, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Overlap"))]
    pub overlap: Option<Overlap>,
}

impl Chunk for RecorderChunk {
    fn text(&self) -> &str {
        &self.text
    }

    /// `source_hash`: the field called `content_hash` covers the overlap too, which the span alone cannot give (R14).
    fn replay_hash(&self) -> ContentHash {
        self.source_hash
    }

    fn id(&self) -> Option<&str> {
        Some(&self.chunk_id)
    }
}

/// What a chunk repeats of the chunk before it (R9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Overlap {
    /// The id of the chunk before.
    pub from_chunk_id: String,
    /// The position of the last event of the chunk before.
    pub source_end_offset: LogOffset,
    /// How many Unicode scalar values are repeated, the LF after them not counted.
    pub chars: usize,
}

/// Which way text went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Direction {
    /// Into the pane.
    Ingress,
    /// Out of the pane.
    Egress,
    /// A short input and the output it brought about (R10).
    MixedGlued,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ingress => "ingress",
            Self::Egress => "egress",
            Self::MixedGlued => "mixed_glued",
        })
    }
}

/// The version of the contract, as records and ids name it.
pub(crate) const POLICY_VERSION: &str = "ft.recorder.chunking.v1";
