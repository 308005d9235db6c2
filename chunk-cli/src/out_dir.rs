//! `--out-dir`: writes a file of records for each document, mirroring the tree, and a manifest of them all.
//!
//! The folder depends only on the documents, the settings and the contract, whatever was there before: files that an earlier
//! run wrote, whether complete or killed, and this one does not, are removed, and files that stay the same are not touched. One run writes
//! at a time.

mod earlier;
mod manifest;
mod names;

pub(crate) use manifest::{Entry, Recorded, Written, head};
pub(crate) use names::{bad_name, outputs, written_in};

use crate::{
    beneath::Folder,
    console::say,
    environment::now,
    error::{Error, cannot, trouble},
    find::{Found, Place},
    inputs::nothing_found,
    options::OutputFormat,
    report::Changes,
    shown::shown,
    whole_file::{self, WholeFile},
};
use earlier::Earlier;
use manifest::{CHUNKS, METADATA, is_missing};
use names::{files, folders_of, output_of, remove_files};
use std::{
    collections::BTreeSet,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread,
    time::Duration,
};

/// How long another run that writes to the folder is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// After which time that is said.
const SILENCE: Duration = Duration::from_secs(1);
/// How long to wait before looking again.
const PAUSE: Duration = Duration::from_millis(20);

/// The folder that is written.
pub(crate) struct OutDir {
    /// All is written and removed from here, through no link that leads out of it.
    dir: Folder,
    /// The same, locked against other runs until this is dropped; `None` where folders cannot be locked, as on some network drives.
    _lock: Option<File>,
    /// The manifest up to its list of files.
    head: String,
    /// The file of records of each document, relative to the folder; empty for one that has none.
    outputs: Vec<String>,
    /// What earlier runs left.
    earlier: Earlier,
    /// The files that this run has put in place, and what that changed.
    written: Mutex<(BTreeSet<String>, Changes)>,
}

impl OutDir {
    /// Opens the folder `dir` for these documents: creates it, and removes what killed runs left and what stands in the way.
    pub(crate) fn open(
        dir: &Path,
        documents: &[Found],
        format: OutputFormat,
        head: String,
    ) -> Result<Self, Error> {
        let outputs = names::outputs(documents, format)?;
        let chunks = dir.join(CHUNKS);
        fs::create_dir_all(dir)
            .or_else(|_| fs::create_dir_all(&chunks))
            .map_err(cannot("create", shown(&chunks)))?;
        let folder = Folder::open(dir).map_err(cannot("open", shown(dir)))?;
        let lock = lock(&folder)?;
        let earlier = Earlier::read(&folder)?;
        if documents.is_empty() && !earlier.outputs.is_empty() {
            let would = format!("--out-dir would remove all that {} holds of an earlier run", shown(dir));
            return nothing_found(&would, "to have it empty, remove what it holds first");
        }
        refuse_own_files(dir, documents, &outputs, &earlier)?;
        for name in [CHUNKS, METADATA] {
            folder.create_folders(Path::new(name)).map_err(cannot("create", shown(&dir.join(name))))?;
            folder.each_folder(Path::new(name), &mut |inside, entries| {
                whole_file::sweep(&folder, inside, &entries)
            });
        }
        let is_new = |output: &&String| !output.is_empty() && !earlier.outputs.contains(*output);
        let adds: BTreeSet<&String> = outputs.iter().filter(is_new).chain(&earlier.unfinished).collect();
        earlier::announce(&folder, &adds)?;
        let out_dir = Self { dir: folder, _lock: lock, head, outputs, earlier, written: Mutex::default() };
        out_dir.clear_the_way()?;
        Ok(out_dir)
    }

    /// Removes those outputs of earlier runs of which a file stands where this run needs a folder, or the other way round.
    fn clear_the_way(&self) -> Result<(), Error> {
        let names: BTreeSet<&str> = self.outputs.iter().map(String::as_str).collect();
        let is_stale = |name: &str| self.earlier.outputs.contains(name) && !names.contains(name);
        let needed = names.iter().flat_map(|output| folders_of(output));
        let files = needed.filter_map(|folder| output_of(folder, is_stale));
        let stale = self.earlier.outputs.iter().filter(|output| is_stale(output));
        let is_current = |name: &str| names.contains(name);
        let folders = stale.filter(|output| folders_of(output).any(|it| output_of(it, is_current).is_some()));
        let in_the_way: BTreeSet<String> = files.chain(folders.cloned()).collect();
        in_the_way.iter().try_for_each(|output| self.remove(output))
    }

    /// The file of records of the document with this number, such as `chunks/notes/a.jsonl`.
    pub(crate) fn output(&self, number: usize) -> &str {
        self.outputs.get(number).map_or("", String::as_str)
    }

    /// Puts the records of a document into the file `output`.
    pub(crate) fn put(&self, output: &str, records: &[u8]) -> Result<(), Error> {
        self.note(output, self.put_file(output, records))
    }

    /// Puts the files of a document's chunks, a text and its metadata each, into the folder `output`, and removes those that are
    /// left of earlier runs.
    pub(crate) fn put_files(
        &self,
        output: &str,
        chunks: impl Iterator<Item = (String, String)>,
    ) -> Result<(), Error> {
        let (mut current, mut is_written) = (BTreeSet::new(), false);
        let mut put = |(number, (text, metadata)): (usize, (String, String))| {
            for (name, content) in files(number).into_iter().zip([text, metadata]) {
                is_written |= self.put_file(&format!("{output}{name}"), content.as_bytes())?;
                current.insert(name);
            }
            Ok(())
        };
        let done = chunks.enumerate().try_for_each(&mut put);
        let done = done.and_then(|()| remove_files(&self.dir, Path::new(output), &current));
        self.note(output, done.map(|()| is_written))
    }

    /// Puts a file in place, and returns whether it was not there before as it is now.
    fn put_file(&self, output: &str, bytes: &[u8]) -> io::Result<bool> {
        let inside = PathBuf::from(output);
        match WholeFile::put(&self.dir, inside.clone(), bytes) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.dir.create_folders(inside.parent().unwrap_or(Path::new(CHUNKS)))?;
                WholeFile::put(&self.dir, inside, bytes)
            }
            put => put,
        }
    }

    /// Notes that an output was put in place, if it was, and whether that changed it.
    fn note(&self, output: &str, put: io::Result<bool>) -> Result<(), Error> {
        let is_written = put.map_err(|error| {
            let path = shown(&self.dir.path.join(output));
            // The others have other names.
            let is_its_own = error.kind() == io::ErrorKind::InvalidFilename;
            let error = cannot("write", path)(error);
            if is_its_own { Error::refused(error.message) } else { error }
        })?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.0.insert(output.to_owned());
        written.1.add(is_written);
        Ok(())
    }

    /// Ends a run that is complete: removes what earlier runs wrote and this one did not, and then puts the manifest in
    /// place, with these lines. Should the run be killed in between, the old manifest still names what is left to remove.
    pub(crate) fn finish(mut self, lines: &[u8]) -> Result<Changes, Error> {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (current, mut changes) = std::mem::take(written);
        for stale in self.earlier.outputs.iter().filter(|output| !current.contains(*output)) {
            self.remove(stale)?;
            changes.removed += usize::from(!self.earlier.unfinished.contains(stale));
        }
        let path = manifest::path();
        // A line each, so that two manifests can be compared line by line.
        let lines = lines.strip_prefix(b",").unwrap_or(lines);
        WholeFile::put(&self.dir, path.clone(), &[self.head.as_bytes(), lines, b"\n]}\n"].concat())
            .map_err(cannot("write", shown(&self.dir.path.join(path))))?;
        earlier::forget(&self.dir).map(|()| changes)
    }

    /// Ends a run that was stopped half-way: the files that it has added stay announced.
    pub(crate) fn abandon(mut self) -> Result<(), Error> {
        let written = self.written.get_mut().unwrap_or_else(PoisonError::into_inner);
        let has_added = written.0.iter().any(|output| !self.earlier.outputs.contains(output));
        if has_added || !self.earlier.unfinished.is_empty() { Ok(()) } else { earlier::forget(&self.dir) }
    }

    /// Removes a file of records, or the files in a folder of them, and the folders that are then empty.
    fn remove(&self, output: &str) -> Result<(), Error> {
        let path = Path::new(output);
        let removed = match output.ends_with('/') {
            true => remove_files(&self.dir, path, &BTreeSet::new()),
            // If a folder of this run stands there by now, the file was removed before.
            false if self.dir.is_folder(path) => return Ok(()),
            false => self.dir.remove_file(path),
        };
        match removed {
            Err(error) if !is_missing(&error) => {
                return Err(cannot("remove", shown(&self.dir.path.join(path)))(error));
            }
            _ => {}
        }
        let mut folders = folders_of(output).rev().take_while(|folder| *folder != CHUNKS);
        folders.all(|folder| self.dir.remove_folder(Path::new(folder)).is_ok());
        Ok(())
    }

    /// The files in the folders that this run writes that neither it nor an earlier one has written.
    pub(crate) fn strangers(&self) -> BTreeSet<String> {
        let outputs: BTreeSet<&str> = self.outputs.iter().map(String::as_str).collect();
        let is_output = |name: &str| outputs.contains(name) || self.earlier.outputs.contains(name);
        strangers(&self.dir, &|name| {
            output_of(name, is_output).is_some()
                || manifest::is_name(name)
                || name == earlier::ANNOUNCEMENT
                || Path::new(name).file_name().is_some_and(whole_file::is_temporary)
        })
    }
}

/// What is in the folders that a run writes, but for folders and what `is_ours`.
fn strangers(dir: &Folder, is_ours: &dyn Fn(&str) -> bool) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for name in [CHUNKS, METADATA] {
        dir.each_folder(Path::new(name), &mut |folder, entries| {
            for entry in entries.into_iter().filter(|entry| !entry.kind.is_dir()) {
                let name = folder.join(&entry.name).to_string_lossy().replace('\\', "/");
                names.extend(Some(name).filter(|name| !is_ours(name)));
            }
        });
    }
    names
}

/// Locks the folder, as far as it can be. A run that has it is waited for, for a while.
fn lock(folder: &Folder) -> Result<Option<File>, Error> {
    let Ok(file) = File::open(&folder.path) else { return Ok(None) };
    let waiting = now();
    let mut is_silent = true;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) => {}
        }
        let holder = || {
            let pid = earlier::announcer(folder).map_or(String::new(), |pid| format!(", process {pid},"));
            format!("another run{pid} writes to {}", shown(&folder.path))
        };
        if waiting.elapsed() >= PATIENCE {
            let seconds = PATIENCE.as_secs();
            return trouble(format!(
                "{}, and did not end within {seconds} seconds; run it again then, or pass another --out-dir",
                holder()
            ));
        }
        if is_silent && waiting.elapsed() >= SILENCE {
            is_silent = false;
            say(&format!("note: {}; waiting for its end", holder()));
        }
        thread::sleep(PAUSE);
    }
}

/// Refuses documents that are outputs of this folder.
fn refuse_own_files(
    dir: &Path,
    documents: &[Found],
    outputs: &[String],
    earlier: &Earlier,
) -> Result<(), Error> {
    let Ok(real) = fs::canonicalize(dir) else { return Ok(()) };
    let outputs: BTreeSet<&str> = outputs.iter().map(String::as_str).collect();
    let is_output = |name: &str| outputs.contains(name) || earlier.outputs.contains(name);
    for document in documents {
        let Place::File(located) = &document.place else { continue };
        let Ok(path) = fs::canonicalize(&located.path) else { continue };
        let Ok(inside) = path.strip_prefix(&real) else { continue };
        let inside = inside.to_string_lossy();
        if output_of(&inside, is_output).is_some() || manifest::is_name(&inside) {
            return trouble(format!(
                "{} is an output of --out-dir {}, and no input of it; leave it out, or pass another folder",
                shown(&located.path),
                shown(dir)
            ));
        }
    }
    Ok(())
}
