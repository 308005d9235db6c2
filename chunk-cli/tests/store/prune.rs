//! `--prune`: documents that have vanished from a folder leave the store.

use crate::{Place, document, refused};
use rstest::rstest;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn chunk(place: &Place, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
    command.current_dir(place.folder.path()).args(arguments).args(["--store", "sqlite:chunks.db"]);
    command.output().unwrap()
}

/// It went well: what it said.
#[track_caller]
fn well(output: Output) -> String {
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    said
}

fn write(place: &Place, path: &str, text: &str) {
    let path = place.folder.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn sources(place: &Place) -> Vec<String> {
    place.rows().into_keys().collect()
}

/// After a run with `--prune` the store holds the same of the folder as a new one would.
#[test]
fn the_store_follows_the_folder() {
    let place = Place::new("tokens");
    for name in ["a.md", "b.md", "c/d.md", "c/e.md", "f.md"] {
        write(&place, &format!("in/{name}"), &document(name, 3));
    }
    well(chunk(&place, &["tokens", "in"]));
    fs::remove_file(place.input().join("a.md")).unwrap();
    fs::remove_dir_all(place.input().join("c")).unwrap();
    fs::rename(place.input().join("b.md"), place.input().join("g.md")).unwrap();
    write(&place, "in/.gitignore", "f.md\n");
    assert_eq!(well(chunk(&place, &["tokens", "in"])).lines().count(), 1);
    assert_eq!(sources(&place), ["a.md", "b.md", "c/d.md", "c/e.md", "f.md", "g.md"]);
    let said = well(chunk(&place, &["tokens", "in", "--prune"]));
    assert!(
        said.ends_with("; 0 written, 1 unchanged, 5 removed; to embed: 3 chunks of 1 document\n")
            && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(sources(&place), ["g.md"]);
    assert_eq!(well(chunk(&place, &["tokens", "in", "--prune"])).lines().count(), 1);
    let fresh = Place::with_documents("tokens", &[("g.md", &document("b.md", 3))]);
    fresh.run_well();
    assert_eq!(place.rows(), fresh.rows());
}

#[test]
fn other_folders_contracts_and_documents_by_hand_stay() {
    let place = Place::new("tokens");
    for name in ["in/a.md", "in/b.md", "other/c.md", "hand.md"] {
        write(&place, name, "One. Two.\n");
    }
    well(chunk(&place, &["tokens", "in"]));
    well(chunk(&place, &["hybrid", "in"]));
    well(chunk(&place, &["tokens", "other"]));
    well(chunk(&place, &["tokens", "hand.md"]));
    fs::remove_file(place.input().join("a.md")).unwrap();
    well(chunk(&place, &["tokens", "in", "--prune"]));
    let count = |contract: &str| -> Vec<String> {
        let connection = place.connection();
        let mut select =
            connection.prepare("SELECT source FROM chunks WHERE contract = ?1 ORDER BY source").unwrap();
        let sources = select.query_map([contract], |row| row.get(0)).unwrap();
        sources.map(Result::unwrap).collect()
    };
    assert_eq!(count("tokens.chunking.v1"), ["b.md", "c.md", "hand.md"]);
    assert_eq!(count("hybrid.chunking.v1"), ["a.md", "b.md"]);
}

/// With a root, folders are parts of it, and only documents of the folders searched can have vanished.
#[test]
fn a_part_of_a_root_is_all_that_is_pruned() {
    let place = Place::new("tokens");
    for name in ["in/x/a.md", "in/x/b.md", "in/xy/c.md", "in/z/d.md"] {
        write(&place, name, "One. Two.\n");
    }
    well(chunk(&place, &["tokens", "in", "--root", "in"]));
    for name in ["x/a.md", "xy/c.md", "z/d.md"] {
        fs::remove_file(place.input().join(name)).unwrap();
    }
    well(chunk(&place, &["tokens", "in/x", "--root", "in", "--prune"]));
    assert_eq!(sources(&place), ["x/b.md", "xy/c.md", "z/d.md"]);
    // One of these has no document any more, the other has.
    well(chunk(&place, &["tokens", "in/x", "in/z", "--root", "in", "--prune"]));
    assert_eq!(sources(&place), ["x/b.md", "xy/c.md"]);
}

/// A document that is there and cannot be chunked has not vanished.
#[test]
fn a_document_that_fails_stays() {
    let place =
        Place::with_documents("tokens", &[("a.md", "One.\n"), ("b.md", "Two.\n"), ("c.md", "Three.\n")]);
    place.run_well();
    fs::write(place.input().join("a.md"), b"\xff").unwrap();
    fs::remove_file(place.input().join("b.md")).unwrap();
    let run = chunk(&place, &["tokens", "in", "--prune", "--on-error", "stop"]);
    assert_eq!(
        (run.status.code(), sources(&place).len()),
        (Some(1), 3),
        "a run that was stopped removes nothing"
    );
    assert_eq!(chunk(&place, &["tokens", "in", "--prune"]).status.code(), Some(1));
    assert_eq!(sources(&place), ["a.md", "c.md"]);
}

#[rstest]
#[case::a_file(&["tokens", "in/a.md", "--prune"], "in/a.md is no folder; name folders alone")]
#[case::a_pattern(&["tokens", "in/*.md", "--prune"], "in/*.md is no folder; name folders alone")]
#[case::stdin(&["tokens", "-", "--prune"], "- is no folder")]
#[case::nothing(&["tokens", "--prune"], "--prune goes by the files of a folder: name it")]
#[case::lines(&["tokens", "in", "--input", "jsonl", "--prune"], "leave out --input jsonl")]
#[case::several(&["tokens", "in", "other", "--prune"], "pass --root with the folder that holds them all")]
#[case::nothing_found(&["tokens", "empty", "--prune"], "no document was found")]
fn where_it_cannot_be_told_nothing_is_removed(#[case] arguments: &[&str], #[case] message: &str) {
    let place = Place::with_documents("tokens", &[("a.md", "One.\n"), ("b.md", "Two.\n")]);
    write(&place, "other/c.md", "Three.\n");
    fs::create_dir(place.folder.path().join("empty")).unwrap();
    place.run_well();
    fs::remove_file(place.input().join("b.md")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chunk"));
    command.current_dir(place.folder.path()).args(arguments).args(["--store", "sqlite:chunks.db"]);
    refused(&mut command, message);
    assert_eq!(sources(&place), ["a.md", "b.md"]);
}

/// By another name, a document of a folder that is stored would be there twice.
#[test]
fn a_part_of_a_stored_folder_wants_its_root() {
    let place = Place::new("tokens");
    write(&place, "in/x/a.md", "One.\n");
    well(chunk(&place, &["tokens", "in"]));
    for (part, is_other) in [("in", false), ("in/x", true), ("in/x/a.md", true)] {
        let said = well(chunk(&place, &["tokens", part]));
        assert_eq!(
            said.contains(&format!("warning: {part} lies in ")) && said.contains("pass --root "),
            is_other
        );
        let said = well(chunk(&place, &["tokens", part, "--root", "in"]));
        assert!(!said.contains("warning"), "{said}");
    }
}

#[test]
fn it_wants_a_store() {
    let place = Place::with_documents("tokens", &[("a.md", "One.\n")]);
    refused(place.command().arg("--prune"), "--store");
    assert!(!Path::new(&place.database()).exists());
}
