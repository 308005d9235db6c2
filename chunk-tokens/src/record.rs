//! T8: the record of an interaction.

use crate::{TokenChunk, TokenError, error::Kind};
use chunk_core::types::Metadata;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What becomes of an interaction: one line of output, with the contract's keys in the contract's order (T8).
///
/// ```
/// use chunk_tokens::TokenRecord;
///
/// let line = br#"{"interaction_id":"1","original_text":"Hi.","chunks":[{"chunk_index":0,"text":"Hi.",
///     "start_pos":0,"end_pos":3,"token_count":2,"source_start_byte":0,"source_end_byte":3}]}"#;
/// let record = TokenRecord::from_json(line)?;
/// assert_eq!(record.chunks[0].text, "Hi.");
/// # Ok::<(), chunk_tokens::TokenError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TokenRecord<'u> {
    /// The interaction's id.
    pub interaction_id: Cow<'u, str>,
    /// The normalized text, which the chunks partition (T1, T6).
    pub original_text: Cow<'u, str>,
    /// The chunks, in order.
    pub chunks: Vec<TokenChunk<'u>>,
    /// What was to be kept of the front matter and of what the caller knows of the interaction; the key is absent if there is nothing
    /// (T14).
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, serde_json::Value>"))]
    pub metadata: Metadata,
}

impl TokenRecord<'_> {
    /// The same record, borrowing nothing.
    ///
    /// ```
    /// use chunk_tokens::{Interaction, TokenPolicy, TokenRecord};
    ///
    /// fn record() -> TokenRecord<'static> {
    ///     let text = String::from("It hums."); // is gone when this returns
    ///     TokenPolicy::default().record(Interaction::new("1", &text)).into_owned()
    /// }
    /// assert_eq!((record().original_text, record().chunks.len()), ("It hums.".into(), 1));
    /// ```
    #[must_use]
    pub fn into_owned(self) -> TokenRecord<'static> {
        TokenRecord {
            interaction_id: Cow::Owned(self.interaction_id.into_owned()),
            original_text: Cow::Owned(self.original_text.into_owned()),
            chunks: self.chunks.into_iter().map(TokenChunk::into_owned).collect(),
            metadata: self.metadata,
        }
    }
}

impl TokenRecord<'static> {
    /// Reads a record back from JSON. Keys that the contract does not know are passed over: v1 may gain some.
    ///
    /// # Errors
    /// [`TokenError`] naming the place, such as `chunks[2].start_pos`, if a key is absent or its value is of the
    /// wrong type, a negative number included.
    pub fn from_json(json: &[u8]) -> Result<Self, TokenError> {
        let mut deserializer = serde_json::Deserializer::from_slice(json);
        let record = serde_path_to_error::deserialize(&mut deserializer).map_err(Kind::from)?;
        deserializer.end().map_err(Kind::from)?;
        Ok(record)
    }
}
