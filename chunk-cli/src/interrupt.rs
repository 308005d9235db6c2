//! Ctrl-C: no temporary file stays behind, and the exit status is 130.

use crate::exit::INTERRUPTED;
use std::{
    collections::BTreeSet,
    fs, io,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tempfile::NamedTempFile;

/// The temporary files there are right now. A signal handler has nobody to hand them to it.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Ends the program with status 130 on Ctrl-C.
pub(crate) fn watch() {
    // Where no handler can be had, the signal ends the program as it always did.
    let _ = ctrlc::set_handler(|| {
        let temporary = temporary();
        for path in &*temporary {
            let _ = fs::remove_file(path);
        }
        // The lock is held to the end, so that no other thread makes a file or puts one in place any more.
        #[expect(clippy::exit, reason = "the handler's thread cannot return from main")]
        std::process::exit(i32::from(INTERRUPTED));
    });
}

/// A temporary file by `make`, known to the handler until it is put in place or dropped.
pub(crate) fn create(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Temporary> {
    let mut temporary = temporary();
    let file = make()?;
    temporary.insert(file.path().to_owned());
    Ok(Temporary(Some(file)))
}

/// A file that is gone when it is dropped, or when the program is interrupted.
pub(crate) struct Temporary(Option<NamedTempFile>);

impl Temporary {
    pub(crate) fn file(&mut self) -> io::Result<&mut fs::File> {
        self.0.as_mut().map(NamedTempFile::as_file_mut).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Puts the file at `target`, in place of what is there.
    pub(crate) fn persist(mut self, target: &std::path::Path) -> io::Result<()> {
        let mut temporary = temporary();
        let Some(file) = self.0.take() else { return Ok(()) };
        temporary.remove(file.path());
        file.persist(target).map(drop).map_err(|error| error.error)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            let mut temporary = temporary();
            temporary.remove(file.path());
            drop(file);
        }
    }
}

fn temporary() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}
