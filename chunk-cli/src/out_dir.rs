//! `--out-dir`: a file of records for each document, mirroring the tree, and a manifest of them all.
//!
//! The folder is a function of the documents, the settings and the contract: what an earlier run wrote and this one
//! does not is removed, and what stays the same is not touched.

use crate::{
    exit::{Broken, cannot, trouble},
    find::Found,
    whole_file::WholeFile,
};
use chunk_core::{ContentHash, Contract};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

const CHUNKS: &str = "chunks";
const METADATA: &str = "metadata";
const MANIFEST: &str = "ingestion-manifest.json";

/// The folders in `dir` that a run writes: no input for it.
pub(crate) fn written_in(dir: &Path) -> [PathBuf; 2] {
    [dir.join(CHUNKS), dir.join(METADATA)]
}

fn manifest_path(dir: &Path) -> PathBuf {
    dir.join(METADATA).join(MANIFEST)
}

/// The folder that is written.
pub(crate) struct OutDir {
    dir: PathBuf,
    /// The file of records of each document, relative to the folder.
    outputs: Vec<String>,
    /// Those that an earlier run left, by its manifest.
    earlier: BTreeSet<String>,
    /// Those that this run has put in place.
    written: Mutex<BTreeSet<String>>,
}

/// What the manifest says of one document.
#[derive(Serialize)]
pub(crate) struct Entry<'e> {
    pub(crate) source_file: &'e str,
    pub(crate) source_hash: ContentHash,
    /// Its records, relative to the folder.
    pub(crate) output: &'e str,
    pub(crate) chunks: usize,
    /// Absent where the contract has no ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) chunk_ids: Vec<String>,
}

impl OutDir {
    /// The folder `dir` for these documents. Nothing is written yet but the folder itself.
    pub(crate) fn open(dir: &Path, documents: &[Found]) -> Result<Self, Broken> {
        let outputs = outputs(documents)?;
        for folder in written_in(dir) {
            fs::create_dir_all(&folder).map_err(cannot("create", folder.display()))?;
        }
        let earlier = earlier_outputs(&manifest_path(dir))?;
        Ok(Self { dir: dir.to_owned(), outputs, earlier, written: Mutex::default() })
    }

    /// The file of records of the document with this number, such as `chunks/notes/a.jsonl`.
    pub(crate) fn output(&self, number: usize) -> &str {
        self.outputs.get(number).map_or("", String::as_str)
    }

    pub(crate) fn create(&self, output: &str) -> io::Result<WholeFile> {
        let path = self.dir.join(output);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        WholeFile::create(&path)
    }

    pub(crate) fn commit(&self, output: &str, file: WholeFile) -> io::Result<()> {
        file.commit()?;
        self.written.lock().unwrap_or_else(PoisonError::into_inner).insert(output.to_owned());
        Ok(())
    }

    pub(crate) fn unwritable(&self, output: &str, error: &io::Error) -> String {
        format!("cannot write {}: {error}", self.dir.join(output).display())
    }

    /// The manifest, up to its list of files; `config` is JSON.
    pub(crate) fn manifest(&self, contract: Contract, config: &str) -> Result<Manifest, Broken> {
        let path = manifest_path(&self.dir);
        let head = |file: &mut WholeFile| {
            file.write_all(b"{\"policy\":")?;
            serde_json::to_writer(&mut *file, contract.policy)?;
            file.write_all(b",\"policy_version\":")?;
            serde_json::to_writer(&mut *file, contract.version)?;
            file.write_all(b",\"config\":")?;
            file.write_all(config.as_bytes())?;
            file.write_all(b",\"files\":[")
        };
        WholeFile::create(&path)
            .and_then(|mut file| head(&mut file).map(|()| file))
            .map(|file| Manifest { file, path: path.clone(), is_first: true })
            .map_err(cannot("write", path.display()))
    }

    /// Ends a run that is complete: removes what an earlier one wrote and this one did not, and puts the manifest in
    /// place. In this order: should the run end in between, the old manifest still names what is left to remove.
    pub(crate) fn finish(self, manifest: Manifest) -> Result<(), Broken> {
        let current = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        for stale in self.earlier.iter().filter(|output| !current.contains(*output)) {
            let path = self.dir.join(stale);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return trouble(format!("cannot remove {}: {error}", path.display()));
                }
                _ => remove_empty_folders(&path, &self.dir.join(CHUNKS)),
            }
        }
        manifest.commit()
    }
}

impl Entry<'_> {
    /// Writes the entry as a line of the [`Manifest`], in one piece.
    pub(crate) fn write_line(&self, mut out: impl Write) -> io::Result<()> {
        let mut line = b",\n".to_vec();
        serde_json::to_writer(&mut line, self)?;
        out.write_all(&line)
    }
}

/// The manifest while it is written: one line a document, so that two of them can be compared line by line.
pub(crate) struct Manifest {
    file: WholeFile,
    path: PathBuf,
    is_first: bool,
}

impl Manifest {
    fn commit(mut self) -> Result<(), Broken> {
        let path = self.path.display();
        self.file.write_all(b"\n]}\n").and_then(|()| self.file.commit()).map_err(cannot("write", path))
    }
}

impl Write for Manifest {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // The comma before the first line separates it from nothing.
        let skipped = usize::from(self.is_first && !line.is_empty());
        self.is_first &= line.is_empty();
        self.file.write_all(line.get(skipped..).unwrap_or_default())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The file of records for each document, in order: its path with the ending replaced, as `notes/a.md` has
/// `chunks/notes/a.jsonl`. Documents that would share one keep their endings: `a.md.jsonl`, `a.txt.jsonl`.
fn outputs(documents: &[Found]) -> Result<Vec<String>, Broken> {
    let mut sharing: BTreeMap<&str, usize> = BTreeMap::new();
    for document in documents {
        check_name(&document.name)?;
        *sharing.entry(stem(&document.name)).or_default() += 1;
    }
    let outputs: Vec<_> = documents
        .iter()
        .map(|Found { name, .. }| match sharing.get(stem(name)) {
            Some(1) => format!("{CHUNKS}/{}.jsonl", stem(name)),
            _ => format!("{CHUNKS}/{name}.jsonl"),
        })
        .collect();
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for (output, document) in outputs.iter().zip(documents) {
        if let Some(other) = taken.insert(output, &document.name) {
            return trouble(format!("{other} and {} would both be written to {output}", document.name));
        }
    }
    Ok(outputs)
}

/// A name leads to a file below the folder and nowhere else.
fn check_name(name: &str) -> Result<(), Broken> {
    if is_inside(name) && name != "-" {
        return Ok(());
    }
    trouble(format!("{name} is no path inside a root, so --out-dir has no place for it; pass --root or --id"))
}

fn is_inside(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..")) && !path.contains(['\\', '\0'])
}

/// A path without the ending of its file name.
fn stem(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if !ending.contains('/') && !stem.is_empty() && !stem.ends_with('/') => stem,
        _ => name,
    }
}

/// What the manifest at `path` says an earlier run wrote: none if there is none, or it is not one of ours.
fn earlier_outputs(path: &Path) -> Result<BTreeSet<String>, Broken> {
    #[derive(Deserialize)]
    struct Earlier {
        files: Vec<Output>,
    }
    #[derive(Deserialize)]
    struct Output {
        output: String,
    }
    let json = match fs::read(path) {
        Ok(json) => json,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return trouble(format!("cannot read {}: {error}", path.display())),
    };
    let earlier: Earlier = serde_json::from_slice(&json).map_err(|error| {
        Broken::Trouble(format!(
            "{}: no manifest of an earlier run ({error}); pass another --out-dir, or remove it",
            path.display()
        ))
    })?;
    // Nothing outside the folder is ever removed, whatever a manifest says.
    let is_ours =
        |output: &String| is_inside(output) && output.starts_with("chunks/") && output.ends_with(".jsonl");
    Ok(earlier.files.into_iter().map(|file| file.output).filter(is_ours).collect())
}

fn remove_empty_folders(path: &Path, top: &Path) {
    for folder in path.ancestors().skip(1).take_while(|folder| *folder != top) {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}
