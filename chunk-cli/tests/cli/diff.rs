//! `chunk diff`: each chunk of both sides in one line, and what is to be done with an index.

use crate::harness::Folder;
use rstest::rstest;
use serde_json::Value;
use std::{collections::BTreeMap, fs};

fn section(name: &str) -> String {
    format!("# {name}\n\n{}\n\n", format!("All about {name} in a few words. ").repeat(12))
}

fn sections(names: &[&str]) -> String {
    names.iter().map(|name| section(name)).collect()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Two states of a folder: a.md has a section changed, one inserted and one dropped; b.md is the same; c.md is gone.
fn states() -> Folder {
    let folder = Folder::new();
    folder.write("old/a.md", sections(&["tea", "coffee", "milk", "sugar"]));
    folder.write(
        "new/a.md",
        sections(&["tea", "cocoa", "coffee", "sugar"]).replacen("few words", "few more words", 1),
    );
    for side in ["old", "new"] {
        folder.write(&format!("{side}/b.md"), sections(&["bread", "butter"]));
    }
    folder.write("old/c.md", section("salt"));
    folder
}

#[test]
fn every_chunk_is_in_one_line() {
    let folder = states();
    for side in ["old", "new"] {
        folder.run(&format!("markdown -q {side} --chunk-overlap 0 -o {side}.jsonl")).well();
    }
    let ran = folder.run("diff old.jsonl new.jsonl --format jsonl");
    assert_eq!(ran.stderr, "2 chunks kept, 2 moved, 2 added, 3 removed: 2 chunks to embed\n");
    let (found, old, new) =
        (lines(&ran.stdout), lines(&folder.read("old.jsonl")), lines(&folder.read("new.jsonl")));
    let ids = |key: &str| -> Vec<String> {
        let mut ids: Vec<_> = found.iter().filter_map(|line| line[key].as_str().map(str::to_owned)).collect();
        ids.sort();
        ids
    };
    let all = |records: &[Value]| -> Vec<String> {
        let mut ids: Vec<_> =
            records.iter().map(|record| record["chunk_id"].as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    assert_eq!((ids("old_id"), ids("id")), (all(&old), all(&new)));
    for line in &found {
        assert_eq!(line["id"].is_null(), line["change"] == "removed", "{line}");
        assert_eq!(line["old_id"].is_null(), line["change"] == "added", "{line}");
        assert!(line["change"] != "kept" || line["id"] == line["old_id"], "{line}");
    }
    assert_eq!(
        folder.run("diff old.jsonl old.jsonl --exit-code").well(),
        "7 chunks kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n"
    );
    assert_eq!(folder.run("diff old.jsonl new.jsonl --exit-code").status, Some(1));
    assert_eq!(folder.run("diff old.jsonl new.jsonl").status, Some(0));
}

/// An index that does what upserts and deletes say holds the same as one made from scratch.
#[rstest]
fn an_index_that_follows_is_as_if_made_anew(
    #[values("markdown", "hybrid", "tokens")] policy: &str,
    #[values("file", "folder", "store")] kind: &str,
) {
    let folder = states();
    let at = |side: &str| match kind {
        "file" => (format!("-o {side}.jsonl"), format!("{side}.jsonl")),
        "folder" => (format!("--out-dir {side}-index"), format!("{side}-index")),
        _ => (format!("--store sqlite:{side}.db"), format!("sqlite:{side}.db")),
    };
    for side in ["old", "new"] {
        assert_eq!(folder.run(&format!("{policy} -q {side} {}", at(side).0)).status, Some(0));
        assert_eq!(folder.run(&format!("{policy} -q {side} -o {side}.jsonl")).status, Some(0));
    }
    let diff = |format: &str| {
        let ran = folder.run(&format!("diff {} {} --format {format}", at("old").1, at("new").1));
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        lines(&ran.stdout)
    };
    // Records by id; for tokens, the chunks of a record by their indices.
    let by_id = |records: Vec<Value>| -> BTreeMap<String, Value> {
        let mut index = BTreeMap::new();
        for record in records {
            match (record["chunks"].as_array(), record["interaction_id"].as_str()) {
                (Some(chunks), Some(source)) => index.extend(
                    chunks.iter().map(|chunk| (format!("{source}#{}", chunk["chunk_index"]), chunk.clone())),
                ),
                _ => {
                    let id = ["chunk_id", "id"]
                        .iter()
                        .find_map(|key| record[*key].as_str())
                        .unwrap_or("?")
                        .to_owned();
                    index.insert(id, record);
                }
            }
        }
        index
    };
    let mut index = by_id(lines(&folder.read("old.jsonl")));
    let expected = by_id(lines(&folder.read("new.jsonl")));
    for id in diff("deletes") {
        assert!(index.remove(id.as_str().unwrap()).is_some(), "{id} is there");
    }
    let upserts = diff("upserts");
    assert!(!upserts.is_empty());
    index.extend(by_id(upserts));
    assert_eq!(index, expected);
}

/// Only the files of two trees that have changed are read.
#[test]
fn unchanged_files_of_a_tree_are_not_read() {
    let folder = states();
    for side in ["old", "new"] {
        folder.run(&format!("markdown -q {side} --chunk-overlap 0 --out-dir {side}-index")).well();
        fs::remove_file(folder.path(&format!("{side}-index/chunks/b.jsonl"))).unwrap();
    }
    let expected = "2 chunks kept, 2 moved, 2 added, 3 removed: 2 chunks to embed\n";
    assert_eq!(folder.run("diff old-index new-index").well(), expected);
    assert_eq!(lines(&folder.run("diff old-index new-index --format upserts").stdout).len(), 4);
    assert!(
        folder
            .run("diff old-index new-index --format jsonl")
            .refused(2)
            .contains("cannot read old-index/chunks/b.jsonl")
    );
}

#[rstest]
#[case("diff nowhere.jsonl b.jsonl", "cannot read nowhere.jsonl")]
#[case(
    "diff a.txt a.txt",
    "a.txt: the first line is no record that a policy wrote; name a file that -o wrote, or pass --policy"
)]
#[case("diff a.txt a.txt --policy tokens", "a.txt: line 1: no record: ")]
#[case("diff d d", "d: a folder without metadata/ingestion-manifest.json")]
#[case(
    "diff sqlite:nowhere.db sqlite:nowhere.db",
    "cannot open the store nowhere.db: there is no such file or folder; check the path"
)]
fn what_cannot_be_compared_is_told(#[case] arguments: &str, #[case] expected: &str) {
    let folder = Folder::with([("a.txt", "hello\n"), ("d/x", ""), ("b.jsonl", "")]);
    let said = folder.run(arguments).refused(2);
    assert!(said.contains(expected), "{said}");
}

/// Chunks of the same text are matched in order, and in linear time however many there are.
#[test]
fn the_same_text_many_times_is_matched_one_to_one() {
    let folder = Folder::new();
    let side = |from: usize, count: usize| {
        (from..from + count)
            .map(|number| format!("{{\"interaction_id\":\"{number}\",\"original_text\":\"a\",\"chunks\":[{{\"chunk_index\":0,\"text\":\"a\"}}]}}\n"))
            .collect::<String>()
    };
    folder.write("old.jsonl", side(0, 20_000));
    folder.write("new.jsonl", side(5_000, 20_000));
    assert_eq!(
        folder.run("diff old.jsonl new.jsonl").well(),
        "15000 chunks kept, 5000 moved, 0 added, 0 removed: 0 chunks to embed\n"
    );
}

/// A record of `tokens` is a whole document: it is written once, however many of its chunks have changed, and read again
/// once, however many have moved.
#[test]
fn a_record_of_many_chunks_is_written_once() {
    let folder = Folder::new();
    let record = |from: usize| {
        let chunks =
            (from..from + 3_000).map(|n| format!("{{\"chunk_index\":{},\"text\":\"t{n}\"}}", n - from));
        let chunks: Vec<_> = chunks.collect();
        format!("{{\"interaction_id\":\"a\",\"original_text\":\"\",\"chunks\":[{}]}}\n", chunks.join(","))
    };
    folder.write("old.jsonl", record(0));
    folder.write("new.jsonl", record(1));
    let upserts = folder.run("diff old.jsonl new.jsonl --format upserts");
    assert_eq!(upserts.stderr, "0 chunks kept, 2999 moved, 1 added, 1 removed: 1 chunk to embed\n");
    assert_eq!(upserts.stdout, record(1));
    let changes = lines(&folder.run("diff old.jsonl new.jsonl --format jsonl").stdout);
    assert_eq!(
        (changes.len(), &changes[0]["id"], &changes[0]["old_id"]),
        (3_001, &"a#0".into(), &"a#1".into())
    );
}

/// With its title above it, the text of a chunk is another one under another title.
#[test]
fn a_title_that_is_embedded_is_part_of_the_text() {
    let with_title = |title: &str| format!("---\ntitle: {title}\n---\n# Pumps\n\nThey hum.\n");
    let folder = Folder::with([("a/a.md", with_title("Mill")), ("b/a.md", with_title("Dam"))]);
    let compared = |options: &str| {
        for side in ["a", "b"] {
            folder.run(&format!("{options} -q {side} -o {side}.jsonl")).well();
        }
        folder.run("diff a.jsonl b.jsonl").well()
    };
    let moved = "0 chunks kept, 1 moved, 0 added, 0 removed: 0 chunks to embed\n";
    let added = "0 chunks kept, 0 moved, 1 added, 1 removed: 1 chunk to embed\n";
    assert_eq!(compared("markdown"), moved);
    assert_eq!(compared("markdown --embed headings"), moved);
    assert_eq!(compared("markdown --embed title"), added);
    assert_eq!(compared("markdown --embed title --format rows"), added);
    assert_eq!(compared("tokens --embed title"), added);
}
