//! The layout of the folder.

use std::path::{Path, PathBuf};

pub(super) const CHUNKS: &str = "chunks";
pub(super) const METADATA: &str = "metadata";

/// The folders in `dir` that a run writes, and does not read.
pub(crate) fn written_in(dir: &Path) -> [PathBuf; 2] {
    [dir.join(CHUNKS), dir.join(METADATA)]
}
