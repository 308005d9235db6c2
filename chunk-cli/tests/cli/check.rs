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

/// Two topics of a good size.
fn notes() -> String {
    let [tea, coffee] =
        ["Green tea is steeped.", "Coffee is ground and brewed."].map(|text| [text; 50].join(" "));
    format!("# Tea\n\n{tea}\n\n# Coffee\n\n{coffee}\n")
}

#[test]
fn records_without_rules_of_their_own_are_made_again() {
    let folder = Folder::with([("d/a.md", notes()), ("d/b.md", notes())]);
    folder.run("hybrid -q d --set minChunkSize=40 -o out.jsonl --modified-at 2026-01-02T00:00:00Z").well();
    let check = |records: String| {
        folder.write("in.jsonl", records);
        folder.run("check --policy hybrid --set minChunkSize=40 --source d in.jsonl")
    };
    let good = folder.read("out.jsonl");
    assert_eq!(good.lines().count(), 4);
    let ran = check(good.clone());
    assert_eq!((ran.status, &*ran.stdout, &*ran.stderr), (Some(0), "", "4 records, 0 violations\n"));

    let lines: Vec<_> = good.lines().collect();
    let changed =
        |at: usize, from: &str, to: &str| good.replacen(lines[at], &lines[at].replacen(from, to, 1), 1);
    for (records, expected) in [
        (changed(0, "\"startLine\":1", "\"startLine\":2"), "line 1: startLine is 2, the document gives 1\n"),
        (changed(2, "\"flags\":", "\"flag\":"), "line 3: flags is not there\n"),
        (changed(2, "\"flags\":", "\"more\":1,\"flags\":"), "line 3: more is none of the contract's\n"),
        (changed(3, "\":", "\": "), "line 4: the values are right, the bytes are not"),
        (lines[1..].join("\n"), "line 1: chunkIndex is 1, the document gives 0\n"),
        (lines[..3].join("\n"), "in.jsonl: 1 of 2 records of b.md are missing\n"),
        ([lines[0], lines[2], lines[3]].join("\n"), "line 2: 1 of 2 records of a.md are missing\n"),
        ([lines[0], lines[1], lines[1]].join("\n"), "line 3: a.md gives only 2 records\n"),
        (changed(0, "a.md", "c.md"), "line 1: cannot read c.md in d: "),
        ("{}".to_owned(), "line 1: it names no document\n"),
    ] {
        let ran = check(records);
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    let said = folder.run("check --policy hybrid in.jsonl").refused(2);
    assert!(said.contains("pass --source PATH"), "{said}");
}

#[test]
fn records_of_a_backlog_are_made_again() {
    let item = "_kano/backlog/products/demo/items/task/0000/DEMO-TSK-0001_start.md";
    let folder = Folder::with([(item, "---\nid: DEMO-TSK-0001\ntype: Task\n---\n\n# Goal\n\nBegin.\n")]);
    folder.run("backlog -q . -o out.jsonl").well();
    assert_eq!(folder.run("check -q --policy backlog --source . out.jsonl").well(), "");
    folder.write(item, "---\nid: DEMO-TSK-0001\ntype: Task\n---\n\n# Goal\n\nBegin anew.\n");
    let ran = folder.run("check -q --policy backlog --source . out.jsonl");
    assert_eq!(ran.status, Some(1));
    assert!(ran.stdout.contains("metadata.chunk_char_len is 14, the document gives 19"), "{}", ran.stdout);
}
