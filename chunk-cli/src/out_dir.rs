//! `--out-dir`: writes a file of records for each document, mirroring the tree, and a manifest of them all.
//!
//! The folder depends only on the documents, the settings and the contract, whatever was there before: files that an earlier
//! run wrote, whether complete or killed, and this one does not, are removed, and files that stay the same are not touched.

mod earlier;
mod files;
mod layout;
mod manifest;
mod names;
mod written;

pub(crate) use layout::written_in;
pub(crate) use manifest::{Entry, Head, Manifest};
pub(crate) use names::bad_name;
pub(crate) use written::Written;

use crate::{
    exit::{Broken, advice, cannot, trouble},
    find::{Found, Place},
    options::OutputFormat,
    shown::shown,
    temporary,
    whole_file::WholeFile,
};
use earlier::Earlier;
use layout::CHUNKS;
use std::{
    collections::BTreeSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The folder that is written.
pub(crate) struct OutDir {
    dir: PathBuf,
    /// The folder of its records, with symbolic links resolved: nothing is written or removed elsewhere, whatever links there are.
    top: PathBuf,
    /// The file of records of each document, relative to the folder; empty for one that has none.
    outputs: Vec<String>,
    /// What earlier runs left.
    earlier: Earlier,
    /// The files that this run has put in place.
    written: Mutex<BTreeSet<String>>,
}

impl OutDir {
    /// Opens the folder `dir` for these documents: creates it, and removes what killed runs left and what stands in the way.
    pub(crate) fn open(dir: &Path, documents: &[Found], format: OutputFormat) -> Result<Self, Broken> {
        let outputs = names::outputs(documents, format)?;
        refuse_links(dir)?;
        let earlier = Earlier::read(dir)?;
        refuse_own_files(dir, documents, &outputs, &earlier)?;
        for folder in written_in(dir) {
            fs::create_dir_all(&folder).map_err(cannot("create", shown(&folder)))?;
        }
        let chunks = dir.join(CHUNKS);
        let top = fs::canonicalize(&chunks).map_err(cannot("read", shown(&chunks)))?;
        for folder in written_in(dir) {
            each_folder(&folder, &mut temporary::sweep);
        }
        let out_dir = Self { dir: dir.to_owned(), top, outputs, earlier, written: Mutex::default() };
        out_dir.announce()?;
        out_dir.clear_the_way()?;
        Ok(out_dir)
    }

    /// Names the files that this run adds before it adds them, for the next run, should this one be killed.
    fn announce(&self) -> Result<(), Broken> {
        let is_new = |output: &&String| !output.is_empty() && !self.earlier.outputs.contains(*output);
        let new: Vec<_> = self.outputs.iter().filter(is_new).chain(&self.earlier.unfinished).collect();
        if new.is_empty() { Ok(()) } else { earlier::announce(&self.dir, &new) }
    }

    /// Removes files of earlier runs that stand where this run needs a folder, and the other way round.
    fn clear_the_way(&self) -> Result<(), Broken> {
        let above = |path: &str| {
            let slashes: Vec<_> = path.match_indices('/').map(|(at, _)| at).collect();
            slashes.into_iter().filter_map(|at| path.get(..at).map(str::to_owned)).collect::<Vec<_>>()
        };
        let current: BTreeSet<&str> = self.outputs.iter().map(String::as_str).collect();
        for output in &current {
            for folder in above(output).iter().filter(|folder| self.earlier.outputs.contains(*folder)) {
                self.remove(folder)?;
            }
        }
        for stale in self.earlier.outputs.iter().filter(|output| !current.contains(output.as_str())) {
            if above(stale).iter().any(|folder| current.contains(folder.as_str())) {
                self.remove(stale)?;
            }
        }
        Ok(())
    }

    /// The file of records of the document with this number, such as `chunks/notes/a.jsonl`.
    pub(crate) fn output(&self, number: usize) -> &str {
        self.outputs.get(number).map_or("", String::as_str)
    }

    pub(crate) fn create(&self, output: &str) -> io::Result<WholeFile> {
        let path = self.dir.join(output);
        let is_link = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink());
        let folder = path.parent().unwrap_or(&self.dir);
        let existing = folder.ancestors().find(|folder| folder.exists()).unwrap_or(folder);
        if is_link || !fs::canonicalize(existing)?.starts_with(&self.top) {
            return Err(io::Error::other("a symbolic link leads out of the folder there; remove it"));
        }
        fs::create_dir_all(folder)?;
        WholeFile::create(&path)
    }

    pub(crate) fn commit(&self, output: &str, file: WholeFile) -> io::Result<()> {
        file.commit()?;
        self.note(output);
        Ok(())
    }

    /// Puts the files of a document's chunks, a text and its metadata each, into the folder `output`, and removes those that are
    /// left of earlier runs.
    pub(crate) fn put_files(&self, output: &str, chunks: &[(String, String)]) -> io::Result<()> {
        let mut current = BTreeSet::new();
        for (number, (text, metadata)) in chunks.iter().enumerate() {
            for (name, content) in files::names(number).into_iter().zip([text, metadata]) {
                let mut file = self.create(&format!("{output}{name}"))?;
                file.write_all(content.as_bytes())?;
                file.commit()?;
                current.insert(name);
            }
        }
        files::remove_files(&self.dir.join(output), &current)?;
        self.note(output);
        Ok(())
    }

    /// Notes that this run has written an output.
    fn note(&self, output: &str) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).insert(output.to_owned());
    }

    pub(crate) fn unwritable(&self, output: &str, error: &io::Error) -> String {
        format!("cannot write {}: {error}{}", shown(&self.dir.join(output)), advice(error))
    }

    /// Begins the manifest, up to its list of files.
    pub(crate) fn manifest(&self, head: &Head) -> Result<Manifest, Broken> {
        Manifest::create(&self.dir, head)
    }

    /// Ends a run that is complete: removes what earlier runs wrote and this one did not, and then puts the manifest in
    /// place. Should the run be killed in between, the old manifest still names what is left to remove.
    pub(crate) fn finish(mut self, manifest: Manifest) -> Result<(), Broken> {
        let current = std::mem::take(self.written.get_mut().unwrap_or_else(PoisonError::into_inner));
        for stale in self.earlier.outputs.iter().filter(|output| !current.contains(*output)) {
            self.remove(stale)?;
        }
        manifest.commit()?;
        earlier::forget(&self.dir)
    }

    /// Ends a run that was stopped half-way: the files that it has added stay announced.
    pub(crate) fn abandon(mut self) -> Result<(), Broken> {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        let has_added = written.iter().any(|output| !self.earlier.outputs.contains(output));
        if has_added || !self.earlier.unfinished.is_empty() { Ok(()) } else { earlier::forget(&self.dir) }
    }

    /// Removes a file of records, and the folders that are then empty. Does not follow links.
    fn remove(&self, output: &str) -> Result<(), Broken> {
        let path = self.dir.join(output);
        let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
        if output.ends_with('/') {
            let is_ours = fs::canonicalize(&path).is_ok_and(|path| path.starts_with(&self.top));
            if is_ours {
                files::remove_files(&path, &BTreeSet::new()).map_err(cannot("remove", shown(&path)))?;
                remove_empty_folders(&path.join("file"), &self.dir.join(CHUNKS));
            }
            return Ok(());
        }
        // If a folder of this run stands there by now, the file was removed before.
        if !folder.is_some_and(|folder| folder.starts_with(&self.top)) || path.is_dir() {
            return Ok(());
        }
        match fs::remove_file(&path) {
            Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Err(cannot("remove", shown(&path))(error));
            }
            _ => remove_empty_folders(&path, &self.dir.join(CHUNKS)),
        }
        Ok(())
    }

    /// The files in the folders that this run writes that neither it nor an earlier one has written.
    pub(crate) fn strangers(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let outputs: BTreeSet<&str> = self.outputs.iter().map(String::as_str).collect();
        let is_output = |name: &str| outputs.contains(name) || self.earlier.outputs.contains(name);
        for folder in written_in(&self.dir) {
            each_folder(&folder, &mut |folder| {
                for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                    let path = entry.path();
                    let Ok(inside) = path.strip_prefix(&self.dir) else { continue };
                    let name = inside.to_string_lossy().replace('\\', "/");
                    let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
                    let is_ours = is_output(&name)
                        || files::is_in(&is_output, &name)
                        || manifest::is_name(&name)
                        || earlier::is_name(&name)
                        || temporary::is_name(&entry.file_name().to_string_lossy());
                    names.extend(Some(name).filter(|_| is_file && !is_ours));
                }
            });
        }
        names
    }
}

/// Refuses symbolic links in place of the folders that are written: all that is written and removed has to lie in `dir` itself.
fn refuse_links(dir: &Path) -> Result<(), Broken> {
    let is_link = |folder: &PathBuf| fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink());
    written_in(dir).into_iter().find(is_link).map_or(Ok(()), |link| {
        trouble(format!(
            "{} is a symbolic link, and --out-dir writes nowhere else than into its folder; remove it, or pass another folder",
            shown(&link)
        ))
    })
}

/// Refuses documents that are outputs of this folder.
fn refuse_own_files(
    dir: &Path,
    documents: &[Found],
    outputs: &[String],
    earlier: &Earlier,
) -> Result<(), Broken> {
    let Ok(real) = fs::canonicalize(dir) else { return Ok(()) };
    let outputs: BTreeSet<&str> = outputs.iter().map(String::as_str).collect();
    for document in documents {
        let Place::File(path) = &document.place else { continue };
        let Some(inside) = fs::canonicalize(path).ok().and_then(|path| {
            path.strip_prefix(&real).ok().map(|inside| inside.to_string_lossy().into_owned())
        }) else {
            continue;
        };
        let is_output = |name: &str| outputs.contains(name) || earlier.outputs.contains(name);
        if is_output(&inside) || files::is_in(&is_output, &inside) || manifest::is_name(&inside) {
            return trouble(format!(
                "{} is an output of --out-dir {}, and no input of it; leave it out, or pass another folder",
                shown(path),
                shown(dir)
            ));
        }
    }
    Ok(())
}

/// Calls `visit` with `folder` and all folders below it; links are not followed.
fn each_folder(folder: &Path, visit: &mut dyn FnMut(&Path)) {
    visit(folder);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            each_folder(&entry.path(), visit);
        }
    }
}

fn remove_empty_folders(path: &Path, top: &Path) {
    for folder in path.ancestors().skip(1).take_while(|folder| *folder != top) {
        if fs::remove_dir(folder).is_err() {
            return;
        }
    }
}
