//! Files and folders below a folder that is open. Each is reached from there, name by name, and no name may be a symbolic link: whatever
//! is swapped for a link while a run lasts, nothing is read, written or removed elsewhere.
//!
//! Only Unix has the system calls for that. Elsewhere, paths are joined and opened as they are.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::{
    ffi::OsString,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// The most bytes of a small file: an ignore file, a manifest, settings.
pub(crate) const SMALL: u64 = 1 << 20;

/// An open folder, which stays the same folder wherever it is moved and whatever takes its place.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    /// Where it was when it was opened.
    pub(crate) path: PathBuf,
    #[cfg(unix)]
    handle: Arc<File>,
}

/// What a folder holds under one name.
pub(crate) struct Entry {
    pub(crate) name: OsString,
    pub(crate) kind: Kind,
    /// Its number in the file system; 0 where there are none.
    pub(crate) number: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    /// A link, a device, a pipe, a socket.
    Other,
}

/// A file, by its path or below a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// Its path, for messages.
    pub(crate) path: PathBuf,
    /// Whether it was found in a folder, not named.
    pub(crate) is_found: bool,
    /// The folder that it must lie in, and where there it is.
    below: Option<(Arc<Root>, PathBuf)>,
}

/// A folder that was searched.
#[derive(Debug)]
pub(crate) struct Root {
    path: PathBuf,
    identity: Option<(u64, u64)>,
    /// The folder, if it stays open: of the first ones, as there may be more folders than a process may have open. Others are opened again
    /// for each file.
    open: Option<Folder>,
}

/// How many roots stay open.
const OPEN_ROOTS: usize = 32;
static ROOTS: AtomicUsize = AtomicUsize::new(0);

impl Located {
    /// A file that was named: links are followed.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { path, is_found: false, below: None }
    }

    /// A file in a folder, at `inside` there.
    pub(crate) fn below(root: &Arc<Root>, inside: PathBuf, path: PathBuf) -> Self {
        Self { path, is_found: false, below: Some((Arc::clone(root), inside)) }
    }

    /// The same, if it was found and not named.
    pub(crate) fn found(self) -> Self {
        Self { is_found: true, ..self }
    }

    pub(crate) fn open(&self) -> io::Result<File> {
        match self.below.as_ref().map(|(root, inside)| (&**root, inside)) {
            None => File::open(&self.path),
            Some((Root { open: Some(folder), .. }, inside)) => folder.read(inside),
            Some((root, inside)) => root.opened_again()?.read(inside),
        }
    }
}

impl PartialEq for Root {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.identity == other.identity
    }
}

impl Eq for Root {}

impl Root {
    pub(crate) fn of(folder: &Folder) -> io::Result<Self> {
        let stays_open = ROOTS.fetch_add(1, Ordering::Relaxed) < OPEN_ROOTS;
        let open = stays_open.then(|| folder.clone());
        Ok(Self { path: folder.path.clone(), identity: folder.identity()?, open })
    }

    fn opened_again(&self) -> io::Result<Folder> {
        let folder = Folder::open(&self.path)?;
        if folder.identity()? != self.identity {
            return Err(io::Error::other(
                "the folder is another one than the one that was searched; run it again",
            ));
        }
        Ok(folder)
    }
}

impl Folder {
    /// All bytes of a small regular file; `None` if there is nothing of that name.
    pub(crate) fn read_small(&self, inside: impl AsRef<Path>) -> io::Result<Option<Vec<u8>>> {
        let file = match self.read(inside.as_ref()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let mut bytes = Vec::new();
        file.take(SMALL + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > SMALL {
            return Err(io::Error::other(format!("longer than {SMALL} bytes, which no such file needs")));
        }
        Ok(Some(bytes))
    }

    /// Makes the folders of a path below this one that are not there.
    pub(crate) fn create_folders(&self, inside: &Path) -> io::Result<()> {
        match self.create_folder(inside) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            made => return self.unless_there(inside, made),
        }
        match inside.parent() {
            Some(above) if !above.as_os_str().is_empty() => self.create_folders(above)?,
            // The folder itself is gone.
            _ => return Err(io::ErrorKind::NotFound.into()),
        }
        self.unless_there(inside, self.create_folder(inside))
    }

    /// The result of making a folder, unless it was there before, or another thread has made it meanwhile.
    fn unless_there(&self, inside: &Path, made: io::Result<()>) -> io::Result<()> {
        match made {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match self.subfolder(inside) {
                Err(link) if link.get_ref().is_some() => Err(link),
                Err(_) => Err(error),
                Ok(_) => Ok(()),
            },
            made => made,
        }
    }

    /// Calls `visit` with this folder's path below it, the empty one, and those of all folders in it.
    pub(crate) fn each_folder(&self, top: &Path, visit: &mut dyn FnMut(&Path, Vec<Entry>)) {
        let mut left = vec![top.to_owned()];
        while let Some(inside) = left.pop() {
            let Ok(entries) = self.subfolder(&inside).and_then(|folder| folder.entries()) else { continue };
            let folders = entries.iter().filter(|entry| entry.kind == Kind::Folder);
            left.extend(folders.map(|entry| inside.join(&entry.name)));
            visit(&inside, entries);
        }
    }
}

/// A regular file; anything else is an error.
fn regular(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
}
