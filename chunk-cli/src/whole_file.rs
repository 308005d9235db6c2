//! Files that are written whole or not at all, and not touched if their bytes do not change.

use crate::{
    beneath::Folder,
    temporary::{self, Temporary},
};
use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

/// How much is read or written at a time, in bytes.
const BUFFER: usize = 64 << 10;

/// A file that [`commit`](Self::commit) puts at its path, by a rename after its bytes are on the disk.
/// Dropped before that, it leaves the old file as it was.
///
/// As long as the bytes written are those that the old file holds, nothing is written at all: a run that changes nothing
/// keeps every file and its modification time, and costs no fsync.
pub(crate) struct WholeFile {
    folder: Folder,
    inside: PathBuf,
    state: State,
}

enum State {
    /// All bytes so far are the first `same` bytes of the old file.
    Unchanged {
        old: BufReader<File>,
        same: u64,
    },
    Changed(BufWriter<TemporaryWriter>),
    /// A device or a pipe, which is written directly: a rename would put a file in its place.
    Special(BufWriter<File>),
}

struct TemporaryWriter(Temporary);

impl WholeFile {
    /// The file at a path that was given by the user: a link there stays, and the file that it leads to is replaced.
    pub(crate) fn at(path: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let (folder, name) = split(&target)?;
        match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                let file = File::options().write(true).open(&target)?;
                Ok(Self { folder, inside: name.into(), state: State::Special(BufWriter::new(file)) })
            }
            _ => Self::beneath(&folder, name.into()),
        }
    }

    /// The file at the path `inside` below `folder`.
    pub(crate) fn beneath(folder: &Folder, inside: PathBuf) -> io::Result<Self> {
        let state = match folder.read(&inside) {
            Ok(old) => State::Unchanged { old: BufReader::with_capacity(BUFFER, old), same: 0 },
            // What stands in the way, and a name that no file can have, are told at once, not when all is written.
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename || error.get_ref().is_some() => {
                return Err(error);
            }
            // A file that cannot be read, so not compared, is replaced.
            Err(_) => State::Changed(temporary_for(folder, &inside)?),
        };
        Ok(Self { folder: folder.clone(), inside, state })
    }

    /// Puts the file in place, unless it is there already with the same bytes; returns whether it was not.
    pub(crate) fn commit(mut self) -> io::Result<bool> {
        if let State::Unchanged { old, .. } = &mut self.state {
            if old.fill_buf()?.is_empty() {
                return Ok(false);
            }
            self.diverge()?;
        }
        match self.state {
            State::Unchanged { .. } => Ok(false),
            State::Special(mut file) => file.flush().map(|()| true),
            State::Changed(writer) => {
                let temporary = writer.into_inner().map_err(io::IntoInnerError::into_error)?.0;
                if let Ok(permissions) = self.folder.permissions(&self.inside, &temporary.file) {
                    temporary.file.set_permissions(permissions)?;
                }
                temporary.file.sync_all()?;
                temporary.persist(self.inside.file_name().unwrap_or_default()).map(|()| true)
            }
        }
    }

    /// Goes on with a temporary file, which begins with the same bytes as the old one, since from here on they differ.
    fn diverge(&mut self) -> io::Result<()> {
        if let State::Unchanged { same, .. } = self.state {
            let mut writer = temporary_for(&self.folder, &self.inside)?;
            io::copy(&mut self.folder.read(&self.inside)?.take(same), &mut writer)?;
            self.state = State::Changed(writer);
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let State::Unchanged { old, same } = &mut self.state {
            let there = old.fill_buf()?;
            let length = there.len().min(bytes.len());
            if length > 0 && there.get(..length) == bytes.get(..length) {
                old.consume(length);
                *same += length as u64;
                return Ok(length);
            }
            if !bytes.is_empty() {
                self.diverge()?;
            }
        }
        match &mut self.state {
            State::Unchanged { .. } => Ok(0),
            State::Changed(writer) => writer.write(bytes),
            State::Special(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.state {
            State::Unchanged { .. } => Ok(()),
            State::Changed(writer) => writer.flush(),
            State::Special(writer) => writer.flush(),
        }
    }
}

impl Write for TemporaryWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes what killed runs left beside the file at `path`.
pub(crate) fn sweep_beside(path: &Path) {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if let Ok((folder, _)) = split(&target)
        && let Ok(entries) = folder.entries(Path::new(""))
    {
        temporary::sweep(&folder, Path::new(""), &entries);
    }
}

/// The folder of a file, opened, and the file's name there.
fn split(target: &Path) -> io::Result<(Folder, OsString)> {
    let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    Ok((Folder::open(target.parent().unwrap_or(Path::new("")))?, name.to_owned()))
}

/// A temporary file in the folder of the file at `inside`, as a rename cannot leave the file system.
fn temporary_for(folder: &Folder, inside: &Path) -> io::Result<BufWriter<TemporaryWriter>> {
    let temporary = Temporary::beside(folder, inside)?;
    Ok(BufWriter::with_capacity(BUFFER, TemporaryWriter(temporary)))
}
