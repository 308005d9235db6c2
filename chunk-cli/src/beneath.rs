//! Files and folders below a folder that is open. Each is reached from there by cap-std: whatever is swapped for a symbolic link while a run
//! lasts, nothing is read, written or removed outside of the folder.

use crate::opened::{BUFFER, Opened, all_of};
use cap_fs_ext::{FollowSymlinks, MetadataExt, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::{
    ambient_authority,
    fs::{Dir, FileType, Metadata, OpenOptions},
};
use std::{
    ffi::{OsStr, OsString},
    fs::{File, Permissions},
    io::{self, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
};

/// An open folder, which stays the same folder wherever it is moved and whatever takes its place.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    /// Where it was when it was opened.
    pub(crate) path: PathBuf,
    dir: Arc<Dir>,
}

/// What a folder holds under one name.
pub(crate) struct Entry {
    pub(crate) name: OsString,
    /// Of a link: that it is one.
    pub(crate) kind: FileType,
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

/// A folder that was searched. It is opened again for each file, as there may be more of them than a process may have open.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Root {
    path: PathBuf,
    identity: (u64, u64),
}

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

    /// Opens it as a document, which must not change while it is read.
    pub(crate) fn whole(&self) -> io::Result<Opened> {
        self.open().and_then(Opened::whole)
    }

    /// Opens it as a file of lines, which may grow meanwhile.
    pub(crate) fn lines(&self) -> io::Result<BufReader<Opened>> {
        Ok(BufReader::with_capacity(BUFFER, self.open().and_then(Opened::lines)?))
    }

    fn open(&self) -> io::Result<File> {
        let Some((root, inside)) = &self.below else { return File::open(&self.path) };
        let folder = Folder::open(&root.path)?;
        if folder.identity()? != root.identity {
            return Err(io::Error::other("its folder is not the one that was searched; run it again"));
        }
        folder.read(inside)
    }
}

impl Root {
    pub(crate) fn of(folder: &Folder) -> io::Result<Self> {
        Ok(Self { path: folder.path.clone(), identity: folder.identity()? })
    }
}

impl Folder {
    /// Opens the folder at `path`; links are followed.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let at = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let dir = Dir::open_ambient_dir(at, ambient_authority())?;
        Ok(Self { path: path.to_owned(), dir: Arc::new(dir) })
    }

    /// A number for the file system, and one for the folder in it.
    fn identity(&self) -> io::Result<(u64, u64)> {
        self.dir.dir_metadata().map(|metadata| identity(&metadata))
    }

    /// The same of what is in it.
    pub(crate) fn identity_of(&self, inside: &Path) -> io::Result<(u64, u64)> {
        self.dir.symlink_metadata(inside).map(|metadata| identity(&metadata))
    }

    /// Opens a regular file for reading. A pipe that has taken its place does not keep the run waiting for a writer.
    pub(crate) fn read(&self, inside: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).nonblock(true).follow(FollowSymlinks::No);
        let file = self.explained(inside, self.dir.open_with(inside, &options))?.into_std();
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no regular file")) }
    }

    /// The result of what was done at `inside`: if it is an error, and a symbolic link is why, then about that. A link above it is followed
    /// as long as it leads to a place in this folder, and is then not why.
    fn explained<T>(&self, inside: &Path, done: io::Result<T>) -> io::Result<T> {
        let is_link =
            |path: &Path| self.dir.symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink());
        let leads_out = |path: &Path| is_link(path) && self.dir.metadata(path).is_err();
        done.map_err(|error| {
            let is_own = is_link(inside) && error.kind() != io::ErrorKind::PermissionDenied;
            if is_own || inside.ancestors().any(leads_out) {
                let what = "there is a symbolic link, which is not followed; remove it";
                return io::Error::new(io::ErrorKind::NotADirectory, what);
            }
            error
        })
    }

    /// All bytes of a regular file that has at most so many; none if there is nothing of that name.
    pub(crate) fn read_at_most(&self, inside: &Path, most: u64) -> io::Result<Vec<u8>> {
        match self.read(inside) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            opened => all_of(opened?, most),
        }
    }

    /// Makes a file, with the permissions of any new one.
    pub(crate) fn create_new(&self, inside: &Path) -> io::Result<File> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        Ok(self.explained(inside, self.dir.open_with(inside, &options))?.into_std())
    }

    /// Makes the folders of a path below this one that are not there.
    pub(crate) fn create_folders(&self, inside: &Path) -> io::Result<()> {
        self.explained(inside, self.dir.create_dir_all(inside))
    }

    /// Puts the file `from` in place of what is called `name` in the same folder.
    pub(crate) fn rename(&self, from: &Path, name: &OsStr) -> io::Result<()> {
        self.dir.rename(from, &self.dir, from.with_file_name(name))
    }

    pub(crate) fn remove_file(&self, inside: &Path) -> io::Result<()> {
        self.explained(inside, self.dir.remove_file(inside))
    }

    /// Removes a folder, which must be empty.
    pub(crate) fn remove_folder(&self, inside: &Path) -> io::Result<()> {
        self.dir.remove_dir(inside)
    }

    /// The permissions of a file that is no link, for the file `like`.
    pub(crate) fn permissions(&self, inside: &Path, like: &File) -> io::Result<Permissions> {
        let metadata = self.dir.symlink_metadata(inside)?;
        if metadata.is_file() {
            metadata.permissions().into_std(like)
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    pub(crate) fn is_folder(&self, inside: &Path) -> bool {
        self.dir.symlink_metadata(inside).is_ok_and(|metadata| metadata.is_dir())
    }

    /// What is in the folder at `inside`, in no order.
    pub(crate) fn entries(&self, inside: &Path) -> io::Result<Vec<Entry>> {
        let inside = if inside.as_os_str().is_empty() { Path::new(".") } else { inside };
        let entries = self.dir.read_dir(inside)?.map(|entry| {
            let entry = entry?;
            Ok(Entry { name: entry.file_name(), kind: entry.file_type()? })
        });
        entries.collect()
    }

    /// Calls `visit` with the path `top` below this folder, and those of all folders in it.
    pub(crate) fn each_folder(&self, top: &Path, visit: &mut dyn FnMut(&Path, Vec<Entry>)) {
        let mut left = vec![top.to_owned()];
        while let Some(inside) = left.pop() {
            let Ok(entries) = self.entries(&inside) else { continue };
            let folders = entries.iter().filter(|entry| entry.kind.is_dir());
            left.extend(folders.map(|entry| inside.join(&entry.name)));
            visit(&inside, entries);
        }
    }
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    (metadata.dev(), metadata.ino())
}
