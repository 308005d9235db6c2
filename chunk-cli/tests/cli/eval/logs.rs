//! Logs of recorder: an answer is in the text of an event, and has its place on the event's line.

use super::{lines, run};
use crate::harness::Folder;

const OPENS: &str = r#"{"schema_version":"ft.recorder.event.v1","event_id":"e1","pane_id":1,"occurred_at_ms":0,"event_type":"egress_output","text":""#;
const LOG: [&str; 3] =
    [r#"The mill is \"old\".\r\nThe well is forty m\u00e8tres deep."#, r"Nothing more.", r"A boat sank."];
const MARKER: &str = r#"{"schema_version":"ft.recorder.event.v1","event_id":"e4","pane_id":1,"occurred_at_ms":0,"event_type":"control_marker"}"#;

/// The log, the third event of which is in another pane, and questions, as people write them.
fn folder() -> Folder {
    let [one, two, three] = LOG.map(|text| format!("{OPENS}{text}\"}}"));
    let log = format!("{one}\n{two}\n\n{}\n{MARKER}\n", three.replace("\"pane_id\":1", "\"pane_id\":2"));
    let questions = r#"{"question": "How is the mill?", "answers": [{"source": "day/log.jsonl", "quote": "is \"old\""}]}
{"question": "How deep is the well?", "answers": [{"source": "day/log.jsonl", "quote": "\"old\".\nThe well is forty mètres"}]}
"#;
    Folder::with([("d/day/log.jsonl", log.as_str()), ("d/page.md", "# No log\n"), ("q.jsonl", questions)])
}

#[test]
fn a_log_is_tried_beside_other_settings() {
    let folder = folder();
    let log = folder.read("d/day/log.jsonl");
    let arguments = "eval q.jsonl d --try recorder --try tokens --best 1 --format";
    let found = run(&folder, &format!("{arguments} questions"));
    assert_eq!(found.status, Some(0), "{}", found.stderr);
    assert_eq!(
        found.stderr,
        "note: left out: 1 document that not every setting takes, such as page.md\n\
         note: with 2 questions a difference between settings may be chance: ask 30 or more\n"
    );
    // The first chunk is the first two lines; the escapes are part of the answer, and as long as they are there.
    let chunk = log.find("\n\n").unwrap() as f64;
    let answers = [r#"is \"old\""#, r#"old\".\r\nThe well is forty m\u00e8tres"#].map(str::len);
    let found: Vec<serde_json::Value> =
        found.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (at, size) in [(0, chunk), (2, log.len() as f64)] {
        for (line, answer) in found[at..].iter().zip(answers) {
            let scores = [1.0, answer as f64 / size].map(serde_json::Value::from);
            assert_eq!([&line["recall"], &line["precision"]], [&scores[0], &scores[1]], "{line}");
        }
    }
    // The marker is in no chunk of a recording.
    let found = lines(&folder, &format!("{arguments} jsonl"));
    let marker = MARKER.len();
    assert_eq!([&found[0]["lost"], &found[1]["lost"]], [marker, 0]);
    assert_eq!([&found[0]["chunks"], &found[0]["sentences_cut"]], [2, 0]);
}

#[test]
fn a_piece_of_an_event_is_a_part_of_its_line() {
    let folder = folder();
    let log = folder.read("d/day/log.jsonl");
    folder.write("q.jsonl", folder.read("q.jsonl").replace("day/", ""));
    let found = lines(
        &folder,
        "eval q.jsonl d/day/log.jsonl --try 'recorder --max-chunk-chars 40 --overlap-chars 0' --format questions",
    );
    // R8 cuts at the line end: no chunk holds the second answer whole.
    let first = log.find(r"\r\n").unwrap() as f64;
    let second = (log.find('\n').unwrap() - log.find("The well").unwrap()) as f64;
    assert_eq!([&found[0]["answers_cut"], &found[1]["answers_cut"]], [0, 1]);
    assert_eq!(found[0]["precision_omega"], r#"is \"old\""#.len() as f64 / first);
    let held = r#"old\"."#.len() + r"The well is forty m\u00e8tres".len();
    assert_eq!(found[1]["precision_omega"], held as f64 / (first + second));
}

/// Events that bring their positions, characters that JSON escapes as two, and a text over two events.
#[test]
fn escapes_and_positions_of_a_log_are_read() {
    let event = |ordinal: usize, text: &str| {
        format!("{{\"offset\":{{\"segment_id\":2,\"ordinal\":{ordinal},\"byte_offset\":0}},\"event\":{OPENS}{text}\"}}}}\n")
            .replace("e1", &format!("e{ordinal}"))
    };
    let log = event(7, r"a\r\n caf\u00e9 \ud83d\ude00") + &event(8, "end of it all");
    let questions = r#"{"question": "café", "answers": [{"source": "log.jsonl", "quote": "café"}, {"source": "log.jsonl", "quote": "😀\nend"}]}"#;
    let folder = Folder::with([("d/log.jsonl", log.as_str()), ("q.jsonl", questions)]);
    let arguments = "eval q.jsonl d -q --format questions --try";
    let found = &lines(&folder, &format!("{arguments} recorder"))[0];
    let crossing = log.find("of it").unwrap() - 1 - log.find(r"\ud83d").unwrap();
    let answers = r"caf\u00e9".len() + crossing;
    assert_eq!(found["precision"], answers as f64 / (log.len() - 1) as f64, "{found}");
    // The first event is a chunk, which is its line; the second is two, of which the first holds the end of the second answer and ends before
    // ` all`. The line end between the events, a character of that answer, is in neither.
    let each = &lines(&folder, &format!("{arguments} 'recorder --max-chunk-chars 16 --overlap-chars 0'"))[0];
    let touching = log.len() - 2 - r#" all"}}"#.len();
    assert_eq!(each["precision_omega"], (answers - 1) as f64 / touching as f64, "{each}");
    assert_eq!(each["answers_cut"], 1);
}
