//! A chunk is rebuilt from the spans that it keeps, and from nothing else (Replay).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_backlog::{
    BacklogChunk, BacklogPolicy, Document,
    chunk_core::{Chunk, ContentHash, Policy},
};

const PATH: &str = "products/demo/items/DEMO-1_a.md";

fn text() -> String {
    let long = "Some words of a long paragraph. ".repeat(60);
    format!(
        "# Context\n\nIt is slow. We know.\n\n# Approach\n\n{long}\n\n# Worklog\n\n2026-01-06 10:30 Begun.\n\
         2026-01-05 Thought of.\n2026-01-06 10:31 Done.\n"
    )
}

fn replays(text: &str, chunk: &BacklogChunk<'_>) -> bool {
    let replayed = BacklogPolicy::default().replay(Document::new(PATH, text), chunk);
    replayed.is_ok_and(|text| ContentHash::of(&*text) == chunk.replay_hash())
}

/// Replay fails if the record or the document were changed.
#[test]
fn a_chunk_replays_from_its_spans_and_from_nothing_else() {
    let text = text();
    let policy = BacklogPolicy::default();
    let chunks = policy.chunks(PATH, &text).unwrap().chunks;
    assert!(chunks.len() > 5);
    for (index, chunk) in chunks.iter().enumerate() {
        assert!(replays(&text, chunk), "{index}");
        // Only the spans say which text it is: with the record of another chunk they give their own text.
        let mut renumbered = chunk.clone();
        renumbered.metadata = chunks[0].metadata.clone();
        assert_eq!(replays(&text, &renumbered), index == 0);
        assert_eq!(policy.replay(Document::new(PATH, &text), &renumbered).unwrap(), chunk.text);

        let mut rehashed = chunk.clone();
        let digit = if chunk.metadata.chunk_hash.starts_with('0') { "1" } else { "0" };
        rehashed.metadata.chunk_hash.replace_range(0..1, digit);
        assert!(!replays(&text, &rehashed), "{index}");

        let changed =
            text.replace("slow", "slim").replace("words", "worms").replace("2026-01-0", "2026-02-0");
        assert!(!replays(&changed, chunk), "{index}");
        let error = policy.replay(Document::new(PATH, "# A"), chunk).unwrap_err();
        assert!(error.to_string().contains("do not lie in this document"), "{error}");
    }
}

#[test]
fn a_record_read_from_json_is_the_same_but_has_no_spans() {
    let text = text();
    let policy = BacklogPolicy::default();
    let chunks = policy.chunks(PATH, &text).unwrap().chunks;
    let json = serde_json::to_string(&chunks[1]).unwrap();
    let read: BacklogChunk<'_> = serde_json::from_str(&json).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), json);
    let error = policy.replay(Document::new(PATH, &text), &read).unwrap_err();
    assert!(error.to_string().contains("has no spans"), "{error}");
}
