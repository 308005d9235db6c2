//! Finds what earlier runs wrote: by the manifest of the last complete run, and by the announcements of those that were killed.

use super::manifest::{self, CHUNKS, METADATA, is_inside, is_missing};
use crate::{
    beneath::Folder,
    error::{Error, cannot},
    json::json,
    shown::shown,
    whole_file::WholeFile,
};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    collections::BTreeSet,
    io::{BufReader, Write},
    path::{Path, PathBuf},
};

/// A run has a file `.unfinished-run-PID.json`, in which it names the files that it adds, before it adds them, and which it removes at its
/// end.
const ANNOUNCEMENT: &str = ".unfinished-run";
const ENDING: &str = ".json";

pub(super) struct Earlier {
    /// Files of records, relative to the folder.
    pub(super) outputs: BTreeSet<String>,
    /// Those of them that were announced by runs that did not end.
    pub(super) unfinished: BTreeSet<String>,
    /// Their announcements, and that of this run.
    announcements: Vec<PathBuf>,
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
        let mut outputs = ours(files.into_iter().map(|file| file.output).collect());
        let mut unfinished = BTreeSet::new();
        let announcements = announcements(dir);
        for announcement in &announcements {
            let announced: Option<Vec<String>> = read_json(dir, announcement)?;
            unfinished.append(&mut ours(announced.unwrap_or_default()));
        }
        unfinished.retain(|output| !outputs.contains(output));
        outputs.extend(unfinished.iter().cloned());
        Ok(Self { outputs, unfinished, announcements })
    }

    /// Announces `outputs`, among them what runs before did not finish, whose announcements end.
    pub(super) fn announce(&mut self, dir: &Folder, outputs: &[String]) -> Result<(), Error> {
        if outputs.is_empty() {
            return Ok(());
        }
        let inside = Path::new(METADATA).join(format!("{ANNOUNCEMENT}-{}{ENDING}", std::process::id()));
        let path = shown(&dir.path.join(&inside));
        let written = WholeFile::beneath(dir, inside.clone()).and_then(|mut file| {
            writeln!(file, "{}", json(&outputs)?)?;
            file.commit().map(drop)
        });
        written.map_err(cannot("write", path))?;
        self.announcements.retain(|path| *path != inside);
        self.forget(dir)?;
        self.announcements.push(inside);
        Ok(())
    }

    /// Removes the announcements of earlier runs and of this one: nothing is unfinished any more.
    pub(super) fn forget(&mut self, dir: &Folder) -> Result<(), Error> {
        self.announcements.drain(..).try_for_each(|path| remove(dir, &path))
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

/// Reads a file of JSON; `None` if there is no such file. Only what `T` has is held in memory.
pub(super) fn read_json<T: DeserializeOwned>(dir: &Folder, inside: &Path) -> Result<Option<T>, Error> {
    let path = shown(&dir.path.join(inside));
    let file = match dir.read(inside) {
        Err(error) if is_missing(&error) && error.get_ref().is_none() => return Ok(None),
        opened => opened.map_err(cannot("read", &path))?,
    };
    serde_json::from_reader(BufReader::new(file)).map(Some).map_err(|error| {
        Error::run(format!(
            "{path}: no manifest of an earlier run ({error}); pass another --out-dir, or remove it"
        ))
    })
}

/// The process whose announcement there is.
pub(super) fn announcer(dir: &Folder) -> Option<u32> {
    let names = announcements(dir);
    let number = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?.strip_prefix(ANNOUNCEMENT)?.strip_prefix('-')?;
        name.strip_suffix(ENDING)?.parse().ok()
    };
    names.iter().find_map(number)
}

pub(super) fn is_name(inside: &str) -> bool {
    let name = inside.strip_prefix(METADATA).and_then(|name| name.strip_prefix('/'));
    name.is_some_and(|name| name.starts_with(ANNOUNCEMENT) && name.ends_with(ENDING) && !name.contains('/'))
}

fn announcements(dir: &Folder) -> Vec<PathBuf> {
    let entries = dir.subfolder(Path::new(METADATA)).and_then(|folder| folder.entries()).unwrap_or_default();
    let paths = entries.into_iter().map(|entry| Path::new(METADATA).join(entry.name));
    paths.filter(|path| is_name(&path.to_string_lossy().replace('\\', "/"))).collect()
}

fn remove(dir: &Folder, inside: &Path) -> Result<(), Error> {
    match dir.remove_file(inside) {
        Err(error) if !is_missing(&error) => Err(cannot("remove", shown(&dir.path.join(inside)))(error)),
        _ => Ok(()),
    }
}
