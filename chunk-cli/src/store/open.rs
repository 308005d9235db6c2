//! Opens a database as a store: creates it, upgrades it to this version, or refuses it.

use crate::{
    environment::now,
    error::{Error, cannot, trouble},
    shown::shown,
};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior};
use std::{
    fs::{self, File},
    io,
    path::Path,
    thread,
    time::Duration,
};

/// Marks a store in the file's header.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"chnk");
/// The SQL that makes a store of version 1 out of nothing, and each further version out of the one before. Never changed, since a store
/// may be of any version.
const VERSIONS: [&str; 3] =
    [include_str!("versions/1.sql"), include_str!("versions/2.sql"), include_str!("versions/3.sql")];
const FULL_TEXT: &str = include_str!("full_text.sql");
/// How long another program's transaction is waited for.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait before a busy database is opened again.
const PAUSE: Duration = Duration::from_millis(5);

/// What a database is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A store of this version; 0 if it is still empty.
    Store(usize),
    /// A store of a version that this program does not know.
    Newer(i32),
    Other,
}

/// Embeddings that documents of this run had before, and whether these were chunked by other settings then: a later one may hold a text that
/// is gone from its document. They go with the connection.
const LEFT_OVER: &str = "
    CREATE TEMP TABLE left_over (content_hash TEXT PRIMARY KEY, embedding BLOB NOT NULL, by_settings INTEGER NOT NULL)
    WITHOUT ROWID";

/// Opens the store at `path` for writing: creates it, or upgrades it to this version; adds a full-text index if that is
/// wanted.
pub(super) fn to_write(path: &Path, full_text: bool) -> Result<Connection, Error> {
    // SQLite's own files beside it have longer names; where these cannot be made, it would leave an empty store.
    for file in super::files(path) {
        if let Err(error) = fs::symlink_metadata(file)
            && error.kind() == io::ErrorKind::InvalidFilename
        {
            return Err(cannot("open the store", shown(path))(error));
        }
    }
    let connected = connect_patiently(path).and_then(|(mut connection, kind)| {
        if full_text && kind == Kind::Store(VERSIONS.len()) {
            add_full_text(&mut connection)?;
        }
        connection.execute_batch(LEFT_OVER)?;
        Ok((connection, kind))
    });
    opened(path, connected)
}

/// Opens the store at `path`, of this version or an earlier one, to read it.
pub(crate) fn to_read(path: &Path) -> Result<Connection, Error> {
    // SQLite says of any file only that it cannot be opened, and takes an empty path for a database of its own.
    fs::metadata(path).map_err(cannot("open the store", shown(path)))?;
    let read = |connection: Connection| {
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "query_only", true)?;
        let kind = kind(&connection)?;
        Ok((connection, kind))
    };
    // Only a connection that may write takes away the files that SQLite makes beside the store to read it. Where nothing may be written,
    // SQLite opens it to read.
    let connected = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(read);
    if connected.is_err() && is_at_rest(path) {
        // In a folder that must not be written, SQLite can read a store only if it is told that nobody writes to it.
        let bytes = path.as_os_str().as_encoded_bytes();
        let escaped: String = bytes.iter().map(|byte| format!("%{byte:02X}")).collect();
        let uri = format!("file:{escaped}?immutable=1");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connected = Connection::open_with_flags(uri, flags).and_then(read);
        if connected.is_ok() {
            return opened(path, connected);
        }
    }
    opened(path, connected)
}

/// Whether the store's file can be read and holds all that was written: there is no log beside it.
fn is_at_rest(path: &Path) -> bool {
    let log = super::files(path).into_iter().nth(1);
    File::open(path).is_ok_and(|file| file.metadata().is_ok_and(|file| file.is_file()))
        && log.is_some_and(|log| fs::metadata(log).map_or(true, |log| log.len() == 0))
}

fn opened(path: &Path, connected: rusqlite::Result<(Connection, Kind)>) -> Result<Connection, Error> {
    match connected {
        Ok((connection, Kind::Store(_))) => Ok(connection),
        Ok((_, Kind::Newer(version))) => trouble(format!(
            "{} is a store of version {version}, which a newer chunk has written; this one knows up to {}: \
             install the newer one, or pass another path",
            shown(path),
            VERSIONS.len()
        )),
        Ok((_, Kind::Other)) => {
            trouble(format!("{} is a database, but no store of chunk; pass another path", shown(path)))
        }
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            trouble(format!("{} is no SQLite database; pass another path", shown(path)))
        }
        Err(_) if path.is_dir() => {
            Err(cannot("open the store", shown(path))(io::Error::from(io::ErrorKind::IsADirectory)))
        }
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => {
            let is_placed =
                path.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir());
            let kind = if is_placed { io::ErrorKind::PermissionDenied } else { io::ErrorKind::NotFound };
            Err(cannot("open the store", shown(path))(io::Error::from(kind)))
        }
        Err(error) => Err(cannot("open the store", shown(path))(error)),
    }
}

/// Calls [`connect`] until no other program gets in its way: SQLite does not wait when a reader becomes a writer, as happens when several
/// put a new database into WAL mode at once.
fn connect_patiently(path: &Path) -> rusqlite::Result<(Connection, Kind)> {
    let waiting = now();
    let is_busy = |error: &rusqlite::Error| error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
    loop {
        match connect(path) {
            Err(error) if is_busy(&error) && waiting.elapsed() < PATIENCE => thread::sleep(PAUSE),
            connected => return connected,
        }
    }
}

/// Connects to the database at `path`, and upgrades it to this version if it is a store, or empty.
fn connect(path: &Path) -> rusqlite::Result<(Connection, Kind)> {
    // A path is never an address, and so never a database in memory.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // In WAL mode a transaction is whole without a sync of its own, which is what a document would mostly cost.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    // In one transaction, since another run may be creating the store meanwhile.
    let seen = kind(&*connection.transaction()?)?;
    let Kind::Store(version @ 0..VERSION) = seen else { return Ok((connection, seen)) };
    if version == 0 {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let kind = upgrade(&transaction)?;
    transaction.commit()?;
    Ok((connection, kind))
}

const VERSION: usize = VERSIONS.len();

/// Upgrades a store to this version, unless another run has done so meanwhile.
fn upgrade(transaction: &Transaction<'_>) -> rusqlite::Result<Kind> {
    let kind = kind(transaction)?;
    let Kind::Store(version @ 0..VERSION) = kind else { return Ok(kind) };
    for (steps, next) in VERSIONS.iter().zip(1_i32..).skip(version) {
        transaction.execute_batch(steps)?;
        transaction.pragma_update(None, "user_version", next)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    Ok(Kind::Store(VERSION))
}

fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let has_tables =
        connection.query_row("SELECT 1 FROM sqlite_schema LIMIT 1", [], |_| Ok(())).optional()?.is_some();
    // A view, or a virtual table, would have the query do whatever whoever made it wanted, and for as long.
    let has_table = |name: &str| {
        let sql =
            "SELECT 1 FROM sqlite_schema WHERE name = ?1 AND type = 'table' AND sql LIKE 'CREATE TABLE%'";
        connection.query_row(sql, [name], |_| Ok(())).optional().map(|found| found.is_some())
    };
    let has_own =
        |version| Ok::<_, rusqlite::Error>(has_table("chunks")? && (version < 2 || has_table("documents")?));
    Ok(match (pragma("application_id")?, pragma("user_version")?) {
        (0, 0) if !has_tables => Kind::Store(0),
        (APPLICATION_ID, version) => match usize::try_from(version) {
            Ok(known @ 1..=VERSION) if has_own(known)? => Kind::Store(known),
            Ok(newer) if newer > VERSION => Kind::Newer(version),
            _ => Kind::Other,
        },
        _ => Kind::Other,
    })
}

/// Adds the full-text index, unless there is one.
fn add_full_text(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if !transaction.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'chunks_text'")?.exists([])? {
        transaction.execute_batch(FULL_TEXT)?;
    }
    transaction.commit()
}
