//! The turns of a conversation, in the records of its chunks (H28).

use chunk_core::{MetadataBounds, types::Turn};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A turn of which a chunk holds all or a part (H28). What the conversation's format does not say is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HybridTurn {
    /// Its place among the turns of the document, 0-based.
    pub index: usize,
    /// Who speaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The message's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The line of the file that the conversation was read from, 1-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The value of that file, as a JSON Pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The byte of that file, 0-based.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte: Option<u64>,
    /// The first byte of the whole turn in the document as given, from 0.
    pub start_byte: usize,
    /// Its end there, exclusive.
    pub end_byte: usize,
}

impl HybridTurn {
    /// The turns of a document, their values bounded (C1).
    pub(crate) fn all(turns: &[Turn], bounds: &mut MetadataBounds) -> Vec<Self> {
        let shown = |(index, turn): (usize, &Turn)| {
            let (line, pointer, byte) = turn.place(bounds);
            let pointer = pointer.map(str::to_owned);
            let mut cut = |text: &Option<String>| text.as_deref().map(|text| bounds.cut(text).to_owned());
            let (speaker, at, id) = (cut(&turn.speaker), cut(&turn.at), cut(&turn.id));
            let Range { start: start_byte, end: end_byte } = turn.bytes;
            Self { index, speaker, at, id, line, pointer, byte, start_byte, end_byte }
        };
        turns.iter().enumerate().map(shown).collect()
    }

    /// Those of `turns`, which are in order, that a chunk at these bytes holds something of.
    pub(crate) fn within(turns: &[Self], bytes: &Range<usize>) -> Vec<Self> {
        let first = turns.partition_point(|turn| turn.end_byte <= bytes.start);
        let rest = turns.get(first..).unwrap_or_default();
        rest.iter().take_while(|turn| turn.start_byte < bytes.end).cloned().collect()
    }
}
