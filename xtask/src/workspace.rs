//! What all commands share: the workspace's root, and the type of a command's result.

use std::{error::Error, path::Path};

/// Whether a command's checks passed, or why they could not be made.
pub type Answer = Result<bool, Box<dyn Error>>;

/// The workspace's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or_else(|| ".".as_ref())
}
