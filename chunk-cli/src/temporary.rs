//! Temporary files, which stand beside the files they are to replace, and are removed however the run ends.
//!
//! A run locks each of its own, so that a later run can tell the files that a killed run has left from those that another run
//! is writing.

use crate::beneath::{Entry, Folder};
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

const PREFIX: &str = ".chunk-";
const SUFFIX: &str = ".tmp";

/// The temporary files that exist now, by their numbers: the open folder that each is below, and its path there. It is global since nobody
/// could pass it to a signal handler.
static PRESENT: Mutex<Present> = Mutex::new(BTreeMap::new());

type Present = BTreeMap<u32, (Folder, PathBuf)>;

/// How many names have been tried.
static TRIED: AtomicU32 = AtomicU32::new(0);

/// A file that is gone when it is dropped, or when the program is interrupted.
pub(crate) struct Temporary {
    pub(crate) file: File,
    number: u32,
}

impl Temporary {
    /// Makes one beside `target`, which lies below `folder`.
    pub(crate) fn beside(folder: &Folder, target: &Path) -> io::Result<Self> {
        let mut present = present();
        loop {
            let number = TRIED.fetch_add(1, Ordering::Relaxed);
            let inside =
                target.with_file_name(format!("{PREFIX}{:x}-{number:x}{SUFFIX}", std::process::id()));
            let file = match folder.create_new(&inside) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                created => created?,
            };
            // If files cannot be locked, they cannot be swept either.
            let _ = file.lock();
            if is_swept(&file)? {
                continue;
            }
            present.insert(number, (folder.clone(), inside));
            return Ok(Self { file, number });
        }
    }

    /// Puts the file in the place of what is called `name` beside it.
    pub(crate) fn persist(self, name: &OsStr) -> io::Result<()> {
        let mut present = present();
        let Some((folder, inside)) = present.remove(&self.number) else { return Ok(()) };
        folder.rename(&inside, name).inspect_err(|_| drop(folder.remove_file(&inside)))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some((folder, inside)) = present().remove(&self.number) {
            let _ = folder.remove_file(&inside);
        }
    }
}

/// Removes all temporary files, and lets no thread create one or put one in place until `then` ends.
pub(crate) fn remove_all(then: impl FnOnce()) {
    let present = present();
    for (folder, inside) in present.values() {
        let _ = folder.remove_file(inside);
    }
    then();
}

/// Removes what killed runs left below `folder` among these entries of the folder `inside`, as far as possible.
pub(crate) fn sweep(folder: &Folder, inside: &Path, entries: &[Entry]) {
    for entry in entries.iter().filter(|entry| entry.kind.is_file() && is_name(&entry.name)) {
        let path = inside.join(&entry.name);
        let Ok(file) = folder.read(&path) else { continue };
        // Removed under the lock: a run that has only just made the file waits for the lock, and then sees that it is gone.
        if file.try_lock().is_ok() {
            let _ = folder.remove_file(&path);
        }
    }
}

/// Whether a file of this name is a temporary file of this command.
pub(crate) fn is_name(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Whether another run has removed the file before it was locked.
fn is_swept(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}

fn present() -> MutexGuard<'static, Present> {
    PRESENT.lock().unwrap_or_else(PoisonError::into_inner)
}
