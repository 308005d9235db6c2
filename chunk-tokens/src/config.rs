use chunk_core::{ConfigError, SentenceRules, Violations, Warning};
use serde::{Deserialize, Serialize};

/// The settings; the default is the contract's table (T7).
///
/// ```
/// use chunk_tokens::TokenConfig;
///
/// let mut config = TokenConfig::default();
/// assert_eq!(config.max_tokens, 1024);
/// config.max_tokens = 512;
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct TokenConfig {
    /// The most tokens a chunk has that is more than one sentence: at least 1, recommended 512 to 2048. Default
    /// 1024.
    pub max_tokens: usize,
    /// Where sentences end (T2). Default [`SentenceRules::Standard`].
    pub sentence_rules: SentenceRules,
}

impl Default for TokenConfig {
    fn default() -> Self {
        Self { max_tokens: 1024, sentence_rules: SentenceRules::Standard }
    }
}

impl TokenConfig {
    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let mut violations = Violations::default();
        violations.check("max_tokens", self.max_tokens, |max| *max >= 1, "must be at least 1");
        violations.into_result()
    }

    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let unusual = !(512..=2048).contains(&self.max_tokens);
        let warning = || {
            let message =
                format!("max_tokens = {}: outside the recommended range 512 to 2048", self.max_tokens);
            Warning::new("max-tokens-unusual", message)
        };
        unusual.then(warning).into_iter().collect()
    }
}
