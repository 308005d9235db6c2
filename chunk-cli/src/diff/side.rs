//! One side of the comparison: a file of records, a folder of `--out-dir` by its manifest, or a store.

use crate::{
    command::Keys,
    exit::{Broken, cannot, trouble},
    opened::Opened,
    registry::{PROFILES, PolicyName, policy_of},
    shown::shown,
};
use chunk_core::{
    ContentHash,
    jsonl::{LineError, Lines},
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

/// Records above this size are refused, in bytes.
const RECORD_LIMIT: usize = 1 << 30;

/// Where a chunk's record can be read again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: u32,
    /// Of a store, the row.
    pub(super) byte: u64,
    /// Which chunk of the record, for a contract whose records hold several.
    pub(super) part: u32,
}

impl Place {
    /// That of the whole record.
    pub(super) fn of_record(self) -> Self {
        Self { part: 0, ..self }
    }
}

/// A chunk as it is read.
pub(super) struct Piece<'r> {
    pub(super) source: String,
    pub(super) id: String,
    pub(super) content_hash: ContentHash,
    pub(super) record_hash: u64,
    /// Its whole record.
    pub(super) record: &'r [u8],
    pub(super) place: Place,
}

/// What is needed of a chunk that is read again.
pub(super) struct Known {
    pub(super) source: String,
    pub(super) id: String,
    pub(super) content_hash: ContentHash,
}

pub(super) struct Side {
    pub(super) keys: Keys,
    pub(super) files: Vec<PathBuf>,
    /// What the manifest says of each file, where there is one.
    entries: Vec<Value>,
    /// Policy, version and settings of the manifest.
    head: Option<Value>,
    #[cfg(feature = "sqlite")]
    pub(super) store: Option<rusqlite::Connection>,
}

#[derive(Deserialize)]
struct Manifest {
    policy: String,
    files: Vec<Value>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

impl Side {
    pub(super) fn open(path: &Path, policy: Option<PolicyName>) -> Result<Self, Broken> {
        #[cfg(feature = "sqlite")]
        if let Some(path) = path.to_str().and_then(|path| path.strip_prefix("sqlite:")) {
            let store = crate::store::to_read(Path::new(path))?;
            return Ok(Self {
                keys: Keys::NONE,
                files: Vec::new(),
                entries: Vec::new(),
                head: None,
                store: Some(store),
            });
        }
        let side = |keys, files, entries, head| Self {
            keys,
            files,
            entries,
            head,
            #[cfg(feature = "sqlite")]
            store: None,
        };
        if path.is_dir() {
            let manifest = path.join("metadata/ingestion-manifest.json");
            if !manifest.exists() {
                return trouble(format!(
                    "{}: a folder without metadata/ingestion-manifest.json; name a file of records, or a folder that \
                     --out-dir wrote",
                    shown(path)
                ));
            }
            let bytes = fs::read(&manifest).map_err(cannot("read", shown(&manifest)))?;
            let Manifest { policy, files: entries, rest } =
                serde_json::from_slice(&bytes).map_err(cannot("read", shown(&manifest)))?;
            let Some(name) = policy_of(&policy) else {
                return trouble(format!(
                    "{}: no policy is called {policy}; was it written by a newer chunk?",
                    shown(&manifest)
                ));
            };
            let mut files = Vec::new();
            for entry in &entries {
                match entry.get("output").and_then(Value::as_str) {
                    Some(output) if !output.ends_with(".jsonl") => {
                        return trouble(format!(
                            "{} was written for Bedrock; compare folders that were written without --format",
                            shown(path)
                        ));
                    }
                    Some(output) if !output.split('/').any(|part| part == "..") => {
                        files.push(path.join(output))
                    }
                    _ => {
                        return trouble(format!(
                            "{}: an entry without `output`; make the folder again by --out-dir",
                            shown(&manifest)
                        ));
                    }
                }
            }
            let head = serde_json::to_value(&rest).map_err(cannot("read", shown(&manifest)))?;
            return Ok(side(name.profile().keys, files, entries, Some(head)));
        }
        let keys = match policy {
            Some(policy) => policy.profile().keys,
            None => guess(path)?,
        };
        Ok(side(keys, vec![path.to_owned()], Vec::new(), None))
    }

    /// Hands every chunk to `take`, in order.
    pub(super) fn each(&self, take: &mut dyn FnMut(&Piece<'_>) -> Result<(), Broken>) -> Result<(), Broken> {
        #[cfg(feature = "sqlite")]
        if let Some(store) = &self.store {
            return each_row(store, take);
        }
        for (path, file) in self.files.iter().zip(0..) {
            let input = Opened::lines(path).map_err(cannot("read", shown(path)))?;
            let mut lines = Lines::new(BufReader::with_capacity(256 << 10, input), RECORD_LIMIT);
            while let Some(line) = lines.next_line() {
                let line = match line {
                    Ok(line) if line.bytes.is_empty() => continue,
                    Ok(line) => line,
                    Err(LineError::Read { error, .. }) => return Err(cannot("read", shown(path))(error)),
                    Err(error) => return trouble(format!("{}: {error}", shown(path))),
                };
                let wrong =
                    |what: String| Broken::Trouble(format!("{}: line {}: {what}", shown(path), line.number));
                let place = Place { file, byte: line.byte_offset, part: 0 };
                for piece in pieces(&self.keys, line.bytes, place).map_err(wrong)? {
                    take(&piece)?;
                }
            }
        }
        Ok(())
    }
}

/// Takes the files away of which both manifests say the same. Returns how many chunks they hold.
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

/// The policy whose records the first line looks like.
fn guess(path: &Path) -> Result<Keys, Broken> {
    let file = File::open(path).map_err(cannot("read", shown(path)))?;
    let mut lines = Lines::new(BufReader::new(file), RECORD_LIMIT);
    let first = match lines.next_line() {
        Some(Err(mark @ LineError::ByteOrderMark)) => return trouble(format!("{}: {mark}", shown(path))),
        first => first.and_then(Result::ok),
    };
    let keys = first.and_then(|line| {
        let record: Value = serde_json::from_slice(line.bytes).ok()?;
        PROFILES.iter().map(|profile| profile.keys).find(|keys| keys.fit(&record))
    });
    match keys {
        Some(keys) => Ok(keys),
        None if fs::metadata(path).is_ok_and(|file| file.len() == 0) => Ok(Keys::NONE),
        None => trouble(format!("{}: the first line is no record of a policy; pass --policy", shown(path))),
    }
}

/// The chunks of a record.
pub(super) fn pieces<'r>(keys: &Keys, record: &'r [u8], place: Place) -> Result<Vec<Piece<'r>>, String> {
    let json: Value = serde_json::from_slice(record).map_err(|error| format!("no record: {error}"))?;
    let text_of = |value: &Value, pointer: &str| match value.pointer(pointer) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        _ => Err(format!("no record: {} is missing", pointer.trim_start_matches('/').replace('/', "."))),
    };
    let source = text_of(&json, keys.source)?;
    let chunks: Vec<&Value> = match keys.chunks {
        None => vec![&json],
        Some(pointer) => json
            .pointer(pointer)
            .and_then(Value::as_array)
            .map(|all| all.iter().collect())
            .unwrap_or_default(),
    };
    let piece = |(part, chunk): (u32, &Value)| {
        let text = text_of(chunk, keys.text)?;
        let id = match (keys.id, keys.index) {
            (Some(pointer), _) => text_of(chunk, pointer)?,
            (None, pointer) => format!("{source}#{}", text_of(chunk, pointer)?),
        };
        let record_hash =
            if keys.chunks.is_some() { short_hash(chunk.to_string().as_bytes()) } else { short_hash(record) };
        Ok(Piece {
            content_hash: ContentHash::of(&text),
            record_hash: record_hash ^ short_hash(source.as_bytes()),
            source: source.clone(),
            id,
            record,
            place: Place { part, ..place },
        })
    };
    (0..).zip(chunks).map(piece).collect()
}

/// The first eight bytes of the SHA-256.
pub(super) fn short_hash(bytes: &[u8]) -> u64 {
    let first = ContentHash::of(bytes).as_bytes().as_chunks().0.first().copied();
    first.map(u64::from_be_bytes).unwrap_or_default()
}

/// Reads a chunk of a store again.
#[cfg(feature = "sqlite")]
pub(super) fn row(store: &rusqlite::Connection, place: Place) -> Result<Known, Broken> {
    let select = store.prepare_cached("SELECT source, id, content_hash FROM chunks WHERE rowid = ?1");
    let row = select.and_then(|mut select| {
        select.query_row([i64::try_from(place.byte).unwrap_or_default()], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?))
        })
    });
    let (source, id, hash) = row.map_err(cannot("read", "the store"))?;
    let content_hash = hash.parse().map_err(cannot("read", "the store"))?;
    Ok(Known { source, id, content_hash })
}

#[cfg(feature = "sqlite")]
fn each_row(
    store: &rusqlite::Connection,
    take: &mut dyn FnMut(&Piece<'_>) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let unreadable = || cannot::<rusqlite::Error>("read", "the store");
    let mut select = store
        .prepare("SELECT rowid, source, id, content_hash, record FROM chunks ORDER BY contract, source, chunk_index")
        .map_err(unreadable())?;
    let mut rows = select.query([]).map_err(unreadable())?;
    while let Some(row) = rows.next().map_err(unreadable())? {
        let record: String = row.get(4).map_err(unreadable())?;
        let hash: String = row.get(3).map_err(unreadable())?;
        let source: String = row.get(1).map_err(unreadable())?;
        let number: i64 = row.get(0).map_err(unreadable())?;
        take(&Piece {
            id: row.get(2).map_err(unreadable())?,
            content_hash: hash.parse().map_err(cannot("read", "the store"))?,
            record_hash: short_hash(record.as_bytes()) ^ short_hash(source.as_bytes()),
            source,
            record: record.as_bytes(),
            place: Place { file: 0, byte: number.unsigned_abs(), part: 0 },
        })?;
    }
    Ok(())
}
