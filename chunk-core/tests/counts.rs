//! T4, T10: counts that OpenAI's tiktoken and Hugging Face's tokenizers gave in Python (`tokenizers/make.py`).
#![allow(clippy::unwrap_used, clippy::string_slice, missing_docs)]

use chunk_core::{
    TokenCounter,
    counters::{Cl100k, HuggingFace, O200k, P50k, R50k},
};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, path::Path};

#[derive(Deserialize)]
struct Line {
    text: String,
    counts: BTreeMap<String, usize>,
}

#[test]
fn counts_are_those_of_the_libraries_that_models_come_with() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tokenizers");
    let mut counters: Vec<Box<dyn TokenCounter>> = vec![
        Box::new(Cl100k::DEFAULT),
        Box::new(O200k::DEFAULT),
        Box::new(P50k::DEFAULT),
        Box::new(R50k::DEFAULT),
    ];
    for file in ["bert.json", "byte-level.json", "spaces.json"] {
        let json = fs::read(folder.join(file)).unwrap();
        counters.push(Box::new(HuggingFace::from_json(file, &json).unwrap()));
    }
    let lines = fs::read_to_string(folder.join("counts.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 9);
    for line in lines.lines() {
        let Line { text, counts } = serde_json::from_str(line).unwrap();
        for counter in &counters {
            let expected = counts[counter.encoding()];
            assert_eq!(counter.count(&text), expected, "{} of {text:?}", counter.encoding());
            assert_eq!(
                counter.measure(&text).count(0..text.len()),
                expected,
                "{} of {text:?}",
                counter.encoding()
            );
        }
    }
}
