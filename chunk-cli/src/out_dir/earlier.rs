//! Finds what earlier runs wrote: by the manifest of the last complete run, and by the announcement of one that was killed.

use super::{
    layout::{CHUNKS, METADATA},
    manifest,
    names::is_inside,
};
use crate::{
    exit::{Broken, cannot},
    json::json,
    shown::shown,
    whole_file::WholeFile,
};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

/// The file in which a run names the files that it adds, before it adds them, and which it removes at its end.
const ANNOUNCEMENT: &str = ".unfinished-run.json";

pub(super) struct Earlier {
    /// Files of records, relative to the folder.
    pub(super) outputs: BTreeSet<String>,
    /// Those of them that were announced by a run that did not end.
    pub(super) unfinished: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Manifest {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    output: String,
}

impl Earlier {
    pub(super) fn read(dir: &Path) -> Result<Self, Broken> {
        let manifest: Option<Manifest> = read(&manifest::path(dir))?;
        let files = manifest.map_or(Vec::new(), |manifest| manifest.files);
        let mut outputs = ours(files.into_iter().map(|file| file.output).collect());
        let announced: Option<Vec<String>> = read(&path(dir))?;
        let mut unfinished = ours(announced.unwrap_or_default());
        unfinished.retain(|output| !outputs.contains(output));
        outputs.extend(unfinished.iter().cloned());
        Ok(Self { outputs, unfinished })
    }
}

/// Those of `outputs` that a run may have written: nothing else is ever removed, whatever a manifest says.
fn ours(outputs: Vec<String>) -> BTreeSet<String> {
    let chunks = format!("{CHUNKS}/");
    outputs
        .into_iter()
        .filter(|output| is_inside(output.trim_end_matches('/')) && output.starts_with(&chunks))
        .filter(|output| [".jsonl", ".json", "/"].iter().any(|ending| output.ends_with(ending)))
        .collect()
}

/// Reads a file of JSON; `None` if there is no such file.
fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Broken> {
    let json = match fs::read(path) {
        Ok(json) => json,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(cannot("read", shown(path))(error)),
    };
    serde_json::from_slice(&json).map(Some).map_err(|error| {
        Broken::Trouble(format!(
            "{}: no manifest of an earlier run ({error}); pass another --out-dir, or remove it",
            shown(path)
        ))
    })
}

pub(super) fn announce(dir: &Path, outputs: &[&String]) -> Result<(), Broken> {
    let path = path(dir);
    let written = WholeFile::create(&path).and_then(|mut file| {
        writeln!(file, "{}", json(&outputs)?)?;
        file.commit()
    });
    written.map_err(cannot("write", shown(&path)))
}

/// Removes the announcement: nothing is unfinished any more.
pub(super) fn forget(dir: &Path) -> Result<(), Broken> {
    match fs::remove_file(path(dir)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(cannot("remove", shown(&path(dir)))(error))
        }
        _ => Ok(()),
    }
}

pub(super) fn is_name(inside: &str) -> bool {
    inside.strip_prefix(METADATA).is_some_and(|name| name.strip_prefix('/') == Some(ANNOUNCEMENT))
}

fn path(dir: &Path) -> PathBuf {
    dir.join(METADATA).join(ANNOUNCEMENT)
}
