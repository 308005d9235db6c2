//! A sample of each format, written by hand in the shape its page in docs/formats names, and what is read from it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::disallowed_methods
)]

use chunk_readers::{
    Format, Kind,
    conversation::{Conversations, Options, Tools, slack_names},
    item::Items,
    recording::{Ansi, Events, Log, What},
};
use rstest::rstest;
use std::{
    fs,
    io::{BufReader, Read},
};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/formats");

fn sample(name: &str) -> Vec<u8> {
    fs::read(format!("{SAMPLES}/{name}")).unwrap()
}

/// The conversations of a sample: `# id, title, at`, then for each turn `origin, speaker, at, id` and its text; `! error`.
fn dump(format: Format, file: &[u8], options: Options) -> Vec<String> {
    let mut lines = Vec::new();
    // A small buffer, so that values lie across its end.
    for read in Conversations::new(format, BufReader::with_capacity(7, file), options) {
        let conversation = match read {
            Ok(conversation) => conversation,
            Err(error) => {
                lines.push(format!("! {error}"));
                continue;
            }
        };
        let shown = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let (id, title, at) = (shown(&conversation.id), shown(&conversation.title), shown(&conversation.at));
        lines.push(format!("# {id}, {title}, {at}"));
        let mut end = 0;
        for turn in &conversation.turns {
            assert_eq!(turn.bytes.start, end, "turns tile the text");
            end = turn.bytes.end;
            let text = &conversation.text[turn.bytes.clone()];
            let (speaker, at, id) = (shown(&turn.speaker), shown(&turn.at), shown(&turn.id));
            lines.push(format!("{}, {speaker}, {at}, {id}: {text:?}", turn.origin));
        }
        assert_eq!(end, conversation.text.len());
    }
    lines
}

#[rstest]
#[case::messages(Format::Messages, "messages.json", &[
    "# -, -, -",
    r#"/0, system, -, -: "system: You know wells.\n\n""#,
    r#"/1, user, -, -: "user: How deep is the well?\nAnd how old?\n[image_url]\n\n""#,
    r#"/2, assistant, -, -: "assistant: [measure: {\"well\": 3}]\n\n""#,
    r#"/3, tool, -, -: "tool: [result: depth: 40 (2 lines)]\n\n""#,
    r#"/4, assistant, -, -: "assistant: Forty metres, two hundred years.\n\n""#,
])]
#[case::chatgpt(Format::Chatgpt, "chatgpt.json", &[
    "# c-1, Wells, 2024-03-05T16:00:00.25Z",
    r#"/0/mapping/n1/message, user, 2024-03-05T16:00:01Z, m1: "user: How deep?\n\n""#,
    r#"/0/mapping/n3/message, assistant, -, m3: "assistant: [python: print(40)]\n\n""#,
    r#"/0/mapping/n4/message, assistant, 2024-03-05T16:00:05.5Z, m4: "assistant: Forty metres.\n\n""#,
    "! byte 1144: invalid type: integer `7`, expected struct Node",
    "# c-2, Pumps, -",
    r#"/2/mapping/a~1b/message, user, -, m9: "user: Which pump?\n\n""#,
])]
#[case::claude(Format::Claude, "claude.json", &[
    "# u-1, Wells, 2026-02-14T10:04:22.000Z",
    r#"/0/chat_messages/0, human, 2026-02-14T10:04:22.000Z, m-1: "human: How deep?\n\n""#,
    r#"/0/chat_messages/1, assistant, 2026-02-14T10:04:30.000Z, m-2: "assistant: [measure: {\"well\":3}]\n[result: 40]\nForty metres.\n\n""#,
])]
#[case::claude_code(Format::ClaudeCode, "claude-code.jsonl", &[
    "! line 5: EOF while parsing a value",
    "# s-1, The well's depth, 2026-03-01T09:00:00.000Z",
    r#"line 2, user, 2026-03-01T09:00:00.000Z, l-1: "user: How deep is the well in wells.csv?\n\n""#,
    r#"line 3, assistant, 2026-03-01T09:00:02.000Z, l-2: "assistant: [Bash: {\"command\":\"cat wells.csv\"}]\n\n""#,
    r#"line 4, tool, 2026-03-01T09:00:03.000Z, l-3: "tool: [result: well,depth (2 lines)]\n\n""#,
    r#"line 6, assistant, 2026-03-01T09:00:05.000Z, l-5: "assistant: Forty metres.\n\n""#,
])]
#[case::codex(Format::Codex, "codex.jsonl", &[
    "# s-2, -, 2026-03-01T09:00:00.000Z",
    r#"line 3, user, 2026-03-01T09:00:01.000Z, -: "user: How deep is the well?\n\n""#,
    r#"line 5, assistant, 2026-03-01T09:00:02.000Z, call-1: "assistant: [shell: {\"command\":[\"cat\",\"wells.csv\"]}]\n\n""#,
    r#"line 6, tool, 2026-03-01T09:00:03.000Z, call-1: "tool: [result: well,depth (2 lines)]\n\n""#,
    r#"line 7, assistant, 2026-03-01T09:00:04.000Z, -: "assistant: Forty metres.\n\n""#,
])]
#[case::slack(Format::Slack, "slack.json", &[
    "# -, -, -",
    r#"/1, Ann Well, 2026-03-01T09:00:01.0002Z, 1772355601.000200: "Ann Well: @bob how deep is it? See the list (https://example.org/w) & #wells\n\n""#,
    r#"/2, bob, 2026-03-01T09:00:02.0003Z, 1772355602.000300: "bob: Forty metres.\n\n""#,
])]
#[case::vtt(Format::Vtt, "talk.vtt", &[
    "# -, -, -",
    r#"line 9, Ann, 00:00:01.000, intro: "Ann: How deep is\nthe well?\nAnybody?\n\n""#,
    r#"line 16, Bob, 00:00:04.500, -: "Bob: Forty metres & more.\n\n""#,
])]
#[case::srt(Format::Srt, "talk.srt", &[
    "# -, -, -",
    r#"line 2, Ann, 00:00:01,000, -: "Ann: How deep\nis the well?\n\n""#,
    r#"line 7, -, 00:00:04,500, -: "Forty metres.\n\n""#,
])]
#[case::aider(Format::Aider, "aider.md", &[
    "# -, -, 2026-03-01 09:00:00",
    r#"line 4, aider, -, -: "aider: [result: aider v0.86.0 (2 lines)]\n\n""#,
    r#"line 7, user, -, -: "user: How deep is the well?\nIt is in wells.csv.\n\n""#,
    r#"line 10, assistant, -, -: "assistant: Forty metres. The file says\n\n```\n#### 3,40\n> quoted\n```\n\n""#,
    r#"line 17, aider, -, -: "aider: [result: Tokens: 2.1k sent]\n\n""#,
    r#"line 19, user, -, -: "user: /exit\n\n""#,
])]
#[case::transcript(Format::Transcript, "transcript.txt", &[
    "# -, -, -",
    r#"line 1, Ann, 09:00, -: "Ann: How deep is the well?\nIt is the third one.\n\n""#,
    r#"line 3, Bob Miller, 09:01, -: "Bob Miller: Forty metres: I measured it.\nNote that http://example.org is no name.\n\n""#,
])]
fn conversations(#[case] format: Format, #[case] name: &str, #[case] expected: &[&str]) {
    let names = [("U2".to_owned(), "bob".to_owned())].into();
    assert_eq!(dump(format, &sample(name), Options::default().with_names(names)), expected);
    let recognized = (format != Format::Transcript).then_some(format);
    assert_eq!(Format::recognize(name, &sample(name)), recognized);
}

#[rstest]
#[case::keep(
    Tools::Keep,
    r#"line 4, tool, 2026-03-01T09:00:03.000Z, l-3: "tool: [result]\nwell,depth\n3,40\n\n""#,
    6
)]
#[case::drop(
    Tools::Drop,
    r#"line 6, assistant, 2026-03-01T09:00:05.000Z, l-5: "assistant: Forty metres.\n\n""#,
    4
)]
fn tool_calls_and_results(#[case] tools: Tools, #[case] expected: &str, #[case] count: usize) {
    let lines = dump(Format::ClaudeCode, &sample("claude-code.jsonl"), Options::default().with_tools(tools));
    assert!(lines.iter().any(|line| line == expected), "{lines:#?}");
    assert_eq!(lines.len(), count);
}

#[test]
fn conversations_that_are_lines_or_lists_of_objects() {
    let lines = br#"{"messages":[{"role":"user","content":"Hi."}],"id":"a"}
{"messages":[{"role":"user","content":7},{"role":"user","content":"Ho."}]}"#;
    let expected = [
        "# a, -, -",
        r#"byte 13, user, -, -: "user: Hi.\n\n""#,
        "! byte 69: neither text nor a list of parts",
        "# -, -, -",
        r#"byte 97, user, -, -: "user: Ho.\n\n""#,
    ];
    assert_eq!(dump(Format::Messages, lines, Options::default()), expected);
    assert_eq!(Format::recognize("train.jsonl", lines), Some(Format::Messages));
}

#[test]
fn members_of_a_slack_export() {
    let users = br#"[{"id":"U1","name":"ann","profile":{"display_name":"","real_name":"Ann Well"}},{"id":"U2","name":"bob"}]"#;
    let names = slack_names(users).unwrap();
    assert_eq!((&*names["U1"], &*names["U2"]), ("Ann Well", "bob"));
}

#[rstest]
#[case::adr_tools(Format::Adr, "0007-drill-a-second-well.md", &[concat!(
    "0007-drill-a-second-well.md: ---\nid: \"0007\"\ntitle: \"Drill a second well\"\nstatus: \"Accepted\"\ncreated: \"2026-03-01\"\n---\n",
    "# 7. Drill a second well\n\nDate: 2026-03-01\n\n## Status"
)])]
#[case::madr(Format::Adr, "0008-use-electric-pumps.md", &[concat!(
    "0008-use-electric-pumps.md: ---\nid: \"0008\"\ntitle: \"Use electric pumps\"\nstatus: \"accepted\"\ncreated: \"2026-03-02\"\n---\n",
    "# Use electric pumps\n\n## Context and Problem Statement"
)])]
#[case::backlog_md(Format::BacklogMd, "task-7 - Oil-the-pump.md", &[concat!(
    "task-7 - Oil-the-pump.md: ---\nid: \"task-7\"\ntitle: \"Oil the pump\"\nstate: \"In Progress\"\nparent: \"task-2\"\n",
    "created: \"2026-03-01 09:00\"\ntags: [\"pump\", \"care\"]\n---\n\n# Context\n\nThe pump squeaks.\n\n# Acceptance Criteria\n- [ ] #1 It hums"
)])]
#[case::taskmaster(Format::Taskmaster, "tasks.json", &[
    concat!(
        "tasks.json#1: ---\nid: \"1\"\ntitle: \"Oil the pump\"\nstate: \"in-progress\"\ntags: [\"master\"]\n---\n# Context\n\nIt squeaks.\n\n",
        "# Approach\n\n## Use thin oil\nA drop.\n\n# Acceptance Criteria\n\nIt hums.\n\n# Dependencies\n\n- 2\n"
    ),
    "tasks.json#1.1: ---\nid: \"1.1\"\ntitle: \"Buy oil\"\nstate: \"done\"\nparent: \"1\"\ntags: [\"master\"]\n---\n",
    "! /master/tasks/1: missing field `title` at line 1 column 9",
])]
#[case::beads(Format::Beads, "issues.jsonl", &[
    concat!(
        "issues.jsonl#bd-7: ---\nid: \"bd-7\"\ntype: \"task\"\ntitle: \"Oil the pump\"\nstate: \"open\"\nparent: \"bd-2\"\n",
        "created: \"2026-03-01T09:00:00Z\"\nupdated: \"2026-03-02T09:00:00Z\"\ntags: [\"pump\"]\n---\n# Context\n\nIt squeaks.\n\n",
        "# Dependencies\n\n- blocks: bd-3\n\n# Worklog\n\n2026-03-01T10:00:00Z [ann] Bought oil.\n"
    ),
    "! line 2: EOF while parsing a value",
    "issues.jsonl#bd-9: ---\nid: \"bd-9\"\ntype: \"epic\"\ntitle: \"Dig\"\nstate: \"closed\"\n---\n",
])]
#[case::github(Format::Github, "github.json", &[
    concat!(
        "github.json#7: ---\nid: \"7\"\ntitle: \"The pump squeaks\"\nstate: \"OPEN\"\ncreated: \"2026-03-01T09:00:00Z\"\n",
        "updated: \"2026-03-02T09:00:00Z\"\ntags: [\"bug\"]\n---\n# Context\n\nIt squeaks at night.\n\n",
        "# Worklog\n\n2026-03-01T10:00:00Z [ann] Oiled.\n 2026-03-05 is a date, no entry.\n"
    ),
    "github.json#8: ---\nid: \"8\"\ntitle: \"Of the REST interface\"\nstate: \"closed\"\ncreated: \"2026-03-03T09:00:00Z\"\ntags: [\"pump\"]\n---\n",
])]
fn items(#[case] format: Format, #[case] name: &str, #[case] expected: &[&str]) {
    let file = sample(name);
    let shown = Items::new(format, name, BufReader::with_capacity(7, &file[..])).map(|read| match read {
        Ok(item) => format!("{}: {}", item.path(name), item.document()),
        Err(error) => format!("! {error}"),
    });
    let shown: Vec<String> = shown.collect();
    assert_eq!(shown.len(), expected.len(), "{shown:#?}");
    for (shown, expected) in shown.iter().zip(expected) {
        // Of records that are files, the beginning is enough: the rest is the file's own.
        assert!(
            if format == Format::Adr {
                shown.starts_with(expected)
            } else {
                shown.trim_ascii_end() == expected.trim_ascii_end()
            },
            "{shown}"
        );
    }
    assert_eq!(Format::recognize(name, &file), Some(format));
}

fn shown(events: Events<'_>) -> Vec<String> {
    let event = |read| match read {
        Ok(chunk_readers::recording::Recorded { at_ms, what, line, byte, .. }) => match what {
            What::Output(text) => format!("{line}@{byte} {at_ms} o {text:?}"),
            What::Input(text) => format!("{line}@{byte} {at_ms} i {text:?}"),
            What::Marker(kind, data) => format!("{line}@{byte} {at_ms} {kind} {data}"),
            _ => panic!(),
        },
        Err(error) => format!("! {error}"),
    };
    events.map(event).collect()
}

#[test]
fn asciicast_2() {
    let cast = sample("session.cast");
    let expected = [
        r#"2@67 1709654400250 o "$ ""#,
        r#"3@106 1709654400500 i "ls\r""#,
        r#"4@125 1709654400750 o "wells.csv\r\n""#,
        "! line 5: EOF while parsing a list",
        "6@164 1709654401000 marker here",
        "7@183 1709654402000 resize 100x50",
        r#"8@204 1709654460500 o "$ ""#,
    ];
    assert_eq!(shown(Events::asciicast(&cast[..], Ansi::Remove)), expected);
    let kept = shown(Events::asciicast(&cast[..], Ansi::Keep));
    assert_eq!(kept[0], r#"2@67 1709654400250 o "\u{1b}[1;32m$\u{1b}[0m ""#);
    assert_eq!(Format::recognize("demo.cast", &cast), Some(Format::Asciicast));
}

#[test]
fn asciicast_3_counts_from_the_event_before() {
    let cast = sample("session3.cast");
    let expected = [
        r#"2@74 1709654400250 o "$ ""#,
        r#"4@104 1709654400750 o "wells.csv\r\n""#,
        "5@132 1709654402250 exit 0",
    ];
    assert_eq!(shown(Events::asciicast(&cast[..], Ansi::Remove)), expected);
    assert_eq!(Format::recognize("demo.cast", &cast), Some(Format::Asciicast));
}

#[test]
fn the_log_of_a_recording_has_its_lines() {
    let cast = sample("session.cast");
    let mut log = String::new();
    let mut read = Log::of(Format::Asciicast, &cast[..], Ansi::Remove, 0).unwrap();
    read.read_to_string(&mut log).unwrap();
    let damaged: Vec<_> =
        read.damaged().take().into_iter().map(|(line, error)| (line, error.to_string())).collect();
    assert_eq!(damaged, [(5, "line 5: EOF while parsing a list".to_owned())]);
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 8);
    assert_eq!((lines[0], lines[4]), ("", "[]"));
    assert_eq!(
        lines[1],
        concat!(
            r#"{"offset":{"segment_id":0,"ordinal":2,"byte_offset":67},"event":{"schema_version":"ft.recorder.event.v1","event_id":"2","#,
            r#""pane_id":0,"occurred_at_ms":1709654400250,"event_type":"egress_output","text":"$ "}}"#
        )
    );
}

#[test]
fn typescripts() {
    let (timing, typescript) = (sample("typescript.timing"), sample("typescript"));
    let events = Events::typescript(&timing[..], &typescript[..], Ansi::Remove);
    // The note of `script` is 59 bytes; the first event ends within a letter.
    let expected = [r#"1@59 250 o "$ ""#, r#"2@62 750 o "éls""#, r#"3@74 1750 o "\r\nwells.csv\r\n""#];
    assert_eq!(shown(events), expected);
    let advanced = b"H 0.000000 START_TIME 2026-03-01 09:00:00+00:00\nO 0.250000 3\nI 0.500000 1\nS 0.100000 SIGWINCH ROWS=20 COLS=60\n?\nO 1 99\n";
    let expected = [
        r#"2@0 250 o "abc""#,
        r#"3@3 750 i "d""#,
        "4@4 850 signal SIGWINCH ROWS=20 COLS=60",
        r#"! line 5: "?" is no entry of a timing file, such as `0.25 12` or `O 0.25 12`"#,
        "! line 6: the typescript ends 98 bytes before the timing file does",
    ];
    assert_eq!(shown(Events::typescript(&advanced[..], &b"abcde"[..], Ansi::Keep)), expected);
}

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
#[case("a.txt", "Note: this is prose.\nWarning: it is no chat.\n")]
#[case("a.md", "---\nid: 1\nstatus: open\n---\n# Page\n")]
fn other_files(#[case] path: &str, #[case] content: &str) {
    assert_eq!(Format::recognize(path, content.as_bytes()), None);
}

/// What strangers send. One damaged record is one error, with its place; the others are read.
#[rstest]
#[case::export_cut_short(Format::Claude, r#"[{"uuid":"a","chat_messages":[{"sender":"human","text":"Hi."}]},{"uuid":"b","chat"#, &[
    "# a, -, -", r#"/0/chat_messages/0, human, -, -: "human: Hi.\n\n""#,
    "! byte 64: EOF while parsing a string",
    "! byte 81: the file ends before its list does; it is cut short",
])]
#[case::torn_line_of_messages(Format::Messages, "{\"role\":\"user\",\"content\":\"Hi.\"}\r\n{\"role\":\"user\",\"con\r\n{\"role\":\"user\",\"content\":\"Ho.\"}\r\n", &[
    "! byte 33: control character (\\u0000-\\u001F) found while parsing a string",
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
    "! byte 82: invalid type: integer `7`, expected a string",
    "! byte 107: a list, where an object is expected",
    "# -, -, -", r#"/0, user, 1970-01-01T00:00:01Z, 7: "user: Hi.\n\n""#,
])]
#[case::nul(Format::Messages, r#"[{"role":"user","content":"a\u0000b"}]"#, &["# -, -, -", r#"/0, user, -, -: "user: a\0b\n\n""#])]
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

#[test]
fn conversations_of_the_same_id_have_names_of_their_own() {
    let file = br#"[{"uuid":"a","chat_messages":[]},7,{"uuid":"a","chat_messages":[]}]"#;
    let read = Conversations::new(Format::Claude, &file[..], Options::default());
    let paths: Vec<_> = read.flatten().map(|conversation| conversation.path("c.json")).collect();
    assert_eq!(paths, ["c.json#a", "c.json#2"]);
}

#[test]
fn items_of_the_same_id_have_names_of_their_own() {
    let file = b"{\"id\":\"bd-1\",\"title\":\"A\",\"description\":null}\n{\"id\":\"bd-1\",\"title\":\"B\"}\n";
    let paths: Vec<_> =
        Items::new(Format::Beads, "i", &file[..]).map(|item| item.unwrap().path("i")).collect();
    assert_eq!(paths, ["i#bd-1", "i#line 2"]);
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

/// A key of a megabyte is no pointer that thousands of chunks repeat.
#[test]
fn a_long_pointer_is_a_byte() {
    let key = "k".repeat(1 << 20);
    let file = format!(
        r#"[{{"current_node":"{key}","mapping":{{"{key}":{{"message":{{"author":{{"role":"user"}},"content":{{"parts":["Hi."]}}}}}}}}}}]"#
    );
    let read = dump(Format::Chatgpt, file.as_bytes(), Options::default());
    let byte = file.find(r#"{"author"#).unwrap();
    assert_eq!(read[1], format!(r#"byte {byte}, user, -, -: "user: Hi.\n\n""#));
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
