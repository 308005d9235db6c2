//! `chunk check`: every violation, with its line.

use crate::harness::{Folder, record};
use rstest::rstest;

const TEXT: &str = "One. Two.";

#[test]
fn what_chunk_writes_passes() {
    let folder =
        Folder::with([("d/a.txt", "One. Two.\r\n\r\nThree.".to_owned()), ("d/b.txt", "Word. ".repeat(2000))]);
    folder.run("tokens -q d -o out.jsonl --max-tokens 512").well();
    let ran = folder.run("check --policy tokens --set max_tokens=512 --source d out.jsonl");
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "2 records, 0 violations\n"));
    let out = folder.read("out.jsonl");
    assert_eq!(folder.pipe("check -q --policy tokens --set max_tokens=512 -", out).well(), "");
    // Under another limit they are not what the contract wants.
    let ran = folder.run("check -q --policy tokens out.jsonl");
    assert_eq!((ran.status, &*ran.stderr), (Some(1), ""));
    assert!(ran.stdout.starts_with("out.jsonl: line 2: chunks[0]: "), "{}", ran.stdout);
}

#[rstest]
#[case(
    "\"token_count\":4",
    "\"token_count\":5",
    "out.jsonl: line 3: chunks[0]: token_count is 5, the text has 4 tokens [token-count]\n"
)]
#[case("\"chunk_index\":0", "\"chunk_index\":1", "[chunk-index]\n")]
#[case("\"token_count\":4", "\"token_count\":-4", "out.jsonl: line 3: chunks[0].token_count: ")]
#[case("{\"interaction_id\"", "\"interaction_id\"", "out.jsonl: line 3: ")]
fn a_violation_is_told_with_its_line(#[case] from: &str, #[case] to: &str, #[case] expected: &str) {
    let good = record("a.txt", TEXT, 4);
    let folder = Folder::with([("out.jsonl", format!("{good}\n{}{good}", good.replacen(from, to, 1)))]);
    let ran = folder.run("check --policy tokens out.jsonl");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
    assert!(ran.stdout.lines().all(|line| line.starts_with("out.jsonl: line 3: ")), "{}", ran.stdout);
    assert!(ran.stderr.starts_with("3 records, "), "{}", ran.stderr);
}

#[test]
fn records_are_compared_with_their_documents() {
    let folder = Folder::with([("d/a.txt", TEXT), ("secret.txt", TEXT)]);
    let check = |id: &str| {
        folder.write("out.jsonl", record(id, TEXT, 4));
        folder.run("check -q --policy tokens out.jsonl --source d")
    };
    assert_eq!(check("a.txt").well(), "");
    for id in ["../secret.txt", folder.path("secret.txt").to_str().unwrap()] {
        let ran = check(id);
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.contains("it is not inside"), "{}", ran.stdout);
    }
    let ran = check("gone.txt");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.starts_with("out.jsonl: line 1: cannot read gone.txt in d: "), "{}", ran.stdout);
    folder.write("d/a.txt", "One! Two!");
    let ran = check("a.txt");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("[original-text]"), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_checked_is_trouble() {
    let folder = Folder::with([("out.jsonl", record("a.txt", TEXT, 4))]);
    for (arguments, expected) in [
        ("check --policy tokens nowhere.jsonl", "cannot read nowhere.jsonl"),
        ("check --policy tokens out.jsonl --source nowhere", "cannot read nowhere"),
        ("check --policy tokens out.jsonl --set max_tokens=0", "max_tokens = 0: must be at least 1"),
        ("check --policy none out.jsonl", "invalid value 'none' for '--policy"),
        ("check out.jsonl", "--policy"),
        ("check --policy tokens", "CHUNKS.jsonl"),
    ] {
        let said = folder.run(arguments).refused(2);
        assert!(said.contains(expected), "{arguments}: {said}");
    }
    let ran = folder.run("check -q --policy tokens out.jsonl --line-limit 10");
    assert_eq!(
        (ran.status, &*ran.stdout),
        (Some(1), "out.jsonl: line 1: longer than 10 bytes; pass a higher --line-limit\n")
    );
}
