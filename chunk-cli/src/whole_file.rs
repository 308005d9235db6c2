//! Files that are written whole or not at all, and not touched if their bytes do not change.
//!
//! Each is written to a temporary file beside it, which is removed however the run ends. A run locks each of its own, so that a later run can
//! tell the files that a killed run has left from those that another run is writing.

use crate::beneath::{Entry, Folder};
use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

/// How much is read or written at a time, in bytes.
const BUFFER: usize = 64 << 10;

/// A file that [`commit`](Self::commit) puts at its path, by a rename after its bytes are on the disk. Dropped before that, it leaves the old
/// file as it was.
pub(crate) struct WholeFile {
    folder: Folder,
    inside: PathBuf,
    out: BufWriter<File>,
    /// What is written first; `None` for a device or a pipe, which is written directly: a rename would put a file in its place.
    temporary: Option<Temporary>,
}

impl WholeFile {
    /// The file at a path that was given by the user: a link there stays, and the file that it leads to is replaced. What killed runs left
    /// beside it is removed.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
        let folder = Folder::open(target.parent().unwrap_or(Path::new("")))?;
        if let Ok(entries) = folder.entries(Path::new("")) {
            sweep(&folder, Path::new(""), &entries);
        }
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                let out = BufWriter::new(File::options().write(true).open(&target)?);
                Ok(Self { folder, inside: name.into(), out, temporary: None })
            }
            _ => Self::beneath(&folder, name.into()),
        }
    }

    /// The file at the path `inside` below `folder`, by a temporary one beside it, as a rename cannot leave the file system.
    pub(crate) fn beneath(folder: &Folder, inside: PathBuf) -> io::Result<Self> {
        match folder.read(&inside) {
            // What stands in the way, and a name that no file can have, are told at once, not when all is written.
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename || error.get_ref().is_some() => {
                return Err(error);
            }
            _ => {}
        }
        let temporary = Temporary::beside(folder, &inside)?;
        let out = BufWriter::with_capacity(BUFFER, temporary.file.try_clone()?);
        Ok(Self { folder: folder.clone(), inside, out, temporary: Some(temporary) })
    }

    /// Puts a file with these bytes at the path `inside` below `folder`, unless it is there already; returns whether it was not.
    pub(crate) fn put(folder: &Folder, inside: PathBuf, bytes: &[u8]) -> io::Result<bool> {
        if folder.read(&inside).is_ok_and(|old| is_same(old, bytes)) {
            return Ok(false);
        }
        let mut file = Self::beneath(folder, inside)?;
        file.write_all(bytes)?;
        file.commit()
    }

    /// Puts the file in place, unless it is there already with the same bytes: a run that changes nothing keeps every file and its
    /// modification time, and costs no fsync. Returns whether it was not.
    pub(crate) fn commit(mut self) -> io::Result<bool> {
        self.out.flush()?;
        let Some(temporary) = self.temporary else { return Ok(true) };
        (&temporary.file).rewind()?;
        // A file that cannot be read, so not compared, is replaced.
        if self.folder.read(&self.inside).is_ok_and(|old| is_same(old, &temporary.file)) {
            return Ok(false);
        }
        if let Ok(permissions) = self.folder.permissions(&self.inside, &temporary.file) {
            temporary.file.set_permissions(permissions)?;
        }
        temporary.file.sync_all()?;
        temporary.persist(self.inside.file_name().unwrap_or_default()).map(|()| true)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether a file can be read and holds the bytes of `new`.
fn is_same(old: File, new: impl Read) -> bool {
    let (mut old, mut new) = (BufReader::with_capacity(BUFFER, old), BufReader::with_capacity(BUFFER, new));
    while let (Ok(one), Ok(other)) = (old.fill_buf(), new.fill_buf()) {
        let length = one.len().min(other.len());
        if length == 0 {
            return one.len() == other.len();
        }
        if one.get(..length) != other.get(..length) {
            return false;
        }
        old.consume(length);
        new.consume(length);
    }
    false
}

const PREFIX: &str = ".chunk-";
const SUFFIX: &str = ".tmp";

/// The temporary files that exist now, by their numbers: the open folder that each is below, and its path there. It is global since nobody
/// could pass it to a signal handler.
static PRESENT: Mutex<Present> = Mutex::new(BTreeMap::new());

type Present = BTreeMap<u32, (Folder, PathBuf)>;

/// How many names have been tried.
static TRIED: AtomicU32 = AtomicU32::new(0);

/// A file that is gone when it is dropped, or when the program is interrupted.
struct Temporary {
    file: File,
    number: u32,
}

impl Temporary {
    /// Makes one beside `target`, which lies below `folder`.
    fn beside(folder: &Folder, target: &Path) -> io::Result<Self> {
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
    fn persist(self, name: &OsStr) -> io::Result<()> {
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
    for entry in entries.iter().filter(|entry| entry.kind.is_file() && is_temporary(&entry.name)) {
        let path = inside.join(&entry.name);
        let Ok(file) = folder.read(&path) else { continue };
        // Removed under the lock: a run that has only just made the file waits for the lock, and then sees that it is gone.
        if file.try_lock().is_ok() {
            let _ = folder.remove_file(&path);
        }
    }
}

/// Whether a file of this name is a temporary file of this command.
pub(crate) fn is_temporary(name: &OsStr) -> bool {
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
