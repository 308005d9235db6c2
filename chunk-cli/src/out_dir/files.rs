//! The files in a document's folder, two for each chunk: `00000.txt` and `00000.txt.metadata.json`.

use crate::beneath::Folder;
use std::{collections::BTreeSet, io, path::Path};

const TEXT: &str = ".txt";
const METADATA: &str = ".txt.metadata.json";

/// The names of the files of the chunk with this number: its text and its metadata.
pub(super) fn names(number: usize) -> [String; 2] {
    [TEXT, METADATA].map(|ending| format!("{number:05}{ending}"))
}

/// Whether a file of this name may be one of a chunk.
pub(super) fn is_name(name: &str) -> bool {
    let stem = name.strip_suffix(METADATA).or_else(|| name.strip_suffix(TEXT)).unwrap_or_default();
    stem.len() >= 5 && stem.bytes().all(|byte| byte.is_ascii_digit())
}

/// The output that the file `name` is: itself, or one of the files in a document's folder.
pub(super) fn output_of(name: &str, is_output: impl Fn(&str) -> bool) -> Option<String> {
    let folder = name.rsplit_once('/').filter(|(_, file)| is_name(file));
    let folder = folder.map(|(folder, _)| format!("{folder}/"));
    [Some(name.to_owned()), folder].into_iter().flatten().find(|output| is_output(output))
}

/// The folders in which an output lies, or which it is, the outermost first.
pub(super) fn folders_of(output: &str) -> impl DoubleEndedIterator<Item = &str> {
    output.match_indices('/').filter_map(|(end, _)| output.get(..end))
}

/// Removes the files of chunks from the folder `inside`, except for those in `kept`.
pub(super) fn remove_files(dir: &Folder, inside: &Path, kept: &BTreeSet<String>) -> io::Result<()> {
    let entries = match dir.entries(inside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries.into_iter().filter(|entry| !entry.kind.is_dir()) {
        let name = entry.name.to_string_lossy();
        if is_name(&name) && !kept.contains(&*name) {
            dir.remove_file(&inside.join(&entry.name))?;
        }
    }
    Ok(())
}
