//! `chunk recorder` (R2, R3, R15) and `chunk check --policy recorder` (R14).

use crate::harness::{Folder, spawn};
use rstest::rstest;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    thread,
};

fn records(jsonl: &str) -> Vec<Value> {
    jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn output_event(id: &str, text: &str) -> String {
    let event = json!({
        "schema_version": "ft.recorder.event.v1", "event_id": id, "pane_id": 1, "occurred_at_ms": 0,
        "event_type": "egress_output", "text": text,
    });
    event.to_string() + "\n"
}

fn wrapped(segment_id: u64, ordinal: u64, text: &str) -> String {
    let event: Value = serde_json::from_str(&output_event(text, text)).unwrap();
    let offset = json!({"segment_id": segment_id, "ordinal": ordinal, "byte_offset": 0});
    json!({"offset": offset, "event": event}).to_string() + "\n"
}

#[test]
fn several_files_are_one_stream_in_the_order_given() {
    let folder =
        Folder::with([("a.jsonl", output_event("a", "alpha")), ("b.jsonl", output_event("b", "beta"))]);
    let output = folder.run("recorder b.jsonl a.jsonl");
    let records = records(&output.stdout);
    assert_eq!(records.len(), 1, "{}", output.stderr);
    assert_eq!(records[0]["text"], "[OUT] beta\n[OUT] alpha");
    assert_eq!(records[0]["end_offset"], json!({"segment_id": 1, "ordinal": 0, "byte_offset": 0}));
    assert_eq!(output.stderr, "2 documents, 1 chunk\n");
    assert_eq!(output.status, Some(0));
}

#[test]
fn a_descending_stream_is_refused_and_sorted_on_demand() {
    let folder =
        Folder::with([("late.jsonl", wrapped(2, 0, "late")), ("early.jsonl", wrapped(1, 7, "early"))]);
    let output = folder.run("recorder late.jsonl early.jsonl");
    assert_eq!(output.status, Some(1));
    let message = output.stderr;
    assert!(message.starts_with("error: early.jsonl: line 1: the event at segment 1 ordinal 7"), "{message}");
    let output = folder.run("recorder --sort late.jsonl early.jsonl");
    assert_eq!(output.status, Some(0), "{}", output.stderr);
    assert_eq!(records(&output.stdout)[0]["text"], "[OUT] early\n[OUT] late");
}

#[rstest]
#[case::told("recorder --append-log events.log")]
#[case::found_out("recorder events.log")]
#[case::sorted("recorder --sort events.log")]
fn a_torn_append_log_gives_its_whole_records(#[case] arguments: &str) {
    let folder = Folder::new();
    let event = output_event("a", "alpha");
    let mut log = u32::try_from(event.len()).unwrap().to_le_bytes().to_vec();
    log.extend(event.into_bytes());
    log.extend([9, 0, 0, 0, b'{']);
    folder.write("events.log", log);
    let output = folder.run(arguments);
    assert_eq!(records(&output.stdout)[0]["text"], "[OUT] alpha");
    assert!(output.stderr.starts_with("warning: events.log: byte "), "{}", output.stderr);
    assert_eq!(output.status, Some(0));
}

#[rstest]
#[case::limit("recorder --line-limit 20 a.jsonl", 1, "error: a.jsonl: line 1 is longer than 20 bytes")]
#[case::setting("recorder --max-chunk-chars 15 a.jsonl", 2, "max_chunk_chars = 15: must be at least 16")]
#[case::variable_like_setting("recorder --set max_chunk_events=0 a.jsonl", 2, "max_chunk_events = 0")]
#[case::out_dir("recorder --out-dir out a.jsonl", 2, "error: --out-dir cannot be used with recorder: ")]
#[case::jsonl("recorder --input jsonl a.jsonl", 2, "error: --input jsonl cannot be used with recorder: ")]
#[case::field_of_a_name("recorder --id-field b a.jsonl", 2, "recorder has no --id-field; leave it out")]
#[case::field_of_a_text("recorder --text-field b a.jsonl", 2, "recorder has no --text-field; leave it out")]
#[case::file_limit("recorder --file-limit 1 a.jsonl", 2, "recorder has no --file-limit; leave it out")]
#[case::no_log("recorder no.log", 1, "damaged or torn, say that it is one (`--append-log`)\n")]
#[case::check_without_source("check --policy recorder a.jsonl", 2, "pass --source PATH")]
#[case::check_of_a_long_line(
    "check --policy recorder a.jsonl --source a.jsonl --line-limit 20",
    1,
    "line 1 is longer than 20 bytes"
)]
#[case::check_of_no_record("check --policy recorder a.jsonl --source a.jsonl", 1, "")]
fn what_is_refused(#[case] arguments: &str, #[case] status: i32, #[case] part: &str) {
    let folder =
        Folder::with([("a.jsonl", output_event("a", "alpha")), ("no.log", "\u{1}\u{2}\u{3}".to_owned())]);
    let output = folder.run(arguments);
    assert_eq!(output.status, Some(status), "{}", output.stderr);
    assert!(output.stderr.contains(part), "{}", output.stderr);
}

#[test]
fn an_error_leaves_the_chunks_beside_it() {
    let marker = output_event("m", "").replace("egress_output", "control_marker");
    let (first, open, behind) =
        (output_event("a", "final"), output_event("b", "open"), output_event("c", "behind"));
    let lines = [first, marker, open, "{}\n".to_owned(), behind].concat();
    let folder = Folder::with([("a.jsonl", lines)]);
    let output = folder.run("recorder a.jsonl --on-error stop");
    assert_eq!(records(&output.stdout).len(), 2);
    let output = folder.run("recorder a.jsonl");
    assert_eq!(records(&output.stdout).len(), 3);
    assert!(output.stderr.starts_with("error: a.jsonl: line 4: no recorder event: the field"));
    assert_eq!(output.status, Some(1));
    let status = folder.run("recorder a.jsonl -o out.jsonl --on-error stop").status;
    assert_eq!(status, Some(1));
    assert!(!folder.path("out.jsonl").exists());
}

#[test]
fn what_is_no_log_is_told_what_a_log_is() {
    let advice = "note: nothing was chunked: recorder takes events, a line of JSON each, with the schema_version \
                  ft.recorder.event.v1; for other texts there are tokens, markdown and hybrid\n";
    for (text, error) in [
        (
            "{\n\"a\": 1}\n",
            "; this is no recorder log: leave the file out, or chunk it with tokens, markdown or hybrid\n",
        ),
        ("\nTea.\n", "; this is no recorder log: "),
        ("\"Tea.\"\n", "; this is no recorder log: "),
        ("{\"a\": 1}\n", "line 1: no recorder event: the field `schema_version` is missing\n"),
    ] {
        let folder = Folder::with([("a", text)]);
        let said = folder.run("recorder a").refused(1);
        assert!(said.contains(error) && said.ends_with(advice), "{said}");
    }
    let folder = Folder::with([("a", "Tea.\n".to_owned() + &output_event("a", "alpha"))]);
    assert!(!folder.run("recorder a").stderr.contains(advice));
}

/// A folder of other files has an error for each of these, and all for those who ask.
#[test]
fn other_files_have_a_line_each() {
    let text = || format!("# Tea\n\n{}", "Leaves.\n".repeat(30));
    let folder = Folder::with([("a.md", text()), ("b.md", text()), ("c.jsonl", output_event("c", "gamma"))]);
    let ran = folder.run("recorder .");
    let what = "no recorder event: this is not JSON; this is no recorder log: leave the file out, or chunk it with tokens, markdown or hybrid";
    let [a, b] = ["a", "b"].map(|name| format!("error: ./{name}.md: line 1: {what}\n"));
    let counts =
        "error: and 60 more about the lines of such files; -v shows all\n3 documents, 2 failed, 1 chunk\n";
    assert_eq!((ran.status, ran.stderr), (Some(1), format!("{a}{b}{counts}")));
    assert!(ran.stdout.contains("gamma"), "{}", ran.stdout);
    assert_eq!(folder.run("recorder . -v").stderr.lines().count(), 63);
}

/// A log with an error in each line has few of them shown, and the advice comes last.
#[test]
fn a_wrong_log_is_told_in_few_lines() {
    let folder = Folder::with([("plain.log", "{}\n".repeat(20_000)), ("b.log", "{}\n".repeat(11))]);
    for arguments in ["recorder plain.log b.log", "recorder --sort plain.log b.log"] {
        let said = folder.run(arguments).refused(1);
        let said: Vec<_> = said.lines().collect();
        assert_eq!(said.len(), 24, "{said:?}");
        assert!(said[9].starts_with("error: plain.log: line 10: no recorder event"), "{said:?}");
        assert!(said[10].starts_with("error: b.log: line 1: "), "{said:?}");
        assert_eq!(said[20], "error: b.log: and 1 more about its lines; -v shows all");
        assert_eq!(said[21], "error: plain.log: and 19990 more about its lines; -v shows all");
        assert!(said[22].starts_with("note: nothing was chunked: "), "{said:?}");
        assert_eq!(said[23], "2 documents, 2 failed, 0 chunks");
    }
    let said = folder.run("recorder plain.log --on-error stop").refused(1);
    assert!(said.starts_with("error: plain.log: line 1: ") && !said.contains("line 2"), "{said}");
}

/// The error that ends the stream is shown, however many records were bad before.
#[test]
fn what_ends_a_stream_is_not_among_the_errors_left_out() {
    let lines = "{}\n".repeat(12) + &wrapped(2, 0, "late") + &wrapped(1, 7, "early");
    let said = Folder::with([("a.jsonl", lines)]).run("recorder a.jsonl").stderr;
    assert!(said.contains("error: a.jsonl: line 14: the event at segment 1 ordinal 7"), "{said}");
    assert!(said.ends_with("error: a.jsonl: and 2 more about its lines; -v shows all\n"), "{said}");
}

#[test]
fn a_byte_order_mark_is_named() {
    let log = format!("\u{FEFF}{}{}", output_event("a", "alpha"), output_event("b", "beta"));
    let folder = Folder::with([("a.jsonl", log)]);
    for arguments in ["recorder a.jsonl", "recorder --sort a.jsonl"] {
        let ran = folder.run(arguments);
        let mark = "the file begins with a byte order mark (U+FEFF), which JSON has no place for; remove it";
        let said = format!("error: a.jsonl: line 1: no recorder event: {mark}\n");
        assert_eq!((ran.status, ran.stderr), (Some(1), said));
        assert!(ran.stdout.contains("beta"), "{}", ran.stdout);
    }
}

/// R17: neither a bad line nor a file that cannot be read hides what follows.
#[rstest]
#[case::streamed("recorder a.jsonl b.gz c.jsonl")]
#[case::sorted("recorder --sort a.jsonl b.gz c.jsonl")]
fn the_other_records_and_files_are_read(#[case] arguments: &str) {
    let lines = format!("{}?\n{}[]\n", output_event("a", "alpha"), output_event("b", "beta"));
    let folder = Folder::with([("a.jsonl", lines), ("c.jsonl", output_event("c", "gamma"))]);
    folder.write("b.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]);
    let output = folder.run(arguments);
    let texts: Vec<_> = records(&output.stdout).into_iter().map(|record| record["text"].clone()).collect();
    let errors: Vec<_> = output.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(output.status, Some(1));
    assert_eq!(texts, ["[OUT] alpha", "[OUT] beta", "[OUT] gamma"], "{}", output.stderr);
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].starts_with("error: a.jsonl: line 2: "), "{errors:?}");
    assert!(errors[1].starts_with("error: a.jsonl: line 4: "), "{errors:?}");
    assert!(errors[2].contains("it looks like gzip: decompress it first"), "{errors:?}");
    assert!(output.stderr.ends_with("3 documents, 2 failed, 3 chunks\n"), "{}", output.stderr);
}

/// C1: of a stream of several logs, each long enough for two threads.
#[rstest]
#[case::all("recorder a.jsonl b.gz c.jsonl d.log")]
#[case::to_a_bad_line("recorder a.jsonl c.jsonl --on-error stop")]
#[case::sorted("recorder --sort a.jsonl c.jsonl d.log")]
#[case::out_of_order("recorder late.jsonl a.jsonl c.jsonl")]
fn threads_change_nothing(#[case] arguments: &str) {
    let line = |n| output_event(&format!("e{n}"), &format!("line {n} {}", "x".repeat(99)));
    let lines: Vec<_> = (0..4_000).map(line).collect();
    let log = |bad: &str| format!("{}{bad}{}", lines[..3_000].concat(), lines[3_000..].concat());
    let late = log(&wrapped(9, 0, "late"));
    let folder = Folder::with([("a.jsonl", log("")), ("c.jsonl", log("?\n")), ("late.jsonl", late)]);
    folder.write("b.gz", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]);
    let record =
        |line: &String| [&u32::try_from(line.len()).unwrap().to_le_bytes(), line.as_bytes()].concat();
    folder.write("d.log", [lines.iter().flat_map(record).collect(), vec![9, 0, 0, 0, b'{']].concat());
    let [one, two] = [1, 2].map(|jobs| folder.run(&format!("{arguments} -j {jobs}")));
    assert!(one.stdout.lines().count() > 200, "{}", one.stderr);
    assert_eq!((two.status, two.stderr), (one.status, one.stderr));
    assert!(two.stdout == one.stdout);
}

#[test]
fn chunks_are_checked_against_their_log() {
    let lines: String =
        (0..60).map(|n| output_event(&n.to_string(), &format!("line {n} {}", "x".repeat(99)))).collect();
    let folder = Folder::with([("log.jsonl", lines)]);
    folder.run("recorder log.jsonl -o chunks.jsonl").well();
    let check = "check --policy recorder chunks.jsonl --source log.jsonl";
    let output = folder.run(check);
    assert_eq!((output.status, &*output.stderr), (Some(0), "5 records, 0 violations\n"));
    let chunks = folder.read("chunks.jsonl");
    let without_last: String =
        chunks.lines().take(4).map(|line| line.replace("line 3 ", "line 4 ") + "\n").collect();
    folder.write("chunks.jsonl", without_last);
    let output = folder.run(check);
    assert_eq!(output.status, Some(1));
    let found = output.stdout;
    assert!(found.starts_with("chunks.jsonl: line 1: text differs at character "), "{found}");
    assert!(
        found.ends_with("chunks.jsonl: 1 of 5 records of the source are missing, the first is record 5\n"),
        "{found}"
    );
}

/// A finished chunk is written at once, not when a buffer is full.
#[test]
fn a_live_stream_gives_its_chunks_as_they_are_final() {
    let folder = Folder::new();
    let mut child = spawn(&mut folder.chunk("recorder"));
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let marker = output_event("m", "").replace("egress_output", "lifecycle_marker");
    for round in 0..3 {
        stdin.write_all(format!("{}{marker}", output_event("a", &round.to_string())).as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.contains(&format!("[OUT] {round}")), "{line}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// R15, by the kernel's own account: 96 MiB through a pipe, in a few MiB of memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_stream() {
    let folder = Folder::new();
    let mut child = spawn(&mut folder.chunk("recorder"));
    let stdout = child.stdout.take().unwrap();
    let reader = thread::spawn(move || BufReader::new(stdout).lines().count());
    let mut stdin = child.stdin.take().unwrap();
    // Lines, and an over-long event now and then.
    let lines =
        [output_event("a", &"some output\r\n".repeat(30)).repeat(99), output_event("b", &"x".repeat(60_000))];
    let block = lines.concat();
    for _ in 0..(96 << 20) / block.len() {
        stdin.write_all(block.as_bytes()).unwrap();
    }
    let peak = crate::harness::peak_kib(&child);
    drop(stdin);
    assert!(reader.join().unwrap() > 10_000);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(peak < 64 << 10, "{peak} KiB");
}
