//! The conformance cases.

use chunk_core::testkit::{Failures, check, records_read_back};
use chunk_hybrid::{ChunkingSystem, HybridChunk};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn cases() -> Result<(), Failures> {
    check::<ChunkingSystem>(FIXTURES)
}

#[test]
fn every_record_is_read_back() -> Result<(), Failures> {
    records_read_back::<HybridChunk<'_>>(FIXTURES, "hybrid")
}
