//! Reads the manifest of a folder that a run has written.

use super::{
    earlier::read_json,
    manifest::{self, is_inside},
};
use crate::{
    beneath::{Folder, Located, Root},
    error::{Error, cannot, trouble},
    shown::shown,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Records that runs wrote: a file of them, or a folder of `--out-dir`.
#[derive(Default)]
pub(crate) struct Recorded {
    pub(crate) files: Vec<Located>,
    /// The folder, if it is one, with an entry for each file.
    pub(crate) written: Option<Written>,
}

/// What a folder holds, by its manifest.
pub(crate) struct Written {
    pub(crate) dir: PathBuf,
    /// The path of the manifest.
    pub(crate) manifest: PathBuf,
    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    pub(crate) version: String,
    /// What made the records: policy, version and settings.
    pub(crate) head: BTreeMap<String, Value>,
    /// The manifest's entry for each file of records.
    pub(crate) entries: Vec<Value>,
}

#[derive(Deserialize)]
struct Manifest {
    policy_version: String,
    files: Vec<Value>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

impl Recorded {
    pub(crate) fn of(path: &Path) -> Result<Self, Error> {
        match path.is_dir() {
            true => Self::below(path),
            false => Ok(Self { files: vec![Located::at(path.to_owned())], written: None }),
        }
    }

    fn below(dir: &Path) -> Result<Self, Error> {
        let path = dir.join(manifest::path());
        let folder = Folder::open(dir).map_err(cannot("read", shown(dir)))?;
        let root = Arc::new(Root::of(&folder).map_err(cannot("read", shown(dir)))?);
        let Some(Manifest { policy_version: version, files: entries, rest: mut head }) =
            read_json(&folder, &manifest::path())?
        else {
            return trouble(format!(
                "{}: a folder without metadata/ingestion-manifest.json; name a file of records, or a folder that \
                 --out-dir wrote",
                shown(dir)
            ));
        };
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
                Some(output) if is_inside(output) => {
                    files.push(Located::below(&root, output.into(), dir.join(output)))
                }
                _ => {
                    return trouble(format!(
                        "{}: an entry without `output`; make the folder again by --out-dir",
                        shown(&path)
                    ));
                }
            }
        }
        let written = Written { dir: dir.to_owned(), manifest: path, version, head, entries };
        Ok(Self { files, written: Some(written) })
    }
}

impl Written {
    /// The files beside those of records and the manifest.
    pub(crate) fn strangers(&self) -> BTreeSet<String> {
        let outputs = self.entries.iter().filter_map(|entry| entry.get("output").and_then(Value::as_str));
        let outputs: BTreeSet<&str> = outputs.collect();
        Folder::open(&self.dir).map_or(BTreeSet::new(), |dir| {
            super::strangers(&dir, &|name| outputs.contains(name) || manifest::is_name(name))
        })
    }
}
