//! The conformance cases.

use chunk_core::testkit::{Failures, check};
use chunk_hybrid::ChunkingSystem;

#[test]
fn cases() -> Result<(), Failures> {
    check::<ChunkingSystem>(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures"))
}
