//! The documents that answers and chunks are places of.

use super::{
    anchor::{self, Found},
    log::Log,
};
use crate::{
    beneath::Folder,
    error::{Error, cannot},
    find::slashed,
    gitignore::Rules,
    opened::read_at_most,
    policy::PROFILES,
    shown::shown,
    walk::{Walked, walk},
};
use chunk_core::CodePointIndex;
use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs, io,
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
    /// The texts in it, if it is a recorder's log.
    pub(super) log: Option<Log>,
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
            let path = self.path(source);
            let text = (is_below && path.is_file()).then(|| text_of(&path).ok())??;
            Some(Rc::new(Document::new(text)))
        });
        document.clone()
    }

    /// The path of the document of this name.
    pub(super) fn path(&self, source: &str) -> PathBuf {
        self.folder.join(source)
    }
}

impl Document {
    pub(super) fn new(text: String) -> Self {
        Self { chars: text.chars().count(), log: Log::of(&text), text }
    }

    /// The code points of a range of bytes.
    pub(super) fn chars_of(&self, bytes: Range<usize>) -> Range<usize> {
        let points = CodePointIndex::new(&self.text);
        points.code_point(bytes.start)..points.code_point(bytes.end)
    }

    /// The bytes of a range of code points; `None` if the text ends before.
    pub(super) fn bytes_of(&self, chars: Range<usize>) -> Option<Range<usize>> {
        let points = CodePointIndex::new(&self.text);
        (chars.end <= self.chars).then(|| points.byte(chars.start)..points.byte(chars.end))
    }

    /// The place of a quotation, that nearest to the byte `near` if there are several. In a log it is one of the texts of its events, or else of
    /// its lines.
    pub(super) fn find(&self, quote: &str, near: usize) -> Option<Found> {
        let in_lines = || anchor::find(&self.text, quote, near);
        let Some(log) = &self.log else { return in_lines() };
        let in_events = anchor::find(&log.text, quote, log.at(near))
            .and_then(|found| Some(Found { bytes: log.held(&self.text, found.bytes)?, ..found }));
        match in_events {
            Some(found) if found.is_exact => Some(found),
            like => in_lines().filter(|found| found.is_exact).or(like),
        }
    }
}

/// The text of a file, which may be as long as a document of the policy that takes the longest.
pub(super) fn text_of(path: &Path) -> io::Result<String> {
    let limits = PROFILES.iter().map(|profile| profile.file_limit);
    let bytes = read_at_most(path, limits.max().unwrap_or_default())?;
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// The names of the files below a folder that a run over it could take, in the order of their bytes; or that of the one file.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, Error> {
    if let (true, Some(name)) = (folder.is_file(), folder.file_name()) {
        return Ok(vec![name.to_string_lossy().into_owned()]);
    }
    let mut found = Vec::new();
    let mut take = |walked| {
        if let Walked::File(inside) = walked {
            found.extend(slashed(&inside));
        }
    };
    Folder::open(folder)
        .and_then(|opened| walk(&opened, &[], &Rules::default(), &mut take))
        .map_err(cannot("read", shown(folder)))?;
    found.sort();
    Ok(found)
}
