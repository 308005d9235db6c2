//! Which chunks keep their embeddings: an embedding stays with its text.

use crate::{Place, document};
use rusqlite::{Connection, params};
use std::{process::Command, thread, time::Duration};

/// The chunks of all documents in order: their contract, document and first word, and the first word of the text that was embedded.
fn embedded(place: &Place) -> Vec<(String, String, String, Option<String>)> {
    let connection = place.connection();
    let mut select = connection
        .prepare(
            "SELECT contract, source, coalesce(json_extract(record, '$.content'), json_extract(record, '$.text')), CAST(embedding AS TEXT) FROM chunks \
             ORDER BY contract, source, chunk_index",
        )
        .unwrap();
    let first =
        |text: String| text.split([' ', '\n']).find(|word| !["", "#"].contains(word)).unwrap().to_owned();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))).unwrap();
    let rows = rows.map(|row| row.unwrap());
    rows.map(|(contract, source, text, embedding): (_, _, String, Option<String>)| {
        (contract, source, first(text), embedding.map(first))
    })
    .collect()
}

/// Embeds each chunk as its text.
fn embed(place: &Place) {
    place
        .connection()
        .execute("UPDATE chunks SET embedding = CAST(coalesce(json_extract(record, '$.content'), json_extract(record, '$.text')) AS BLOB)", params![])
        .unwrap();
}

/// Words and their embeddings of the chunks of `source`, whatever the contract is.
fn of(place: &Place, source: &str) -> Vec<(String, Option<String>)> {
    let all = embedded(place).into_iter().filter(|row| row.1 == source);
    all.map(|(_, _, word, embedding)| (word, embedding)).collect()
}

fn whole(words: &[&str]) -> Vec<(String, Option<String>)> {
    words.iter().map(|word| ((*word).to_owned(), Some((*word).to_owned()))).collect()
}

fn bare(word: &str) -> (String, Option<String>) {
    (word.to_owned(), None)
}

/// Sections that are a chunk each.
fn sections(names: &[&str]) -> String {
    names.iter().map(|name| format!("# {name}\n\nThe text of {name}.\n\n")).collect()
}

fn run(place: &Place, arguments: &[&str]) {
    assert!(place.store().args(arguments).output().unwrap().status.success());
}

const STRICT: [&str; 2] = ["--chunk-overlap", "0"];

/// Chunks of markdown have ids of their own, those of hybrid too.
#[test]
fn an_embedding_moves_with_its_chunk() {
    let place = Place::with_documents("markdown", &[("a.md", &sections(&["one", "two", "three"]))]);
    run(&place, &STRICT);
    embed(&place);
    place.write("a.md", &sections(&["new", "three", "one"]));
    run(&place, &STRICT);
    let expected: Vec<_> = [bare("new")].into_iter().chain(whole(&["three", "one"])).collect();
    assert_eq!(of(&place, "a.md"), expected);
    // To another document, but to no other contract, which may have something else embedded of a text.
    place.write("b.md", &sections(&["one", "four"]));
    place.write("c.md", &sections(&["one"]));
    run(&place, &STRICT);
    assert_eq!(of(&place, "b.md"), [whole(&["one"])[0].clone(), bare("four")]);
    let mut other = Command::new(env!("CARGO_BIN_EXE_chunk"));
    other
        .arg("hybrid")
        .arg(place.input())
        .arg("--store")
        .arg(format!("sqlite:{}", place.database().display()));
    assert!(other.output().unwrap().status.success());
    let rows = embedded(&place);
    let (markdown, hybrid): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.0.contains("markdown"));
    assert!(!hybrid.is_empty() && hybrid.iter().all(|row| row.3.is_none()), "{hybrid:?}");
    // What one contract forgets stays in the other.
    place.write("a.md", "");
    run(&place, &STRICT);
    let left = embedded(&place);
    assert_eq!(left.len(), rows.len() - markdown.iter().filter(|row| row.1 == "a.md").count());
}

/// Without ids of their own, chunks go by their places: a text in front gives each the text of another.
#[test]
fn an_embedding_goes_with_its_text_to_another_id() {
    let sentence = |word: &str| format!("{word} {}.", "word ".repeat(150));
    let text = |words: &[&str]| words.iter().map(|word| sentence(word)).collect::<Vec<_>>().join("\n\n");
    let place = Place::with_documents("tokens", &[("a.md", &text(&["one", "two"]))]);
    let arguments = ["--max-tokens", "160"];
    run(&place, &arguments);
    embed(&place);
    place.write("a.md", &text(&["new", "one", "two"]));
    run(&place, &arguments);
    let expected: Vec<_> = [bare("new")].into_iter().chain(whole(&["one", "two"])).collect();
    assert_eq!(of(&place, "a.md"), expected);
    place.write("a.md", &text(&["new", "other", "two"]));
    run(&place, &arguments);
    assert_eq!(of(&place, "a.md"), [bare("new"), bare("other"), whole(&["two"])[0].clone()]);
}

/// Lines of JSON with one id are documents that a store cannot tell apart.
#[test]
fn a_document_that_is_there_twice_is_refused() {
    let place = Place::new("tokens");
    let file = place.folder.path().join("lines.jsonl");
    let line = |text: &str| format!("{{\"interaction_id\":\"x\",\"text\":\"{text}\"}}\n");
    std::fs::write(&file, line("One.") + &line("Two.")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
    command.args(["tokens", "--input", "jsonl", "-j", "1", "--store"]);
    let output = command.arg(format!("sqlite:{}", place.database().display())).arg(&file).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("line 2: another document of this run has the same id: a store holds one of them"),
        "{said}"
    );
    assert_eq!(place.rows()["x"].len(), 1);
}

#[test]
fn a_new_database_that_another_run_is_writing_to_is_waited_for() {
    let place = Place::with_documents("tokens", &[("a.md", &document("a", 1))]);
    let other = Connection::open(place.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut run = place.store().spawn().unwrap();
    thread::sleep(Duration::from_millis(300));
    assert_eq!(run.try_wait().unwrap(), None, "it waits");
    other.execute_batch("COMMIT").unwrap();
    assert!(run.wait().unwrap().success());
    assert_eq!(place.rows().len(), 1);
}

/// With its title above it, the text of a chunk is another one under another title.
#[test]
fn a_title_that_is_embedded_is_part_of_the_text() {
    let with_title = |title: &str| format!("---\ntitle: {title}\n---\n# Pumps\n\nThey hum.\n");
    for (options, expected) in [(&[][..], whole(&["Pumps"])), (&["--embed", "title"], vec![bare("Pumps")])] {
        let place = Place::with_documents("markdown", &[("a.md", &with_title("Mill"))]);
        run(&place, options);
        embed(&place);
        run(&place, options);
        assert_eq!(of(&place, "a.md"), whole(&["Pumps"]), "{options:?}");
        place.write("a.md", &with_title("Dam"));
        run(&place, options);
        assert_eq!(of(&place, "a.md"), expected, "{options:?}");
    }
}
