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
    "! byte 1144: it is the number `7`, and must be an object; export it again, or remove it",
    "# c-2, Pumps, -",
    r#"/2/mapping/a~1b/message, user, -, m9: "user: Which pump?\n\n""#,
])]
#[case::claude(Format::Claude, "claude.json", &[
    "# u-1, Wells, 2026-02-14T10:04:22.000Z",
    r#"/0/chat_messages/0, human, 2026-02-14T10:04:22.000Z, m-1: "human: How deep?\n\n""#,
    r#"/0/chat_messages/1, assistant, 2026-02-14T10:04:30.000Z, m-2: "assistant: [measure: {\"well\":3}]\n[result: 40]\nForty metres.\n\n""#,
])]
#[case::claude_code(Format::ClaudeCode, "claude-code.jsonl", &[
    "! line 5: this is not JSON: it ends in the middle of a value; export it again, or remove it",
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
    assert_eq!(dump(format, &sample(name), Options { names, ..Options::default() }), expected);
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
    let lines =
        dump(Format::ClaudeCode, &sample("claude-code.jsonl"), Options { tools, ..Options::default() });
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
        "! byte 69: neither text nor a list of parts; export it again, or remove it",
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

/// What real files have and the samples do not: who said what, and no bytes of files.
#[rstest]
#[case::a_subagent_and_a_summary(Format::ClaudeCode, r#"{"type":"user","uuid":"1","sessionId":"s","message":{"role":"user","content":"Why?"}}
{"type":"user","uuid":"2","isSidechain":true,"message":{"role":"user","content":"Search."}}
{"type":"user","uuid":"3","isCompactSummary":true,"message":{"role":"user","content":"This session is being continued."}}
{"type":"user","uuid":"4","message":{"role":"user","content":[{"type":"tool_result","content":[{"type":"image","source":{"type":"base64","data":"iVBO"}}]}]}}
{"type":"assistant","uuid":"5","message":{"role":"assistant","content":"So."}}"#, &[
    "# s, -, -",
    r#"line 1, user, -, 1: "user: Why?\n\n""#,
    r#"line 4, tool, -, 4: "tool: [result: [image]]\n\n""#,
    r#"line 5, assistant, -, 5: "assistant: So.\n\n""#,
])]
#[case::a_file_of_a_subagent(Format::ClaudeCode, r#"{"type":"user","uuid":"2","isSidechain":true,"message":{"role":"user","content":"Search."}}"#, &[
    "# -, -, -",
    r#"line 1, user, -, 2: "user: Search.\n\n""#,
])]
#[case::a_session_that_goes_on_from_another(Format::Codex, r##"{"type":"session_meta","payload":{"id":"new"}}
{"type":"session_meta","payload":{"id":"old"}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /x\n\nBe brief."}]}}
{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Hi."}]}}"##, &[
    "# new, -, -",
    r#"line 4, user, -, -: "user: Hi.\n\n""#,
])]
#[case::refusals(Format::Messages, r#"[{"role":"assistant","content":null,"refusal":"I cannot."},{"role":"assistant","content":[{"type":"refusal","refusal":"No."}],"refusal":null}]"#, &[
    "# -, -, -",
    r#"/0, assistant, -, -: "assistant: I cannot.\n\n""#,
    r#"/1, assistant, -, -: "assistant: No.\n\n""#,
])]
#[case::a_pasted_text(Format::Claude, r#"[{"uuid":"c","chat_messages":[{"uuid":"m","sender":"human","content":[{"type":"text","text":"Sum it up."},{"type":"token_budget"}],
"attachments":[{"file_name":"","extracted_content":"A long text."}]}]}]"#, &[
    "# c, -, -",
    r#"/0/chat_messages/0, human, -, m: "human: Sum it up.\n\nA long text.\n\n""#,
])]
#[case::bots_and_marks(Format::Slack, r#"[{"type":"message","ts":"1704100001.000200","username":"CI","text":"","attachments":[{"fallback":"Build 7 failed"}]},
{"type":"message","ts":"1704100002.000200","user":"U9","bot_profile":{"name":"GitHub"},"text":"<!subteam^S1|@wells> on <!date^1|18 Feb> <!here|here> <!channel>"}]"#, &[
    "# -, -, -",
    r#"/0, CI, 2024-01-01T09:06:41.0002Z, 1704100001.000200: "CI: Build 7 failed\n\n""#,
    r#"/1, GitHub, 2024-01-01T09:06:42.0002Z, 1704100002.000200: "GitHub: @wells on 18 Feb @here @channel\n\n""#,
])]
#[case::two_voices_in_a_cue(Format::Vtt, "WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v Ann>How\ndeep?</v>\n<v Bob>Forty.\n\n2\n00:02.000 --> 00:03.000\n<v Bob>Metres. <v Ann>Ah.\n", &[
    "# -, -, -",
    r#"line 4, Ann, 00:01.000, 1: "Ann: How\ndeep?\n\n""#,
    r#"line 4, Bob, 00:01.000, 1: "Bob: Forty.\nMetres.\n\n""#,
    r#"line 10, Ann, 00:02.000, 2: "Ann: Ah.\n\n""#,
])]
#[case::names_instead_of_voices(Format::Vtt, "WEBVTT\n\n00:01.000 --> 00:02.000\nAnn: How\n\n00:02.000 --> 00:03.000\nAnn: deep?\n", &[
    "# -, -, -",
    r#"line 3, Ann, 00:01.000, -: "Ann: How\ndeep?\n\n""#,
])]
#[case::blank_lines_too_few_and_too_many(Format::Srt, "1\n00:00:01,000 --> 00:00:02,000\nHow\n2\n00:00:02,000 --> 00:00:03,000\n40\n\nmetres\n\n3\n00:00:03,000 --> 00:00:04,000\nAh.\n", &[
    "# -, -, -",
    r#"line 2, -, 00:00:01,000, -: "How\n\n""#,
    r#"line 5, -, 00:00:02,000, -: "40\nmetres\n\n""#,
    r#"line 11, -, 00:00:03,000, -: "Ah.\n\n""#,
])]
fn as_programs_write_them(#[case] format: Format, #[case] file: &str, #[case] expected: &[&str]) {
    assert_eq!(dump(format, file.as_bytes(), Options::default()), expected);
}

#[test]
fn a_subagent_in_a_session_is_kept_with_its_tools() {
    let file = br#"{"type":"user","uuid":"1","message":{"role":"user","content":"Why?"}}
{"type":"user","uuid":"2","isSidechain":true,"message":{"role":"user","content":"Search."}}"#;
    let lines = dump(Format::ClaudeCode, file, Options { tools: Tools::Keep, ..Options::default() });
    assert_eq!(lines.last().unwrap(), r#"line 2, user, -, 2: "user: Search.\n\n""#);
}
