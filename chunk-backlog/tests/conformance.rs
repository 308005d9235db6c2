//! The conformance cases of `fixtures/backlog`.
// Holds: P1, P2
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(missing_docs)]

use chunk_backlog::{
    BacklogChunk, BacklogPolicy, ChunkKind,
    chunk_core::{
        Source,
        testkit::{
            self,
            law::{self, Broken},
        },
    },
};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn fixtures() -> Result<(), testkit::Failures> {
    testkit::check_with::<BacklogPolicy, _>(FIXTURES, promises)
}

/// B13, B17: the caps. B22: `source_path` and `chunk_index` name a chunk. B1: nothing is left out, secrets aside.
fn promises<'u>(_: &BacklogPolicy, source: Source<'u>, chunks: &[BacklogChunk<'u>]) -> Result<(), Broken> {
    let broken = |law, how| Err(Broken { law, how });
    for (index, chunk) in chunks.iter().enumerate() {
        let metadata = &chunk.metadata;
        if (metadata.chunk_index, metadata.chunk_count) != (index, chunks.len()) {
            return broken("unique ids", format!("chunk {index} is number {}", metadata.chunk_index));
        }
        let cap = if metadata.chunk_kind == ChunkKind::Worklog { 1_000 } else { 1_200 };
        let length = |chunk: &BacklogChunk<'_>| chunk.text.chars().count();
        law::capped(std::slice::from_ref(chunk), cap, length, |_| false)?;
    }
    let text = std::str::from_utf8(source.bytes).unwrap_or_default().trim_start_matches('\u{FEFF}');
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let has_secrets = chunks.iter().any(|chunk| chunk.metadata.redaction != "none");
    if chunks.is_empty() || has_secrets {
        return Ok(());
    }
    // A line that is cut stands in two chunks, so what is looked up are its words; headings may be titles alone.
    let body =
        text.strip_prefix("---").and_then(|rest| rest.split_once("\n---")).map_or(&*text, |(_, body)| body);
    for line in body.lines().filter(|line| !line.starts_with('#')) {
        for word in line.split_whitespace().filter(|word| word.len() < 100) {
            if !chunks.iter().any(|chunk| chunk.text.contains(word)) {
                return broken("coverage", format!("{word:?} of {line:?} is in no chunk"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_record_is_read_back() -> Result<(), testkit::Failures> {
    testkit::records_read_back::<BacklogChunk<'_>>(FIXTURES, "backlog")
}
