//! Reads one side of the comparison: a file of records, a folder of `--out-dir` by its manifest, or a store.

#[cfg(feature = "sqlite")]
use super::rows::Rows;
use super::{
    contracts::{Held, Maker, settle},
    piece::{Known, Piece, pieces},
};
#[cfg(feature = "sqlite")]
use crate::options::store_named_by;
use crate::{
    beneath::Located,
    error::{Error, cannot, trouble},
    opened::{Opened, is_database},
    out_dir::Written,
    registry::{PolicyName, is_row, policy_of_record},
    shown::shown,
};
use chunk_core::jsonl::{LineError, Lines};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::BufReader,
    path::Path,
    rc::Rc,
};

/// Records above this size are refused, in bytes.
const RECORD_LIMIT: usize = 1 << 30;

pub(super) struct Side {
    pub(super) held: Held,
    pub(super) files: Vec<Located>,
    /// The manifest's entry for each file, if there is a manifest.
    entries: Vec<Value>,
    /// The manifest's policy, version and settings.
    head: Option<BTreeMap<String, Value>>,
    #[cfg(feature = "sqlite")]
    pub(super) store: Option<Rows>,
}

impl Side {
    /// Both sides, each with chunks of one contract, and both of one policy.
    pub(super) fn both(old: &Path, new: &Path, policy: Option<PolicyName>) -> Result<(Self, Self), Error> {
        refuse_what_is_read_once(old)?;
        refuse_what_is_read_once(new)?;
        let (mut old, mut new) = (Self::open(old, policy)?, Self::open(new, policy)?);
        settle(&mut old.held, &mut new.held)?;
        Ok((old, new))
    }

    fn open(path: &Path, policy: Option<PolicyName>) -> Result<Self, Error> {
        let mut side = Self {
            held: Held { name: shown(path), makers: Vec::new(), is_rows: false },
            files: Vec::new(),
            entries: Vec::new(),
            head: None,
            #[cfg(feature = "sqlite")]
            store: None,
        };
        #[cfg(feature = "sqlite")]
        if let Some(path) = store_named_by(path) {
            let rows = Rows::open(path)?;
            let makers = rows.contracts()?.into_iter().map(Maker::of_version);
            side.held.makers = makers.filter(|maker| policy.is_none() || maker.policy == policy).collect();
            side.store = Some(rows);
            return Ok(side);
        }
        let (maker, first) = if path.is_dir() {
            let Written { version, head, entries, files, .. } = Written::read(path)?;
            (side.files, side.entries, side.head) = (files, entries, Some(head));
            let maker = Maker::of_version(version);
            if maker.policy.is_none() {
                return trouble(format!(
                    "{}: no policy has the contract {}; was it written by a newer chunk?",
                    side.held.name,
                    maker.name()
                ));
            }
            let first = side.files.iter().find_map(|file| first_record(file.open().ok()?).ok()?);
            (Some(maker), first)
        } else if is_database(path) {
            return trouble(format!(
                "{0}: a database; a store is named by sqlite:, as in sqlite:{0}",
                side.held.name
            ));
        } else {
            side.files.push(Located::at(path.to_owned()));
            let first = File::open(path).map_err(cannot("read", shown(path))).and_then(|file| {
                first_record(file).or_else(|mark| trouble(format!("{}: {mark}", shown(path))))
            })?;
            (maker_of(path, first.as_ref(), policy)?, first)
        };
        side.held.is_rows = first.is_some_and(|record| is_row(&record));
        if let (Some(maker), Some(policy)) = (&maker, policy)
            && maker.policy != Some(policy)
        {
            return trouble(format!(
                "{} holds chunks of {}, and --policy is {}: leave it out, or compare others",
                side.held.name,
                maker.name(),
                policy.name()
            ));
        }
        side.held.makers.extend(maker);
        Ok(side)
    }

    /// What is held in memory of every chunk, in order.
    pub(super) fn chunks(&self) -> Result<Vec<Known>, Error> {
        let mut chunks: Vec<Known> = Vec::new();
        self.each(&mut |Piece { mut known, .. }| {
            // The chunks of a document share its name.
            if let Some(before) = chunks.last().filter(|before| before.source == known.source) {
                known.source = Rc::clone(&before.source);
            }
            chunks.push(known);
            Ok(())
        })?;
        Ok(chunks)
    }

    /// Hands every chunk to `take`, in order.
    pub(super) fn each(&self, take: &mut dyn FnMut(Piece<'_>) -> Result<(), Error>) -> Result<(), Error> {
        let keys = self.held.keys();
        #[cfg(feature = "sqlite")]
        if let Some(store) = &self.store {
            return store.each(self.held.version().unwrap_or_default(), &keys, take);
        }
        let mut number = 0;
        for located in &self.files {
            let path = &located.path;
            let input = located.open().and_then(Opened::lines).map_err(cannot("read", shown(path)))?;
            let mut lines = Lines::new(BufReader::with_capacity(256 << 10, input), RECORD_LIMIT);
            while let Some(line) = lines.next_line() {
                let line = match line {
                    Ok(line) if line.bytes.is_empty() => continue,
                    Ok(line) => line,
                    Err(LineError::Read { error, .. }) => return Err(cannot("read", shown(path))(error)),
                    Err(error) => return trouble(format!("{}: {error}", shown(path))),
                };
                let wrong =
                    |what: String| Error::run(format!("{}: line {}: {what}", shown(path), line.number));
                number += 1;
                for piece in pieces(&keys, line.bytes, number).map_err(wrong)? {
                    take(piece)?;
                }
            }
        }
        Ok(())
    }
}

/// Both sides are read more than once, of which a pipe would give nothing the second time, or wait for ever.
fn refuse_what_is_read_once(path: &Path) -> Result<(), Error> {
    let name = path;
    #[cfg(feature = "sqlite")]
    let path = store_named_by(path).unwrap_or(path);
    // That it does not exist is reported when it is opened.
    let is_kept = fs::metadata(path).map_or(true, |it| it.is_file() || it.is_dir());
    if is_kept && name.as_os_str() != "-" {
        return Ok(());
    }
    trouble(format!(
        "{}: neither a file nor a folder nor a store; both sides are read more than once, so write it to a file first",
        shown(name)
    ))
}

/// The first line, if it is JSON.
///
/// # Errors
/// If it begins with a byte order mark.
fn first_record(file: File) -> Result<Option<Value>, LineError> {
    match Lines::new(BufReader::new(file), RECORD_LIMIT).next_line() {
        Some(Err(mark @ LineError::ByteOrderMark)) => Err(mark),
        first => Ok(first.and_then(Result::ok).and_then(|line| serde_json::from_slice(line.bytes).ok())),
    }
}

/// What made the records of a file, by the first of them; `None` if the file is empty.
fn maker_of(path: &Path, first: Option<&Value>, wanted: Option<PolicyName>) -> Result<Option<Maker>, Error> {
    match first.and_then(|record| policy_of_record(record, wanted)).or(wanted) {
        Some(policy) => Ok(Some(Maker::of_policy(policy))),
        None if fs::metadata(path).is_ok_and(|file| file.len() == 0) => Ok(None),
        None => trouble(format!(
            "{}: the first line is no record that a policy wrote; name a file that -o wrote, or pass --policy",
            shown(path)
        )),
    }
}

/// Removes from both sides the files for which both manifests have the same entry. Returns how many chunks these hold.
pub(super) fn unchanged(old: &mut Side, new: &mut Side) -> usize {
    if old.head.is_none() || old.head != new.head {
        return 0;
    }
    let mut before: BTreeMap<String, usize> = BTreeMap::new();
    for entry in &old.entries {
        let chunks = entry.get("chunks").and_then(Value::as_u64).unwrap_or_default();
        before.insert(entry.to_string(), usize::try_from(chunks).unwrap_or_default());
    }
    let mut same = BTreeMap::new();
    for entry in &new.entries {
        if let Some((entry, chunks)) = before.remove_entry(&entry.to_string()) {
            same.insert(entry, chunks);
        }
    }
    for side in [old, new] {
        let mut entries = side.entries.iter();
        side.files.retain(|_| entries.next().is_none_or(|entry| !same.contains_key(&entry.to_string())));
    }
    same.values().sum()
}
