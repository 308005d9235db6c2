//! T7: the bounds of the settings, and the errors and warnings about them.

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
    // Whatever the limit, a text is chunked, and there is a warning for each chunk above it.
    let text = "A sentence of some words. ".repeat(40);
    let collected = policy.collect(Interaction::new("1", &text)).unwrap();
    assert_eq!(collected.chunks.last().unwrap().source_end_byte, text.len());
    let oversized = collected.chunks.iter().filter(|chunk| policy.is_oversized(chunk)).count();
    assert_eq!(collected.warnings.len(), oversized);
}

#[rstest]
#[case::zero(json!({"max_tokens": 0}), "max_tokens = 0: must be at least 1")]
#[case::negative(json!({"max_tokens": -1}), "max_tokens = -1: ")]
#[case::too_large(json!({"max_tokens": 1e30}), "max_tokens: too large, must be at most 18446744073709551615")]
#[case::word(json!({"max_tokens": "abc"}), "max_tokens = \"abc\": ")]
#[case::null(json!({"max_tokens": null}), "max_tokens = null: ")]
#[case::rules(json!({"sentence_rules": "Literal"}), "sentence_rules = \"Literal\": must be `standard` or `literal`")]
#[case::unknown(json!({"overlap": 50}), "unknown field `overlap`")]
fn illegal(#[case] config: Value, #[case] message: &str) {
    let error = policy(&config).unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn the_warning_names_the_setting_and_the_range() {
    let warnings = policy(&json!({"max_tokens": 100})).unwrap().warnings();
    let message = "max_tokens = 100: the contract recommends 512 to 2048; expect more chunks, each with less context [max-tokens-unusual]";
    assert_eq!(warnings[0].to_string(), message);
}

/// T3, T5: the warning about a chunk above `max_tokens` gives its size and its byte, by `collect` and by `write_jsonl`.
#[rstest]
#[case::csv_is_one_sentence("id,name,amount\n".repeat(500), 512, &[(0, 2_500)])]
#[case::the_second_sentence("Short. ".repeat(60) + &"on and ".repeat(300) + "on. " + "Short.", 120, &[(420, 603)])]
#[case::below_a_hundred_tokens_nothing_is_cut("One. Two. Three.".to_owned(), 2, &[(0, 6)])]
#[case::two("on and ".repeat(60) + "on.\r\n\r\n" + &"on and ".repeat(70) + "on.", 100, &[(0, 122), (427, 142)])]
#[case::at_the_limit("Short. ".repeat(60), 120, &[])]
fn oversized(#[case] text: String, #[case] max_tokens: usize, #[case] expected: &[(usize, usize)]) {
    let policy = policy(&json!({ "max_tokens": max_tokens })).unwrap();
    let unit = Interaction::new("1", &text);
    let collected = policy.collect(unit).unwrap();
    let shown: Vec<_> = collected.warnings.iter().map(ToString::to_string).collect();
    let message = |(byte, tokens): &(usize, usize)| {
        let what = format!(
            "a part that cannot be cut has {tokens} tokens, above max_tokens = {max_tokens}; hard_limit = true would cut it"
        );
        format!("byte {byte}: {what} [oversized-block]")
    };
    assert_eq!(shown, expected.iter().map(message).collect::<Vec<_>>());
    let mut warnings = Vec::new();
    policy.write_jsonl(unit, &mut std::io::sink(), &mut |warning| warnings.push(warning)).unwrap();
    assert_eq!(warnings, collected.warnings);
}

#[test]
fn settings_are_written_as_they_are_read() {
    let config = json!({"max_tokens": 600, "sentence_rules": "literal", "boundaries": "lines", "hard_limit": true,
        "embed": ["title"], "keep": ["tags", "url"]});
    assert_eq!(serde_json::to_value(policy(&config).unwrap().config()).unwrap(), config);
}

#[test]
fn lists_may_be_words_with_commas() {
    let words = policy(&json!({"embed": "title, headings", "keep": "tags,url"})).unwrap();
    let lists = policy(&json!({"embed": ["title", "headings"], "keep": ["tags", "url"]})).unwrap();
    assert_eq!(words.config(), lists.config());
    let error = policy(&json!({"embed": "titel"})).unwrap_err().to_string();
    assert!(error.contains("embed") && error.contains("titel"), "{error}");
}
