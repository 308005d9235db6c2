//! Where the records of a run go: stdout, a file, a folder or a store.

#[cfg(feature = "sqlite")]
use crate::store::Store;
use crate::{
    error::{Error, cannot},
    out_dir::OutDir,
    report::Changes,
    shown::shown,
    whole_file::WholeFile,
};
use std::{
    io::{self, BufWriter, Stdout, Write},
    path::Path,
};

/// Where records go: [`finish`](Self::finish) puts in place what is written whole or not at all.
pub(crate) enum Output {
    /// All to one place.
    Lines(Lines),
    /// Those of each document to a file of their own; and the lines of the manifest.
    Folder(OutDir, Vec<u8>),
    #[cfg(feature = "sqlite")]
    Store(Store),
}

/// Where lines go.
pub(crate) enum Lines {
    Stdout(BufWriter<Stdout>),
    /// A file, and its path for messages.
    File(WholeFile, String),
}

impl Output {
    pub(crate) fn stdout() -> Self {
        Self::Lines(Lines::Stdout(BufWriter::with_capacity(64 << 10, io::stdout())))
    }

    pub(crate) fn file(path: &Path) -> Result<Self, Error> {
        let file = WholeFile::at(path).map_err(cannot("write", shown(path)))?;
        Ok(Self::Lines(Lines::File(file, shown(path))))
    }

    /// Ends a run that had all its documents chunked, or, if it is not `is_complete`, was stopped half-way.
    /// Returns what it changed in a folder or a store.
    pub(crate) fn finish(self, is_complete: bool) -> Result<Option<Changes>, Error> {
        match self {
            Self::Lines(Lines::File(file, path)) if is_complete => {
                file.commit().map(|_| None).map_err(cannot("write", path))
            }
            Self::Lines(_) => Ok(None),
            Self::Folder(folder, lines) if is_complete => folder.finish(&lines).map(Some),
            Self::Folder(folder, _) => folder.abandon().map(|()| None),
            #[cfg(feature = "sqlite")]
            Self::Store(store) => store.finish(is_complete).map(Some),
        }
    }
}

impl Lines {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Self::Stdout(out) => out.write_all(bytes).map_err(Error::stdout),
            Self::File(file, path) => file.write_all(bytes).map_err(cannot("write", path)),
        }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        match self {
            Self::Stdout(out) => out.flush().map_err(Error::stdout),
            Self::File(file, path) => file.flush().map_err(cannot("write", path)),
        }
    }
}
