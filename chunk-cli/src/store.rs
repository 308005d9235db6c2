//! `--store sqlite:PATH`: chunks in a SQLite database, a transaction for each document. `docs/storage.md` is for those
//! who read it.
//!
//! A document whose chunks are there already costs a read and no write, and a run that is killed leaves each document
//! as it was or as it is.

use crate::{
    clock::Stopwatch,
    exit::{Broken, cannot, trouble},
    shown::shown,
};
use chunk_core::{Chunk, ContentHash};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use std::{
    collections::BTreeSet,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread,
    time::Duration,
};

const SCHEMA: &str = include_str!("store/schema.sql");
/// Says in the file's header that it is one of ours.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"chnk");
const SCHEMA_VERSION: i32 = 1;
/// How long another program's transaction is waited for.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait before a busy database is opened again.
const PAUSE: Duration = Duration::from_millis(5);

/// An embedding stays with its chunk as long as the chunk's text is the same.
const UPSERT: &str = "
    INSERT INTO chunks (contract, source, id, chunk_index, content_hash, record) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (contract, source, id) DO UPDATE SET
        chunk_index = excluded.chunk_index,
        content_hash = excluded.content_hash,
        record = excluded.record,
        embedding = CASE content_hash WHEN excluded.content_hash THEN embedding END
    WHERE chunk_index <> excluded.chunk_index OR content_hash <> excluded.content_hash OR record <> excluded.record";

/// The path in `sqlite:PATH`.
pub(crate) fn location(argument: &str) -> Result<PathBuf, String> {
    match argument.strip_prefix("sqlite:") {
        Some(path) if !path.is_empty() => Ok(path.into()),
        _ => Err("must be sqlite:PATH, such as sqlite:chunks.db".to_owned()),
    }
}

/// The files in which SQLite keeps the store at `path`: no input for a run.
pub(crate) fn files(path: &Path) -> Vec<PathBuf> {
    let with = |suffix| {
        let mut name = OsString::from(path);
        name.push(suffix);
        name.into()
    };
    ["", "-wal", "-shm", "-journal"].map(with).into()
}

/// A chunk as it is stored.
#[derive(Debug)]
pub(crate) struct Row {
    id: String,
    content_hash: String,
    record: String,
}

impl Row {
    /// The `index`-th chunk of the document `source`.
    pub(crate) fn of(chunk: &impl Chunk, source: &str, index: usize) -> serde_json::Result<Self> {
        Ok(Self {
            id: chunk.id().map_or_else(|| format!("{source}#{index}"), str::to_owned),
            content_hash: ContentHash::of(chunk.text()).to_string(),
            record: serde_json::to_string(chunk)?,
        })
    }
}

/// A store that is open for writing, by several threads.
pub(crate) struct Store {
    path: PathBuf,
    inner: Mutex<Inner>,
}

struct Inner {
    connection: Connection,
    /// The documents of this run.
    sources: BTreeSet<String>,
}

/// Why a document is not in the store.
pub(crate) enum NotStored {
    /// It cannot be; others can.
    Refused(&'static str),
    /// Nothing can be.
    Unwritable(String),
}

impl Store {
    /// Opens the store at `path`, or makes it.
    pub(crate) fn open(path: &Path) -> Result<Self, Broken> {
        match connect_patiently(path) {
            Ok(Some(connection)) => {
                let inner = Mutex::new(Inner { connection, sources: BTreeSet::new() });
                Ok(Self { path: path.to_owned(), inner })
            }
            Ok(None) => trouble(format!(
                "{} is a database, but no store of this version of chunk; pass another path",
                shown(path)
            )),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
                trouble(format!("{} is no SQLite database; pass another path", shown(path)))
            }
            Err(error) => Err(cannot("open the store", shown(path))(error)),
        }
    }

    /// Makes `rows`, in their order, all that the store holds of the document `source` under `contract`.
    pub(crate) fn replace(&self, contract: &str, source: &str, rows: &[Row]) -> Result<(), NotStored> {
        let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        if ids.len() < rows.len() {
            return Err(NotStored::Refused(
                "two of its chunks have the same id: a store has a row for each id",
            ));
        }
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        if !inner.sources.insert(source.to_owned()) {
            return Err(NotStored::Refused(
                "another document of this run has the same id: a store holds one of them",
            ));
        }
        inner.replace(contract, source, rows, &ids).map_err(|error| {
            NotStored::Unwritable(format!("cannot write to the store {}: {error}", shown(&self.path)))
        })
    }

    /// Closes the store, with all that was written on the disk.
    pub(crate) fn close(self) -> Result<(), Broken> {
        let Inner { connection, .. } = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        connection
            .query_row("PRAGMA wal_checkpoint", [], |_| Ok(()))
            .and_then(|()| connection.close().map_err(|(_, error)| error))
            .map_err(cannot("close the store", shown(&self.path)))
    }
}

impl Inner {
    fn replace(
        &mut self,
        contract: &str,
        source: &str,
        rows: &[Row],
        ids: &BTreeSet<&str>,
    ) -> rusqlite::Result<()> {
        if self.holds(contract, source, rows)? {
            return Ok(());
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for stale in
            stored_ids(&transaction, contract, source)?.iter().filter(|id| !ids.contains(id.as_str()))
        {
            transaction
                .prepare_cached("DELETE FROM chunks WHERE contract = ?1 AND source = ?2 AND id = ?3")?
                .execute(params![contract, source, stale])?;
        }
        for (Row { id, content_hash, record }, index) in rows.iter().zip(0_i64..) {
            transaction.prepare_cached(UPSERT)?.execute(params![
                contract,
                source,
                id,
                index,
                content_hash,
                record
            ])?;
        }
        transaction.commit()
    }

    /// Whether the document's chunks are exactly `rows`.
    fn holds(&self, contract: &str, source: &str, rows: &[Row]) -> rusqlite::Result<bool> {
        let mut select = self.connection.prepare_cached(
            "SELECT id, content_hash, record FROM chunks WHERE contract = ?1 AND source = ?2 ORDER BY chunk_index",
        )?;
        let mut stored = select.query(params![contract, source])?;
        for Row { id, content_hash, record } in rows {
            let Some(there) = stored.next()? else { return Ok(false) };
            for (column, value) in [id, content_hash, record].into_iter().enumerate() {
                if there.get_ref(column)?.as_str()? != value {
                    return Ok(false);
                }
            }
        }
        Ok(stored.next()?.is_none())
    }
}

fn stored_ids(transaction: &Transaction<'_>, contract: &str, source: &str) -> rusqlite::Result<Vec<String>> {
    let mut select =
        transaction.prepare_cached("SELECT id FROM chunks WHERE contract = ?1 AND source = ?2")?;
    select.query_map(params![contract, source], |row| row.get(0))?.collect()
}

/// [`connect`], as often as others get in its way: SQLite does not wait where a reader becomes a writer, as all do that
/// put a new database into WAL mode at once.
fn connect_patiently(path: &Path) -> rusqlite::Result<Option<Connection>> {
    let waiting = Stopwatch::start();
    let is_busy = |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
    loop {
        match connect(path) {
            Err(error) if is_busy(&error) && waiting.elapsed() < PATIENCE => thread::sleep(PAUSE),
            connected => return connected,
        }
    }
}

/// A connection to the store at `path`, its table made if the database is new; `None` if it is no store.
fn connect(path: &Path) -> rusqlite::Result<Option<Connection>> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(PATIENCE)?;
    // In WAL mode a transaction is whole without a sync of its own, which is what a document would mostly cost.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // In one transaction, since another run may be making it meanwhile.
    let seen = is_store(&*connection.transaction()?)?;
    let is_store = match seen {
        Some(is_store) => is_store,
        None => {
            connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Another run may have made it meanwhile.
            let is_store = is_store(&transaction)?;
            if is_store.is_none() {
                transaction.execute_batch(SCHEMA)?;
                transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
                transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
                transaction.commit()?;
            }
            is_store.unwrap_or(true)
        }
    };
    Ok(is_store.then_some(connection))
}

/// Whether a database is a store; `None` if there is nothing in it.
fn is_store(connection: &Connection) -> rusqlite::Result<Option<bool>> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let has_tables =
        connection.query_row("SELECT 1 FROM sqlite_schema LIMIT 1", [], |_| Ok(())).optional()?.is_some();
    Ok(match (pragma("application_id")?, pragma("user_version")?) {
        (0, 0) if !has_tables => None,
        (application, version) => Some(application == APPLICATION_ID && version == SCHEMA_VERSION),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;
    use tempfile::TempDir;

    #[derive(Serialize)]
    struct Piece(Option<&'static str>, &'static str);

    impl Chunk for Piece {
        fn text(&self) -> &str {
            self.1
        }

        fn replay_hash(&self) -> ContentHash {
            ContentHash::of(self.1)
        }

        fn id(&self) -> Option<&str> {
            self.0
        }
    }

    struct Place(TempDir);

    impl Place {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("chunks.db")
        }

        fn connection(&self) -> Connection {
            Connection::open(self.path()).unwrap()
        }

        /// A run that chunks one document.
        fn run(&self, contract: &str, source: &str, pieces: &[Piece]) {
            let store = Store::open(&self.path()).unwrap();
            assert!(store.replace(contract, source, &rows(source, pieces)).is_ok());
            store.close().unwrap();
        }

        /// Contract, source, id and embedding of all rows, in order.
        fn rows(&self) -> Vec<(String, String, String, Option<String>)> {
            let connection = self.connection();
            let mut select = connection
                .prepare("SELECT contract, source, id, CAST(embedding AS TEXT) FROM chunks ORDER BY contract, source, chunk_index")
                .unwrap();
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)));
            rows.unwrap().map(Result::unwrap).collect()
        }

        fn embed(&self) {
            self.connection().execute("UPDATE chunks SET embedding = CAST(id AS BLOB)", []).unwrap();
        }

        /// Id and embedding of all rows, in order.
        fn embeddings(&self) -> Vec<(String, Option<String>)> {
            self.rows().into_iter().map(|(_, _, id, embedding)| (id, embedding)).collect()
        }
    }

    fn rows(source: &str, pieces: &[Piece]) -> Vec<Row> {
        pieces.iter().enumerate().map(|(index, piece)| Row::of(piece, source, index).unwrap()).collect()
    }

    fn embedded(id: &str) -> (String, Option<String>) {
        (id.to_owned(), Some(id.to_owned()))
    }

    fn bare(id: &str) -> (String, Option<String>) {
        (id.to_owned(), None)
    }

    #[test]
    fn an_embedding_moves_with_its_chunk() {
        let place = Place::new();
        place.run("v1", "a", &[Piece(Some("x"), "one"), Piece(Some("y"), "two"), Piece(Some("z"), "three")]);
        place.embed();
        place.run("v1", "a", &[Piece(Some("w"), "new"), Piece(Some("z"), "three"), Piece(Some("x"), "one")]);
        assert_eq!(place.embeddings(), [bare("w"), embedded("z"), embedded("x")]);
    }

    #[test]
    fn another_text_under_the_same_id_has_no_embedding() {
        let place = Place::new();
        place.run("v1", "a", &[Piece(None, "one"), Piece(None, "two")]);
        place.embed();
        place.run("v1", "a", &[Piece(None, "one"), Piece(None, "other")]);
        assert_eq!(place.embeddings(), [embedded("a#0"), bare("a#1")]);
    }

    #[test]
    fn contracts_and_documents_do_not_touch_each_other() {
        let place = Place::new();
        let piece = || [Piece(Some("x"), "one")];
        for (contract, source) in [("v1", "a"), ("v1", "b"), ("v2", "a")] {
            place.run(contract, source, &piece());
        }
        assert_eq!(place.rows().len(), 3);
        place.run("v1", "a", &[]);
        let left: Vec<_> =
            place.rows().into_iter().map(|(contract, source, ..)| (contract, source)).collect();
        assert_eq!(left, [("v1".to_owned(), "b".to_owned()), ("v2".to_owned(), "a".to_owned())]);
    }

    #[test]
    fn what_a_row_cannot_tell_apart_is_refused() {
        let place = Place::new();
        let store = Store::open(&place.path()).unwrap();
        let twice = rows("a", &[Piece(Some("x"), "one"), Piece(Some("x"), "two")]);
        assert!(matches!(store.replace("v1", "a", &twice), Err(NotStored::Refused(_))));
        let once = rows("a", &[Piece(Some("x"), "one")]);
        assert!(store.replace("v1", "a", &once).is_ok());
        assert!(matches!(store.replace("v1", "a", &once), Err(NotStored::Refused(_))));
        store.close().unwrap();
        assert_eq!(place.rows().len(), 1);
    }

    #[test]
    fn a_new_database_that_another_run_is_writing_to_is_waited_for() {
        let place = Place::new();
        let other = place.connection();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let (store, waited) = thread::scope(|scope| {
            let store = scope.spawn(|| Store::open(&place.path()));
            thread::sleep(20 * PAUSE);
            let waited = !store.is_finished();
            other.execute_batch("COMMIT").unwrap();
            (store.join().unwrap(), waited)
        });
        assert!(waited && store.is_ok());
    }

    #[test]
    fn a_later_schema_is_refused() {
        let place = Place::new();
        place.run("v1", "a", &[]);
        place.connection().pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
        assert!(
            matches!(Store::open(&place.path()), Err(Broken::Trouble(message)) if message.contains("no store of this version"))
        );
    }
}
