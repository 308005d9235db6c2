//! Writes the manifest: what the folder holds, a line for each document.

use crate::{
    beneath::Folder,
    error::{Error, cannot},
    json::json,
    shown::shown,
    whole_file::WholeFile,
};
use chunk_core::ContentHash;
use serde::Serialize;
use serde_json::Value;
use std::{
    borrow::Cow,
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
    /// Writes the entry as a line of the [`Manifest`], in one piece.
    pub(crate) fn write_line(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(format!(",\n{}", json(self)?).as_bytes())
    }
}

/// What made the records: the head of the manifest.
pub(crate) struct Head {
    pub(crate) policy: &'static str,
    pub(crate) version: Cow<'static, str>,
    /// All settings in force, as JSON.
    pub(crate) config: String,
}

/// The manifest while it is written, one line for each document, so that two manifests can be compared line by line.
pub(crate) struct Manifest {
    file: WholeFile,
    path: PathBuf,
    is_first: bool,
}

impl Manifest {
    /// The manifest, up to its list of files.
    pub(super) fn create(dir: &Folder, head: &Head) -> Result<Self, Error> {
        let path = dir.path.join(path());
        let Head { policy, version, config } = head;
        let (policy, version) = (Value::from(*policy), Value::from(&**version));
        let hash = ContentHash::of(config);
        let start = format!(
            "{{\"policy\":{policy},\"policy_version\":{version},\"config\":{config},\"config_hash\":\"{hash}\",\"files\":["
        );
        WholeFile::beneath(dir, self::path())
            .and_then(|mut file| file.write_all(start.as_bytes()).map(|()| file))
            .map(|file| Self { file, path: path.clone(), is_first: true })
            .map_err(cannot("write", shown(&path)))
    }

    /// Adds the line of a document; an empty one if it has none.
    pub(crate) fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        // The first line needs no comma before it.
        let skipped = usize::from(self.is_first && !line.is_empty());
        self.is_first &= line.is_empty();
        self.file.write_all(line.get(skipped..).unwrap_or_default())
    }

    pub(super) fn commit(mut self) -> Result<(), Error> {
        let path = shown(&self.path);
        let written = self.file.write_all(b"\n]}\n").and_then(|()| self.file.commit());
        written.map(drop).map_err(cannot("write", path))
    }
}

pub(super) fn is_inside(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains(['\\', '\0'])
}

pub(super) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
