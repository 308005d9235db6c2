//! Reads the manifest of a folder that a run has written.

use super::manifest;
use crate::{
    exit::{Broken, cannot, trouble},
    shown::shown,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// What a folder holds, by its manifest.
pub(crate) struct Written {
    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    pub(crate) version: String,
    /// What made the records: policy, version and settings.
    pub(crate) head: BTreeMap<String, Value>,
    /// The manifest's entry for each file.
    pub(crate) entries: Vec<Value>,
    /// The files of records, in the same order.
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Manifest {
    policy_version: String,
    files: Vec<Value>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

impl Written {
    pub(crate) fn read(dir: &Path) -> Result<Self, Broken> {
        let manifest = manifest::path(dir);
        if !manifest.exists() {
            return trouble(format!(
                "{}: a folder without metadata/ingestion-manifest.json; name a file of records, or a folder that \
                 --out-dir wrote",
                shown(dir)
            ));
        }
        let bytes = fs::read(&manifest).map_err(cannot("read", shown(&manifest)))?;
        let Manifest { policy_version: version, files: entries, rest: mut head } =
            serde_json::from_slice(&bytes).map_err(cannot("read", shown(&manifest)))?;
        head.insert("policy_version".to_owned(), version.as_str().into());
        let mut files = Vec::new();
        for entry in &entries {
            match entry.get("output").and_then(Value::as_str) {
                Some(output) if !output.ends_with(".jsonl") => {
                    return trouble(format!(
                        "{} was written for Bedrock; name a folder that was written without --format",
                        shown(dir)
                    ));
                }
                Some(output) if !output.split('/').any(|part| part == "..") => files.push(dir.join(output)),
                _ => {
                    return trouble(format!(
                        "{}: an entry without `output`; make the folder again by --out-dir",
                        shown(&manifest)
                    ));
                }
            }
        }
        Ok(Self { version, head, entries, files })
    }
}
