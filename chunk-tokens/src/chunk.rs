//! T8: the record of a chunk.

use crate::ChunkTurn;
use chunk_core::{Chunk, ContentHash};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, ops::Not};

/// A chunk, with the contract's keys in the contract's order (T8).
///
/// The text is borrowed from the interaction unless that has CRLF line ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TokenChunk<'u> {
    /// Its place among the chunks of the interaction, 0-based.
    pub chunk_index: usize,
    /// Its text, with LF line ends.
    pub text: Cow<'u, str>,
    /// Where it starts in the normalized text, in code points, 0-based (T6).
    pub start_pos: usize,
    /// Where it ends in the normalized text, in code points, exclusive (T6).
    pub end_pos: usize,
    /// How many tokens `text` is, exactly (T4).
    pub token_count: usize,
    /// Where it starts in the text as given, in bytes (T1).
    pub source_start_byte: usize,
    /// Where it ends in the text as given, in bytes, exclusive (T1).
    pub source_end_byte: usize,
    /// Whether a part of it was cut that is kept whole without a hard limit, such as a sentence; the key is absent if not (T11).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub cut: bool,
    /// The text to embed: a head that says what the text is about, a blank line, and `text`; the key is absent if it was not asked for
    /// (T13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed: Option<String>,
    /// SHA-256 of `embed`: what changes when it has to be embedded again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed_hash: Option<ContentHash>,
    /// The turns of which it holds all or a part, if the text is a conversation (T15).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<ChunkTurn<'u>>,
}

impl TokenChunk<'_> {
    /// The same chunk, borrowing nothing.
    ///
    /// ```
    /// use chunk_tokens::{TokenChunk, TokenError, TokenPolicy};
    ///
    /// fn chunks() -> Result<Vec<TokenChunk<'static>>, TokenError> {
    ///     let text = String::from("It hums."); // is gone when this returns
    ///     Ok(TokenPolicy::default().chunks("a.txt", &text)?.into_iter().map(TokenChunk::into_owned).collect())
    /// }
    /// assert_eq!(chunks()?[0].text, "It hums.");
    /// # Ok::<(), TokenError>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> TokenChunk<'static> {
        TokenChunk {
            chunk_index: self.chunk_index,
            text: Cow::Owned(self.text.into_owned()),
            start_pos: self.start_pos,
            end_pos: self.end_pos,
            token_count: self.token_count,
            source_start_byte: self.source_start_byte,
            source_end_byte: self.source_end_byte,
            turns: self.turns.into_iter().map(ChunkTurn::into_owned).collect(),
            cut: self.cut,
            embed: self.embed,
            embed_hash: self.embed_hash,
        }
    }
}

impl Chunk for TokenChunk<'_> {
    fn text(&self) -> &str {
        &self.text
    }

    fn replay_hash(&self) -> ContentHash {
        ContentHash::of(&*self.text)
    }

    /// `None`: the contract gives chunks an index, no id.
    fn id(&self) -> Option<&str> {
        None
    }

    fn tokens(&self) -> Option<usize> {
        Some(self.token_count)
    }
}
