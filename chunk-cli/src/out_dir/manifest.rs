//! Writes the manifest: what the folder holds, a line for each document.

use crate::json::json;
use chunk_core::ContentHash;
use serde::Serialize;
use serde_json::Value;
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

pub(super) const CHUNKS: &str = "chunks";
pub(super) const METADATA: &str = "metadata";
const MANIFEST: &str = "ingestion-manifest.json";

/// Its path in the folder.
pub(super) fn path() -> PathBuf {
    Path::new(METADATA).join(MANIFEST)
}

pub(super) fn is_name(inside: &str) -> bool {
    inside.strip_prefix(METADATA).is_some_and(|name| name.strip_prefix('/') == Some(MANIFEST))
}

/// The entry of one document in the manifest.
#[derive(Serialize)]
pub(crate) struct Entry<'e> {
    pub(crate) source_file: &'e str,
    pub(crate) source_hash: ContentHash,
    /// The file of its records, relative to the folder.
    pub(crate) output: &'e str,
    pub(crate) chunks: usize,
    /// Absent if the contract has no ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) chunk_ids: Vec<String>,
}

impl Entry<'_> {
    /// Writes the entry as a line of the manifest, behind the comma that parts it from the one before.
    pub(crate) fn write_line(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(format!(",\n{}", json(self)?).as_bytes())
    }
}

/// The manifest up to its list of files: what made the records, with all settings in force as JSON.
pub(crate) fn head(policy: &str, version: &str, config: &str) -> String {
    let (policy, version) = (Value::from(policy), Value::from(version));
    let hash = ContentHash::of(config);
    format!(
        "{{\"policy\":{policy},\"policy_version\":{version},\"config\":{config},\"config_hash\":\"{hash}\",\"files\":["
    )
}

pub(super) fn is_inside(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains(['\\', '\0'])
}

pub(super) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
