//! The documents that a command is about, as its paths and options name them.

use crate::{
    command::Profile,
    console::say,
    documents::Format,
    exit::{Broken, trouble},
    find::{Found, Place, Search},
    options::ReadingOptions,
    shown::shown,
};
#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::{
    fs::{self, File, Metadata},
    io::Read,
    path::{Path, PathBuf},
};

/// The documents that `paths` mean to a policy; what lies in `outputs` is none.
pub(crate) fn find(
    profile: &Profile,
    paths: &[PathBuf],
    reading: &ReadingOptions,
    outputs: &[PathBuf],
) -> Result<Vec<Found>, Broken> {
    let search = Search {
        root: reading.root.as_deref(),
        names_inside: profile.names_inside,
        selects: profile.selects,
        outputs,
        is_sorted: !profile.is_stream,
    };
    let mut found = search.find(paths)?;
    if found.is_empty() {
        say(&format!(
            "warning: nothing to read: of a folder, {} takes {}, but no hidden ones and none that a .gitignore excludes",
            profile.contract.policy, profile.selected
        ));
    }
    if let Some(id) = &reading.id {
        match (found.as_mut_slice(), reading.input) {
            ([only], Format::Document) => only.name.clone_from(id),
            _ => return trouble("--id names one document: pass one file, or - for stdin"),
        }
    }
    Ok(found)
}

/// An output is never an input: its source would be gone. `found` is what `paths` mean.
pub(crate) fn refuse_output(
    found: &[Found],
    paths: &[PathBuf],
    output: &Path,
    option: &str,
) -> Result<(), Broken> {
    let Ok(output) = fs::canonicalize(output) else { return Ok(()) };
    let Ok(metadata) = fs::metadata(&output) else { return Ok(()) };
    if !metadata.is_file() {
        return Ok(());
    }
    let files = found.iter().filter_map(|found| match &found.place {
        Place::File(path) => Some(path),
        _ => None,
    });
    // What was found in a folder is no symbolic link: it goes by its own name. To ask the system about each file of a large
    // folder would keep all threads waiting.
    let namesakes = files.filter(|path| path.file_name() == output.file_name());
    for path in paths.iter().chain(namesakes) {
        if may_be(path, &metadata) && fs::canonicalize(path).is_ok_and(|path| path == output) {
            return trouble(format!(
                "{} is an input, and {option} would replace it; pass another file",
                shown(path)
            ));
        }
    }
    Ok(())
}

/// Whether an earlier run may have written what is there, if there is anything: JSON Lines, or nothing.
pub(crate) fn may_be_records(path: &Path) -> bool {
    let mut first = [0];
    let mut read = || File::open(path).and_then(|mut file| file.read(&mut first));
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    !is_file || !read().is_ok_and(|length| length > 0) || first == *b"{"
}

/// Whether the file that `path` names may be the one with this metadata. Where it really lies takes several calls of the system
/// to find out.
#[cfg(unix)]
fn may_be(path: &Path, metadata: &Metadata) -> bool {
    fs::metadata(path).is_ok_and(|other| other.ino() == metadata.ino())
}

#[cfg(not(unix))]
fn may_be(_: &Path, _: &Metadata) -> bool {
    true
}
