//! What chunks take, by the kernel's own account.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_hybrid::{ChunkingSystem, Document};
use std::fs;

/// A line of the process's status, in KiB.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// One document with all that is known of it while it is read, and its chunks: a thousand of them, or many pieces under a
/// title, or of a user, of hundreds of kilobytes (C1).
#[test]
fn chunks_take_less_than_twenty_megabytes() {
    let sentence = |part: usize, number: usize| {
        format!(
            "Valve {part} lets water {number} into the tank when its gauge {} falls. ",
            part * number % 97
        )
    };
    let part = |part: usize| {
        let text: String = (0..16).map(|number| sentence(part, number)).collect();
        format!("## Tank {part}\n\n{text}\n\n")
    };
    let thousand: String = (0..1000).map(part).collect();
    let long = "word".repeat(100_000);
    let title = format!("# {long}\n");
    let user = format!("@{long}: We chose Oslo over Rome.\n");
    let system = ChunkingSystem::new(Default::default()).unwrap();
    // The tokenizer and the lexicon are there whatever is chunked.
    system.chunk(&Document::new("small.md", "One sentence.")).unwrap();
    let before = status("VmRSS:");
    for (text, strategy, least) in [
        (title, "semantic-boundary", 1),
        (user, "preference-signal", 1),
        (thousand, "semantic-boundary", 1000),
    ] {
        let found = system.chunk_with_strategy(&Document::new("large.md", &text), strategy).unwrap();
        let taken = status("VmHWM:").saturating_sub(before);
        assert!(found.chunks.len() >= least, "{}", found.chunks.len());
        assert!(taken <= 20_000, "{taken} KiB");
    }
}
