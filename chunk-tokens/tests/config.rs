//! T7: the bounds of the settings, and what is said about them.

#![allow(clippy::unwrap_used)]

use chunk_core::{ConfigError, Policy};
use chunk_tokens::{Interaction, TokenPolicy};
use rstest::rstest;
use serde_json::{Value, json};

fn policy(config: &Value) -> Result<TokenPolicy, ConfigError> {
    TokenPolicy::new(ConfigError::read(config)?)
}

#[rstest]
#[case::default(json!({}), false)]
#[case::least(json!({"max_tokens": 1}), true)]
#[case::below_the_range(json!({"max_tokens": 511}), true)]
#[case::range_start(json!({"max_tokens": 512}), false)]
#[case::range_end(json!({"max_tokens": 2048}), false)]
#[case::above_the_range(json!({"max_tokens": 2049}), true)]
#[case::most(json!({"max_tokens": usize::MAX}), true)]
fn legal(#[case] config: Value, #[case] unusual: bool) {
    let policy = policy(&config).unwrap();
    let codes: Vec<_> = policy.warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, if unusual { vec!["max-tokens-unusual"] } else { vec![] });
    // Whatever the limit, a text is chunked, and a document gives no warning of its own.
    let text = "A sentence of some words. ".repeat(40);
    let collected = policy.collect(Interaction::new("1", &text)).unwrap();
    assert_eq!(collected.chunks.last().unwrap().source_end_byte, text.len());
    assert_eq!(collected.warnings, []);
}

#[rstest]
#[case::zero(json!({"max_tokens": 0}), "max_tokens = 0: must be at least 1")]
#[case::negative(json!({"max_tokens": -1}), "max_tokens = -1: ")]
#[case::too_large(json!({"max_tokens": 1e30}), "max_tokens = 1e+30: ")]
#[case::word(json!({"max_tokens": "abc"}), "max_tokens = \"abc\": ")]
#[case::null(json!({"max_tokens": null}), "max_tokens = null: ")]
#[case::rules(json!({"sentence_rules": "Literal"}), "sentence_rules = \"Literal\": unknown variant")]
#[case::unknown(json!({"overlap": 50}), "unknown field `overlap`")]
fn illegal(#[case] config: Value, #[case] message: &str) {
    let error = policy(&config).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn the_warning_names_the_setting_and_the_range() {
    let warnings = policy(&json!({"max_tokens": 100})).unwrap().warnings();
    let message = "max_tokens = 100: outside the recommended range 512 to 2048 [max-tokens-unusual]";
    assert_eq!(warnings[0].to_string(), message);
}

#[test]
fn settings_are_written_as_they_are_read() {
    let config = json!({"max_tokens": 600, "sentence_rules": "literal"});
    assert_eq!(serde_json::to_value(policy(&config).unwrap().config()).unwrap(), config);
}
