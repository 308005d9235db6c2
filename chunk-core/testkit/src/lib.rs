//! The test kit: a runner for the conformance cases, the laws that hold for every policy, and seeded generators. It is not published:
//! only the tests of this repository use it.
//!
//! A policy's whole conformance test:
//!
//! ```text
//! fn conformance() -> Result<(), chunk_testkit::Failures> {
//!     chunk_testkit::check::<TokenPolicy>(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures"))
//! }
//! ```

mod case;
mod check;
mod counting;
pub mod generate;
pub mod law;

pub use case::{About, Case, Document, State};
pub use check::{Failures, Outcome, check, check_with, chunk_all, records_read_back, run};
pub use counting::Counting;
