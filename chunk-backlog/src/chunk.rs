//! The record of a chunk (B5, B6).

use crate::{config::PREFIX, doctype::Doctype, spans::Spans};
use chunk_core::{Chunk, ContentHash, types::Contract};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

pub(crate) const CONTRACT: Contract = Contract::new("backlog", "0.1.0");

/// A chunk: the record of the contract.
///
/// It knows where in the document its text comes from, so that [`replay`](chunk_core::Policy::replay) can rebuild it. That is
/// no part of the record: one that was read from JSON does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct BacklogChunk<'u> {
    /// The text, secrets redacted.
    pub text: Cow<'u, str>,
    /// What is known of it.
    pub metadata: Metadata,
    /// The text to embed: a head that says what the chunk is about, a blank line, and `text`; the key is absent if it was not asked
    /// for (B23).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed: Option<String>,
    /// SHA-256 of `embed`: what changes when it has to be embedded again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed_hash: Option<ContentHash>,
    #[serde(skip)]
    pub(crate) spans: Option<Spans>,
}

impl BacklogChunk<'_> {
    /// The same chunk, borrowing nothing.
    ///
    /// ```
    /// use chunk_backlog::{BacklogChunk, BacklogError, BacklogPolicy};
    ///
    /// fn chunks() -> Result<Vec<BacklogChunk<'static>>, BacklogError> {
    ///     let text = String::from("# Context\n\nThe index is stale.\n"); // is gone when this returns
    ///     let chunks = BacklogPolicy::default().chunks("products/demo/items/DEMO-1_index.md", &text)?;
    ///     Ok(chunks.into_iter().map(BacklogChunk::into_owned).collect())
    /// }
    /// assert_eq!(chunks()?[1].text, "# Context\n\nThe index is stale.");
    /// # Ok::<(), BacklogError>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> BacklogChunk<'static> {
        BacklogChunk {
            text: Cow::Owned(self.text.into_owned()),
            metadata: self.metadata,
            embed: self.embed,
            embed_hash: self.embed_hash,
            spans: self.spans,
        }
    }
}

impl Chunk for BacklogChunk<'_> {
    fn text(&self) -> &str {
        &self.text
    }

    /// The record's `chunk_hash`.
    fn replay_hash(&self) -> ContentHash {
        let hash = &self.metadata.chunk_hash;
        let bare = hash.strip_prefix(PREFIX).unwrap_or(hash);
        bare.parse().unwrap_or_else(|_| ContentHash::of(&*self.text))
    }

    /// `None`: a chunk is identified by `source_path` and `chunk_index` (B22).
    fn id(&self) -> Option<&str> {
        None
    }
}

/// The metadata of a chunk, in the order of the contract's table (B6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Metadata {
    /// `0.1.0`.
    pub schema_version: Cow<'static, str>,
    /// The item's or ADR's id; not unique.
    pub doc_id: String,
    /// Its ULID or UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uid: Option<String>,
    /// What kind of document it is.
    pub doctype: Doctype,
    /// The item's type, as written; ADRs have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_type: Option<String>,
    /// The document's title, secrets redacted.
    pub title: String,
    /// The state, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The tags in lowercase, secrets redacted.
    pub tags: Vec<String>,
    /// The item's parent; ADRs have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The product, from the path or as configured.
    pub product: String,
    /// The document's path, relative to the backlog's root.
    pub source_path: String,
    /// SHA-256 of `source_path`.
    pub path_hash: String,
    /// Where in the document the chunk belongs, such as `item/context`.
    pub section_path: Cow<'static, str>,
    /// What kind of chunk it is.
    pub chunk_kind: ChunkKind,
    /// Its place among the document's chunks, from 0.
    pub chunk_index: usize,
    /// How many chunks the document has.
    pub chunk_count: usize,
    /// Unicode scalar values of the text.
    pub chunk_char_len: usize,
    /// SHA-256 of the text.
    pub chunk_hash: String,
    /// When the document was last updated, in RFC 3339 and UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_updated: Option<String>,
    /// When the document was created, in RFC 3339 and UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// When the first entry of a worklog chunk was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worklog_span_start: Option<String>,
    /// When the last entry of a worklog chunk was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worklog_span_end: Option<String>,
    /// `en`.
    pub language: Cow<'static, str>,
    /// `none`, or `redacted:` and the rules whose markers are in text, title or tags.
    pub redaction: String,
}

/// What kind of chunk it is (B20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChunkKind {
    /// Title and first sentence of the context.
    Header,
    /// A section or a piece of it.
    Section,
    /// Worklog entries.
    Worklog,
    /// An ADR's decision, or a piece of it.
    Decision,
}
