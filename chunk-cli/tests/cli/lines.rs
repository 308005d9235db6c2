//! `--input jsonl`: documents as lines.

use crate::harness::{Folder, record, spawn};
use rstest::rstest;
use std::{
    io::{BufRead, BufReader, Write},
    sync::mpsc,
    thread,
    time::Duration,
};

const GOOD: &str = r#"{"interaction_id":"1","text":"One. Two."}"#;

#[test]
fn each_line_is_a_document() {
    let lines = format!("{GOOD}\r\n\n   \n{{\"more\":[1],\"text\":\"abc\",\"interaction_id\":\"a/../b\"}}");
    let expected = record("1", "One. Two.", 4) + &record("a/../b", "abc", 1);
    let ran = Folder::new().pipe("tokens --input jsonl", &lines);
    assert_eq!((ran.status, &*ran.stdout), (Some(0), &*expected));
    assert_eq!(ran.stderr, "2 documents, 2 chunks, 5 tokens\n");
    // The same from files; several are read one after the other.
    let folder = Folder::with([("a.jsonl", lines.as_str()), ("b.jsonl", GOOD)]);
    let ran = folder.run("tokens -q --input jsonl b.jsonl a.jsonl");
    assert_eq!(ran.well(), expected + &record("1", "One. Two.", 4));
}

#[test]
fn fields_have_other_names() {
    let line = r#"{"doc":"7","body":"abc","text":"not this"}"#;
    let ran = Folder::new().pipe("tokens -q --input jsonl --id-field doc --text-field body", line);
    assert_eq!(ran.well(), record("7", "abc", 1));
}

#[test]
fn a_bad_line_is_told_by_its_number_and_the_others_go_on() {
    let long = format!(r#"{{"interaction_id":"1","text":"{}"}}"#, "x".repeat(100));
    let mut lines =
        format!("{GOOD}\n[1]\n\nnull\n{{\n{{\"text\":\"x\"}}\n{{\"interaction_id\":\"1\"}}\n").into_bytes();
    lines.extend(b"{\"interaction_id\":[],\"text\":\"x\"}\n{\"interaction_id\":\"1\",\"text\":\"\xFF\"}\n");
    lines.extend(br#"{"interaction_id":"1","text":"\ud800"}"#);
    lines.extend(format!("\n{long}\n{GOOD}\n").as_bytes());
    let folder = Folder::new();
    folder.write("in.jsonl", &lines);
    let ran = folder.run("tokens --input jsonl in.jsonl --line-limit 100");
    assert_eq!((ran.status, ran.stdout), (Some(1), record("1", "One. Two.", 4).repeat(2)));
    let expected = [
        "error: in.jsonl: line 2: it is a list, and must be an object with the fields `interaction_id` and `text`",
        "error: in.jsonl: line 4: it is null, and must be an object with the fields `interaction_id` and `text`",
        "error: in.jsonl: line 5: this is not JSON: it ends in the middle of an object (column 1)",
        "error: in.jsonl: line 6: the field `interaction_id` is missing; --id-field names another",
        "error: in.jsonl: line 7: the field `text` is missing; --text-field names another",
        "error: in.jsonl: line 8: the field `interaction_id`: it is a list, and must be a string or an integer",
        "error: in.jsonl: line 9: byte 30 of the line is not valid UTF-8",
        "error: in.jsonl: line 10: the field `text`: unexpected end of hex escape",
        "error: in.jsonl: line 11: longer than 100 bytes; split it or pass a higher --line-limit",
        "11 documents, 9 failed, 2 chunks, 8 tokens",
    ];
    let said: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(said.len(), expected.len(), "{}", ran.stderr);
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.starts_with(expected), "{said}\nshould be\n{expected}");
    }
}

#[rstest]
#[case::number(
    r#"{"interaction_id":7.5,"text":""}"#,
    "the field `interaction_id`: it is the number `7.5`, and must be a string or an integer (column "
)]
#[case::null(
    r#"{"interaction_id":"7","text":null}"#,
    "the field `text`: it is null, and must be a string (column "
)]
#[case::twice(
    r#"{"interaction_id":"7","interaction_id":"8","text":""}"#,
    "the field `interaction_id` is given twice"
)]
#[case::more(r#"{"interaction_id":"7","text":""} x"#, "this is not JSON: trailing characters (column ")]
#[case::list(
    "- two cups",
    "no JSON (column 2); each line has to be an object with the fields `interaction_id` and `text`"
)]
#[case::word(
    "tea",
    "no JSON (column 2); each line has to be an object with the fields `interaction_id` and `text`"
)]
#[case::deep(&format!("{{\"x\":{}", "[".repeat(1_000_000)), "")]
fn what_is_wrong_with_a_line_is_said(#[case] line: &str, #[case] expected: &str) {
    let said = Folder::new().pipe("tokens -q --input jsonl", line).refused(1);
    assert!(said.starts_with(&format!("error: stdin: line 1: {expected}")), "{said}");
    assert!(!said.contains("at line 1"), "{said}");
}

/// An id may be a number, and the same field as the text; times are read where the contract has a place for them (H1).
#[test]
fn what_is_read_of_a_line() {
    let run =
        |arguments: &str, line: &str| Folder::new().pipe(&format!("{arguments} -q --input jsonl"), line);
    let number = r#"{"interaction_id":7,"text":"abc","created_at_ms":"no time"}"#;
    assert_eq!(run("tokens", number).well(), record("7", "abc", 1));
    let line =
        |more: &str| format!(r##"{{"modified_at_ms":-5,"path":"a.md","text":"# Tea\n\nGreen.",{more}}}"##);
    let read = run("hybrid", &line(r#""created_at_ms":null"#)).well();
    assert!(read.contains(r#""sourceModifiedAt":-5"#), "{read}");
    for wrong in [r#""created_at_ms":"x""#, r#""created_at_ms":1.5"#] {
        let said = run("hybrid", &line(wrong)).refused(1);
        assert!(said.starts_with("error: stdin: line 1: the field `created_at_ms`: it is the "), "{said}");
    }
    let said = run("hybrid", &line(r#""created_at_ms":1,"created_at_ms":1"#)).refused(1);
    assert!(said.starts_with("error: stdin: line 1: the field `created_at_ms` is given twice"), "{said}");
}

#[test]
fn warnings_have_the_line_too() {
    let ran = Folder::new().pipe("tokens -q --input jsonl", "\n{\"interaction_id\":\"1\",\"text\":\"\"}");
    assert_eq!(ran.status, Some(0));
    assert_eq!(
        ran.stderr,
        "warning: stdin: line 2: the text is empty, so there are no chunks [empty-text]\n"
    );
}

/// As for a stream of events.
#[test]
fn of_many_errors_few_are_told() {
    let empty = "{\"interaction_id\":\"1\",\"text\":\"\"}\n";
    let folder = Folder::with([("a.jsonl", "?\n".repeat(1000)), ("b.jsonl", empty.repeat(20) + "?\n")]);
    for jobs in [1, 4] {
        let ran = folder.run(&format!("tokens --input jsonl a.jsonl b.jsonl -j {jobs}"));
        let said: Vec<_> = ran.stderr.lines().collect();
        assert_eq!((ran.status, said.len()), (Some(1), 17), "{said:?}");
        assert!(said[9].starts_with("error: a.jsonl: line 10: "), "{said:?}");
        assert!(said[12].starts_with("warning: b.jsonl: line 3: the text is empty"), "{said:?}");
        assert!(said[13].starts_with("error: b.jsonl: line 21: "), "{said:?}");
        assert_eq!(said[14], "error: a.jsonl: and 990 more about its lines; -v shows all");
        assert_eq!(said[15], "warning: and 17 more of the kind [empty-text]; -v shows all");
        assert_eq!(said[16], "1021 documents, 1001 failed, 20 warnings, 0 chunks");
    }
}

#[test]
fn a_byte_order_mark_is_named() {
    let said = Folder::new().pipe("tokens -q --input jsonl", format!("\u{FEFF}{GOOD}")).refused(1);
    let mark = "the file begins with a byte order mark (U+FEFF), which JSON has no place for; remove it\n";
    assert_eq!(said, format!("error: stdin: line 1: {mark}"));
    let folder = Folder::with([("a.txt", "One. Two.")]);
    for lines in ["", "\n", "\r\n\n"] {
        folder.write("marked.jsonl", format!("\u{FEFF}{lines}{}", record("a.txt", "One. Two.", 4)));
        a_mark_of_records_is_named(&folder, mark);
    }
}

fn a_mark_of_records_is_named(folder: &Folder, mark: &str) {
    for arguments in [
        "check -q marked.jsonl",
        "check -q --policy tokens marked.jsonl",
        "check -q --policy tokens marked.jsonl --source a.txt",
    ] {
        let ran = folder.run(arguments);
        assert_eq!(ran.status, Some(1));
        assert!(ran.stdout.starts_with(&format!("marked.jsonl: line 1: {mark}")), "{}", ran.stdout);
    }
    for arguments in ["diff marked.jsonl marked.jsonl", "diff --policy tokens marked.jsonl marked.jsonl"] {
        assert_eq!(folder.run(arguments).refused(2), format!("error: marked.jsonl: {mark}"));
    }
}

#[test]
fn empty_lines_before_the_first_record_are_none() {
    let folder = Folder::with([("r.jsonl", format!("\n\n{}", record("a.txt", "One. Two.", 4)))]);
    folder.run("check -q r.jsonl").well();
    assert_eq!(
        folder.run("diff r.jsonl r.jsonl").well(),
        "1 chunk kept, 0 moved, 0 added, 0 removed: 0 chunks to embed\n"
    );
}

/// A filter: whoever writes a line gets its records without having to close the pipe (at any number of jobs).
#[test]
fn every_line_is_answered_at_once() {
    for jobs in [1, 4] {
        let mut child = spawn(&mut Folder::new().chunk(&format!("tokens -q --input jsonl -j {jobs}")));
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (answers, answered) = mpsc::channel();
        let reader =
            thread::spawn(move || stdout.lines().for_each(|line| answers.send(line.unwrap()).unwrap()));
        for id in 0..20 {
            writeln!(stdin, r#"{{"interaction_id":"{id}","text":"abc"}}"#).unwrap();
            let answer =
                answered.recv_timeout(Duration::from_secs(60)).expect("an answer before the pipe is closed");
            assert_eq!(answer + "\n", record(&id.to_string(), "abc", 1));
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        reader.join().unwrap();
    }
}
