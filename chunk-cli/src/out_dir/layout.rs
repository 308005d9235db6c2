//! What stands where in the folder.

use std::path::{Path, PathBuf};

pub(super) const CHUNKS: &str = "chunks";
pub(super) const METADATA: &str = "metadata";

/// The folders in `dir` that a run writes: no input for it.
pub(crate) fn written_in(dir: &Path) -> [PathBuf; 2] {
    [dir.join(CHUNKS), dir.join(METADATA)]
}
