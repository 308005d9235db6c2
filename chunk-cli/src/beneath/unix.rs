//! By system calls that take an open folder and a name in it.

use super::{Entry, Folder, Kind, regular};
use rustix::{
    fd::{AsFd, BorrowedFd, OwnedFd},
    fs::{AtFlags, Dir, FileType, Mode, OFlags, mkdirat, openat, renameat, statat, unlinkat},
    io::Errno,
};
use std::{
    ffi::OsStr,
    fs::{File, Permissions},
    io,
    os::unix::{
        ffi::OsStrExt,
        fs::{MetadataExt, PermissionsExt},
    },
    path::{Component, Path},
    sync::Arc,
};

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
/// A pipe that stands where a file was does not keep the run waiting for a writer.
const FILE: OFlags = OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC).union(OFlags::NONBLOCK);
const NEW: OFlags =
    OFlags::RDWR.union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Folder {
    /// Opens the folder at `path`; links are followed.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let at = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let handle = rustix::fs::open(at, FOLDER, Mode::empty())?;
        Ok(Self { path: path.to_owned(), handle: Arc::new(handle.into()) })
    }

    /// A number for the file system, and one for the folder in it.
    pub(crate) fn identity(&self) -> io::Result<Option<(u64, u64)>> {
        self.handle.metadata().map(|metadata| Some((metadata.dev(), metadata.ino())))
    }

    /// Locks the folder against others that lock it, until `self` is dropped; false if another process has it.
    pub(crate) fn try_lock(&self) -> io::Result<bool> {
        match self.handle.try_lock() {
            Ok(()) => Ok(true),
            Err(std::fs::TryLockError::WouldBlock) => Ok(false),
            Err(std::fs::TryLockError::Error(error)) => Err(error),
        }
    }

    /// Opens a regular file for reading.
    pub(crate) fn read(&self, inside: &Path) -> io::Result<File> {
        self.open_below(inside, FILE, Mode::empty()).map(File::from).and_then(regular)
    }

    /// Makes a file, with the permissions of any new one.
    pub(crate) fn create_new(&self, inside: &Path) -> io::Result<File> {
        self.open_below(inside, NEW, Mode::from_raw_mode(0o666)).map(File::from)
    }

    pub(crate) fn subfolder(&self, inside: &Path) -> io::Result<Self> {
        if inside.as_os_str().is_empty() {
            return Ok(self.clone());
        }
        let handle = self.open_below(inside, FOLDER.union(OFlags::NOFOLLOW), Mode::empty())?;
        Ok(Self { path: self.path.join(inside), handle: Arc::new(handle.into()) })
    }

    pub(super) fn create_folder(&self, inside: &Path) -> io::Result<()> {
        self.at(inside, |folder, name| mkdirat(folder, name, Mode::from_raw_mode(0o777)))
    }

    /// Puts the file `from` in place of what is called `name` in the same folder.
    pub(crate) fn rename(&self, from: &Path, name: &OsStr) -> io::Result<()> {
        self.at(from, |folder, from| renameat(folder, from, folder, name))
    }

    pub(crate) fn remove_file(&self, inside: &Path) -> io::Result<()> {
        self.at(inside, |folder, name| unlinkat(folder, name, AtFlags::empty()))
    }

    /// Removes a folder, which must be empty.
    pub(crate) fn remove_folder(&self, inside: &Path) -> io::Result<()> {
        self.at(inside, |folder, name| unlinkat(folder, name, AtFlags::REMOVEDIR))
    }

    /// The permissions of a file that is no link.
    pub(crate) fn permissions(&self, inside: &Path) -> io::Result<Permissions> {
        let stat = self.at(inside, |folder, name| statat(folder, name, AtFlags::SYMLINK_NOFOLLOW))?;
        match kind(FileType::from_raw_mode(stat.st_mode)) {
            #[allow(clippy::useless_conversion, reason = "on some systems, modes are shorter")]
            Kind::File => Ok(Permissions::from_mode(stat.st_mode.into())),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    pub(crate) fn kind(&self, inside: &Path) -> io::Result<Kind> {
        let stat = self.at(inside, |folder, name| statat(folder, name, AtFlags::SYMLINK_NOFOLLOW))?;
        Ok(kind(FileType::from_raw_mode(stat.st_mode)))
    }

    /// What is in the folder, in no order.
    pub(crate) fn entries(&self) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in Dir::read_from(&*self.handle)? {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes());
            if name == "." || name == ".." {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => self.kind(Path::new(name))?,
                known => kind(known),
            };
            entries.push(Entry { name: name.to_owned(), kind, number: entry.ino() });
        }
        Ok(entries)
    }

    /// Opens what is at `inside`, in one step where the system can, as Linux since 5.6: with a step for each folder on the way, two
    /// threads get in each other's way.
    fn open_below(&self, inside: &Path, flags: OFlags, mode: Mode) -> io::Result<OwnedFd> {
        #[cfg(target_os = "linux")]
        if inside.components().all(|part| matches!(part, Component::Normal(_))) {
            use rustix::fs::{ResolveFlags, openat2};
            let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
            // Whatever the error, the steps find it again, and which of them it is about.
            if let Ok(opened) = openat2(&*self.handle, inside, flags, mode, resolve) {
                return Ok(opened);
            }
        }
        self.at(inside, |folder, name| openat(folder, name, flags, mode))
    }

    /// Calls `act` with the folder that holds `inside`, and its name there.
    fn at<T>(
        &self,
        inside: &Path,
        act: impl FnOnce(BorrowedFd<'_>, &OsStr) -> rustix::io::Result<T>,
    ) -> io::Result<T> {
        let mut below: Option<OwnedFd> = None;
        let mut parts = inside.components();
        let Some(Component::Normal(name)) = parts.next_back() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        for part in parts {
            let Component::Normal(part) = part else { return Err(io::ErrorKind::InvalidInput.into()) };
            let at = below.as_ref().map_or(self.handle.as_fd(), AsFd::as_fd);
            below = Some(enter(at, part).map_err(|error| explained(at, part, error))?);
        }
        let at = below.as_ref().map_or(self.handle.as_fd(), AsFd::as_fd);
        act(at, name).map_err(|error| explained(at, name, error))
    }
}

fn enter(folder: BorrowedFd<'_>, name: &OsStr) -> rustix::io::Result<OwnedFd> {
    openat(folder, name, FOLDER.union(OFlags::NOFOLLOW), Mode::empty())
}

/// The error, or that it is about a link.
fn explained(folder: BorrowedFd<'_>, name: &OsStr, error: Errno) -> io::Error {
    let is_about_link = matches!(error, Errno::LOOP | Errno::MLINK | Errno::NOTDIR)
        && statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode).is_symlink());
    if !is_about_link {
        return error.into();
    }
    io::Error::new(io::ErrorKind::NotADirectory, "there is a symbolic link, which is not followed; remove it")
}

fn kind(file_type: FileType) -> Kind {
    match file_type {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        _ => Kind::Other,
    }
}
