//! The conformance cases of `fixtures/backlog`.
// Holds: P1, P2
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(missing_docs)]

use chunk_backlog::{BacklogChunk, BacklogPolicy, ChunkKind, chunk_core::Source};
use chunk_testkit::{
    self,
    law::{self, Broken},
};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn fixtures() -> Result<(), chunk_testkit::Failures> {
    chunk_testkit::check_with::<BacklogPolicy, _>(FIXTURES, promises)
}

/// B13, B17: the caps. B22: `source_path` and `chunk_index` name a chunk.
fn promises<'u>(_: &BacklogPolicy, _: Source<'u>, chunks: &[BacklogChunk<'u>]) -> Result<(), Broken> {
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
    Ok(())
}

#[test]
fn every_record_is_read_back() -> Result<(), chunk_testkit::Failures> {
    chunk_testkit::records_read_back::<BacklogChunk<'_>>(FIXTURES, "backlog")
}
