//! Reads files, and fails if a file changes meanwhile: what was read may then be half of the old and half of the new content.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::Path,
    time::SystemTime,
};

/// How much of a file of lines is read at a time, in bytes.
pub(crate) const BUFFER: usize = 256 << 10;

/// The bytes of a file that is no document, such as settings or a tokenizer: at most `most`, so that a device or a pipe that never ends
/// is refused.
pub(crate) fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("longer than {most} bytes, which no such file needs"))),
        false => Ok(bytes),
    }
}

/// Whether a file is a SQLite database, by its first bytes.
pub(crate) fn is_database(path: &Path) -> bool {
    let mut start = [0; 16];
    path.is_file()
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == *b"SQLite format 3\0"
}

/// A file that is being read. At its end, its length and the time of its last modification have to be the same as when it was opened.
pub(crate) struct Opened {
    file: File,
    /// Its state when it was opened; `None` for what is no regular file, such as a pipe, which is not checked.
    before: Option<State>,
    may_grow: bool,
    /// How many bytes have been read.
    at: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    length: u64,
    modified: Option<SystemTime>,
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
        let before = metadata.is_file().then(|| State::of(&metadata));
        Ok(Self { file, before, may_grow, at: 0 })
    }

    /// Its length in bytes, if it has one.
    pub(crate) fn length(&self) -> Option<u64> {
        self.before.map(|before| before.length)
    }

    /// When it was last modified, in milliseconds since 1970-01-01 UTC, if that can be known.
    pub(crate) fn modified_at_ms(&self) -> Option<i64> {
        let since = self.before?.modified?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        i64::try_from(since.as_millis()).ok()
    }

    /// Whether a document has been read to its end: since it must not change, no more can come. (A file that the system generates while
    /// it is read, as in `/proc`, has the length 0.)
    fn is_read(&self) -> bool {
        !self.may_grow && self.at > 0 && self.length() == Some(self.at)
    }

    fn has_changed(&self) -> io::Result<bool> {
        let Some(before) = self.before else { return Ok(false) };
        let now = State::of(&self.file.metadata()?);
        Ok(now != before && !(self.may_grow && now.length > before.length))
    }
}

impl State {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok() }
    }
}

impl Read for Opened {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = if self.is_read() { 0 } else { self.file.read(buffer)? };
        self.at += read as u64;
        if read == 0 && !buffer.is_empty() && self.has_changed()? {
            return Err(io::Error::other(
                "it changed while it was read; run it again when nothing writes to it",
            ));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::{Opened, read_at_most};
    use rstest::rstest;
    use std::{
        fs::{self, File},
        io::{self, Read, Write},
        path::Path,
        time::{Duration, SystemTime},
    };

    const OPENS: [fn(File) -> io::Result<Opened>; 2] = [Opened::whole, Opened::lines];

    #[test]
    fn no_more_is_read_than_may_be() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "12345").unwrap();
        assert_eq!(read_at_most(file.path(), 5).unwrap(), b"12345");
        let error = read_at_most(file.path(), 4).unwrap_err();
        assert_eq!(error.to_string(), "longer than 4 bytes, which no such file needs");
    }

    fn append(path: &Path) {
        File::options().append(true).open(path).unwrap().write_all(b"more\n").unwrap();
    }

    fn cut(path: &Path) {
        File::options().write(true).open(path).unwrap().set_len(3).unwrap();
    }

    /// As an editor does that writes in place: the same length, at another time.
    fn rewrite(path: &Path) {
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1)).unwrap();
    }

    /// As an editor does that writes beside it and renames: the file that is open stays what it was.
    fn replace(path: &Path) {
        let beside = path.with_extension("new");
        fs::write(&beside, "other").unwrap();
        fs::rename(&beside, path).unwrap();
    }

    /// Whether all of it can be read by both where this is done in the middle.
    #[rstest]
    #[case::nothing(|_: &Path| (), [true, true])]
    #[case::replaced(replace, [true, true])]
    #[case::removed(|path: &Path| fs::remove_file(path).unwrap(), [true, true])]
    #[case::grown(append, [false, true])]
    #[case::cut(cut, [false, false])]
    #[case::rewritten(rewrite, [false, false])]
    fn a_file_is_read_as_it_was_or_not_at_all(#[case] change: fn(&Path), #[case] expected: [bool; 2]) {
        for (open, is_read) in OPENS.into_iter().zip(expected) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.txt");
            fs::write(&path, "first\nsecond\n").unwrap();
            let mut opened = open(File::open(&path).unwrap()).unwrap();
            opened.read_exact(&mut [0; 4]).unwrap();
            change(&path);
            assert_eq!(opened.read_to_end(&mut Vec::new()).is_ok(), is_read);
        }
    }
}
