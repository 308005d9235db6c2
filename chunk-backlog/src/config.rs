use chunk_core::{
    ConfigError, ContentHash, InvalidSettings, is_off, list_or_words, types::EmbedPart, unicode::trim,
};
use serde::{Deserialize, Serialize};

/// The settings; the defaults are the contract's. The contract's limits are fixed and cannot be set.
///
/// ```
/// use chunk_backlog::BacklogConfig;
///
/// let config = BacklogConfig::default().with_product("demo").with_header_chunk(false);
/// assert!(config.repeat_heading && config.redact);
/// assert_eq!(config.product.as_deref(), Some("demo"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct BacklogConfig {
    /// The product of documents whose path names none (B4). Default: none, which makes such a path an error.
    pub product: Option<String>,
    /// Whether a document starts with a chunk of its title and the first sentence of its context (B9). Default true.
    pub header_chunk: bool,
    /// Whether the pieces of a split section repeat its heading (B15). Default true.
    pub repeat_heading: bool,
    /// How `path_hash` and `chunk_hash` are written (B5). Default [`HashFormat::Bare`].
    pub hash_format: HashFormat,
    /// Whether the built-in rules look for secrets (B21). Default true; without them, only detectors that were added do.
    pub redact: bool,
    /// What the text to embed begins with, a list or words with commas between them: `title`, `date`; none for no such text (B23).
    /// Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub embed: Vec<EmbedPart>,
}

impl Default for BacklogConfig {
    fn default() -> Self {
        Self {
            product: None,
            header_chunk: true,
            repeat_heading: true,
            hash_format: HashFormat::Bare,
            redact: true,
            embed: Vec::new(),
        }
    }
}

impl BacklogConfig {
    /// The same with this [`product`](Self::product).
    #[must_use]
    pub fn with_product(mut self, product: impl Into<String>) -> Self {
        self.product = Some(product.into());
        self
    }

    chunk_core::setters! {
        with_header_chunk(header_chunk: bool);
        with_repeat_heading(repeat_heading: bool);
        with_hash_format(hash_format: HashFormat);
        with_redact(redact: bool);
    }

    /// The same with this [`embed`](Self::embed).
    #[must_use]
    pub fn with_embed(mut self, embed: impl Into<Vec<EmbedPart>>) -> Self {
        self.embed = embed.into();
        self
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let mut invalid = InvalidSettings::default();
        if let Some(product) = &self.product {
            invalid.check("product", product, |product| !trim(product).is_empty(), "must not be blank");
        }
        invalid.into_result()
    }
}

/// How hashes are written (B5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum HashFormat {
    /// 64 lowercase hexadecimal digits.
    #[default]
    Bare,
    /// The same after `sha256:`.
    Prefixed,
}

impl HashFormat {
    pub(crate) fn show(self, hash: ContentHash) -> String {
        match self {
            Self::Bare => hash.to_string(),
            Self::Prefixed => format!("{PREFIX}{hash}"),
        }
    }
}

/// The prefix of a hash that names its algorithm.
pub(crate) const PREFIX: &str = "sha256:";
