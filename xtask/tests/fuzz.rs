//! Replays, on any compiler, the inputs that once broke a fuzz target and the documents of the conformance cases.
// Holds: P3
#![allow(missing_docs, clippy::panic, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing)]
#![allow(clippy::disallowed_methods, reason = "reads the repository's files")]

#[path = "../../fuzz/src/lib.rs"]
#[allow(dead_code, unreachable_pub, clippy::string_slice, reason = "a crate of its own, for cargo-fuzz")]
mod targets;

use std::{fs, path::Path};

/// Longer documents are left to the crates' own tests.
const LONGEST: usize = 4 << 10;

fn replay(name: &str) {
    let (_, corpus, target) = targets::ALL.iter().find(|(own, ..)| *own == name).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut inputs = vec![Vec::new()];
    for folder in [root.join("fixtures").join(corpus), root.join("fuzz/corpus").join(name)] {
        for entry in ignore::WalkBuilder::new(folder).standard_filters(false).build().filter_map(Result::ok) {
            let is_about =
                matches!(entry.file_name().to_str(), Some("case.toml" | "ids.lock" | "config.json"));
            if entry.path().is_file() && !is_about {
                inputs.push(fs::read(entry.path()).unwrap());
            }
        }
    }
    assert!(inputs.len() > 10, "{name}: {} inputs", inputs.len());
    for input in inputs.iter().filter(|input| input.len() <= LONGEST) {
        let text = String::from_utf8_lossy(input);
        assert_eq!(target(input), Ok(()), "{name}: {text:?}");
    }
}

#[test]
fn recorder_scan() {
    replay("recorder_scan");
}

#[test]
fn recorder() {
    replay("recorder");
}

#[test]
fn check() {
    replay("check");
}

#[test]
fn frontmatter() {
    replay("frontmatter");
}

#[test]
fn offset_map() {
    replay("offset_map");
}

#[test]
fn sentences() {
    replay("sentences");
}

#[test]
fn redaction() {
    replay("redaction");
}

#[test]
fn tokens() {
    replay("tokens");
}

#[test]
fn markdown() {
    replay("markdown");
}

#[test]
fn backlog() {
    replay("backlog");
}

#[test]
fn hybrid() {
    replay("hybrid");
}
