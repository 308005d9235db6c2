//! The conformance cases of `fixtures/backlog`.
#![allow(missing_docs)]

use chunk_backlog::{BacklogChunk, BacklogPolicy, chunk_core::testkit};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn fixtures() -> Result<(), testkit::Failures> {
    testkit::check::<BacklogPolicy>(FIXTURES)
}

#[test]
fn every_record_is_read_back() -> Result<(), testkit::Failures> {
    testkit::records_read_back::<BacklogChunk<'_>>(FIXTURES, "backlog")
}
