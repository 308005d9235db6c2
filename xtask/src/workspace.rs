//! What all commands need to know: where the workspace is, and how to answer.

use std::{error::Error, path::Path};

/// Whether the answer is yes; an error is why there is none.
pub type Answer = Result<bool, Box<dyn Error>>;

/// The workspace's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| ".".as_ref())
}

/// What is published, in the order of dependencies.
pub const CRATES: [&str; 7] = [
    "chunk-core",
    "chunk-recorder",
    "chunk-tokens",
    "chunk-markdown",
    "chunk-backlog",
    "chunk-hybrid",
    "chunk-cli",
];
