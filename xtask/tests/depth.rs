//! Every policy gives an answer or a typed error for 100,000 levels of any nesting, on a stack of 1 MiB.
// Holds: P3
#![allow(missing_docs, clippy::panic, clippy::unwrap_used)]

use chunk_backlog::BacklogPolicy;
use chunk_core::{FromConfig, Source};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::MarkdownPolicy;
use chunk_recorder::RecorderPolicy;
use chunk_tokens::TokenPolicy;
use std::thread;

const LEVELS: usize = 100_000;
const STACK: usize = 1 << 20;

/// Pairs of what opens a level and what closes it.
const NESTED: [(&str, &str); 14] = [
    ("[", "]"),
    ("{\"a\":", "}"),
    ("(", ")"),
    ("> ", ""),
    ("- ", ""),
    ("1. ", ""),
    ("*a ", " a*"),
    ("**", "**"),
    ("![", "](b)"),
    ("[a](", ")"),
    ("<div>\n", "</div>\n"),
    ("“", "”"),
    ("- > ", ""),
    ("<!-- ", " -->"),
];

fn survives<P: FromConfig>(path: &'static str, before: &str, after: &str) {
    for (open, close) in NESTED {
        let text = [before, &open.repeat(LEVELS), "a", &close.repeat(LEVELS), after].concat();
        let run = move || {
            let policy = P::new(P::Config::default()).map_err(|error| error.to_string())?;
            let unit = policy.unit(Source::new(path, text.as_bytes())).map_err(|error| error.to_string())?;
            policy.collect(unit).map(|chunks| chunks.chunks.len()).map_err(|error| error.to_string())
        };
        // An overflow of the stack ends the whole process; a panic ends the thread.
        let ended = thread::Builder::new().stack_size(STACK).spawn(run).unwrap().join();
        match ended.unwrap_or_else(|_| panic!("{open:?} panics")) {
            Ok(chunks) => assert!(chunks > 0, "{open:?}"),
            Err(message) => assert!(!message.is_empty(), "{open:?}"),
        }
    }
}

#[test]
fn markdown_survives_any_nesting() {
    survives::<MarkdownPolicy>("a.md", "", "\n");
    survives::<MarkdownPolicy>("a.md", "---\na: ", "\n---\nb\n");
}

#[test]
fn backlog_survives_any_nesting() {
    let path = "products/demo/items/task/0000/DEMO-TSK-0001_start.md";
    survives::<BacklogPolicy>(path, "---\nid: DEMO-TSK-0001\ntitle: t\n---\n\n# Context\n\n", "\n");
    survives::<BacklogPolicy>(path, "---\nid: ", "\n---\nb\n");
}

#[test]
fn tokens_survive_any_nesting() {
    survives::<TokenPolicy>("a.txt", "", "\n");
}

#[test]
fn hybrid_survives_any_nesting() {
    survives::<ChunkingSystem>("a.md", "", "\n");
    survives::<ChunkingSystem>("a.md", "---\na: ", "\n---\nb\n");
}

#[test]
fn recorder_survives_any_nesting() {
    survives::<RecorderPolicy>("log", "{\"a\":", "}\n");
    let keys = r#"{"schema_version":"ft.recorder.event.v1","event_id":"e","pane_id":1,"occurred_at_ms":0,"event_type":"#;
    survives::<RecorderPolicy>("log", &format!("{keys}\"control_marker\",\"details\":"), "}\n");
    survives::<RecorderPolicy>("log", &format!("{keys}\"egress_output\",\"text\":"), "}\n");
}
