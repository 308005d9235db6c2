//! The test kit: a runner for the conformance cases, the laws that hold for every policy, and seeded generators. It is a
//! feature for tests, and no part of it is compiled into a program.
//!
//! A policy's whole conformance test:
//!
//! ```text
//! #[test]
//! fn conformance() -> Result<(), chunk_core::testkit::Failures> {
//!     chunk_core::testkit::check::<TokenPolicy>(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures"))
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
