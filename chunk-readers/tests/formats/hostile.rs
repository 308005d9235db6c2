//! Files that are damaged, by chance or on purpose.

use crate::{SAMPLES, dump};
use chunk_readers::{
    Format, Kind,
    conversation::{Conversations, Options},
    item::Items,
    recording::{Ansi, Events},
};
use rstest::rstest;
use std::fs;

/// What strangers send. One damaged record is one error, with its place; the others are read.
#[rstest]
#[case::export_cut_short(Format::Claude, r#"[{"uuid":"a","chat_messages":[{"sender":"human","text":"Hi."}]},{"uuid":"b","chat"#, &[
    "# a, -, -", r#"/0/chat_messages/0, human, -, -: "human: Hi.\n\n""#,
    "! byte 64: this is not JSON: it ends in the middle of a string; export it again, or remove it",
    "! byte 81: the file ends before its list does; it is cut short",
])]
#[case::torn_line_of_messages(Format::Messages, "{\"role\":\"user\",\"content\":\"Hi.\"}\r\n{\"role\":\"user\",\"con\r\n{\"role\":\"user\",\"content\":\"Ho.\"}\r\n", &[
    "! byte 33: this is not JSON: control character (\\u0000-\\u001F) found while parsing a string; export it again, or remove it",
    "# -, -, -", r#"byte 0, user, -, -: "user: Hi.\n\n""#, r#"byte 54, user, -, -: "user: Ho.\n\n""#,
])]
#[case::mark_and_carriage_returns(Format::ClaudeCode, "\u{FEFF}{\"type\":\"user\",\"message\":{\"content\":\"a\\r\\nb\"}}\r\n", &[
    "# -, -, -", r#"line 1, user, -, -: "user: a\nb\n\n""#,
])]
#[case::no_messages(Format::Chatgpt, r#"[{"id":"a","mapping":{},"current_node":null}]"#, &["# a, -, -"])]
#[case::no_current_node(Format::Chatgpt, r#"[{"mapping":{"n":{}},"current_node":null}]"#, &[
    "! byte 1: it has messages but no `current_node`, which says which of its branches was shown",
])]
#[case::branch_into_nothing(Format::Chatgpt, r#"[{"mapping":{"n":{"parent":"o"}},"current_node":"n"}]"#, &[
    "! byte 1: its branch leads to \"o\", which is not in `mapping`",
])]
#[case::ring(Format::Chatgpt, r#"[{"mapping":{"n":{"parent":"o"},"o":{"parent":"n"}},"current_node":"n"}]"#, &[
    "! byte 1: the parents of its messages run in a ring",
])]
#[case::parts_of_chatgpt(Format::Chatgpt, r#"[{"mapping":{"n":{"message":{"author":{"role":"user"},"create_time":null,"content":{"content_type":"multimodal_text","parts":[null,{"content_type":"image_asset_pointer"},"Hi."]}}}},"current_node":"n"}]"#, &[
    "# -, -, -", r#"/0/mapping/n/message, user, -, -: "user: [image_asset_pointer]\nHi.\n\n""#,
])]
#[case::fields_of_other_types(Format::Messages, r#"[{"role":"user","content":"Hi.","id":7,"title":{},"created_at":1,"timestamp":"x"},{"role":7,"content":"a"},["user",null,"b"],{"role":"user","content":{"text":7}}]"#, &[
    "! byte 82: it is the number `7`, and must be a string; export it again, or remove it",
    "! byte 107: a list, where an object is expected; export it again, or remove it",
    "# -, -, -", r#"/0, user, 1970-01-01T00:00:01Z, 7: "user: Hi.\n\n""#,
])]
#[case::nul(Format::Messages, r#"[{"role":"user","content":"a\u0000b"}]"#, &["# -, -, -", r#"/0, user, -, -: "user: a\0b\n\n""#])]
#[case::times_out_of_range(Format::Messages, r#"[{"role":"user","content":"Hi.","created":1e300,"timestamp":1709654400.25}]"#, &[
    "# -, -, -", r#"/0, user, 2024-03-05T16:00:00.25Z, -: "user: Hi.\n\n""#,
])]
#[case::a_time_of_slack_that_is_none(Format::Slack, r#"[{"user":"U1","ts":"12a","text":"Hi."}]"#, &[
    "# -, -, -", r#"/0, U1, -, 12a: "U1: Hi.\n\n""#,
])]
#[case::not_json(Format::Claude, "Note: prose, and [more].", &["! byte 0: a list or an object of JSON is expected here"])]
#[case::cues_without_text(Format::Vtt, "WEBVTT\r\rNOTE --\r\r1\r00:01.000 --> 00:02.000\r\r2\r00:02.000 --> 00:03.000\rHi.\r", &[
    "# -, -, -", r#"line 9, -, 00:02.000, 2: "Hi.\n\n""#,
])]
fn hostile_files(#[case] format: Format, #[case] file: &str, #[case] expected: &[&str]) {
    assert_eq!(dump(format, file.as_bytes(), Options::default()), expected);
}

#[test]
fn nesting_is_an_error_of_its_message() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let file = format!(
        r#"[{{"role":"user","content":{deep}}},{{"role":"user","tool_calls":{deep}}},{{"role":"user","content":"Hi."}}]"#
    );
    let read = dump(Format::Messages, file.as_bytes(), Options::default());
    assert!(read[..2].iter().all(|line| line.starts_with("! /")), "{read:?}");
    assert_eq!(read[2..], ["# -, -, -", r#"/2, user, -, -: "user: Hi.\n\n""#]);
}

/// Marks that nothing closes are sought once, not from each of them.
#[test]
fn open_marks_take_linear_time() {
    let marks = "<a".repeat(2_000_000);
    let post = format!(r#"[{{"type":"message","ts":"1.0","text":"{marks}"}}]"#);
    let cue = format!("WEBVTT\n\n00:01.000 --> 00:02.000\n{marks}<{}\n", "<".repeat(2_000_000));
    for (format, file) in [(Format::Slack, post), (Format::Vtt, cue)] {
        let read = Conversations::new(format, file.as_bytes(), Options::default()).next().unwrap().unwrap();
        assert!(read.text.contains(&marks), "{format}");
    }
}

/// Whatever a file holds, reading it ends, in an error at the worst.
#[test]
fn every_format_reads_every_sample_and_every_beginning_of_one() {
    for entry in fs::read_dir(SAMPLES).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        for end in (0..bytes.len()).step_by(13).chain([bytes.len()]) {
            let bytes = &bytes[..end];
            let _ = Format::recognize("0001-a.md", bytes);
            for format in Format::ALL {
                match format.kind() {
                    Kind::Conversation => drop(dump(format, bytes, Options::default())),
                    Kind::Item => Items::new(format, "a", bytes).for_each(drop),
                    Kind::Recording => {
                        Events::asciicast(bytes, Ansi::Remove).for_each(drop);
                        Events::typescript(bytes, bytes, Ansi::Remove).for_each(drop);
                    }
                    _ => panic!("a kind without a reader"),
                }
            }
        }
    }
}
