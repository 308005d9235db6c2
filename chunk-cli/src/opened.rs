//! Files that are read: what a file held at no time is not taken for what it holds.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::Path,
    time::SystemTime,
};

/// A file that is being read. Where it ends, it has to be what it was when it was opened, by its length and the time of
/// its last modification: half of it may else be of before a change and half of after it.
pub(crate) struct Opened {
    file: File,
    /// What has no end to come back to, such as a pipe, is not watched.
    before: Option<State>,
    may_grow: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    length: u64,
    modified: Option<SystemTime>,
}

impl Opened {
    /// Opens a document: it has to stay as it is.
    pub(crate) fn whole(path: &Path) -> io::Result<Self> {
        Self::new(path, false)
    }

    /// Opens a file of lines. More of them may come, as a log only grows: what was read stands.
    pub(crate) fn lines(path: &Path) -> io::Result<Self> {
        Self::new(path, true)
    }

    fn new(path: &Path, may_grow: bool) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        let before = metadata.is_file().then(|| State::of(&metadata));
        Ok(Self { file, before, may_grow })
    }

    /// Its length in bytes, if it has one.
    pub(crate) fn length(&self) -> Option<u64> {
        self.before.map(|before| before.length)
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
        let read = self.file.read(buffer)?;
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
    use super::Opened;
    use rstest::rstest;
    use std::{
        fs::{self, File},
        io::{self, Read, Write},
        path::Path,
        time::{Duration, SystemTime},
    };

    const OPENS: [fn(&Path) -> io::Result<Opened>; 2] = [Opened::whole, Opened::lines];

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
            let mut opened = open(&path).unwrap();
            opened.read_exact(&mut [0; 4]).unwrap();
            change(&path);
            assert_eq!(opened.read_to_end(&mut Vec::new()).is_ok(), is_read);
        }
    }
}
