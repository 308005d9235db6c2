//! Settings, values that many chunks repeat, and hashes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::single_range_in_vec_init, missing_docs)]

use chunk_core::{
    ConfigError, ContentHash, InvalidSettings, MetadataBounds, kept, lost_text,
    types::{Metadata, MetadataValue},
};
use rstest::rstest;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Range;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    size: usize,
    inner: Inner,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Inner {
    share: u8,
    names: Vec<u8>,
}

#[test]
fn the_message_names_the_key_and_the_value() {
    assert_eq!(ConfigError::read(&json!({"size": 3})), Ok(Settings { size: 3, ..Settings::default() }));
    let error = ConfigError::read::<Settings>(&json!({"size": "abc"})).unwrap_err();
    assert_eq!(error.to_string(), r#"size = "abc": must be a whole number, not negative"#);
    let error = ConfigError::read::<Settings>(&json!({"inner": 3})).unwrap_err();
    assert_eq!(error.to_string(), "inner = 3: must be a table of settings");
    let error = ConfigError::read::<Settings>(&json!({"inner": {"names": 7}})).unwrap_err();
    assert_eq!(error.to_string(), "inner.names = 7: must be a list");
    let error = ConfigError::read::<Settings>(&json!({"sise": 1})).unwrap_err();
    assert!(error.to_string().contains("unknown field `sise`"), "{error}");
}

/// serde reads a struct from an array, too, key by key.
#[test]
fn an_array_is_no_table() {
    let said = |json: Value| ConfigError::read::<Settings>(&json).unwrap_err().to_string();
    assert_eq!(
        said(json!({"inner": [1, []], "size": "abc"})),
        "inner = [1,[]]: must be a table of settings; size = \"abc\": must be a whole number, not negative"
    );
    assert_eq!(said(json!([3, {}])), "must be a table of settings");
    let settings = ConfigError::read(&json!({"inner": {"names": [1]}}));
    let inner = Inner { names: vec![1], ..Inner::default() };
    assert_eq!(settings, Ok(Settings { inner, ..Settings::default() }));
}

#[test]
fn what_cannot_be_read_and_what_is_out_of_range_come_together() {
    let make = |settings: Settings| {
        let mut invalid = InvalidSettings::default();
        invalid.check("inner.share", settings.inner.share, |share| *share < 5, "must be below 5");
        invalid.check("size", settings.size, |size| *size > 0, "must be at least 1");
        invalid.check_beside(&["size"], "other", 7, |_| false, "must be at most another");
        invalid.check("last", 7, |_| false, "must be below the size of a page");
        invalid.into_result()
    };
    let keys = |json: Value| -> Vec<String> {
        let error = ConfigError::read_and(&json, make).unwrap_err();
        error.settings.into_iter().map(|setting| setting.key).collect()
    };
    assert_eq!(
        keys(json!({"sise": 1, "size": "abc", "inner": {"share": 9, "names": [1, "b", "c"]}})),
        ["inner.names[1]", "sise", "size", "inner.share", "last"]
    );
    assert_eq!(keys(json!({"size": -1, "inner": "x"})), ["inner", "size", "last"]);
    assert_eq!(keys(json!({"inner": {"share": 300}})), ["inner.share", "size", "other", "last"]);
    assert_eq!(keys(json!("no table")).len(), 1);
}

#[rstest]
#[case::ascii("a")]
#[case::two_bytes("é")]
#[case::four_bytes("😀")]
fn cut_behind_1024_scalar_values(#[case] character: &str) {
    for count in [0, 1, 1_023, 1_024, 1_025, 5_000] {
        let value = character.repeat(count);
        let expected = character.repeat(count.min(1_024));
        let mut metadata = MetadataBounds::default();
        assert_eq!(metadata.cut(&value), expected);
        assert_eq!(metadata.warning().is_some(), count > 1_024, "{count}");
    }
}

#[test]
fn what_is_left_out_is_warned_of_too() {
    let mut metadata = MetadataBounds::default();
    metadata.leave_out("| a header |");
    let warning = metadata.warning().unwrap();
    assert_eq!(warning.code, "long-metadata");
    assert!(
        warning
            .message
            .ends_with(r#"begins with "| a header |": it was left out; shorten it in the document"#),
        "{warning}"
    );
}

#[test]
fn the_first_of_the_values_is_named_by_its_beginning() {
    let mut metadata = MetadataBounds::default();
    for value in ["short".to_owned(), "Tea \"and\" ".repeat(200), "b".repeat(2_000)] {
        let _ = metadata.cut(&value);
    }
    let message = metadata.warning().unwrap().message;
    let start = "Tea \"and\" ".repeat(4);
    assert!(
        message.contains(&format!("the one that begins with {start:?}: it was cut at 1024")),
        "{message}"
    );
}

#[test]
fn hex_is_read_back() {
    let hash = ContentHash::of("");
    // The digest of the empty string as FIPS 180-4 test vectors give it.
    assert_eq!(hash.to_string(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_eq!(hash.to_string().parse(), Ok(hash));
    assert!("E3B0".parse::<ContentHash>().is_err());
    assert!(hash.to_string().to_ascii_uppercase().parse::<ContentHash>().is_err());
    let json = serde_json::to_string(&hash).unwrap();
    assert_eq!(serde_json::from_str::<ContentHash>(&json).unwrap(), hash);
}

#[test]
fn only_what_is_asked_for_is_kept_and_none_of_it_is_long() {
    let given: Metadata = serde_json::from_str(r#"{"b":[1,true,null],"c":2,"d":{"y":"1","x":"2"}}"#).unwrap();
    let keys = ["a", "b", "d", "e", "f"].map(str::to_owned);
    let mut bounds = MetadataBounds::default();
    let of_document = |key: &str| match key {
        "a" => Some(MetadataValue::Text("é".repeat(2_000))),
        "b" => Some(MetadataValue::Text("not this".to_owned())),
        "f" => Some(MetadataValue::List(vec![MetadataValue::Text("x".repeat(2_000))])),
        _ => None,
    };
    let kept = kept(&keys, Some(&given), of_document, &mut bounds);
    let expected = format!(r#"{{"a":"{}","b":[1,true,null],"d":{{"x":"2","y":"1"}}}}"#, "é".repeat(1_024));
    assert_eq!(serde_json::to_string(&kept).unwrap(), expected);
    assert!(bounds.warning().is_some());
}

/// A build with debug assertions stops where text is lost, and says which.
#[rstest]
#[case::nothing("a\n\nb \nc", 0, &[0..1, 3..4, 6..7], None)]
#[case::at_the_start("a\n\nb \nc", 0, &[3..4, 6..7], Some("line 1: 1 bytes are in no chunk, those that begin with \"a\""))]
#[case::between("a\n\nb \nc", 0, &[0..1, 6..7], Some("line 3: 1 bytes are in no chunk, those that begin with \"b\""))]
#[case::at_the_end("a\n\nb \nc", 0, &[0..1, 3..4], Some("line 4: 1 bytes are in no chunk, those that begin with \"c\""))]
#[case::all("a\n\nb \nc", 0, &[], Some("line 1: 7 bytes are in no chunk, those that begin with \"a\\n\\nb \\nc\""))]
#[case::ranges_that_overlap("a\n\nb \nc", 0, &[0..4, 3..4, 6..7], None)]
#[case::before_the_start("a b", 1, &[2..3], None)]
#[case::white_space_of_unicode("a\u{3000}b\u{A0}", 0, &[0..1, 4..5], None)]
#[cfg(debug_assertions)]
fn text_that_is_lost(
    #[case] text: &str,
    #[case] start: usize,
    #[case] kept: &[Range<usize>],
    #[case] lost: Option<&str>,
) {
    let found = std::panic::catch_unwind(|| lost_text(text, start, kept.iter().cloned()));
    match (found, lost) {
        (Ok(found), None) => assert_eq!(found, None),
        (Err(panic), Some(lost)) => {
            let message = panic.downcast::<String>().unwrap();
            assert!(message.starts_with(lost), "{message}");
        }
        other => panic!("{other:?}"),
    }
}
