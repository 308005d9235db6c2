//! C3: whatever is done to the records of a source is seen, in every policy.

use crate::{
    check::notes,
    harness::{Folder, record},
    recorder::output_event,
};
use rstest::rstest;
use serde_json::{Map, Value};

/// A folder `d` of which every policy makes several records.
fn documents() -> Folder {
    let item =
        |id: &str| format!("---\nid: {id}\ntype: Task\n---\n\n# Goal\n\nBegin {id}.\n\n# Context\n\nNow.\n");
    let event = |id: &str| output_event(id, &"word ".repeat(300));
    Folder::with([
        ("backlog/products/p/items/A-1_a.md", item("A-1")),
        ("backlog/products/p/items/A-2_b.md", item("A-2")),
        ("recorder/a.jsonl", ["a", "b", "c"].map(event).concat()),
        ("d/a.md", notes()),
        ("d/b.md", notes().replace("Tea", "Mate")),
    ])
}

/// A record with one key changed or left out, each key in turn, and with one key more.
fn changed(record: &str) -> Vec<String> {
    let record: Map<String, Value> = serde_json::from_str(record).unwrap();
    let with = |key: &str, value: Option<Value>| {
        let mut record = record.clone();
        record.remove(key);
        record.extend(value.map(|value| (key.to_owned(), value)));
        Value::Object(record).to_string()
    };
    let mut all = vec![with("more", Some(1.into()))];
    for (key, value) in &record {
        let other = match value {
            Value::Number(number) => (number.as_f64().unwrap() + 1.0).into(),
            Value::String(text) => format!("{text}x").into(),
            Value::Null => 0.into(),
            _ => Value::Null,
        };
        all.extend([with(key, Some(other)), with(key, None)]);
    }
    all
}

#[rstest]
#[case("backlog", "backlog")]
#[case("hybrid", "d --set minChunkSize=40")]
#[case("markdown", "d")]
#[case("recorder", "recorder/a.jsonl")]
#[case("tokens", "d")]
fn every_tampering_is_seen(#[case] policy: &str, #[case] source: &str) {
    let folder = documents();
    let made = folder.run(&format!("{policy} -q {source}")).well();
    let lines: Vec<String> = made.lines().map(str::to_owned).collect();
    let status = |lines: &[String]| {
        let ran = folder.pipe(&format!("check -q --policy {policy} - --source {source}"), lines.join("\n"));
        assert_eq!((ran.status == Some(0), &*ran.stderr), (ran.stdout.is_empty(), ""));
        ran.status
    };
    assert_eq!(status(&lines), Some(0), "honest records are well");
    assert!(lines.len() > 1 && status(&[]) == Some(1));
    for at in [0, lines.len() - 1] {
        let mut tampered = vec![[&lines[..at], &lines[at + 1..]].concat()];
        tampered.push([&lines[..=at], &lines[at..]].concat());
        tampered.push([&lines[..], &lines[at..=at]].concat());
        let mut swapped = lines.clone();
        swapped.swap(at, (at + 1) % lines.len());
        tampered.push(swapped);
        for record in changed(&lines[at])
            .into_iter()
            .chain([lines[at].replacen(':', ": ", 1), lines[at].clone() + "\r"])
        {
            let mut lines = lines.clone();
            lines[at] = record;
            tampered.push(lines);
        }
        for lines in tampered {
            assert_eq!(status(&lines), Some(1), "{lines:#?}");
        }
    }
}

/// What a source gives that cannot be read, nobody knows. (Its path has some 5,000 bytes, above what the system takes at once.)
#[cfg(target_os = "linux")]
#[test]
fn an_unreadable_source_is_no_success() {
    let folder = Folder::with([("d/a.txt", "abc"), ("out.jsonl", &record("a.txt", "abc", 1))]);
    let deep = "mkdir -p $1 && cd -P $1 && i=0; while [ $i -lt 25 ]; do mkdir $2 && cd -P $2; i=$((i+1)); done; echo x > a.txt";
    let mut made = std::process::Command::new("sh");
    let made = made.args(["-c", deep, "sh"]).arg(folder.path("d/deep")).arg("x".repeat(200)).status();
    assert!(made.unwrap().success());
    let ran = folder.run("check --policy tokens out.jsonl --source d");
    assert_eq!((ran.status, &*ran.stdout), (Some(2), ""));
    // A line that is too long to read is cut in its middle.
    let (head, tail) = ran.stderr.split_once(" characters left out) …").unwrap();
    assert!(head.len() < 2100 && head.starts_with("warning: d/deep/xxx"), "{head}");
    assert!(
        tail.starts_with("xxx") && tail.contains("no records of it: cannot read it: its name is too long"),
        "{tail}"
    );
}

/// As a transfer in text mode makes them: the bytes are not those of the run, which is said once.
#[test]
fn records_with_other_line_ends_are_changed() {
    let folder = Folder::with([("d/a.txt", "abc"), ("d/b.txt", "abc")]);
    let records = record("a.txt", "abc", 1) + &record("b.txt", "abc", 1);
    folder.write("out.jsonl", records.replace('\n', "\r\n"));
    for source in ["", "--source d"] {
        let ran = folder.run(&format!("check --policy tokens out.jsonl {source}"));
        let expected = "out.jsonl: line 1: the line ends in CR LF, and a run writes LF; convert the file back, or make it again\n";
        assert_eq!((ran.status, &*ran.stdout), (Some(1), expected));
        assert!(ran.stderr.ends_with("2 records, 1 violation\n"), "{}", ran.stderr);
    }
}
