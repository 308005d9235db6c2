//! `--full-text`: a full-text index, which stays right whoever changes chunks.

use crate::Place;
use rusqlite::Connection;
use std::fs;

fn hits(connection: &Connection, query: &str) -> Vec<String> {
    let mut select = connection
        .prepare("SELECT id FROM chunks_text JOIN chunks ON chunk = chunks_text.rowid WHERE chunks_text MATCH ?1 ORDER BY id")
        .unwrap();
    let hits = select.query_map([query], |row| row.get(0)).unwrap();
    hits.map(Result::unwrap).collect()
}

/// SQLite's own comparison of the index with its content.
fn check(connection: &Connection) {
    connection
        .execute("INSERT INTO chunks_text (chunks_text, rank) VALUES ('integrity-check', 1)", [])
        .unwrap();
}

fn run(place: &Place, arguments: &[&str]) {
    let output = place.store().args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn words_are_found_and_the_index_follows() {
    let place = Place::with_documents(
        "tokens",
        &[("a.md", "Green tea.\n"), ("b.md", "Black tea.\n"), ("c.md", "Café crème.\n")],
    );
    run(&place, &[]);
    run(&place, &["--full-text"]);
    let connection = place.connection();
    assert_eq!(hits(&connection, "tea"), ["a.md#0", "b.md#0"]);
    assert_eq!(hits(&connection, "cafe"), ["c.md#0"]);
    check(&connection);
    // Further runs keep it without being asked.
    place.write("a.md", "Green leaves.\n");
    place.write("d.md", "White tea.\n");
    fs::remove_file(place.input().join("b.md")).unwrap();
    run(&place, &["--prune"]);
    assert_eq!(hits(&connection, "tea"), ["d.md#0"]);
    assert_eq!(hits(&connection, "leaves"), ["a.md#0"]);
    check(&connection);
    // So does whoever else changes chunks, and VACUUM renumbers none.
    connection.execute("DELETE FROM chunks WHERE source = 'd.md'", []).unwrap();
    connection.execute_batch("VACUUM").unwrap();
    assert_eq!((hits(&connection, "tea").len(), hits(&connection, "creme").len()), (0, 1));
    check(&connection);
}

#[test]
fn a_second_run_writes_nothing() {
    let place = Place::with_documents("markdown", &[("a.md", "# Tea\n\nGreen tea.\n")]);
    run(&place, &["--full-text"]);
    let before = fs::read(place.database()).unwrap();
    run(&place, &["--full-text"]);
    assert!(fs::read(place.database()).unwrap() == before);
}

/// Each contract has another key for the text; the column holds it for all.
#[test]
fn the_text_of_every_contract_is_found() {
    let mut place = Place::with_documents("tokens", &[("0001.md", "# Tea\n\nGreen tea grows on bushes.\n")]);
    for policy in ["tokens", "markdown", "hybrid"] {
        place.policy = policy;
        run(&place, &["--full-text"]);
    }
    let connection = place.connection();
    let found: i64 = connection
        .query_row("SELECT count(DISTINCT contract) FROM chunks_text JOIN chunks ON chunk = chunks_text.rowid WHERE chunks_text MATCH 'bushes'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(found, 3);
}
