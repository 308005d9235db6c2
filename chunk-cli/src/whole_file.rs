//! Files that are written whole or not at all, and not touched if their bytes do not change.

use crate::temporary::{self, Temporary};
use std::{
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
    target: PathBuf,
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
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        // A symbolic link stays: the file that it points to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let state = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_file() => match File::open(&target) {
                Ok(old) => State::Unchanged { old: BufReader::with_capacity(BUFFER, old), same: 0 },
                // A file that cannot be read, so not compared, is replaced.
                Err(_) => State::Changed(temporary_beside(&target)?),
            },
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => State::Special(BufWriter::new(File::options().write(true).open(&target)?)),
            Err(_) => State::Changed(temporary_beside(&target)?),
        };
        Ok(Self { target, state })
    }

    /// Puts the file in place, unless it is there already with the same bytes.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        if let State::Unchanged { old, .. } = &mut self.state {
            if old.fill_buf()?.is_empty() {
                return Ok(());
            }
            self.diverge()?;
        }
        match self.state {
            State::Unchanged { .. } => Ok(()),
            State::Special(mut file) => file.flush(),
            State::Changed(writer) => {
                let mut temporary = writer.into_inner().map_err(io::IntoInnerError::into_error)?.0;
                if let Ok(old) = fs::metadata(&self.target) {
                    temporary.file()?.set_permissions(old.permissions())?;
                }
                temporary.file()?.sync_all()?;
                temporary.persist(&self.target)
            }
        }
    }

    /// Goes on with a temporary file, which begins with the same bytes as the old one, since from here on they differ.
    fn diverge(&mut self) -> io::Result<()> {
        if let State::Unchanged { same, .. } = self.state {
            let mut writer = temporary_beside(&self.target)?;
            io::copy(&mut File::open(&self.target)?.take(same), &mut writer)?;
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
        self.0.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes what killed runs left beside `target`.
pub(crate) fn sweep_beside(target: &Path) {
    let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    temporary::sweep(folder_of(&target));
}

fn folder_of(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file in the target's own folder, as a rename cannot leave the file system.
fn temporary_beside(target: &Path) -> io::Result<BufWriter<TemporaryWriter>> {
    let folder = folder_of(target);
    let temporary = Temporary::create_in(folder)?;
    Ok(BufWriter::with_capacity(BUFFER, TemporaryWriter(temporary)))
}
