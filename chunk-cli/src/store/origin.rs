//! The folder that a run's documents come from, and which documents it holds: others that the store has of this folder have vanished.

use crate::{
    error::{Error, Verdict, trouble},
    find::{Found, Place, name_in, slashed},
    inputs::nothing_found,
    options::{Format, ReadingOptions},
    shown::shown,
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The folder that the names of a run's documents are relative to: the root, or the only folder given. `None` if they
/// are relative to no folder, as for lines of JSON, stdin, and files given by themselves.
pub(crate) fn folder(paths: &[PathBuf], reading: &ReadingOptions) -> Option<String> {
    let folder = match (&reading.root, paths) {
        _ if reading.input == Format::Jsonl || reading.id.is_some() => return None,
        _ if paths.is_empty() || paths.iter().any(|path| path.as_os_str() == "-") => return None,
        (Some(root), _) => root,
        (None, [only]) if only.is_dir() => only,
        _ => return None,
    };
    fs::canonicalize(folder).ok()?.into_os_string().into_string().ok()
}

/// Whether a document of this name has vanished.
pub(crate) type Vanished = Box<dyn Fn(&str) -> bool + Sync>;

/// Tells which documents of `folder` have vanished from the part of it that `paths` are, in which these were `found`.
///
/// # Errors
/// If that cannot be told.
pub(crate) fn vanished(
    folder: Option<&str>,
    paths: &[PathBuf],
    reading: &ReadingOptions,
    found: &[Found],
) -> Result<Vanished, Error> {
    if let Some(path) = paths.iter().find(|path| !path.is_dir()) {
        return trouble(format!(
            "--prune removes what folders do not hold any more, and {} is no folder; name folders alone",
            shown(path)
        ));
    }
    let Some(folder) = folder else {
        return trouble(match (reading.input, paths) {
            (Format::Jsonl, _) => "--prune goes by the files of a folder: leave out --input jsonl",
            (_, []) => "--prune goes by the files of a folder: name it",
            _ => "--prune with several folders: pass --root with the folder that holds them all",
        });
    };
    for document in found {
        if let Place::Unreadable { path, error } = &document.place
            && error.verdict() == Verdict::Unreadable
        {
            return trouble(format!(
                "{}: {}, so --prune cannot tell what has vanished; make it readable, or leave out --prune",
                shown(path),
                error.message
            ));
        }
    }
    if found.is_empty() {
        return nothing_found(
            "--prune would remove all that the store has of the folder",
            "docs/storage.md says how to remove documents by hand",
        );
    }
    let prefix = |path: &PathBuf| match &reading.root {
        None => Ok(String::new()),
        Some(_) => name_in(Path::new(folder), path)
            .and_then(|name| slashed(&name))
            .map_err(|message| format!("{}: {message}", shown(path))),
    };
    let prefixes = paths.iter().map(prefix).collect::<Result<Vec<_>, _>>().map_err(Error::run)?;
    let names: BTreeSet<String> = found.iter().map(|found| found.name.clone()).collect();
    let is_inside = move |name: &Path| prefixes.iter().any(|prefix| name.starts_with(prefix));
    Ok(Box::new(move |name| !names.contains(name) && is_inside(Path::new(name))))
}
