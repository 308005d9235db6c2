//! What is wrong with JSON, for people.

use chunk_core::json_error;
use rstest::rstest;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Well {
    #[serde(rename = "depth")]
    _depth: u64,
    #[serde(default, rename = "names")]
    _names: Vec<String>,
}

#[rstest]
#[case("7", "it is the number `7`, and must be an object")]
#[case("{}", "the field `depth` is missing")]
#[case(r#"{"depth":"forty"}"#, r#"it is the string "forty", and must be a whole number, not negative"#)]
#[case(r#"{"depth":-1}"#, "it is the number `-1`, and must be a whole number, not negative")]
#[case(r#"{"depth":1.5}"#, "it is the number `1.5`, and must be a whole number, not negative")]
#[case(r#"{"depth":true}"#, "it is `true`, and must be a whole number, not negative")]
#[case(r#"{"depth":[]}"#, "it is a list, and must be a whole number, not negative")]
#[case(r#"{"depth":1,"names":{}}"#, "it is an object, and must be a list")]
#[case(r#"{"depth":1,"names":null}"#, "it is null, and must be a list")]
#[case(r#"{"depth":1,"names":["a""#, "this is not JSON: it ends in the middle of a list")]
#[case(r#"{"depth"#, "this is not JSON: it ends in the middle of a string")]
#[case(r#"{"depth":1} {"#, "this is not JSON: trailing characters")]
fn nobody_need_know_rust(#[case] json: &str, #[case] words: &str) {
    assert_eq!(json_error(&serde_json::from_str::<Well>(json).unwrap_err()), words);
}
