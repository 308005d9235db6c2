//! Chunks of one document that have the same id.

use crate::Place;
use serde_json::Value;
use std::fs;

/// M8 hashes file, line and text, so equal pieces of one line have one id: nothing is lost if the store has them once.
#[test]
fn equal_pieces_of_a_line_are_stored_once() {
    let place = Place::new("markdown");
    place.write("a.md", &format!("| a |\n|---|\n| {} |\n", "lorem ipsum dolor sit amet, ".repeat(60)));
    let run = || {
        let sizes = ["--hard-limit", "--chunk-size", "64", "--chunk-overlap", "8"];
        let store = place.store().args(sizes).output().unwrap();
        let records = place.command().arg(place.input()).args(sizes).output().unwrap().stdout;
        (store, String::from_utf8(records).unwrap())
    };
    let (ran, records) = run();
    let records: Vec<Value> =
        records.lines().map(|record| serde_json::from_slice(record.as_bytes()).unwrap()).collect();
    let mut seen = std::collections::BTreeSet::new();
    let first: Vec<_> = records.iter().filter(|record| seen.insert(record["chunk_id"].to_string())).collect();
    let stderr = String::from_utf8(ran.stderr).unwrap();
    assert!(ran.status.success() && first.len() < records.len(), "{stderr}");
    let note =
        format!("note: {} chunks: the document, lines and text of another", records.len() - first.len());
    assert!(stderr.contains(&note), "{stderr}");
    let stored = place.rows()["a.md"].clone();
    let stored: Vec<Value> = stored.iter().map(|row| serde_json::from_str(&row.3).unwrap()).collect();
    assert_eq!(stored.iter().collect::<Vec<_>>(), first);
    let bytes = fs::read(place.database()).unwrap();
    run();
    assert!(fs::read(place.database()).unwrap() == bytes, "a second run writes nothing");
}

/// M8: `a.md`, line 1, `1# T`, and `a.md`, line 11, `# T`, are the same text to hash.
#[test]
fn other_texts_of_one_id_are_refused() {
    let place = Place::with_documents("markdown", &[("a.md", "1# T\n\n# B\n\nx\n\n\n\n\n\n# T\n")]);
    let ran = place.store().args(["--chunk-overlap", "0"]).output().unwrap();
    let stderr = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("chunk 0 (lines 1 to 1) and chunk 2 (lines 11 to 11) have the same id"),
        "{stderr}"
    );
}
