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
