//! What is read from the recordings among the samples.

use crate::sample;
use chunk_readers::{
    Format,
    recording::{Ansi, Events, Log, What},
};
use std::io::Read;

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
        "! line 5: this is not JSON: it ends in the middle of a list; export it again, or remove it",
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
    assert_eq!(
        damaged,
        [(
            5,
            "line 5: this is not JSON: it ends in the middle of a list; export it again, or remove it"
                .to_owned()
        )]
    );
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

/// `script --log-in in.log --log-out out.log` of util-linux 2.38: what was typed is in another file.
#[test]
fn a_typescript_without_its_input() {
    let timing = |input: &str| format!("H 0 OUTPUT_LOG out.log\nH 0 INPUT_LOG {input}\nI 0.5 2\nO 0.25 2\n");
    let shown = |timing: String| shown(Events::typescript(timing.as_bytes(), &b"abcd"[..], Ansi::Keep));
    assert_eq!(shown(timing("in.log")), [r#"4@0 750 o "ab""#]);
    assert_eq!(shown(timing("out.log")), [r#"3@0 500 i "ab""#, r#"4@2 750 o "cd""#]);
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

#[rstest::rstest]
#[case::colour(&["\u{1b}[1;31mred\u{1b}[0m"], "red")]
#[case::title(&["\u{1b}]0;my title\u{7}$ ls\r\n"], "$ ls\r\n")]
#[case::cut_between_events(&["a\u{1b}[3", "2mb"], "ab")]
#[case::letters(&["é😀\t\u{8}x\u{7f}"], "é😀\tx")]
#[case::device_control(&["\u{1b}Pq#0\u{1b}\\y"], "y")]
fn escape_sequences_are_removed(#[case] printed: &[&str], #[case] expected: &str) {
    let event = |text: &&str| serde_json::json!([0.5, "o", text]).to_string() + "\n";
    let cast = r#"{"version":2}"#.to_owned() + "\n" + &printed.iter().map(event).collect::<String>();
    let text = |event| match event {
        Ok(chunk_readers::recording::Recorded { what: What::Output(text), .. }) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(Events::asciicast(cast.as_bytes(), Ansi::Remove).map(text).collect::<String>(), expected);
}
