//! Every conformance case against the naive reading, which shares no code with the crate: its expected bytes, its warnings
//! and which documents are refused.

use super::naive;
use chunk_backlog::chunk_core::testkit::Case;
use std::path::Path;

#[test]
fn the_naive_reading_gives_the_expected_bytes_of_every_case() {
    let fixtures = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/backlog"));
    let mut differ = Vec::new();
    for case in Case::read_all(fixtures).unwrap().iter().filter(|case| !case.about.is_refused()) {
        let on = |key: &str| case.config.get(key).is_none_or(|value| value == true);
        let text = |key: &str| case.config.get(key).and_then(|value| value.as_str());
        let (mut jsonl, mut warnings, mut errors) = (String::new(), Vec::new(), Vec::new());
        for document in &case.documents {
            let document = naive::Document {
                path: &document.path,
                bytes: &document.bytes,
                product: text("product"),
                prefixed: text("hash_format") == Some("prefixed"),
                redact: on("redact"),
                settings: naive::Settings {
                    header_chunk: on("header_chunk"),
                    repeat_heading: on("repeat_heading"),
                },
            };
            match naive::records(&document) {
                Ok((records, codes)) => {
                    jsonl += &records;
                    warnings.extend(codes);
                }
                Err(error) => errors.push(error),
            }
        }
        let name = case.name();
        let expected = String::from_utf8(case.expected.clone()).unwrap();
        for (number, (found, expected)) in jsonl.lines().zip(expected.lines()).enumerate() {
            if found != expected {
                differ.push(format!("{name}, record {number}:\n  {expected}\nnaive\n  {found}"));
                break;
            }
        }
        if jsonl.lines().count() != expected.lines().count() {
            differ.push(format!("{name}: {} records", jsonl.lines().count()));
        }
        if warnings != case.about.warnings || errors.len() != case.about.fails.len() {
            differ.push(format!("{name}: {warnings:?}, {errors:?}"));
        }
    }
    assert!(differ.is_empty(), "{}\n{} differ", differ.join("\n"), differ.len());
}
