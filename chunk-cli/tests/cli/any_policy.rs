//! What a program can tell of the chunks of any policy without its records: id, place and tokens.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use chunk_backlog::BacklogPolicy;
use chunk_core::{Chunk, Places, Policy, Source, types::Place};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::MarkdownPolicy;
use chunk_recorder::RecorderPolicy;
use chunk_tokens::TokenPolicy;

/// The chunks of a document: whether they have an id, where they stand, how many tokens they have.
fn list<P: Policy>(policy: &P, path: &str, text: &str) -> Vec<(bool, Option<Place>, Option<usize>)> {
    let unit = policy.unit(Source::new(path, text.as_bytes())).unwrap();
    let places = Places::new(text);
    let chunks = policy.collect(unit.clone()).unwrap();
    let told = |chunk: &P::Chunk<'_>| {
        let place = policy.source_bytes(unit.clone(), chunk).map(|bytes| places.of(bytes));
        (chunk.id().is_some(), place, chunk.tokens())
    };
    chunks.iter().map(told).collect()
}

/// Of one chunk: whether it has an id; its bytes, code points and lines; its tokens.
fn only<P: Policy>(policy: &P, path: &str, text: &str) -> (bool, Option<[usize; 6]>, Option<usize>) {
    let mut listed = list(policy, path, text);
    assert_eq!(listed.len(), 1, "{listed:?}");
    let (has_id, place, tokens) = listed.remove(0);
    let numbers = |Place { bytes, code_points, lines, .. }| {
        [bytes.start, bytes.end, code_points.start, code_points.end, *lines.start(), *lines.end()]
    };
    (has_id, place.map(numbers), tokens)
}

#[test]
fn any_policy_tells_ids_places_and_tokens() {
    // `é` has two bytes; a chunk of Markdown takes no white space at its ends.
    let text = "\n# Café\r\n\nIt hums.\n";
    assert_eq!(only(&TokenPolicy::default(), "a.txt", text), (false, Some([0, 20, 0, 19, 1, 4]), Some(8)));
    assert_eq!(only(&MarkdownPolicy::default(), "a.md", text), (true, Some([1, 19, 1, 18, 2, 4]), Some(7)));
    let (has_id, place, tokens) = only(&ChunkingSystem::default(), "a.md", text);
    assert_eq!((has_id, place.map(|place| place[4..].to_vec())), (true, Some(vec![2, 4])));
    assert_eq!(tokens, Some(7));

    let event = |id: &str, text: &str| {
        format!(
            r#"{{"schema_version":"ft.recorder.event.v1","event_id":"{id}","pane_id":1,"occurred_at_ms":0,"event_type":"ingress_text","text":"{text}"}}"#
        )
    };
    let [one, two] = [event("a", "é"), event("b", "ls")];
    let log = format!("{one}\n{two}\n");
    let bytes = one.len() + 1 + two.len();
    let expected = (true, Some([0, bytes, 0, bytes - 1, 1, 2]), None);
    assert_eq!(only(&RecorderPolicy::default(), "a.jsonl", &log), expected);

    // What the backlog's chunks say is put together from several places.
    let item = "---\nid: A-1\ntype: Task\ntitle: Oil it\n---\n\n# Context\n\nIt hums.\n";
    let listed = list(&BacklogPolicy::default(), "products/pump/items/A-1_oil.md", item);
    assert!(!listed.is_empty() && listed.iter().all(|chunk| *chunk == (false, None, None)), "{listed:?}");
}
