//! By paths.

use super::{Entry, Folder, Kind, regular};
use std::{
    ffi::OsStr,
    fs::{self, File},
    io,
    path::Path,
};

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let at = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        fs::read_dir(at).map(|_| Self { path: path.to_owned() })
    }

    pub(crate) fn identity(&self) -> io::Result<Option<(u64, u64)>> {
        Ok(None)
    }

    pub(crate) fn try_lock(&self) -> io::Result<bool> {
        Ok(true)
    }

    pub(crate) fn read(&self, inside: &Path) -> io::Result<File> {
        File::open(self.path.join(inside)).and_then(regular)
    }

    pub(crate) fn create_new(&self, inside: &Path) -> io::Result<File> {
        File::create_new(self.path.join(inside))
    }

    pub(crate) fn subfolder(&self, inside: &Path) -> io::Result<Self> {
        Self::open(&self.path.join(inside))
    }

    fn create_folder(&self, inside: &Path) -> io::Result<()> {
        fs::create_dir(self.path.join(inside))
    }

    pub(crate) fn rename(&self, from: &Path, name: &OsStr) -> io::Result<()> {
        let from = self.path.join(from);
        fs::rename(&from, from.with_file_name(name))
    }

    pub(crate) fn remove_file(&self, inside: &Path) -> io::Result<()> {
        fs::remove_file(self.path.join(inside))
    }

    pub(crate) fn remove_folder(&self, inside: &Path) -> io::Result<()> {
        fs::remove_dir(self.path.join(inside))
    }

    pub(crate) fn permissions(&self, inside: &Path) -> io::Result<fs::Permissions> {
        fs::metadata(self.path.join(inside)).map(|metadata| metadata.permissions())
    }

    pub(crate) fn kind(&self, inside: &Path) -> io::Result<Kind> {
        fs::symlink_metadata(self.path.join(inside)).map(|metadata| kind(metadata.file_type()))
    }

    pub(crate) fn entries(&self) -> io::Result<Vec<Entry>> {
        let entries = fs::read_dir(&self.path)?.map(|entry| {
            let entry = entry?;
            Ok(Entry { name: entry.file_name(), kind: kind(entry.file_type()?), number: 0 })
        });
        entries.collect()
    }
}

fn kind(file_type: fs::FileType) -> Kind {
    match () {
        () if file_type.is_file() => Kind::File,
        () if file_type.is_dir() => Kind::Folder,
        () => Kind::Other,
    }
}
