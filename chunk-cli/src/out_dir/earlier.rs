//! Finds what earlier runs wrote: by the manifest of the last complete run, and by what one that was killed has announced.

use super::manifest::{self, CHUNKS, is_inside, is_missing, read_json};
use crate::{
    beneath::Folder,
    error::{Error, cannot},
    json::json,
    shown::shown,
    whole_file::WholeFile,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, path::Path};

/// A run that adds files names them here before it adds them, and removes this at its end. Nothing else tells the files of a run that was
/// killed from those of the user.
pub(super) const ANNOUNCEMENT: &str = "metadata/.unfinished-run.json";

#[derive(Serialize, Deserialize)]
struct Announcement {
    process: u32,
    adds: BTreeSet<String>,
}

pub(super) struct Earlier {
    /// Files of records, relative to the folder.
    pub(super) outputs: BTreeSet<String>,
    /// Those of them that were announced by runs that did not end.
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
    pub(super) fn read(dir: &Folder) -> Result<Self, Error> {
        let manifest: Option<Manifest> = read_json(dir, &manifest::path())?;
        let files = manifest.map_or(Vec::new(), |manifest| manifest.files);
        let mut outputs = ours(files.into_iter().map(|file| file.output));
        let announced = read_json(dir, Path::new(ANNOUNCEMENT))?.map(|Announcement { adds, .. }| adds);
        let mut unfinished = ours(announced.unwrap_or_default().into_iter());
        unfinished.retain(|output| !outputs.contains(output));
        outputs.extend(unfinished.iter().cloned());
        Ok(Self { outputs, unfinished })
    }
}

/// Announces what this run adds, and what runs before it did not finish.
pub(super) fn announce(dir: &Folder, adds: &BTreeSet<&String>) -> Result<(), Error> {
    if adds.is_empty() {
        return Ok(());
    }
    let adds = adds.iter().map(|&output| output.clone()).collect();
    let announcement = Announcement { process: std::process::id(), adds };
    json(&announcement)
        .and_then(|json| WholeFile::put(dir, ANNOUNCEMENT.into(), (json + "\n").as_bytes()))
        .map(drop)
        .map_err(cannot("write", shown(&dir.path.join(ANNOUNCEMENT))))
}

/// Removes the announcement, as nothing is unfinished any more.
pub(super) fn forget(dir: &Folder) -> Result<(), Error> {
    match dir.remove_file(Path::new(ANNOUNCEMENT)) {
        Err(error) if !is_missing(&error) => {
            Err(cannot("remove", shown(&dir.path.join(ANNOUNCEMENT)))(error))
        }
        _ => Ok(()),
    }
}

/// The process that has announced something.
pub(super) fn announcer(dir: &Folder) -> Option<u32> {
    let announced: Option<Announcement> = read_json(dir, Path::new(ANNOUNCEMENT)).ok()?;
    Some(announced?.process)
}

/// Those of `outputs` that a run may have written: nothing else is ever removed, whatever a manifest says.
fn ours(outputs: impl Iterator<Item = String>) -> BTreeSet<String> {
    let chunks = format!("{CHUNKS}/");
    outputs
        .filter(|output| is_inside(output.trim_end_matches('/')) && output.starts_with(&chunks))
        .filter(|output| [".jsonl", ".json", "/"].iter().any(|ending| output.ends_with(ending)))
        .collect()
}
