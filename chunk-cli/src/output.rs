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
pub(crate) struct Output {
    /// What is written in the order of the documents.
    pub(crate) lines: Lines,
    /// Where each document goes.
    pub(crate) target: Target,
}

/// Where the records of one document go.
pub(crate) enum Target {
    /// To the lines of all documents.
    Stream,
    /// To a file of their own; the lines are those of the manifest.
    Folder(OutDir),
    /// To the database; there are no lines.
    #[cfg(feature = "sqlite")]
    Store(Store),
}

/// Where lines go.
pub(crate) enum Lines {
    Stdout(BufWriter<Stdout>),
    /// A file, and its path for messages.
    File(WholeFile, String),
    Memory(Vec<u8>),
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let stdout = BufWriter::with_capacity(64 << 10, io::stdout());
        Self { lines: Lines::Stdout(stdout), target: Target::Stream }
    }

    pub(crate) fn file(path: &Path) -> Result<Self, Error> {
        let file = WholeFile::at(path).map_err(cannot("write", shown(path)))?;
        Ok(Self { lines: Lines::File(file, shown(path)), target: Target::Stream })
    }

    /// Lines that stay in memory, and where the records of each document go.
    pub(crate) const fn to(target: Target) -> Self {
        Self { lines: Lines::Memory(Vec::new()), target }
    }

    /// Ends a run that had all its documents chunked, or, if it is not `is_complete`, was stopped half-way.
    /// Returns what it changed in a folder or a store.
    pub(crate) fn finish(self, is_complete: bool) -> Result<Option<Changes>, Error> {
        match (self.lines, self.target) {
            (Lines::Memory(lines), Target::Folder(folder)) if is_complete => folder.finish(&lines).map(Some),
            (_, Target::Folder(folder)) => folder.abandon().map(|()| None),
            #[cfg(feature = "sqlite")]
            (_, Target::Store(store)) => store.finish(is_complete).map(Some),
            (Lines::File(file, path), _) if is_complete => {
                file.commit().map(|_| None).map_err(cannot("write", path))
            }
            _ => Ok(None),
        }
    }
}

impl Lines {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Self::Stdout(out) => out.write_all(bytes).map_err(Error::stdout),
            Self::File(file, path) => file.write_all(bytes).map_err(cannot("write", path)),
            Self::Memory(memory) => {
                memory.extend_from_slice(bytes);
                Ok(())
            }
        }
    }

    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        match self {
            Self::Stdout(out) => out.flush().map_err(Error::stdout),
            Self::File(file, path) => file.flush().map_err(cannot("write", path)),
            Self::Memory(_) => Ok(()),
        }
    }
}
