//! The documents that records were made from.

use crate::{
    documents::read_file,
    exit::{Broken, cannot, trouble},
};
use std::{
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

/// The documents that records were made from: a folder of them, or a file.
pub(crate) struct Sources<'d> {
    root: PathBuf,
    given: &'d Path,
    limit: u64,
}

impl<'d> Sources<'d> {
    pub(super) fn open(given: &'d Path, limit: u64) -> Result<Self, Broken> {
        let root = fs::canonicalize(given).map_err(cannot("read", given.display()))?;
        Ok(Self { root, given, limit })
    }

    /// The only document, which is a file by itself and to be held in memory.
    pub(crate) fn open_file(&self) -> Result<BufReader<File>, Broken> {
        let (given, limit) = (self.given.display(), self.limit);
        let metadata = fs::metadata(&self.root).map_err(cannot("read", &given))?;
        if metadata.is_dir() {
            return trouble(format!(
                "--source {given} must be a file: the one log that the records were made from"
            ));
        }
        if metadata.len() > limit {
            return trouble(format!(
                "--source {given} is longer than {limit} bytes, and a log is checked in memory as a whole; pass a \
                 higher --file-limit"
            ));
        }
        File::open(&self.root).map(BufReader::new).map_err(cannot("read", self.given.display()))
    }

    /// The bytes of the document called `name`. A record is somebody else's word: it leads nowhere but into the folder.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let cannot = |reason: String| format!("cannot read {name} in {}: {reason}", self.given.display());
        let path = fs::canonicalize(self.root.join(name)).map_err(|error| cannot(error.to_string()))?;
        if !path.starts_with(&self.root) {
            return Err(cannot("it is not inside".to_owned()));
        }
        read_file(&path, self.limit).map_err(|fault| cannot(fault.message))
    }
}
