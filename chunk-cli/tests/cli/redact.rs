//! `--redact`: no secret reaches a record, and every place is that of the source.

use crate::harness::Folder;
use rstest::rstest;
use serde_json::Value;

const TEXT: &str = "# Notes\r\n\r\nLog in with password: hunter2-Q9x and go. \u{3a9}\n\n```pem\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\n```\n";

/// The same places as without the flag, and no secret.
#[rstest]
#[case::markdown("markdown", "/content")]
#[case::tokens("tokens", "/original_text")]
#[case::hybrid("hybrid", "/content")]
fn places_are_those_of_the_source(#[case] policy: &str, #[case] content: &str) {
    let folder = Folder::with([("notes.md", TEXT)]);
    let read = |flags: &str| {
        let written = folder.run(&format!("{policy} notes.md {flags} -q")).well();
        written.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let (plain, redacted) = (read(""), read("--redact"));
    assert_eq!(plain.len(), redacted.len());
    for (plain, redacted) in plain.iter().zip(&redacted) {
        let (plain_text, text) = (plain.pointer(content).unwrap(), redacted.pointer(content).unwrap());
        let (plain_text, text) = (plain_text.as_str().unwrap(), text.as_str().unwrap());
        assert_eq!(plain_text.len(), text.len());
        assert!(!text.contains("hunter2") && !text.contains("MIIE"), "{text}");
        for place in
            ["start_line", "end_line", "source_start_byte", "source_end_byte", "startLine", "endByte"]
        {
            assert_eq!(plain.get(place), redacted.get(place), "{place}");
        }
    }
}

/// A check with the flag makes the records again; one without it finds that they hold another text.
#[test]
fn a_check_knows_the_flag() {
    let folder = Folder::with([("notes.md", TEXT)]);
    folder.run("markdown notes.md --redact -q -o out.jsonl").well();
    let check =
        |flag: &str| folder.run(&format!("check --policy markdown {flag} --source . out.jsonl")).status;
    assert_eq!((check("--redact"), check("")), (Some(0), Some(1)));
}

#[test]
fn fields_that_are_kept_are_redacted_by_their_names() {
    let line = r#"{"path":"a.md","text":"See.","password":"hunter2-Q9x","tags":["tea"]}"#;
    let folder = Folder::new();
    let run = "markdown --input jsonl --keep password,tags --redact -q -";
    let record: Value = serde_json::from_str(&folder.pipe(run, line).well()).unwrap();
    assert_eq!(record["metadata"], serde_json::json!({ "password": "XXXXXXXXXXX", "tags": ["tea"] }));
}

/// Events keep their offsets, sorted or not.
#[rstest]
fn of_a_log_each_event_is_redacted(#[values("", "--sort")] sort: &str) {
    let event = r#"{"schema_version":"ft.recorder.event.v1","event_id":"e1","pane_id":1,"occurred_at_ms":0,"event_type":"egress_output","text":"export DB_PASSWORD=hunter2-Q9x\nok"}"#;
    let folder = Folder::with([("log.jsonl", event)]);
    let run = |flags: &str| folder.run(&format!("recorder {flags} {sort} -q log.jsonl")).well();
    let (plain, redacted): (Value, Value) =
        (serde_json::from_str(&run("")).unwrap(), serde_json::from_str(&run("--redact")).unwrap());
    assert_eq!(redacted["text"], "[OUT] export DB_PASSWORD=XXXXXXXXXXX\nok");
    assert_ne!(plain["content_hash"], redacted["content_hash"]);
    assert_eq!(plain["end_text_offset"], redacted["end_text_offset"]);
}

/// What was read of another program's file is redacted too, and its turns keep their places.
#[test]
fn of_a_conversation_the_turns_are_redacted() {
    let chat = r#"[{"role":"user","content":"My password is hunter2-Q9x."},{"role":"assistant","content":"Change it."}]"#;
    let folder = Folder::with([("chat.json", chat)]);
    let record: Value = serde_json::from_str(&folder.run("tokens --redact -q chat.json").well()).unwrap();
    let text = record["chunks"][0]["text"].as_str().unwrap();
    assert_eq!(text, "user: My password is XXXXXXXXXXX.\n\nassistant: Change it.\n\n");
    assert_eq!(record["chunks"][0]["turns"][1]["start_pos"], 35);
}
