//! The manifest: what the folder holds, a line for each document. It is written, and read again.

use super::strangers;
use crate::{
    beneath::{Folder, Located, Root},
    error::{Error, cannot, trouble},
    json::{error_shown, json},
    shown::shown,
};
use chunk_core::ContentHash;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
    sync::Arc,
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
        let path = dir.join(self::path());
        let folder = Folder::open(dir).map_err(cannot("read", shown(dir)))?;
        let root = Arc::new(Root::of(&folder).map_err(cannot("read", shown(dir)))?);
        let Some(Manifest { policy_version: version, files: entries, rest: mut head }) =
            read_json(&folder, &self::path())?
        else {
            if let Some(above) =
                dir.parent().filter(|above| dir.ends_with(CHUNKS) && above.join(self::path()).is_file())
            {
                let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
                return trouble(format!(
                    "{}: a part of what --out-dir wrote; name {}",
                    shown(dir),
                    shown(above)
                ));
            }
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
        Folder::open(&self.dir)
            .map_or(BTreeSet::new(), |dir| strangers(&dir, &|name| outputs.contains(name) || is_name(name)))
    }
}

/// Reads a file of JSON; `None` if there is no such file. Only what `T` has is held in memory.
pub(super) fn read_json<T: DeserializeOwned>(dir: &Folder, inside: &Path) -> Result<Option<T>, Error> {
    let path = shown(&dir.path.join(inside));
    let file = match dir.read(inside) {
        Err(error) if is_missing(&error) && error.get_ref().is_none() => return Ok(None),
        opened => opened.map_err(cannot("read", &path))?,
    };
    serde_json::from_reader(BufReader::new(file)).map(Some).map_err(|error| {
        Error::run(format!(
            "{path}: no manifest of an earlier run: {}; pass another --out-dir, or remove it",
            error_shown(&error)
        ))
    })
}
