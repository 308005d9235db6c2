//! Work and output are linear, whatever a document holds: detectors see each byte once, and output grows as the input does.
// Holds: P4, P5

#![allow(clippy::unwrap_used, missing_docs)]

use chunk_backlog::{
    BacklogConfig, BacklogPolicy, Document,
    chunk_core::{Policy, Warning},
    redact::{Detector, Secret},
};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

const PATH: &str = "products/demo/items/DEMO-1_a.md";

/// Counts the bytes that a detector is given.
#[derive(Debug, Default, Clone)]
struct Counting(Arc<AtomicUsize>);

impl Detector for Counting {
    fn detect(&self, text: &str, _: &mut Vec<Secret>) {
        self.0.fetch_add(text.len(), Ordering::Relaxed);
    }
}

/// Documents with a long value, or with much structure in few bytes.
fn documents(size: usize) -> Vec<(&'static str, String)> {
    let repeat = |pattern: &str| pattern.repeat(size / pattern.len());
    let half = "Some words. ".repeat(size / 24);
    vec![
        ("a long heading", format!("# {}\n\n{half}", "a".repeat(size / 2))),
        (
            "a long title",
            format!("---\ntitle: {}\n---\n# Context\n\n{half}", "a ".repeat(size.min(60_000) / 2)),
        ),
        (
            "many tags",
            format!("---\ntags: [{}]\n---\n# Context\n\n{half}", "ab, ".repeat(size.min(60_000) / 4)),
        ),
        ("Setext headings", repeat("a\n=\n")),
        ("headings", repeat("# a\n")),
        ("links", repeat("## Links\n")),
        ("paragraphs", repeat("a\n\n")),
        ("lines", repeat("a\n")),
        ("items", repeat("- a\n")),
        ("quotes", repeat("> a\n")),
        ("entries", format!("# Worklog\n\n{}", repeat("2026-01-01 10:00 a\n"))),
        ("worklogs", repeat("# Worklog\n\n2026-01-01 a\n\n")),
        ("one line", repeat("word ")),
        ("fences", repeat("```\na\n```\n")),
        ("markers", repeat("[REDACTED:a] ")),
        ("openers of keys", repeat("-----BEGIN PRIVATE KEY-----")),
        ("openers of keys in lines", repeat("-----BEGIN PRIVATE KEY-----\n")),
        ("passwords", repeat("password=a1!b2@c3 ")),
    ]
}

fn output(text: &str) -> (usize, usize) {
    let seen = Counting::default();
    let policy = BacklogPolicy::new(BacklogConfig::default()).unwrap().with_detector(seen.clone());
    let mut out = Vec::new();
    policy.write_jsonl(Document::new(PATH, text), &mut out, &mut |_: Warning| {}).unwrap();
    (out.len(), seen.0.load(Ordering::Relaxed))
}

#[test]
fn output_and_what_detectors_see_grow_as_the_input_does() {
    for ((name, once), (_, twice)) in documents(64 << 10).into_iter().zip(documents(128 << 10)) {
        let (first, seen) = output(&once);
        let (second, _) = output(&twice);
        assert!(second * 10 <= first * 23, "{name}: {first} bytes, then {second}");
        assert!(seen <= once.len(), "{name}: detectors saw {seen} bytes of {}", once.len());
    }
}

/// C1: the first gave 290 MB before values were bounded.
#[test]
fn a_long_value_is_repeated_in_part() {
    let text = format!("# {}\n\n{}", "a".repeat(512 << 10), "Some words. ".repeat(40_000));
    let (length, _) = output(&text);
    assert!(length < 30 * text.len() / 10, "{length} bytes of {}", text.len());
    let warnings = BacklogPolicy::default().chunks(PATH, &text).unwrap().warnings;
    assert_eq!(warnings.iter().filter(|warning| warning.code == "long-metadata").count(), 1);
}
