//! The conformance cases of `fixtures/backlog`.
#![allow(missing_docs)]

use chunk_backlog::{BacklogPolicy, chunk_core::testkit};

#[test]
fn fixtures() -> Result<(), testkit::Failures> {
    testkit::check::<BacklogPolicy>(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures"))
}
