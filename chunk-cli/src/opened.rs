//! Reads files, and fails if a file changes meanwhile: what was read may then be half of the old and half of the new content.

#[cfg(unix)]
use std::os::unix::fs::MetadataExt;
use std::{
    fs::{File, Metadata},
    io::{self, BufRead, Read},
    path::Path,
    time::SystemTime,
};

/// How long a record may be that is read back, in bytes.
pub(crate) const RECORD_LIMIT: usize = 1 << 30;

/// How much of a file of lines is read at a time, in bytes.
pub(crate) const BUFFER: usize = 256 << 10;

/// The bytes of a file that is no document, such as settings or a tokenizer: at most `most`, so that a device or a pipe that never ends
/// is refused.
pub(crate) fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    all_of(File::open(path)?, most)
}

/// The same of a file that is open.
pub(crate) fn all_of(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("longer than {most} bytes, which no such file needs"))),
        false => Ok(bytes),
    }
}

/// The first line of a file of records that is not empty, with the empty ones before it; or as much of it as may be.
pub(crate) fn first_line(input: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut lines = Vec::new();
    loop {
        let before = lines.len();
        let read = input.take(RECORD_LIMIT as u64).read_until(b'\n', &mut lines)?;
        let line = lines.get(before..).unwrap_or_default();
        let line = if before == 0 { without_mark(line) } else { line };
        if read == 0 || !line.trim_ascii().is_empty() {
            return Ok(lines);
        }
    }
}

/// Such lines without the byte order mark before them, which is refused when all lines are read.
pub(crate) fn without_mark(lines: &[u8]) -> &[u8] {
    lines.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(lines)
}

/// Whether a file is a SQLite database, by its first bytes.
pub(crate) fn is_database(path: &Path) -> bool {
    let mut start = [0; 16];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == *b"SQLite format 3\0"
}

/// The number of the file system of an open file or stream, and its own there, if it is a regular file.
#[cfg(unix)]
pub(crate) fn identity(file: impl std::os::fd::AsFd) -> Option<(u64, u64)> {
    let metadata = File::from(file.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    metadata.is_file().then(|| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
pub(crate) fn identity<F>(_: F) -> Option<(u64, u64)> {
    None
}

/// A file that is being read. At its end, its length and the time of its last modification have to be the same as when it was opened.
pub(crate) struct Opened {
    file: File,
    /// Its [`state`] when it was opened; `None` for what is no regular file, such as a pipe, which is not checked.
    before: Option<(u64, Option<SystemTime>)>,
    may_grow: bool,
}

impl Opened {
    /// A document, which must not change.
    pub(crate) fn whole(file: File) -> io::Result<Self> {
        Self::new(file, false)
    }

    /// A file of lines, which may grow, as a log does: what was read stays valid.
    pub(crate) fn lines(file: File) -> io::Result<Self> {
        Self::new(file, true)
    }

    fn new(file: File, may_grow: bool) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let before = metadata.is_file().then(|| state(&metadata));
        Ok(Self { file, before, may_grow })
    }

    /// Its length in bytes, if it has one.
    pub(crate) fn length(&self) -> Option<u64> {
        self.before.map(|(length, _)| length)
    }

    /// When it was last modified, in milliseconds since 1970-01-01 UTC, if that can be known.
    pub(crate) fn modified_at_ms(&self) -> Option<i64> {
        let since = self.before?.1?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        i64::try_from(since.as_millis()).ok()
    }

    /// The file itself, for another program, which reads it without this check.
    pub(crate) fn into_file(self) -> File {
        self.file
    }

    fn has_changed(&self) -> io::Result<bool> {
        let Some(before) = self.before else { return Ok(false) };
        let now = state(&self.file.metadata()?);
        Ok(now != before && !(self.may_grow && now.0 > before.0))
    }
}

/// Its length in bytes, and when it was last modified, if that can be known.
fn state(metadata: &Metadata) -> (u64, Option<SystemTime>) {
    (metadata.len(), metadata.modified().ok())
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.has_changed()? {
            return Err(io::Error::other(
                "it changed while it was read; run it again when nothing writes to it",
            ));
        }
        Ok(read)
    }
}
