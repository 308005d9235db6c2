use chunk_core::{ConfigError, ContentHash, Violations};
use serde::{Deserialize, Serialize};

/// The settings; the default is the contract's. Its limits are no settings: they are what the contract is.
///
/// ```
/// use chunk_backlog::BacklogConfig;
///
/// let mut config = BacklogConfig::default();
/// assert!(config.header_chunk && config.redact);
/// config.product = Some("demo".to_owned());
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
    /// Whether the built-in rules look for secrets (B21). Default true; without them, only rules that were added do.
    pub redact: bool,
}

impl Default for BacklogConfig {
    fn default() -> Self {
        Self {
            product: None,
            header_chunk: true,
            repeat_heading: true,
            hash_format: HashFormat::Bare,
            redact: true,
        }
    }
}

impl BacklogConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let mut violations = Violations::default();
        if let Some(product) = &self.product {
            violations.check("product", product, |product| !product.trim().is_empty(), "must not be blank");
        }
        violations.into_result()
    }
}

/// How hashes are written (B5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HashFormat {
    /// 64 lowercase hexadecimal digits.
    #[default]
    Bare,
    /// The same behind `sha256:`.
    Prefixed,
}

impl HashFormat {
    pub(crate) fn show(self, hash: ContentHash) -> String {
        match self {
            Self::Bare => hash.to_string(),
            Self::Prefixed => format!("sha256:{hash}"),
        }
    }
}
