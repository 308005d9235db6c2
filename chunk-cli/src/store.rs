//! `--store sqlite:PATH`: writes chunks to a SQLite database, a transaction for each document. `docs/storage.md` describes the
//! database for those who read it.
//!
//! A document whose chunks are there already costs a read and no write, and a run that is killed leaves each document either
//! as it was or as it is now.

mod open;
mod origin;

pub(crate) use open::to_read;
pub(crate) use origin::{Vanished, folder, vanished};

use crate::{
    console::say,
    error::{Error, cannot},
    report::{Changes, counted},
    shown::{shown, shown_name},
};
use chunk_core::ContentHash;
use chunk_records::{Keys, Piece};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Deserialize;
use serde_json::Value;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Puts aside the embeddings that a document has before it is replaced, for [`UPSERT`].
const LEAVE_OVER: &str = "
    INSERT OR IGNORE INTO temp.left_over (content_hash, embedding, by_settings)
    SELECT content_hash, embedding, ?3 FROM chunks WHERE contract = ?1 AND source = ?2 AND embedding IS NOT NULL";

/// An embedding stays with its text: with the chunk as long as its text is the same, and with the text if that has moved to
/// another chunk, also to one of a document that is chunked later in the run.
const UPSERT: &str = "
    INSERT INTO chunks (contract, source, id, chunk_index, content_hash, record, embedding)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce(
        (SELECT embedding FROM temp.left_over WHERE content_hash = ?5),
        (SELECT embedding FROM chunks WHERE content_hash = ?5 AND embedding IS NOT NULL AND contract = ?1 LIMIT 1)
    ))
    ON CONFLICT (contract, source, id) DO UPDATE SET
        chunk_index = excluded.chunk_index,
        content_hash = excluded.content_hash,
        record = excluded.record,
        embedding = CASE content_hash WHEN excluded.content_hash THEN embedding ELSE excluded.embedding END
    WHERE chunk_index <> excluded.chunk_index OR content_hash <> excluded.content_hash OR record <> excluded.record";

/// Removes the chunks of a document but for those with these ids, a list of JSON.
const REMOVE_OTHERS: &str = "
    DELETE FROM chunks WHERE contract = ?1 AND source = ?2 AND id NOT IN (SELECT value FROM json_each(?3))";

/// How many embeddings are dropped because the settings have changed: no chunk has their texts any more.
const DROPPED: &str = "
    SELECT count(*) FROM temp.left_over AS gone WHERE by_settings AND NOT EXISTS
    (SELECT 1 FROM chunks WHERE content_hash = gone.content_hash AND embedding IS NOT NULL)";

/// The files in which SQLite keeps the store at `path`, which are never inputs of a run.
pub(crate) fn files(path: &Path) -> Vec<PathBuf> {
    let with = |suffix| {
        let mut name = OsString::from(path);
        name.push(suffix);
        name.into()
    };
    ["", "-wal", "-shm", "-journal"].map(with).into()
}

/// A chunk as it is stored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    id: String,
    content_hash: String,
    record: String,
}

impl Row {
    /// The `index`-th chunk of the document `source`.
    pub(crate) fn of(piece: &Piece<'_>, source: &str, index: usize) -> Self {
        #[derive(Deserialize)]
        struct Embed<'r> {
            #[serde(borrow)]
            embed: Option<Cow<'r, str>>,
        }
        // The text to embed may be another one than the chunk's.
        let embed = serde_json::from_slice::<Embed<'_>>(piece.json).ok().and_then(|record| record.embed);
        Self {
            id: piece.id.map_or_else(|| format!("{source}#{index}"), str::to_owned),
            content_hash: ContentHash::of(embed.as_deref().unwrap_or(piece.text)).to_string(),
            record: String::from_utf8_lossy(piece.json).into_owned(),
        }
    }
}

/// A store that is open for writing, by several threads.
pub(crate) struct Store {
    path: PathBuf,
    keys: &'static Keys,
    /// Which documents are to be removed at the end, if some are.
    vanished: Option<Vanished>,
    inner: Mutex<Inner>,
}

struct Inner {
    connection: Connection,
    /// The contract's version, followed by the name of the encoding if that is not the contract's.
    contract: String,
    /// The folder that the names of this run's documents are relative to.
    folder: Option<String>,
    /// The digest of this run's settings.
    settings: String,
    /// The documents of this run.
    sources: BTreeSet<String>,
    /// For each other folder, its documents that this run has replaced by others of the same name.
    replaced: BTreeMap<String, BTreeSet<String>>,
    changes: Changes,
    /// How many chunks are in the store once with another that has their id and text.
    equal: usize,
}

impl Store {
    /// Opens the store at `path`, or makes it, for documents of `folder` under `contract` and settings of this digest; with an index of the
    /// words if `full_text`.
    pub(crate) fn open(
        path: &Path,
        keys: &'static Keys,
        contract: String,
        folder: Option<String>,
        settings: String,
        vanished: Option<Vanished>,
        full_text: bool,
    ) -> Result<Self, Error> {
        let inner = Mutex::new(Inner {
            connection: open::to_write(path, full_text)?,
            contract,
            folder,
            settings,
            sources: BTreeSet::new(),
            replaced: BTreeMap::new(),
            changes: Changes { to_embed: Some((0, 0)), ..Changes::default() },
            equal: 0,
        });
        Ok(Self { path: path.to_owned(), keys, vanished, inner })
    }

    /// Warns where a path is named that is part of a folder which is stored already: its documents have other names there.
    pub(crate) fn warn_of_parts(&self, paths: &[PathBuf]) -> Result<(), Error> {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let folders = inner.folders().map_err(cannot("read the store", shown(&self.path)))?;
        let around = |path: &PathBuf| {
            let real =
                fs::canonicalize(path).ok().filter(|real| !folders.iter().any(|it| real == Path::new(it)))?;
            let is_named_so =
                |inside: &Path| path.is_file() && path.strip_prefix(".").unwrap_or(path) == inside;
            folders.iter().find(|folder| real.strip_prefix(folder).is_ok_and(|inside| !is_named_so(inside)))
        };
        if let Some((path, folder)) = paths.iter().find_map(|path| Some((path, around(path)?))) {
            say(&format!(
                "warning: {} lies in {}, from which the store has documents under their names there; pass --root {1}, or it \
                 is stored under two names",
                shown(path),
                shown_name(folder)
            ));
        }
        Ok(())
    }

    /// Replaces all that the store holds of the document `source` by `rows`, in their order. Of those with one id and one text, the first is
    /// stored: equal pieces of one line have the same id by contract (M8).
    pub(crate) fn replace(&self, source: &str, rows: &[Row]) -> Result<(), Error> {
        let (mut ids, mut distinct) = (BTreeMap::new(), Vec::new());
        for (number, row) in rows.iter().enumerate() {
            let &mut (first, before) = ids.entry(row.id.as_str()).or_insert((number, row));
            if first == number {
                distinct.push(row);
            } else if before.content_hash != row.content_hash {
                let lines = |row: &Row| {
                    let lines = self.keys.lines_of(&serde_json::from_str(&row.record).unwrap_or_default());
                    lines.map_or(String::new(), |(first, last)| format!(" (lines {first} to {last})"))
                };
                return Err(Error::refused(format!(
                    "chunk {first}{} and chunk {number}{} have the same id, {}: a store has one row for each id",
                    lines(before),
                    lines(row),
                    shown_name(&row.id)
                )));
            }
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if !inner.sources.insert(source.to_owned()) {
            return Err(Error::refused(
                "another document of this run has the same id: a store holds one of them",
            ));
        }
        inner.equal += rows.len() - distinct.len();
        let (is_written, to_embed) = inner.replace(source, &distinct).map_err(|error| {
            Error::run(format!("cannot write to the store {}: {error}", shown(&self.path)))
        })?;
        inner.changes.add(is_written);
        if let Some((chunks, documents)) = &mut inner.changes.to_embed {
            *chunks += to_embed;
            *documents += usize::from(to_embed > 0);
        }
        Ok(())
    }

    /// Ends a run: removes what has vanished, if it `is_complete`, and closes the store, after all that was written is on the disk. Returns
    /// what that was.
    pub(crate) fn finish(self, is_complete: bool) -> Result<Changes, Error> {
        let mut inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        inner.warn_of_replaced();
        if let equal @ 1.. = inner.equal {
            say(&format!(
                "note: {}: the document, lines and text of another, and so its id; a store has one row for each id",
                counted(equal, "chunk")
            ));
        }
        let dropped = inner.connection.query_row(DROPPED, [], count_of);
        if let dropped @ 1.. = dropped.map_err(cannot("read the store", shown(&self.path)))? {
            say(&format!(
                "warning: {} dropped, because the settings are not those by which these documents were chunked before; \
                 to keep the embeddings of both, give each settings a store of their own",
                counted(dropped, "embedding")
            ));
        }
        if let Some(is_gone) = self.vanished.filter(|_| is_complete) {
            let removed = inner.prune(&is_gone);
            inner.changes.removed = removed.map_err(cannot("write to the store", shown(&self.path)))?;
        }
        let Inner { connection, changes, .. } = inner;
        connection
            .query_row("PRAGMA wal_checkpoint", [], |_| Ok(()))
            .and_then(|()| connection.close().map_err(|(_, error)| error))
            .map(|()| changes)
            .map_err(cannot("close the store", shown(&self.path)))
    }
}

impl Inner {
    /// Returns whether anything of the document was written, and how many of its chunks have no embedding.
    fn replace(&mut self, source: &str, rows: &[&Row]) -> rusqlite::Result<(bool, usize)> {
        let contract = &*self.contract;
        let (folder_before, settings_before) = document(&self.connection, contract, source)?.unzip();
        let folder = self.folder.clone().or_else(|| folder_before.clone().flatten());
        let is_same = stored(&self.connection, contract, source)?.iter().eq(rows.iter().copied());
        let is_of_folder = folder_before == (!rows.is_empty()).then_some(folder);
        let has_other_settings =
            settings_before.as_ref().is_some_and(|it| it.as_ref() != Some(&self.settings));
        if is_same && is_of_folder && !has_other_settings {
            return Ok((false, to_embed(&self.connection, contract, source)?));
        }
        let is_by_settings = settings_before.flatten().is_some_and(|it| it != self.settings);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.prepare_cached(LEAVE_OVER)?.execute(params![contract, source, is_by_settings])?;
        for (Row { id, content_hash, record }, index) in rows.iter().zip(0_i64..) {
            let values = params![contract, source, id, index, content_hash, record];
            transaction.prepare_cached(UPSERT)?.execute(values)?;
        }
        let ids: Value = rows.iter().map(|row| row.id.as_str()).collect();
        transaction.prepare_cached(REMOVE_OTHERS)?.execute(params![contract, source, ids.to_string()])?;
        if rows.is_empty() {
            forget(&transaction, contract, source)?;
        } else {
            let document = "
                INSERT INTO documents (contract, source, folder, settings) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET folder = coalesce(excluded.folder, folder), settings = excluded.settings";
            let values = params![contract, source, self.folder, self.settings];
            transaction.prepare_cached(document)?.execute(values)?;
        }
        let to_embed = to_embed(&transaction, contract, source)?;
        transaction.commit()?;
        if let (false, Some(Some(before)), Some(now)) = (is_same, folder_before, &self.folder)
            && before != *now
        {
            self.replaced.entry(before).or_default().insert(source.to_owned());
        }
        Ok((!is_same || !is_of_folder, to_embed))
    }

    /// The folders whose documents are stored.
    fn folders(&self) -> rusqlite::Result<Vec<String>> {
        let folders = "SELECT DISTINCT folder FROM documents WHERE contract = ?1 AND folder IS NOT NULL";
        self.connection.prepare(folders)?.query_map([&self.contract], |row| row.get(0))?.collect()
    }

    /// Warns of documents that were replaced by others of the same name.
    fn warn_of_replaced(&self) {
        let now = self.folder.as_deref().unwrap_or_default();
        for (before, sources) in &self.replaced {
            let first = sources.first().map_or("", String::as_str);
            let more = match sources.len() {
                1 => String::new(),
                count => format!(" and {}", counted(count - 1, "more document")),
            };
            say(&format!(
                "warning: {}{more}: stored from {} before, and now replaced by what {} holds under the same name; if both are \
                 meant, pass --root with a folder that holds both, or another store",
                shown_name(first),
                shown_name(before),
                shown_name(now)
            ));
        }
    }

    /// Removes the documents of the folder that are gone, all at once. Returns how many there were.
    fn prune(&mut self, is_gone: &Vanished) -> rusqlite::Result<usize> {
        let contract = &*self.contract;
        let mut select =
            self.connection.prepare("SELECT source FROM documents WHERE contract = ?1 AND folder = ?2")?;
        let sources = select.query_map(params![contract, self.folder], |row| row.get::<_, String>(0))?;
        let vanished = sources
            .filter(|source| source.as_ref().map_or(true, |source| is_gone(source)))
            .collect::<Result<Vec<_>, _>>()?;
        drop(select);
        if !vanished.is_empty() {
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for source in &vanished {
                forget(&transaction, contract, source)?;
            }
            transaction.commit()?;
        }
        Ok(vanished.len())
    }
}

/// Folder and settings of a document, as far as they are known; `None` if there is no such document.
fn document(
    connection: &Connection,
    contract: &str,
    source: &str,
) -> rusqlite::Result<Option<(Option<String>, Option<String>)>> {
    connection
        .prepare_cached("SELECT folder, settings FROM documents WHERE contract = ?1 AND source = ?2")?
        .query_row(params![contract, source], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()
}

/// The chunks of a document in order.
fn stored(connection: &Connection, contract: &str, source: &str) -> rusqlite::Result<Vec<Row>> {
    let mut select = connection.prepare_cached(
        "SELECT id, content_hash, record FROM chunks WHERE contract = ?1 AND source = ?2 ORDER BY chunk_index",
    )?;
    let stored = select.query_map(params![contract, source], |row| {
        Ok(Row { id: row.get(0)?, content_hash: row.get(1)?, record: row.get(2)? })
    })?;
    stored.collect()
}

/// How many chunks of a document have no embedding.
fn to_embed(connection: &Connection, contract: &str, source: &str) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "SELECT count(*) FROM chunks WHERE contract = ?1 AND source = ?2 AND embedding IS NULL",
        )?
        .query_row(params![contract, source], count_of)
}

fn count_of(row: &rusqlite::Row<'_>) -> rusqlite::Result<usize> {
    row.get(0).map(|count: i64| usize::try_from(count).unwrap_or_default())
}

/// Removes a document and its chunks.
fn forget(transaction: &Transaction<'_>, contract: &str, source: &str) -> rusqlite::Result<()> {
    for table in ["chunks", "documents"] {
        transaction
            .prepare_cached(&format!("DELETE FROM {table} WHERE contract = ?1 AND source = ?2"))?
            .execute(params![contract, source])?;
    }
    Ok(())
}
