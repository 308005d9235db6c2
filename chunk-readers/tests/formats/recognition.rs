//! Names of formats, and files that are of none.

use chunk_readers::{Format, Kind};
use rstest::rstest;

#[test]
fn names_are_words_of_a_flag() {
    for format in Format::ALL {
        assert_eq!(Format::named(format.name()), Some(format));
        assert!(format.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
    }
    assert_eq!(Format::Beads.kind(), Kind::Item);
}

/// What is no export stays what it is.
#[rstest]
#[case("a.json", r#"{"name": "x", "version": "1.0.0"}"#)]
#[case("a.json", r#"[1, 2]"#)]
#[case("a.jsonl", r#"{"interaction_id": "1", "text": "Hi."}"#)]
#[case("0001-notes.md", "# Notes\n\nNothing decided.\n")]
#[case("a.md", "# Status\n\n## Status\n\n## Decision\n")]
#[case("a.txt", "WEBVTTX\n")]
#[case("a.txt", "12\napples\n")]
#[case("a.bin", "")]
#[case("en.json", r#"{"messages": {"hello": "Hi"}}"#)]
#[case("en.json", r#"{"messages": ["Hi"]}"#)]
#[case("ui.json", r#"{"role": "button", "content": "OK"}"#)]
#[case("clicks.json", r#"[{"type": "click", "ts": 1709654400}]"#)]
#[case("hook.jsonl", r#"{"timestamp": "2026-03-01", "type": "order.created", "payload": {}}"#)]
#[case("book.json", r#"[{"number": 1, "title": "The well"}]"#)]
#[case("book.json", r#"[{"number": 1, "title": "The well", "url": "/chapters/1"}]"#)]
#[case("todo.json", r#"{"tasks": [{"id": 1, "title": "Oil the pump", "done": false}]}"#)]
#[case("map.json", r#"{"version": 2, "width": 100, "height": 50, "layers": []}"#)]
#[case("bus.json", r#"[{"type": "message", "ts": "2026-03-01", "data": 1}]"#)]
#[case("a.txt", "Note: this is prose.\nWarning: it is no chat.\n")]
#[case("a.md", "---\nid: 1\nstatus: open\n---\n# Page\n")]
fn other_files(#[case] path: &str, #[case] content: &str) {
    assert_eq!(Format::recognize(path, content.as_bytes()), None);
}

/// A recording that goes on may have no more yet than its header; version 1 has all in one object.
#[rstest]
#[case(r#"{"version": 2, "width": 80, "height": 24, "timestamp": 1700000000, "env": {"TERM": "xterm"}}"#)]
#[case(r#"{"version": 3, "term": {"cols": 80, "rows": 24}}"#)]
#[case("{\"version\": 2, \"width\": 80, \"height\": 24, \"x-host\": \"pump\"}\n[0.5, \"o\", \"hi\"]")]
#[case("{\"version\": 3, \"term\": {}}\n# a comment\n")]
#[case(r#"{"version": 1, "width": 80, "height": 24, "duration": 1.5, "command": "sh", "title": "", "env": {}, "stdout": [[0.2, "hi"]]}"#)]
fn recordings(#[case] content: &str) {
    assert_eq!(Format::recognize("", content.as_bytes()), Some(Format::Asciicast));
}
