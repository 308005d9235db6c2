//! The documents that answers and chunks are places of.

use crate::{
    beneath::Folder,
    console::say,
    error::{Error, cannot},
    gitignore::Rules,
    shown::shown,
    walk::{Walked, walk},
};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Component, Path, PathBuf},
    rc::Rc,
};

/// The documents below a folder, read when they are asked for.
pub(super) struct Documents {
    folder: PathBuf,
    read: RefCell<BTreeMap<String, Option<Rc<Document>>>>,
}

pub(super) struct Document {
    pub(super) text: String,
    /// How many code points it has.
    pub(super) chars: usize,
}

impl Documents {
    /// The documents of a folder, or the one document that is a file.
    pub(super) fn below(folder: &Path) -> Result<Self, Error> {
        let about = fs::metadata(folder).map_err(cannot("read", shown(folder)))?;
        let folder = match about.is_dir() {
            true => folder.to_owned(),
            false => folder.parent().map(PathBuf::from).unwrap_or_default(),
        };
        Ok(Self { folder, read: RefCell::default() })
    }

    /// The document of this name; `None` if there is none below the folder, or it is no text.
    pub(super) fn get(&self, source: &str) -> Option<Rc<Document>> {
        let mut read = self.read.borrow_mut();
        let document = read.entry(source.to_owned()).or_insert_with(|| {
            let is_below = Path::new(source).components().all(|part| matches!(part, Component::Normal(_)));
            let path = self.folder.join(source);
            let text = (is_below && path.is_file()).then(|| fs::read_to_string(path).ok())??;
            Some(Rc::new(Document { chars: text.chars().count(), text }))
        });
        document.clone()
    }
}

impl Document {
    /// The code points of a range of bytes.
    pub(super) fn chars_of(&self, bytes: Range<usize>) -> Range<usize> {
        let start = self.text.get(..bytes.start).unwrap_or_default().chars().count();
        start..start + self.text.get(bytes).unwrap_or_default().chars().count()
    }

    /// The bytes of a range of code points; `None` if the text ends before.
    pub(super) fn bytes_of(&self, chars: Range<usize>) -> Option<Range<usize>> {
        let mut starts = self.text.char_indices().map(|(at, _)| at).chain([self.text.len()]);
        let start = starts.nth(chars.start)?;
        let end = if chars.is_empty() { start } else { starts.nth(chars.len() - 1)? };
        Some(start..end)
    }
}

/// The names of the files below a folder that a run over it could take, in the order of their bytes.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    let mut take = |walked| {
        if let Walked::File(inside) = walked {
            let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
            found.push(parts.join("/"));
        }
    };
    Folder::open(folder)
        .and_then(|opened| walk(&opened, &[], &Rules::default(), &mut take, &say))
        .map_err(cannot("read", shown(folder)))?;
    found.sort();
    Ok(found)
}
