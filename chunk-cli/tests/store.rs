//! `--store sqlite:PATH`, by the real binary. What is promised stands in `docs/storage.md` (H24).
#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use rstest::rstest;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};
use tempfile::TempDir;

/// A folder of documents, and beside it the store.
struct Place {
    folder: TempDir,
    policy: &'static str,
}

type Rows = Vec<(String, i64, String, String, Option<Vec<u8>>)>;

impl Place {
    fn new(policy: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        Self { folder, policy }
    }

    fn with_documents(policy: &'static str, documents: &[(&str, &str)]) -> Self {
        let place = Self::new(policy);
        for (name, text) in documents {
            place.write(name, text);
        }
        place
    }

    fn input(&self) -> PathBuf {
        self.folder.path().join("in")
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("chunks.db")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.input().join(name), text).unwrap();
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        command.arg(self.policy).arg(self.input());
        command
    }

    fn store(&self) -> Command {
        let mut command = self.command();
        command.arg("--store").arg(format!("sqlite:{}", self.database().display()));
        command
    }

    fn run(&self) -> Output {
        let output = self.store().output().unwrap();
        assert!(output.stdout.is_empty());
        output
    }

    fn run_well(&self) {
        let output = self.run();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn connection(&self) -> Connection {
        Connection::open(self.database()).unwrap()
    }

    /// The rows of all documents, in order, under their documents' names.
    fn rows(&self) -> BTreeMap<String, Rows> {
        rows(&self.connection())
    }

    /// The records that the same run gives as JSONL.
    fn records(&self) -> Vec<Value> {
        let output = self.command().output().unwrap();
        assert!(output.status.success());
        let lines = String::from_utf8(output.stdout).unwrap();
        let records = lines.lines().map(|line| serde_json::from_str(line).unwrap());
        records
            .flat_map(|record: Value| {
                record.get("chunks").and_then(Value::as_array).cloned().unwrap_or(vec![record])
            })
            .collect()
    }
}

fn rows(connection: &Connection) -> BTreeMap<String, Rows> {
    let mut select = connection
        .prepare("SELECT source, id, chunk_index, content_hash, record, embedding FROM chunks ORDER BY source, chunk_index")
        .unwrap();
    let mut by_source: BTreeMap<String, Rows> = BTreeMap::new();
    let mut found = select.query([]).unwrap();
    while let Some(row) = found.next().unwrap() {
        let of = by_source.entry(row.get(0).unwrap()).or_default();
        of.push((
            row.get(1).unwrap(),
            row.get(2).unwrap(),
            row.get(3).unwrap(),
            row.get(4).unwrap(),
            row.get(5).unwrap(),
        ));
    }
    by_source
}

fn document(name: &str, sections: usize) -> String {
    let section = |number| {
        let words =
            format!("{name} tells of matter {number} in words that stand nowhere else, {name}{number}. ");
        format!("## Part {number}\n\n{}\n\n", words.repeat(30))
    };
    format!("# {name}\n\n{}", (0..sections).map(section).collect::<String>())
}

#[rstest]
#[case("tokens")]
#[case("markdown")]
#[case("hybrid")]
fn the_store_holds_the_records_that_jsonl_has(#[case] policy: &'static str) {
    let place = Place::with_documents(
        policy,
        &[("a.md", &document("a", 9)), ("b.md", &document("b", 5)), ("c.md", "")],
    );
    place.run_well();
    let rows = place.rows();
    let stored: Vec<Value> =
        rows.values().flatten().map(|(_, _, _, record, _)| serde_json::from_str(record).unwrap()).collect();
    assert_eq!(stored, place.records());
    assert_eq!(rows.keys().collect::<Vec<_>>(), ["a.md", "b.md"]);
    for rows in rows.values() {
        assert!(rows.len() > 1);
        for (place, (_, index, _, _, embedding)) in rows.iter().enumerate() {
            assert_eq!((*index, embedding), (place as i64, &None));
        }
    }
}

/// The chunks of tokens.chunking.v1 have no ids: they go by their place.
#[test]
fn a_chunk_without_an_id_goes_by_source_and_index() {
    let place = Place::with_documents("tokens", &[("a.md", &document("a", 9))]);
    place.run_well();
    for (id, index, ..) in &place.rows()["a.md"] {
        assert_eq!(*id, format!("a.md#{index}"));
    }
}

#[rstest]
#[case("tokens")]
#[case("markdown")]
#[case("hybrid")]
fn a_second_run_writes_nothing(#[case] policy: &'static str) {
    let place =
        Place::with_documents(policy, &[("a.md", &document("a", 9)), ("b.md", "short\n"), ("c.md", "")]);
    place.run_well();
    let (bytes, modified) = (fs::read(place.database()).unwrap(), modified(&place.database()));
    let reader = place.connection();
    let version = data_version(&reader);
    place.run_well();
    assert_eq!(data_version(&reader), version);
    drop(reader);
    place.run_well();
    assert!(fs::read(place.database()).unwrap() == bytes);
    assert_eq!(modified, self::modified(&place.database()));
    // The same question does notice a change.
    let reader = place.connection();
    let version = data_version(&reader);
    place.write("b.md", "other\n");
    place.run_well();
    assert_ne!(data_version(&reader), version);
}

fn data_version(connection: &Connection) -> i64 {
    connection.query_row("PRAGMA data_version", [], |row| row.get(0)).unwrap()
}

fn modified(path: &Path) -> std::time::SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[rstest]
#[case("tokens")]
#[case("markdown")]
#[case("hybrid")]
fn a_changed_document_has_no_stale_rows_and_others_are_not_touched(#[case] policy: &'static str) {
    let place = Place::with_documents(policy, &[("a.md", &document("a", 9)), ("b.md", &document("b", 9))]);
    place.run_well();
    let before = place.rows();
    place.write("a.md", &document("a", 2));
    place.run_well();
    let after = place.rows();
    assert!(after["a.md"].len() < before["a.md"].len());
    assert_eq!(after["b.md"], before["b.md"]);
    let fresh = Place::with_documents(policy, &[("a.md", &document("a", 2)), ("b.md", &document("b", 9))]);
    fresh.run_well();
    // The files' times of modification are recorded too, and differ.
    let ids = |rows: &BTreeMap<String, Rows>| -> Vec<_> {
        rows.values()
            .flatten()
            .map(|(id, index, content_hash, ..)| (id.clone(), *index, content_hash.clone()))
            .collect()
    };
    assert_eq!(ids(&after), ids(&fresh.rows()));
}

#[rstest]
#[case("tokens")]
#[case("markdown")]
#[case("hybrid")]
fn an_emptied_document_has_no_rows(#[case] policy: &'static str) {
    let place = Place::with_documents(policy, &[("a.md", &document("a", 3)), ("b.md", &document("b", 3))]);
    place.run_well();
    place.write("a.md", "");
    place.run_well();
    assert_eq!(place.rows().keys().collect::<Vec<_>>(), ["b.md"]);
}

#[rstest]
#[case("tokens")]
#[case("markdown")]
#[case("hybrid")]
fn a_document_that_fails_keeps_its_rows(#[case] policy: &'static str) {
    let place = Place::with_documents(policy, &[("a.md", &document("a", 3)), ("b.md", &document("b", 3))]);
    place.run_well();
    let before = place.rows();
    fs::write(place.input().join("a.md"), b"\xff\xfe").unwrap();
    place.write("b.md", &document("b", 4));
    let output = place.run();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("a.md"));
    let after = place.rows();
    assert_eq!(after["a.md"], before["a.md"]);
    assert_ne!(after["b.md"], before["b.md"]);
}

#[rstest]
#[case("tokens")]
#[case("markdown")]
#[case("hybrid")]
fn embeddings_stay_as_long_as_the_text_does(#[case] policy: &'static str) {
    let place = Place::with_documents(policy, &[("a.md", &document("a", 9)), ("b.md", &document("b", 3))]);
    place.run_well();
    let connection = place.connection();
    connection.execute("UPDATE chunks SET embedding = CAST(content_hash AS BLOB)", params![]).unwrap();
    drop(connection);
    // The first chunks of a.md stay as they are.
    let longer = format!("{}The end is another one.\n", document("a", 9));
    place.write("a.md", &longer);
    place.run_well();
    let rows = place.rows();
    let (kept, lost): (Vec<_>, Vec<_>) = rows["a.md"].iter().partition(|row| row.4.is_some());
    assert!(!kept.is_empty() && !lost.is_empty());
    for (_, _, content_hash, _, embedding) in kept.into_iter().chain(&rows["b.md"]) {
        assert_eq!(embedding.as_deref(), Some(content_hash.as_bytes()));
    }
}

/// Killed at many moments of a run that changes every document. How far it is, the log of what it has written tells.
#[test]
fn a_killed_run_leaves_each_document_as_it_was_or_as_it_is() {
    const DOCUMENTS: usize = 40;
    const KILLS: usize = 40;
    let name = |number| format!("{number:03}.md");
    let old = Place::new("tokens");
    for number in 0..DOCUMENTS {
        old.write(&name(number), &document(&format!("old{number}"), 4 + number % 5));
    }
    old.run_well();
    let was = old.rows();
    let new = Place::new("tokens");
    for number in 0..DOCUMENTS {
        new.write(&name(number), &document(&format!("new{number}"), 2 + number % 7));
    }
    new.run_well();
    let is = new.rows();
    let old_bytes = fs::read(old.database()).unwrap();

    let log = new.folder.path().join("chunks.db-wal");
    let length = |log: &Path| fs::metadata(log).map_or(0, |log| log.len());
    let mut random = fastrand::Rng::with_seed(1);
    let (mut killed, mut mixed) = (0, 0);
    while killed < KILLS {
        for file in fs::read_dir(new.folder.path()).unwrap().map(|entry| entry.unwrap().path()) {
            if file.is_file() {
                fs::remove_file(file).unwrap();
            }
        }
        fs::write(new.database(), &old_bytes).unwrap();
        let mut run = new.store().stderr(Stdio::null()).spawn().unwrap();
        let enough = random.u64(1..2 * old_bytes.len() as u64);
        while length(&log) < enough && run.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_micros(50));
        }
        run.kill().unwrap();
        if run.wait().unwrap().success() {
            continue;
        }
        killed += 1;
        let connection = new.connection();
        let sound: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
        let found = rows(&connection);
        assert_eq!(found.len(), DOCUMENTS);
        for (source, rows) in &found {
            assert!(*rows == was[source] || *rows == is[source], "{source}");
        }
        mixed += usize::from(found != was && found != is);
        drop(connection);
        new.run_well();
        assert!(new.rows() == is);
    }
    assert!(
        mixed > KILLS / 2,
        "only {mixed} of {killed} were killed between the first document and the last"
    );
}

#[test]
fn two_runs_at_once_wait_for_each_other() {
    let place = Place::new("tokens");
    for number in 0..40 {
        place.write(&format!("{number}.md"), &document(&format!("d{number}"), 4));
    }
    let runs: Vec<_> = (0..3).map(|_| place.store().stderr(Stdio::piped()).spawn().unwrap()).collect();
    for run in runs {
        let output = run.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(place.rows().len(), 40);
}

#[test]
fn the_store_inside_the_folder_is_no_document() {
    let place = Place::with_documents("tokens", &[("a.md", &document("a", 3))]);
    let database = place.input().join("chunks.db");
    for _ in 0..2 {
        let run =
            place.command().arg("--store").arg(format!("sqlite:{}", database.display())).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    assert_eq!(rows(&Connection::open(&database).unwrap()).keys().collect::<Vec<_>>(), ["a.md"]);
}

#[test]
fn lines_of_jsonl_are_documents_too() {
    let place = Place::new("tokens");
    let mut run = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .args(["tokens", "--input", "jsonl", "--store"])
        .arg(format!("sqlite:{}", place.database().display()))
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let lines =
        "{\"interaction_id\":\"x\",\"text\":\"One. Two.\"}\n{\"interaction_id\":\"y\",\"text\":\"Three.\"}\n";
    run.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert!(run.wait().unwrap().success());
    assert_eq!(place.rows().keys().collect::<Vec<_>>(), ["x", "y"]);
}

/// A stream of events is a document in the store, and each file one by itself.
#[test]
fn files_of_a_stream_are_documents() {
    let place = Place::new("recorder");
    let event = |pane: usize, number: usize| {
        json!({
            "schema_version": "ft.recorder.event.v1", "event_id": format!("{pane}-{number}"), "pane_id": pane,
            "occurred_at_ms": 60_000 * number, "event_type": "egress_output", "text": format!("line {number}\n"),
        })
    };
    let events =
        |pane, events: usize| (0..events).map(|n| event(pane, n).to_string() + "\n").collect::<String>();
    place.write("a.jsonl", &events(1, 3));
    place.write("b.jsonl", &events(2, 5));
    place.run_well();
    let rows = place.rows();
    assert_eq!(rows.keys().collect::<Vec<_>>(), ["a.jsonl", "b.jsonl"]);
    let alone = Command::new(env!("CARGO_BIN_EXE_chunk"))
        .arg("recorder")
        .arg(place.input().join("b.jsonl"))
        .output()
        .unwrap();
    let records: Vec<_> = rows["b.jsonl"].iter().map(|row| row.3.clone() + "\n").collect();
    assert_eq!(records.concat(), String::from_utf8(alone.stdout).unwrap());
    place.write("a.jsonl", &events(1, 4));
    place.run_well();
    assert_ne!(place.rows()["a.jsonl"], rows["a.jsonl"]);
    assert_eq!(place.rows()["b.jsonl"], rows["b.jsonl"]);
}

#[rstest]
#[case::no_kind("chunks.db", "sqlite:PATH")]
#[case::no_path("sqlite:", "sqlite:PATH")]
#[case::other_kind("postgres:x", "sqlite:PATH")]
#[case::no_folder("sqlite:/nowhere/at/all/chunks.db", "cannot open the store /nowhere/at/all/chunks.db")]
fn a_store_that_cannot_be_is_refused(#[case] store: &str, #[case] message: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    refused(place.command().args(["--store", store]), message);
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
    refused(&mut place.store(), "no store of this version");
    assert!(fs::read(place.database()).unwrap() == before);
}

#[rstest]
#[case("-o")]
#[case("--out-dir")]
fn there_is_one_output(#[case] other: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "a\n")]);
    let other_output = place.folder.path().join("other");
    refused(place.store().arg(other).arg(other_output), "cannot be used with");
}

fn refused(command: &mut Command, message: &str) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(message), "{told}");
}
