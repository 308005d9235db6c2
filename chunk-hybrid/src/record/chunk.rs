//! The record of a chunk (H2, H12 to H15), as it is written to JSON.

use crate::record::{HybridTurn, Score, StrategyMetadata};
use chunk_core::{Chunk, ContentHash, types::Metadata};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, ops::Not};

/// A chunk: the contract's `ChunkMetadata` with its keys in order, extra keys after them.
///
/// ```
/// use chunk_hybrid::{HybridPolicy, HybridChunk};
///
/// let chunks = HybridPolicy::default().chunks("pumps.md", "# Pumps\n\nIt hums.\n")?;
/// let record = serde_json::to_string(&chunks[0])?; // one flat object
/// assert!(record.starts_with("{\"id\":\"") && record.ends_with("\"startLine\":1,\"endLine\":3}"));
/// assert_eq!(serde_json::from_str::<HybridChunk<'static>>(&record)?, chunks[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct HybridChunk<'d> {
    /// UUID version 8 from policy version, source file, strategy and content (H11).
    pub id: String,
    /// The document's path.
    pub source_file: Cow<'d, str>,
    /// Its place among the document's chunks, from 0.
    pub chunk_index: usize,
    /// Its text: a verbatim slice of the document's, with LF line ends (H2).
    pub content: Cow<'d, str>,
    /// The tokens of `content`: of cl100k_base, or of another counter if the system has one, which its version names.
    pub token_count: usize,
    /// The text right before it (H12).
    pub context_before: Cow<'d, str>,
    /// The text right after it (H12).
    pub context_after: Cow<'d, str>,
    /// The name of the strategy that made it.
    pub strategy_type: String,
    /// What that strategy says of it.
    pub strategy_metadata: StrategyMetadata,
    /// Epoch milliseconds; `sourceModifiedAt` if unknown (H15).
    pub created_at: Option<i64>,
    /// Epoch milliseconds.
    pub source_modified_at: Option<i64>,
    /// The ids in `relations`, each once.
    pub related_chunks: Vec<String>,
    /// How many headings, and steps above a substep, it is under.
    pub hierarchy_level: usize,
    /// How alike its parts are: 0.600 is the document's average; `null` with scoring off (H14).
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub coherence_score: Option<Score>,
    /// How well it can be understood alone, 1.000 at best; `null` with scoring off (H14).
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub completeness: Option<Score>,
    /// Whether `completeness` is at least 0.700; `null` with scoring off (H14).
    pub complete: Option<bool>,
    /// `low-coherence` where `coherenceScore` is below `minTopicCoherence`, else nothing (H14).
    pub flags: Vec<Cow<'static, str>>,
    /// Chunks that it is related to, and how (H13).
    pub relations: Vec<Relation>,
    /// Where the same text is repeated, without a chunk of its own (H10).
    pub duplicates: Vec<Place>,
    /// How many tokens at its start are the end of the chunk before (H7).
    pub overlap_tokens: usize,
    /// SHA-256 of `content`.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub content_hash: ContentHash,
    /// Where it is in the file as given.
    #[serde(flatten)]
    pub place: Place,
    /// Whether a part of it was cut that is kept whole without a hard limit; the key is absent if not (H25).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub cut: bool,
    /// The text to embed: a head that says what the chunk is about, a blank line, and `content`; the key is absent if it was not asked for
    /// (H26).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed: Option<String>,
    /// SHA-256 of `embed`: what changes when it has to be embedded again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed_hash: Option<ContentHash>,
    /// What was to be kept of the front matter and of what the caller knows of the document; the key is absent if there is nothing (H27).
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, serde_json::Value>"))]
    pub metadata: Metadata,
    /// The turns of which it holds all or a part, if the document is a conversation; the key is absent if not (H28).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<HybridTurn>,
}

/// Bytes and lines of the file as given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Place {
    /// The first byte, from 0.
    pub start_byte: usize,
    /// The end in bytes, exclusive.
    pub end_byte: usize,
    /// The first line, from 1.
    pub start_line: usize,
    /// The last line.
    pub end_line: usize,
}

/// How a chunk is related to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Relation {
    /// What the other is to this one.
    pub kind: RelationKind,
    /// The other's id.
    pub id: String,
}

/// What one chunk is to another, in the order in which relations are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RelationKind {
    /// Before it, in time or order.
    Previous,
    /// After it, in time or order.
    Next,
    /// Of the heading or step above.
    Parent,
    /// Of a heading or step below.
    Child,
    /// About the same.
    Similar,
}

impl HybridChunk<'_> {
    /// The same chunk, borrowing nothing.
    ///
    /// ```
    /// use chunk_hybrid::{HybridPolicy, HybridChunk, HybridError};
    ///
    /// fn chunks() -> Result<Vec<HybridChunk<'static>>, HybridError> {
    ///     let text = String::from("# Pumps\n\nIt hums.\n"); // is gone when this returns
    ///     let chunks = HybridPolicy::default().chunks("pumps.md", &text)?;
    ///     Ok(chunks.into_iter().map(HybridChunk::into_owned).collect())
    /// }
    /// assert_eq!(chunks()?[0].content, "# Pumps\n\nIt hums.");
    /// # Ok::<(), HybridError>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> HybridChunk<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        HybridChunk {
            id: self.id,
            source_file: owned(self.source_file),
            chunk_index: self.chunk_index,
            content: owned(self.content),
            token_count: self.token_count,
            context_before: owned(self.context_before),
            context_after: owned(self.context_after),
            strategy_type: self.strategy_type,
            strategy_metadata: self.strategy_metadata,
            created_at: self.created_at,
            source_modified_at: self.source_modified_at,
            related_chunks: self.related_chunks,
            hierarchy_level: self.hierarchy_level,
            coherence_score: self.coherence_score,
            completeness: self.completeness,
            complete: self.complete,
            flags: self.flags,
            relations: self.relations,
            duplicates: self.duplicates,
            overlap_tokens: self.overlap_tokens,
            content_hash: self.content_hash,
            place: self.place,
            cut: self.cut,
            embed: self.embed,
            embed_hash: self.embed_hash,
            metadata: self.metadata,
            turns: self.turns,
        }
    }
}

impl Chunk for HybridChunk<'_> {
    fn text(&self) -> &str {
        &self.content
    }

    fn replay_hash(&self) -> ContentHash {
        self.content_hash
    }

    fn id(&self) -> Option<&str> {
        Some(&self.id)
    }

    fn tokens(&self) -> Option<usize> {
        Some(self.token_count)
    }
}
