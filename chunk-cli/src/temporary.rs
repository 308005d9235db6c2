//! Temporary files, which stand beside the files they are to replace, and are removed however the run ends.
//!
//! A run locks each of its own, so that a later run can tell the files that a killed run has left from those that another run
//! is writing.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tempfile::NamedTempFile;

const PREFIX: &str = ".chunk-";
const SUFFIX: &str = ".tmp";

/// The temporary files that exist now. It is global since nobody could pass it to a signal handler.
static PRESENT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that is gone when it is dropped, or when the program is interrupted.
pub(crate) struct Temporary(Option<NamedTempFile>);

impl Temporary {
    pub(crate) fn create_in(folder: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        let mut present = present();
        loop {
            // With the permissions of any new file, and errors that do not name the temporary file.
            let file = builder.make_in(folder, |path| File::create_new(path));
            let file = file.map_err(|error| reason(folder, error))?;
            // If files cannot be locked, they cannot be swept either.
            let _ = file.as_file().lock();
            if is_swept(file.as_file())? {
                continue;
            }
            present.push(file.path().to_owned());
            return Ok(Self(Some(file)));
        }
    }

    pub(crate) fn file(&mut self) -> io::Result<&mut File> {
        self.0.as_mut().map(NamedTempFile::as_file_mut).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Puts the file at `target`, in place of what is there.
    pub(crate) fn persist(mut self, target: &Path) -> io::Result<()> {
        let mut present = present();
        let Some(file) = self.0.take() else { return Ok(()) };
        present.retain(|path| path != file.path());
        file.persist(target).map(drop).map_err(|error| error.error)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            let mut present = present();
            present.retain(|path| path != file.path());
            drop(file);
        }
    }
}

/// Removes all temporary files, and lets no thread create one or put one in place until `then` ends.
pub(crate) fn remove_all(then: impl FnOnce()) {
    let present = present();
    for path in &*present {
        let _ = fs::remove_file(path);
    }
    then();
}

/// Removes from `folder` what killed runs left there, as far as possible.
pub(crate) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_name(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        // Removed under the lock: a run that has only just made the file waits for the lock, and then sees that it is gone.
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file of this name is a temporary file of this command.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// Whether another run has removed the file before it was locked.
fn is_swept(file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    return Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) == 0);
    #[cfg(not(unix))]
    return file.metadata().map(|_| false);
}

/// Why no file can be made in `folder`: if the folder is missing, the error of that.
fn reason(folder: &Path, error: io::Error) -> io::Error {
    fs::metadata(folder).map_or_else(|missing| missing, |_| error)
}

fn present() -> MutexGuard<'static, Vec<PathBuf>> {
    PRESENT.lock().unwrap_or_else(PoisonError::into_inner)
}
