//! What the store keeps and what it lets go, chunk by chunk.

use super::*;
use std::{thread, time::Duration};
use tempfile::TempDir;

/// A chunk: its id, if it has one, and its text.
#[derive(Clone, Copy)]
struct Piece(Option<&'static str>, &'static str);

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
        let store = Store::open(&self.path(), None, String::new(), false).unwrap();
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
    let row = |(index, &Piece(id, text)): (usize, &Piece)| {
        let json = serde_json::to_vec(&(id, text)).unwrap();
        Row::of(
            &chunk_records::Piece { document: None, id, text, tokens: None, bytes: None, json: &json },
            source,
            index,
        )
    };
    pieces.iter().enumerate().map(row).collect()
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

/// Without ids of their own, chunks go by their places: a sentence more in front gives each the text of another.
#[test]
fn an_embedding_goes_with_its_text_to_another_id() {
    let place = Place::new();
    place.run("v1", "a", &[Piece(None, "one"), Piece(None, "two")]);
    place.embed();
    place.run("v1", "a", &[Piece(None, "new"), Piece(None, "one"), Piece(None, "two")]);
    assert_eq!(
        place.embeddings(),
        [bare("a#0"), ("a#1".to_owned(), Some("a#0".to_owned())), ("a#2".to_owned(), Some("a#1".to_owned()))]
    );
    place.run("v1", "b", &[Piece(Some("x"), "two"), Piece(Some("y"), "three")]);
    assert_eq!(place.embeddings()[3..], [("x".to_owned(), Some("a#1".to_owned())), bare("y")]);
    // What is embedded of a text, another contract may see differently.
    place.run("v2", "a", &[Piece(Some("x"), "two")]);
    assert_eq!(place.embeddings()[5..], [bare("x")]);
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
    let left: Vec<_> = place.rows().into_iter().map(|(contract, source, ..)| (contract, source)).collect();
    assert_eq!(left, [("v1".to_owned(), "b".to_owned()), ("v2".to_owned(), "a".to_owned())]);
}

#[test]
fn what_a_row_cannot_tell_apart_is_refused() {
    let place = Place::new();
    let store = Store::open(&place.path(), None, String::new(), false).unwrap();
    let twice = rows("a", &[Piece(Some("x"), "one"), Piece(Some("x"), "two")]);
    assert!(matches!(store.replace("v1", "a", &twice), Err(error) if !error.ends_run()));
    let row = |record: &str| Row { id: "x".into(), content_hash: String::new(), record: record.into() };
    let lines = [row(r#"{"startLine":1,"endLine":3}"#), row(r#"{"start_line":4,"end_line":9}"#)];
    let said = store.replace("v1", "a", &lines).unwrap_err().message;
    let expected = "chunk 0 (lines 1 to 3) and chunk 1 (lines 4 to 9) have the same id, x: a store has one row for each id";
    assert_eq!(said, expected);
    let once = rows("a", &[Piece(Some("x"), "one")]);
    assert!(store.replace("v1", "a", &once).is_ok());
    assert!(matches!(store.replace("v1", "a", &once), Err(error) if !error.ends_run()));
    store.close().unwrap();
    assert_eq!(place.rows().len(), 1);
}

#[test]
fn a_new_database_that_another_run_is_writing_to_is_waited_for() {
    let place = Place::new();
    let other = place.connection();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let (store, waited) = thread::scope(|scope| {
        let store = scope.spawn(|| Store::open(&place.path(), None, String::new(), false));
        thread::sleep(Duration::from_millis(100));
        let waited = !store.is_finished();
        other.execute_batch("COMMIT").unwrap();
        (store.join().unwrap(), waited)
    });
    assert!(waited && store.is_ok());
}
