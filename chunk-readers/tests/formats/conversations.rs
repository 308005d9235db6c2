//! What is read from the conversations among the samples.

use crate::{dump, sample};
use chunk_readers::{
    Format,
    conversation::{Conversations, Options, Tools, slack_names},
};
use rstest::rstest;

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

#[test]
fn conversations_of_the_same_id_have_names_of_their_own() {
    let file = br#"[{"uuid":"a","chat_messages":[]},7,{"uuid":"a","chat_messages":[]}]"#;
    let read = Conversations::new(Format::Claude, &file[..], Options::default());
    let paths: Vec<_> = read.flatten().map(|conversation| conversation.path("c.json")).collect();
    assert_eq!(paths, ["c.json#a", "c.json#2"]);
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
