//! Names the folders that are written, and the file of records of each document, or its folder with two files for each chunk:
//! `00000.txt` and `00000.txt.metadata.json`.

use super::manifest::{CHUNKS, METADATA, is_inside};
use crate::{
    beneath::Folder,
    error::{Error, trouble},
    find::{Found, Place},
    options::OutputFormat,
    shown::shown_name,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};

/// The folders in `dir` that a run writes, and does not read.
pub(crate) fn written_in(dir: &Path) -> [PathBuf; 2] {
    [dir.join(CHUNKS), dir.join(METADATA)]
}

/// The file of records for each document, in order: its path with the ending replaced, such as
/// `chunks/notes/a.jsonl` for `notes/a.md`. Documents that would share one keep their endings: `a.md.jsonl`, `a.txt.jsonl`. A document
/// that cannot be read has none. With files for each chunk, it is a folder named after the document: `chunks/notes/a.md/`.
pub(crate) fn outputs(documents: &[Found], format: OutputFormat) -> Result<Vec<String>, Error> {
    let ending = match format {
        // Json and Text are for explanations, which are not written to folders.
        OutputFormat::Jsonl | OutputFormat::Rows | OutputFormat::Json | OutputFormat::Text => ".jsonl",
        OutputFormat::BedrockLambda => ".json",
        OutputFormat::BedrockFiles => "/",
    };
    let has_one = |document: &Found| !matches!(document.place, Place::Unreadable { .. });
    let (mut stems, mut shared) = (BTreeSet::new(), BTreeSet::new());
    for document in documents.iter().filter(|document| has_one(document)) {
        let stem = stem(&document.name);
        if !stems.insert(stem) {
            shared.insert(stem);
        }
    }
    let output = |document: &Found| match stem(&document.name) {
        _ if !has_one(document) => String::new(),
        stem if ending != "/" && !shared.contains(stem) => format!("{CHUNKS}/{stem}{ending}"),
        _ => format!("{CHUNKS}/{}{ending}", document.name),
    };
    let outputs: Vec<_> = documents.iter().map(output).collect();
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for (output, document) in outputs.iter().zip(documents).filter(|(output, _)| !output.is_empty()) {
        if let Some(other) = taken.insert(output.trim_end_matches('/'), &document.name) {
            return trouble(format!(
                "{} and {} would both be written to {}; rename one, or chunk them into two folders",
                shown_name(other),
                shown_name(&document.name),
                shown_name(output)
            ));
        }
    }
    for (output, name) in &taken {
        if let Some(other) = folders_of(output).find_map(|folder| taken.get(folder)) {
            return trouble(format!(
                "the records of {} would be written to a folder where those of {} are a file; rename one",
                shown_name(name),
                shown_name(other)
            ));
        }
    }
    Ok(outputs)
}

/// Why a document of this name can have no file below the folder, if so.
pub(crate) fn bad_name(name: &str) -> Option<String> {
    if is_inside(name) && name != "-" {
        return None;
    }
    let name = shown_name(name);
    Some(format!("{name} is no path inside a root, so --out-dir has no place for it; pass --root or --id"))
}

/// A path without the ending of its file name.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') && !stem.is_empty() && !stem.ends_with('/') => stem,
        _ => name,
    }
}

const OF_TEXT: &str = ".txt";
const OF_METADATA: &str = ".txt.metadata.json";

/// The names of the files of the chunk with this number: its text and its metadata.
pub(super) fn files(number: usize) -> [String; 2] {
    [OF_TEXT, OF_METADATA].map(|ending| format!("{number:05}{ending}"))
}

/// Whether a file of this name may be one of a chunk.
fn is_name(name: &str) -> bool {
    let stem = name.strip_suffix(OF_METADATA).or_else(|| name.strip_suffix(OF_TEXT)).unwrap_or_default();
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
