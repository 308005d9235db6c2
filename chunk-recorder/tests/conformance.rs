// Holds: P1, P2
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(missing_docs)]

use chunk_recorder::{RecorderChunk, RecorderPolicy, chunk_core::Source};
use chunk_testkit::{
    self,
    law::{self, Broken},
};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn conformance() -> Result<(), chunk_testkit::Failures> {
    chunk_testkit::check_with::<RecorderPolicy, _>(FIXTURES, promises)
}

#[test]
fn every_record_is_read_back() -> Result<(), chunk_testkit::Failures> {
    chunk_testkit::records_read_back::<RecorderChunk>(FIXTURES, "recorder")
}

/// R5: no chunk is above the cap, without an exception.
fn promises(policy: &RecorderPolicy, _: Source<'_>, chunks: &[RecorderChunk]) -> Result<(), Broken> {
    law::capped(chunks, policy.config().max_chunk_chars, |chunk| chunk.text.chars().count(), |_| false)
}
