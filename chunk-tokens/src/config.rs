//! T7: the settings.

use chunk_core::{
    ConfigError, InvalidSettings, Warning, is_off, list_or_words,
    types::{EmbedPart, SentenceRules},
};
use serde::{Deserialize, Serialize};

/// The settings; the default is the contract's table (T7).
///
/// ```
/// use chunk_tokens::TokenConfig;
///
/// let config = TokenConfig::default();
/// assert_eq!(config.max_tokens, 1024);
/// assert_eq!(config.with_max_tokens(512).max_tokens, 512);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct TokenConfig {
    /// The most tokens of a chunk, but for a single sentence and for a text of fewer than 100 tokens, which are not cut unless
    /// `hard_limit` is set (T3, T5): at least 1, recommended 512 to 2048. Default 1024.
    pub max_tokens: usize,
    /// Where sentences end (T2). Default [`SentenceRules::Standard`].
    pub sentence_rules: SentenceRules,
    /// What a paragraph above `max_tokens` is divided into (T12), or whether there have to be turns (T15). Default
    /// [`Boundaries::Sentences`].
    #[serde(skip_serializing_if = "is_off")]
    pub boundaries: Boundaries,
    /// Whether `max_tokens` holds for every chunk: single sentences are cut, too (T11). Default `false`.
    #[serde(skip_serializing_if = "is_off")]
    pub hard_limit: bool,
    /// What stands above the content in the text to embed, a list or words with commas between them; none for no such text
    /// (T13). Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub embed: Vec<EmbedPart>,
    /// Keys of the front matter and of what the caller knows of a document that are kept in `metadata`, a list or words with commas
    /// between them (T14). Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub keep: Vec<String>,
}

/// What a paragraph above `max_tokens` is divided into (T12). The turns of a conversation are units in any case (T15).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Boundaries {
    /// Its sentences.
    #[default]
    Sentences,
    /// Its lines, and a line above `max_tokens` into its sentences: for transcripts, lists, CSV, logs and poems.
    Lines,
    /// Its sentences; but the text has to be a conversation: one that comes without its turns is refused (T15.5).
    Turns,
}

impl Default for TokenConfig {
    fn default() -> Self {
        Self {
            max_tokens: 1024,
            sentence_rules: SentenceRules::Standard,
            boundaries: Boundaries::Sentences,
            hard_limit: false,
            embed: Vec::new(),
            keep: Vec::new(),
        }
    }
}

impl TokenConfig {
    chunk_core::setters! {
        with_max_tokens(max_tokens: usize);
        with_sentence_rules(sentence_rules: SentenceRules);
        with_boundaries(boundaries: Boundaries);
        with_hard_limit(hard_limit: bool);
    }

    /// The same with this `embed`.
    #[must_use]
    pub fn with_embed(mut self, embed: impl Into<Vec<EmbedPart>>) -> Self {
        self.embed = embed.into();
        self
    }

    /// The same with this `keep`.
    #[must_use]
    pub fn with_keep(mut self, keep: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.keep = keep.into_iter().map(Into::into).collect();
        self
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let mut invalid = InvalidSettings::default();
        invalid.check("max_tokens", self.max_tokens, |max| *max >= 1, "must be at least 1");
        invalid.into_result()
    }

    /// With a hard limit any size is usual: it is that of a model.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let unusual = !self.hard_limit && !(512..=2048).contains(&self.max_tokens);
        let warning = || {
            let expect = match self.max_tokens < 512 {
                true => "more chunks, each with less context",
                false => "fewer chunks, each about more than one thing",
            };
            let size = self.max_tokens;
            let message =
                format!("max_tokens = {size}: the contract recommends 512 to 2048; expect {expect}");
            Warning::new("max-tokens-unusual", message)
        };
        unusual.then(warning).into_iter().collect()
    }
}
