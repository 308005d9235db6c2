//! What runs leave in the store.

use crate::{Place, Rows, document, rows};
use rstest::rstest;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

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

/// The chunks of tokens.chunking.v1 have no ids: they are named by their index.
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

/// What is left to embed is counted, and embeddings that go because of other settings are a warning; those of a text that was edited go
/// without one.
#[test]
fn a_run_says_what_is_to_embed_and_what_other_settings_drop() {
    let place =
        Place::with_documents("markdown", &[("a.md", &document("a", 3)), ("b.md", "# B\n\nShort.\n")]);
    let said = |arguments: &[&str]| {
        let output = place.store().args(arguments).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let strict = ["--chunk-overlap", "0"];
    // A chunk for each of the three parts, the first with the title, and one for b.md.
    let first = said(&strict);
    assert!(first.ends_with("; 2 written, 0 unchanged; to embed: 4 chunks of 2 documents\n"), "{first}");
    let embed = || {
        let connection = place.connection();
        connection.execute("UPDATE chunks SET embedding = CAST(content_hash AS BLOB)", params![]).unwrap();
    };
    embed();
    let again = said(&strict);
    assert!(again.ends_with("; 0 written, 2 unchanged; to embed: 0 chunks of 0 documents\n"), "{again}");
    place.write("b.md", "# B\n\nEdited.\n");
    let edited = said(&strict);
    assert!(edited.ends_with("; 1 written, 1 unchanged; to embed: 1 chunk of 1 document\n"), "{edited}");
    assert!(!edited.contains("dropped"), "{edited}");
    embed();
    // All sections of a.md become one chunk, that of b.md stays.
    let other = said(&["--chunk-overlap", "0", "--packing", "sections", "--chunk-size", "4000"]);
    assert!(
        other.contains("warning: 3 embeddings dropped, because the settings are not those by which"),
        "{other}"
    );
    assert!(other.ends_with("; 1 written, 1 unchanged; to embed: 1 chunk of 1 document\n"), "{other}");
    let back = said(&strict);
    assert!(!back.contains("dropped"), "the one chunk had no embedding: {back}");
    // Of one document, too, if there is anything to embed.
    let one = |text: &str| {
        place.write("b.md", text);
        let path = place.input().join("b.md").display().to_string();
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        command.args(["markdown", "--chunk-overlap", "0", "--root"]).arg(place.input()).arg(path);
        command.arg("--store").arg(format!("sqlite:{}", place.database().display()));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let edited = one("# B\n\nOnce more.\n");
    assert!(edited.ends_with("; 1 written, 0 unchanged; to embed: 1 chunk of 1 document\n"), "{edited}");
    embed();
    assert_eq!(one("# B\n\nOnce more.\n"), "");
    // Of a store that does not know the settings, nothing is said.
    embed();
    place.connection().execute("UPDATE documents SET settings = NULL", params![]).unwrap();
    assert!(
        !said(&["--chunk-overlap", "0", "--packing", "sections", "--chunk-size", "4000"]).contains("dropped")
    );
}

/// Documents are chunked in the order of their names, so the section is gone from the first before the last one has it.
#[test]
fn an_embedding_goes_with_a_section_to_a_later_document() {
    let [first, moved, last] = ["first", "moved", "last"].map(|name| document(name, 1));
    let place = Place::with_documents("markdown", &[("a.md", &format!("{first}{moved}")), ("z.md", &last)]);
    let run = || assert!(place.store().args(["--chunk-overlap", "0"]).output().unwrap().status.success());
    run();
    let connection = place.connection();
    connection.execute("UPDATE chunks SET embedding = CAST(content_hash AS BLOB)", params![]).unwrap();
    drop(connection);
    let embedded = |place: &Place| {
        let rows = place.rows().into_values().flatten();
        let mut embedded: Vec<_> = rows.filter_map(|row| row.4).collect();
        embedded.sort();
        embedded
    };
    let before = embedded(&place);
    place.write("a.md", &first);
    place.write("z.md", &format!("{last}{moved}"));
    run();
    assert_eq!(embedded(&place), before, "every text is still there, and has its embedding");
}

/// As nobody, since root may write anywhere.
#[cfg(target_os = "linux")]
#[test]
fn a_store_in_a_folder_that_must_not_be_written_is_read() {
    use std::{
        ffi::OsStr,
        os::unix::{ffi::OsStrExt, fs::PermissionsExt},
        process::Command,
    };
    let place = Place::with_documents("tokens", &[("a.md", &document("a", 3))]);
    let folder = place.folder.path();
    let chunk = env!("CARGO_BIN_EXE_chunk");
    let nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    let can =
        Command::new("sh").args(["-c", &format!("test $(id -u) = 0 && {nobody} test -x {chunk}")]).status();
    if !can.unwrap().success() {
        return;
    }
    let store = OsStr::from_bytes(b"sqlite:a #1 50%? \xFF.db");
    let run = place.command().arg("--store").arg(store).current_dir(folder).status();
    assert!(run.unwrap().success());
    fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
    let script = format!("exec {nobody} {chunk} diff \"$0\" \"$0\"");
    let ran = Command::new("sh").args(["-c", &script]).arg(store).current_dir(folder).output().unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    let said = String::from_utf8(ran.stdout).unwrap();
    assert!(said.contains(" kept, 0 moved, 0 added"), "{said}{}", String::from_utf8_lossy(&ran.stderr));
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

/// Names are relative to the folder: a document of another folder with the same name takes the place of the first. There is a warning,
/// once for each folder, unless the folder was only moved.
#[test]
fn a_document_of_another_folder_with_the_same_name_is_told() {
    let place = Place::new("tokens");
    let top = place.folder.path().canonicalize().unwrap();
    let write = |name: &str, text: &str| {
        fs::create_dir_all(top.join(name).parent().unwrap()).unwrap();
        fs::write(top.join(name), text).unwrap();
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
        command.current_dir(&top).args(["tokens", "-q", "--store", "sqlite:chunks.db"]).args(arguments);
        let output = command.output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    for (name, text) in [("a/x.md", "One."), ("a/y.md", "Two."), ("b/x.md", "Three."), ("b/y.md", "Two.")] {
        write(name, text);
    }
    assert_eq!(run(&["a"]), "");
    let told = |documents: &str, before: &str, now: &str| {
        let [before, now] = [before, now].map(|name| top.join(name).display().to_string());
        format!(
            "warning: {documents}: stored from {before} before, and now replaced by what {now} holds under the same name; \
             if both are meant, pass --root with a folder that holds both, or another store\n"
        )
    };
    assert_eq!(run(&["b"]), told("x.md", "a", "b"));
    assert_eq!(run(&["b"]), "");
    write("b/x.md", "Four.");
    assert_eq!(run(&["b"]), "", "it is its own");
    write("a/y.md", "Five.");
    assert_eq!(run(&["a"]), told("x.md and 1 more document", "b", "a"));
    fs::rename(top.join("a"), top.join("c")).unwrap();
    assert_eq!(run(&["c"]), "", "a folder was moved");
    // How one file that was edited is updated.
    write("c/x.md", "Six.");
    assert_eq!(run(&["--root", "c", "c/x.md"]), "");
    assert_eq!(place.rows().keys().collect::<Vec<_>>(), ["x.md", "y.md"]);
}
