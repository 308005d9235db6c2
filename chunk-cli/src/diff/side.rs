//! Reads one side of the comparison: a file of records, a folder of `--out-dir` by its manifest, or a store. What is compared are chunks of one
//! policy. A file's policy shows in its first record, and a folder's in its manifest, with the contract's version; a store may hold chunks of
//! several contracts.

use super::chunks::{Known, Piece, pieces};
#[cfg(feature = "sqlite")]
use super::rows::Rows;
#[cfg(feature = "sqlite")]
use crate::options::store_named_by;
use crate::{
    beneath::Located,
    error::{Error, cannot, trouble},
    opened::{RECORD_LIMIT, first_line, is_database, without_mark},
    out_dir::Recorded,
    policy::{PolicyName, is_row, no_record, policy_of_record, policy_of_version},
    shown::shown,
};
use chunk_core::jsonl::{LineError, Lines};
use chunk_records::Keys;
use serde_json::Value;
use std::{collections::BTreeMap, fs, io::BufRead, path::Path};

#[derive(Default)]
pub(super) struct Side {
    /// As it was given, made safe to show.
    pub(super) name: String,
    /// What made its chunks: empty if it has none, a single maker once that is settled.
    makers: Vec<Maker>,
    /// Whether its records are rows.
    is_rows: bool,
    recorded: Recorded,
    #[cfg(feature = "sqlite")]
    store: Option<Rows>,
}

impl Side {
    /// Both sides, each with chunks of one contract, and both of one policy.
    pub(super) fn both(old: &Path, new: &Path, policy: Option<PolicyName>) -> Result<(Self, Self), Error> {
        refuse_what_is_read_once(old)?;
        refuse_what_is_read_once(new)?;
        let (mut old, mut new) = (Self::open(old, policy)?, Self::open(new, policy)?);
        settle(&mut old, &mut new)?;
        Ok((old, new))
    }

    fn open(path: &Path, policy: Option<PolicyName>) -> Result<Self, Error> {
        let mut side = Self { name: shown(path), ..Self::default() };
        #[cfg(feature = "sqlite")]
        if let Some(path) = store_named_by(path) {
            let rows = Rows::open(path)?;
            let is_wanted = |version: &String| policy.is_none() || policy_of_version(version) == policy;
            let makers = rows.contracts()?.into_iter().filter(is_wanted).map(|version| side.maker(version));
            side.makers = makers.collect::<Result<_, _>>()?;
            side.store = Some(rows);
            return Ok(side);
        }
        if is_database(path) {
            return trouble(format!(
                "{0}: a database; a store is named by sqlite:, as in sqlite:{0}",
                side.name
            ));
        }
        side.recorded = Recorded::of(path)?;
        let mut files = side.recorded.files.iter();
        let first = match &side.recorded.written {
            Some(written) => {
                side.makers = vec![side.maker(written.version.clone())?];
                files.find_map(|file| first_record(file.lines().ok()?))
            }
            None => {
                let lines = files.next().map(Located::lines).transpose();
                let first = lines.map_err(cannot("read", shown(path)))?.and_then(first_record);
                side.makers.extend(maker_of(path, first.as_ref(), policy)?);
                first
            }
        };
        side.is_rows = first.is_some_and(|record| is_row(&record));
        if let (Some(maker), Some(policy)) = (side.makers.first(), policy)
            && maker.policy != policy
        {
            return trouble(format!(
                "{} holds chunks of {}, and --policy is {}: leave it out, or compare others",
                side.name,
                maker.name(),
                policy.name()
            ));
        }
        Ok(side)
    }

    /// The maker of chunks of this contract.
    fn maker(&self, version: String) -> Result<Maker, Error> {
        match policy_of_version(&version) {
            Some(policy) => Ok(Maker { policy, version: Some(version) }),
            None => trouble(format!(
                "{}: no policy has the contract {version}; was it written by a newer chunk?",
                self.name
            )),
        }
    }

    /// The keys of its records.
    fn keys(&self) -> Keys {
        match self.is_rows {
            true => chunk_records::ROWS,
            false => self.makers.first().map_or(Keys::NONE, |maker| maker.policy.profile().keys),
        }
    }

    /// What is held in memory of every chunk, in order.
    pub(super) fn chunks(&self) -> Result<Vec<Known>, Error> {
        let mut chunks = Vec::new();
        self.each(&mut |Piece { known, .. }| {
            chunks.push(known);
            Ok(())
        })?;
        Ok(chunks)
    }

    /// Hands every chunk to `take`, in order.
    pub(super) fn each(&self, take: &mut dyn FnMut(Piece<'_>) -> Result<(), Error>) -> Result<(), Error> {
        let keys = self.keys();
        #[cfg(feature = "sqlite")]
        if let Some(store) = &self.store {
            return store.each(self.makers.first().map_or("", Maker::name), &keys, take);
        }
        let mut number = 0;
        for located in &self.recorded.files {
            let path = &located.path;
            let input = located.lines().map_err(cannot("read", shown(path)))?;
            let mut lines = Lines::new(input, RECORD_LIMIT);
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

/// The first record, if it is JSON.
fn first_record(mut lines: impl BufRead) -> Option<Value> {
    serde_json::from_slice(without_mark(&first_line(&mut lines).ok()?)).ok()
}

/// What made the records of a file, by the first of them; `None` if the file is empty.
fn maker_of(path: &Path, first: Option<&Value>, wanted: Option<PolicyName>) -> Result<Option<Maker>, Error> {
    match first.and_then(|record| policy_of_record(record, wanted)).or(wanted) {
        Some(policy) => Ok(Some(Maker { policy, version: None })),
        None if fs::metadata(path).is_ok_and(|file| file.len() == 0) => Ok(None),
        None => Err(no_record(&shown(path))),
    }
}

/// Removes from both sides the files for which both manifests have the same entry. Returns how many chunks these hold.
pub(super) fn unchanged(old: &mut Side, new: &mut Side) -> usize {
    let (Some(before), Some(now)) = (&old.recorded.written, &new.recorded.written) else { return 0 };
    if before.head != now.head {
        return 0;
    }
    let mut entries: BTreeMap<String, usize> = BTreeMap::new();
    for entry in &before.entries {
        let chunks = entry.get("chunks").and_then(Value::as_u64).unwrap_or_default();
        entries.insert(entry.to_string(), usize::try_from(chunks).unwrap_or_default());
    }
    let same = now.entries.iter().filter_map(|entry| entries.remove_entry(&entry.to_string()));
    let same: BTreeMap<String, usize> = same.collect();
    for side in [old, new] {
        let Recorded { files, written } = &mut side.recorded;
        let mut entries = written.iter().flat_map(|written| &written.entries);
        files.retain(|_| entries.next().is_none_or(|entry| !same.contains_key(&entry.to_string())));
    }
    same.values().sum()
}

/// What made chunks.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Maker {
    policy: PolicyName,
    /// The contract's version, followed by the name of the encoding if that is not the contract's; `None` for a file, whose records do not
    /// hold it.
    version: Option<String>,
}

impl Maker {
    fn name(&self) -> &str {
        self.version.as_deref().unwrap_or(self.policy.name())
    }

    /// Whether both may be the same contract.
    fn fits(&self, other: &Self) -> bool {
        let is_any = self.version.is_none() || other.version.is_none();
        self.policy == other.policy && (is_any || self.version == other.version)
    }
}

/// Settles on one contract for each side: if one holds several, on that of the other side.
///
/// # Errors
/// If it is not clear which is meant, or the two sides are of different policies.
fn settle(old: &mut Side, new: &mut Side) -> Result<(), Error> {
    let before = old.makers.clone();
    narrow(old, &new.makers)?;
    narrow(new, &before)?;
    match (old.makers.as_slice(), new.makers.as_slice()) {
        ([before], [now]) if before.policy != now.policy => trouble(format!(
            "{} holds chunks of {}, and {} of {}: compare chunks of one policy",
            old.name,
            before.name(),
            new.name,
            now.name()
        )),
        _ => Ok(()),
    }
}

/// Narrows the contracts of a side, if they are several, to the one that fits the only one of the `other` side.
fn narrow(side: &mut Side, other: &[Maker]) -> Result<(), Error> {
    let fits = |maker: &&Maker| matches!(other, [other] if maker.fits(other));
    let fitting: Vec<_> = side.makers.iter().filter(fits).cloned().collect();
    if side.makers.len() > 1 && fitting.len() != 1 {
        let names: Vec<_> = side.makers.iter().map(Maker::name).collect();
        return trouble(format!(
            "{} holds chunks of several contracts, {}, and it is not clear which are meant: pass --policy, or compare it with \
             a store or a folder of --out-dir that holds one of them",
            side.name,
            names.join(", ")
        ));
    }
    if side.makers.len() > 1 {
        side.makers = fitting;
    }
    Ok(())
}
