//! The token policy, by the naive reading in chunk-tokens' tests; settings and warnings are those of T3, T5 and T7.

#[path = "../../../chunk-tokens/tests/oracle/mod.rs"]
#[allow(clippy::indexing_slicing, unreachable_pub, reason = "a module of tests")]
mod oracle;

use super::{
    documents::Document,
    reading::{Known, Read, Reading},
    settings::{number, refused, unknown},
};
use oracle::Settings;
use serde_json::{Map, Value};

pub(super) struct Tokens(Settings);

impl Tokens {
    pub(super) fn new(settings: &Map<String, Value>) -> Result<Self, String> {
        let mut config = Settings { max_tokens: 1024, literal: false };
        for (key, value) in settings {
            match (&**key, value.as_str()) {
                ("max_tokens", _) => config.max_tokens = number(key, value, 1)?,
                ("sentence_rules", Some(rules @ ("standard" | "literal"))) => {
                    config.literal = rules == "literal"
                }
                ("sentence_rules", _) => return Err(refused(key, value, "must be standard or literal")),
                _ => return Err(unknown(key)),
            }
        }
        Ok(Self(config))
    }
}

impl Reading for Tokens {
    fn warnings(&self) -> Vec<&'static str> {
        if (512..=2048).contains(&self.0.max_tokens) { vec![] } else { vec!["max-tokens-unusual"] }
    }

    fn read(&self, document: &Document, _: &Known) -> Read {
        let text = match document.text() {
            Ok(text) => text,
            Err(message) => return Read { error: Some(message), ..Read::default() },
        };
        let warnings = match text {
            "" => vec!["empty-text"],
            text => vec!["oversized-block"; oracle::oversized(text, self.0)],
        };
        Read { records: oracle::line(&document.path, text, self.0), warnings, error: None }
    }
}
