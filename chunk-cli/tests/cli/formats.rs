//! Files of other programs: `--from`, `--tools`, `--ansi`, `chunk formats`.

use crate::harness::Folder;
use rstest::rstest;
use serde_json::Value;
use std::fs;

/// A folder with the samples of all formats.
fn samples() -> Folder {
    let folder = Folder::new();
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/formats");
    for entry in fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        folder.write(path.file_name().unwrap().to_str().unwrap(), fs::read(&path).unwrap());
    }
    folder
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Each sample from the command: how many records, and a value in the last one. Damaged records fail, the others are written.
#[rstest]
#[case::messages("tokens messages.json", true, 1, "/chunks/0/turns/4/pointer", "/4")]
#[case::chatgpt("tokens chatgpt.json", false, 2, "/interaction_id", "chatgpt.json#c-2")]
#[case::claude("tokens claude.json", true, 1, "/chunks/0/turns/1/id", "m-2")]
#[case::claude_code("tokens claude-code.jsonl", false, 1, "/chunks/0/turns/3/speaker", "assistant")]
#[case::codex("tokens codex.jsonl", true, 1, "/chunks/0/turns/2/speaker", "tool")]
#[case::slack("tokens slack.json", true, 1, "/chunks/0/turns/0/speaker", "Ann Well")]
#[case::vtt("tokens talk.vtt", true, 1, "/chunks/0/turns/1/at", "00:00:04.500")]
#[case::srt("tokens talk.srt", true, 1, "/chunks/0/turns/0/speaker", "Ann")]
#[case::aider("tokens aider.md", true, 1, "/chunks/0/turns/1/speaker", "user")]
#[case::transcript(
    "tokens --from transcript transcript.txt",
    true,
    1,
    "/chunks/0/turns/1/speaker",
    "Bob Miller"
)]
#[case::hybrid(
    "hybrid talk.vtt",
    true,
    1,
    "/content",
    "Ann: How deep is\nthe well?\nAnybody?\n\nBob: Forty metres & more."
)]
#[case::adr_tools("backlog --product p 0007-drill-a-second-well.md", true, 6, "/metadata/state", "Accepted")]
#[case::madr("backlog --product p 0008-use-electric-pumps.md", true, 3, "/metadata/doc_id", "0008")]
#[case::taskmaster("backlog --product p tasks.json", false, 6, "/metadata/parent", "1")]
#[case::beads("backlog --product p issues.jsonl", false, 5, "/metadata/doc_id", "bd-9")]
#[case::github("backlog --product p github.json", true, 4, "/metadata/source_path", "github.json#8")]
#[case::asciicast("recorder session.cast", false, 3, "/text", "[OUT] $")]
#[case::asciicast_3("recorder session3.cast", true, 1, "/text", "[OUT] $\n[OUT] wells.csv")]
#[case::typescript(
    "recorder --from typescript typescript.timing typescript",
    true,
    1,
    "/text",
    "[OUT] $\n[OUT] éls\n[OUT]\nwells.csv"
)]
fn samples_are_chunked(
    #[case] arguments: &str,
    #[case] is_whole: bool,
    #[case] records: usize,
    #[case] pointer: &str,
    #[case] expected: &str,
) {
    let ran = samples().run(arguments);
    assert_eq!(ran.status, Some(i32::from(!is_whole)), "{}", ran.stderr);
    let records_of = lines(&ran.stdout);
    assert_eq!(records_of.len(), records, "{}", ran.stdout);
    assert_eq!(records_of.last().unwrap().pointer(pointer), Some(&expected.into()), "{}", ran.stdout);
}

/// A task's file name has blanks, which a shell would quote.
#[test]
fn a_task_of_backlog_md_is_taken_from_a_folder() {
    let folder = Folder::new();
    let samples = samples();
    folder.write("backlog/tasks/task-7 - Oil-the-pump.md", samples.read("task-7 - Oil-the-pump.md"));
    folder.write("docs/adr/0007-drill.md", samples.read("0007-drill-a-second-well.md"));
    let records = lines(&folder.run("backlog -q --product p .").well());
    let ids: Vec<_> = records.iter().map(|record| record["metadata"]["doc_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["task-7", "task-7", "task-7", "0007", "0007", "0007", "0007", "0007", "0007"]);
}

#[rstest]
#[case::tokens("tokens", "", "messages.json claude.json talk.vtt")]
#[case::tools("tokens", "--tools drop", "codex.jsonl")]
#[case::hybrid("hybrid", "", "talk.vtt")]
#[case::backlog("backlog", "--set product=\"p\"", "github.json 0007-drill-a-second-well.md")]
#[case::recorder("recorder", "--ansi keep", "session3.cast")]
fn records_are_made_again_by_check(#[case] policy: &str, #[case] flags: &str, #[case] files: &str) {
    let folder = samples();
    folder.run(&format!("{policy} -q {flags} {files} -o out.jsonl")).well();
    let sources: String = files.split(' ').map(|file| format!(" --source {file}")).collect();
    folder.run(&format!("check -q --policy {policy} {flags} out.jsonl{sources}")).well();
    if policy == "tokens" {
        folder.run("check -q --policy tokens out.jsonl").well();
    }
}

#[test]
fn flags_choose() {
    let folder = samples();
    // As it is.
    let record = &lines(&folder.run("tokens --from text talk.srt").well())[0];
    assert!(record["original_text"].as_str().unwrap().starts_with("1\n00:00:01,000"));
    let kept = folder.run("tokens --tools keep codex.jsonl").well();
    assert!(kept.contains(r"tool: [result]\nwell,depth\n3,40"), "{kept}");
    let colours = folder.run("recorder --ansi keep session.cast").stdout;
    assert!(colours.contains(r"[OUT] \u001b[1;32m$\u001b[0m"), "{colours}");
    let error = folder.run("tokens --from beads issues.jsonl");
    assert!(error.stderr.contains("`chunk formats` says for which"), "{}", error.stderr);
    let unknown = folder.run("tokens --from word notes.doc");
    assert_eq!(unknown.status, Some(2));
}

/// The page has the list that the command prints, in the same words.
#[test]
fn the_page_of_formats_is_what_the_command_says() {
    let page = include_str!("../../../docs/formats/README.md");
    let shown = Folder::new().run("formats").well();
    assert_eq!(shown.lines().count(), 17);
    for line in shown.lines() {
        let [name, policies, about] = [&line[..12], &line[13..28], &line[29..]].map(str::trim_end);
        let row = format!("| [{name}]({name}.md) | {about} | {policies} |\n");
        assert!(page.contains(&row), "docs/formats/README.md lacks {row}");
    }
}

#[test]
fn a_damaged_record_is_named_by_its_place() {
    let folder = samples();
    let errors = [
        (
            "tokens chatgpt.json",
            "chatgpt.json: byte 1144: it is the number `7`, and must be an object; export it again, or remove it\n",
        ),
        ("tokens claude-code.jsonl", "claude-code.jsonl: line 5: "),
        ("backlog --product p issues.jsonl", "issues.jsonl: line 2: "),
        (
            "recorder session.cast",
            "session.cast: line 5: this is not JSON: it ends in the middle of a list; export it again, or remove it\n",
        ),
    ];
    for (run, place) in errors {
        let ran = folder.run(run);
        assert!(ran.stderr.contains(place) && ran.status == Some(1), "{}", ran.stderr);
    }
}

/// What an index has already stays: only the end of a conversation that goes on is embedded again.
#[test]
fn a_conversation_that_grew_keeps_its_chunks() {
    let session = |count: usize| -> String {
        let turn = |index: usize| {
            let (kind, said) = match index % 2 {
                0 => ("user", format!("Question {index}: {}?", "how deep is it ".repeat(30))),
                _ => ("assistant", format!("Answer {index}: {}.", "forty metres and more ".repeat(40))),
            };
            format!(
                r#"{{"type":"{kind}","uuid":"u{index}","sessionId":"s","timestamp":"2026-03-01T09:00:00Z","message":{{"role":"{kind}","content":"{said}"}}}}"#
            ) + "\n"
        };
        (0..count).map(turn).collect()
    };
    let folder = Folder::new();
    for (name, count) in [("old", 40), ("new", 46)] {
        folder.write("s.jsonl", session(count));
        folder.run(&format!("tokens s.jsonl --max-tokens 600 -o {name}.jsonl")).well();
    }
    // 40 turns are 20 pairs of 290 tokens or so: two in a chunk. Three pairs more are a chunk and a half.
    let ran = folder.run("diff old.jsonl new.jsonl --format jsonl");
    let changes = lines(&ran.stdout);
    let count = |change: &str| changes.iter().filter(|line| line["change"] == change).count();
    assert_eq!(
        (count("kept"), count("moved"), count("removed"), count("added")),
        (10, 0, 0, 2),
        "{}",
        ran.stderr
    );
}

/// A name alone makes no decision record: in a folder such a file is passed over with a note, by itself it is refused.
#[test]
fn a_file_that_only_has_the_name_of_a_record_is_passed_over() {
    let folder = Folder::with([
        ("decisions/0001-x.md", "# Shopping\n\nMilk.\n"),
        ("decisions/ADR-0001_y.md", "---\nid: ADR-0001\ntitle: Y\n---\n# Decision\n\nYes.\n"),
    ]);
    let ran = folder.run("backlog . --root . --set product=\"p\"");
    assert_eq!((ran.status, ran.stdout.lines().count()), (Some(0), 2), "{}", ran.stderr);
    assert!(ran.stderr.contains("decisions/0001-x.md: this is no work item"), "{}", ran.stderr);
    let ran = folder.run("backlog decisions/0001-x.md --root . --set product=\"p\"");
    assert_eq!(ran.status, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("error: decisions/0001-x.md: this is no work item"), "{}", ran.stderr);
    assert!(ran.stderr.contains("--from FORMAT reads it as one: adr, "), "{}", ran.stderr);
}

/// The users.json of a Slack export names those whose posts have only an id.
#[test]
fn slack_users_are_named() {
    let folder = samples();
    folder.write("users.json", r#"[{"id":"U2","profile":{"display_name":"Bob Miller"}}]"#);
    let record = &lines(&folder.run("tokens slack.json --slack-users users.json -q").well())[0];
    assert_eq!(record["chunks"][0]["turns"][1]["speaker"], "Bob Miller");
    let error = folder.run("tokens slack.json --slack-users slack.json").refused(2);
    assert!(error.contains("slack.json"), "{error}");
}

/// Whoever read a conversation gives it as a line of JSON, with its turns.
#[test]
fn lines_of_json_have_turns() {
    let folder = Folder::new();
    let line = |turns: &str| {
        let said = "How deep is it? ".repeat(40);
        format!("{{\"interaction_id\":\"1\",\"text\":\"{said}{said}\",\"turns\":{turns}}}\n")
    };
    folder.write(
        "a.jsonl",
        line(r#"[{"start":0,"end":640,"speaker":"Ann","line":7},{"start":640,"end":1280}]"#),
    );
    let record = &lines(&folder.run("tokens -q --input jsonl --max-tokens 250 a.jsonl").well())[0];
    assert_eq!(record.pointer("/chunks/0/turns/0/line"), Some(&7.into()), "{record}");
    assert_eq!(record.pointer("/chunks/0/source_end_byte"), Some(&640.into()), "{record}");
    // A field of the same name that says something else.
    folder.write("a.jsonl", line("12"));
    assert!(!folder.run("tokens -q --input jsonl a.jsonl").well().contains("turns"));
    for turns in [
        r#"[{"start":9,"end":2}]"#,
        r#"[{"start":0,"end":9999}]"#,
        r#"[{"start":0,"end":9},{"start":3,"end":12}]"#,
        r#"[{"start":0}]"#,
    ] {
        folder.write("a.jsonl", line(turns));
        let ran = folder.run("tokens --input jsonl a.jsonl");
        assert!(ran.stderr.contains("the field `turns`") && ran.status == Some(1), "{}", ran.stderr);
    }
}

/// Rows have the turns in their metadata, as JSON.
#[test]
fn rows_have_turns() {
    let folder = samples();
    let row = &lines(&folder.run("tokens --format rows messages.json").well())[0];
    let turns: Value = serde_json::from_str(row["metadata"]["turns"].as_str().unwrap()).unwrap();
    assert_eq!(turns[4]["pointer"], "/4", "{row}");
}
