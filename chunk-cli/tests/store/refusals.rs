//! What is refused as a store.

use crate::{Place, refused};
use rstest::rstest;
use std::fs;

#[rstest]
#[case::no_kind("chunks.db", "sqlite:PATH")]
#[case::no_path("sqlite:", "sqlite:PATH")]
#[case::other_kind("postgres:x", "sqlite:PATH")]
#[case::in_memory("sqlite::memory:", "SQLite would keep it in memory")]
#[case::an_address(
    "sqlite:file:x.db?mode=memory",
    "SQLite would keep it in memory, or read it as an address"
)]
#[case::long_name(&format!("sqlite:{}", "x".repeat(250)), "its name is too long for a file there; rename it")]
#[case::no_folder("sqlite:/nowhere/at/all/chunks.db", "cannot open the store /nowhere/at/all/chunks.db")]
fn a_store_that_cannot_be_is_refused(#[case] store: &str, #[case] message: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    let folder = tempfile::tempdir().unwrap();
    refused(place.command().current_dir(folder.path()).args(["--store", store]), message);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left");
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    fs::write(place.database(), "notes, and quite a lot of them. ".repeat(100)).unwrap();
    refused(&mut place.store(), "no SQLite database");
    assert!(fs::read(place.database()).unwrap().starts_with(b"notes"));
    fs::remove_file(place.database()).unwrap();
    place.connection().execute_batch("CREATE TABLE chunks (mine TEXT)").unwrap();
    let before = fs::read(place.database()).unwrap();
    refused(&mut place.store(), "no store of chunk");
    assert!(fs::read(place.database()).unwrap() == before);
}

/// Whoever sends a database may have it answer for ever.
#[test]
fn a_view_in_the_place_of_a_table_is_not_read() {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
        SELECT 'tokens.chunking.v1' contract, 'a' source, 'a#' || i id, i chunk_index, '' content_hash, '' record, \
        NULL embedding, i chunk FROM n";
    for (version, tables) in [
        (1, format!("CREATE VIEW chunks AS {endless}")),
        (2, format!("CREATE VIEW chunks AS {endless}; CREATE TABLE documents (contract, source, folder)")),
        (2, format!("CREATE TABLE chunks AS {endless} LIMIT 1; CREATE VIEW documents AS {endless}")),
    ] {
        place.connection().execute_batch(&tables).unwrap();
        place.connection().pragma_update(None, "application_id", i32::from_be_bytes(*b"chnk")).unwrap();
        place.connection().pragma_update(None, "user_version", version).unwrap();
        let store = format!("sqlite:{}", place.database().display());
        let mut diff = std::process::Command::new(env!("CARGO_BIN_EXE_chunk"));
        refused(diff.args(["diff", &store, &store]), "no store of chunk");
        refused(&mut place.store(), "no store of chunk");
        fs::remove_file(place.database()).unwrap();
    }
}

#[rstest]
#[case("-o")]
#[case("--out-dir")]
fn there_is_one_output(#[case] other: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    let other_output = place.folder.path().join("other");
    refused(place.store().arg(other).arg(other_output), "cannot be used with");
}
