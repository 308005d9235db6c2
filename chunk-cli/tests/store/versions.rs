//! Stores of other versions: `version-1.db` was written by the version before, of the documents below, whose Markdown
//! chunks then got embeddings.

use crate::{Place, refused};
use rusqlite::{Connection, OpenFlags};
use std::{fs, path::Path};

const VERSION_1: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/store/version-1.db");

/// The documents of `version-1.db`, and that database.
fn place(policy: &'static str) -> Place {
    let place = Place::with_documents(
        policy,
        &[
            (
                "hot.md",
                "# Tea\n\nGreen tea is brewed below the boil.\n\n# Coffee\n\nCoffee is ground first.\n",
            ),
            ("cold.md", "# Water\n\nWater comes first.\n"),
            ("gone.md", "# Salt\n\nSalt is a mineral.\n"),
        ],
    );
    fs::copy(VERSION_1, place.database()).unwrap();
    place
}

/// Contract, source, id, record, embedding.
type Stored = (String, String, String, String, Option<Vec<u8>>);

fn chunks(connection: &Connection) -> Vec<Stored> {
    let mut select = connection
        .prepare("SELECT contract, source, id, record, embedding FROM chunks ORDER BY contract, source, chunk_index")
        .unwrap();
    let rows =
        select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)));
    rows.unwrap().map(Result::unwrap).collect()
}

fn version(path: &Path) -> i64 {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

#[test]
fn an_earlier_store_is_upgraded_and_keeps_all_it_has() {
    let place = place("markdown");
    let before = chunks(&place.connection());
    // 4 chunks of Markdown, a heading each, and 3 of tokens, a document each.
    assert_eq!((before.len(), version(&place.database())), (7, 1));
    let run = place.store().args(["--chunk-overlap", "0"]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(version(&place.database()), 3);
    assert_eq!(chunks(&place.connection()), before);
    assert_eq!(before.iter().filter(|chunk| chunk.4.is_some()).count(), 4);
    // And the embeddings still go with the texts: a line inserted at the top gives each chunk of Markdown another id.
    place.write("hot.md", &format!("\n{}", fs::read_to_string(place.input().join("hot.md")).unwrap()));
    assert!(place.store().args(["--chunk-overlap", "0"]).status().unwrap().success());
    let after = chunks(&place.connection());
    assert!(after.iter().zip(&before).any(|(after, before)| after.2 != before.2));
    let embeddings = |chunks: &[Stored]| -> Vec<_> { chunks.iter().map(|chunk| chunk.4.clone()).collect() };
    assert_eq!(embeddings(&after), embeddings(&before));
}

/// `chunk diff` reads a store of any version, and changes none.
#[test]
fn an_earlier_store_is_compared_as_it_is() {
    let mut place = place("markdown");
    let old = place.folder.path().join("old.db");
    fs::copy(VERSION_1, &old).unwrap();
    place.write("cold.md", "# Water\n\nWater comes last.\n");
    for policy in ["markdown", "tokens"] {
        place.policy = policy;
        let mut run = place.store();
        if policy == "markdown" {
            run.args(["--chunk-overlap", "0"]);
        }
        assert!(run.status().unwrap().success());
    }
    // A contract that is not known is none of the policy's.
    let unknown = "INSERT INTO chunks (contract, source, id, chunk_index, content_hash, record)
                   VALUES ('odd.v9', 'a', 'a', 0, 'x', '{}')";
    place.connection().execute_batch(unknown).unwrap();
    for (policy, expected) in [
        ("markdown", "3 chunks kept, 0 moved, 1 added, 1 removed: 1 chunk to embed\n"),
        ("tokens", "2 chunks kept, 0 moved, 1 added, 1 removed: 1 chunk to embed\n"),
    ] {
        let diff = std::process::Command::new(env!("CARGO_BIN_EXE_chunk"))
            .args([
                "diff",
                &format!("sqlite:{}", old.display()),
                &format!("sqlite:{}", place.database().display()),
                "--policy",
                policy,
            ])
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&diff.stdout), expected);
    }
    assert_eq!((version(&old), version(&place.database())), (1, 3));
}

#[test]
fn a_newer_store_is_refused_and_left_alone() {
    let place = place("tokens");
    place.connection().pragma_update(None, "user_version", 4).unwrap();
    place.connection().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let before = fs::read(place.database()).unwrap();
    let message = "is a store of version 4, which a newer chunk has written; this one knows up to 3: install the newer one";
    refused(&mut place.store(), message);
    let store = format!("sqlite:{}", place.database().display());
    refused(std::process::Command::new(env!("CARGO_BIN_EXE_chunk")).args(["diff", &store, &store]), message);
    assert!(fs::read(place.database()).unwrap() == before);
}

/// Killed while it upgrades, a store is of one version or the other: all of it is one transaction.
#[test]
fn an_upgrade_that_cannot_be_finished_leaves_the_store_as_it_was() {
    let place = place("tokens");
    // What the upgrade makes last is there already.
    place.connection().execute_batch("CREATE TABLE documents (mine TEXT)").unwrap();
    let before = chunks(&place.connection());
    refused(&mut place.store(), "cannot open the store");
    assert_eq!((chunks(&place.connection()), version(&place.database())), (before, 1));
}
