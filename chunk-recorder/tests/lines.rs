//! R1, R2: a line is read as serde_json reads it, whatever lines came before: the reader keeps the form of a line to read the next one faster.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use chunk_recorder::{Event, Framing, LogOffset, LoggedEvent, read_events};
use chunk_testkit::generate::Rng;
use rstest::rstest;
use std::ops::ControlFlow;

const EVENT: &str = concat!(
    r#"{"schema_version":"ft.recorder.event.v1","event_id":"e\n1","pane_id":3,"session_id":null,"#,
    r#""source":[1,-0.5e+7,{"a":{}},[]],"causality":{"of":null,"is":true},"occurred_at_ms":-12,"#,
    r#""event_type":"egress_output","text":"a \"b\"\r\n\u001b\ud83d\ude00\u00e9 漢\\","is_gap":false}"#
);

fn wrapped(event: &str) -> String {
    format!(
        r#" {{"event" : {event}, "offset":{{"segment_id":1,"ordinal":0,"byte_offset":7,"x":0}},"y":1.0,"z":"\"é\""}} "#
    )
}

/// What is read of each record: the event, or why it is none.
fn read(log: &[u8], framing: Framing) -> Vec<Result<LoggedEvent<'static>, String>> {
    let mut found = Vec::new();
    let read = read_events(log, framing.into(), |record| {
        found.push(record.map(LoggedEvent::into_owned).map_err(|error| error.to_string()));
        Ok(ControlFlow::Continue(()))
    });
    assert!(read.is_ok_and(|warning| warning.is_none()));
    found
}

/// Asserts that a log of these events, each by itself and wrapped with a position, is what serde_json reads of each. Returns how many are events.
fn assert_same(events: &[String]) -> usize {
    let lines: String = events.iter().map(|event| format!("{event}\n{}\n", wrapped(event))).collect();
    let found = read(lines.as_bytes(), Framing::Jsonl);
    assert_eq!(found.len(), events.len() * 2);
    let mut read_well = 0;
    for (found, event) in found.chunks_exact(2).zip(events) {
        let expected = Event::from_json(event);
        read_well += usize::from(expected.is_ok());
        let bare = found[0].clone().map(|logged| logged.event);
        let bare = bare.map_err(|error| error.split_once(": ").unwrap().1.to_owned());
        assert_eq!(bare, expected.map_err(|error| error.to_string()), "{event}");
        let offset = LogOffset { segment_id: 1, ordinal: 0, byte_offset: 7 };
        let logged = bare.ok().map(|event| LoggedEvent::new(offset, event));
        assert_eq!(found[1].clone().ok(), logged, "{event}");
    }
    read_well
}

#[test]
fn usual_lines_are_read() {
    let other = EVENT.replace("\"session_id\":null", "\"session_id\":\"s\"").replace("e\\n1", "e2");
    let marker = EVENT.replace("egress_output", "lifecycle_marker");
    let long = EVENT.replace(
        "[1,",
        &format!("[{}{}\"{}\",", "1,".repeat(100), "null,".repeat(2_000), "long".repeat(10_000)),
    );
    let events = [EVENT, &other, &marker, &long, &other, EVENT].map(str::to_owned);
    assert_eq!(assert_same(&events), events.len());
}

#[test]
fn damaged_lines_are_read_as_serde_json_reads_them() {
    const BYTES: &[u8] = b"\"\\{}[]:,.-+eE0123456789 \tutfn\x00\x1F\x7Fd8";
    let mut random = Rng::with_seed(1);
    let mut damage = |_| {
        let mut event = EVENT.as_bytes().to_vec();
        for _ in 0..random.usize(1..4) {
            let (at, byte) = (random.usize(..event.len()), BYTES[random.usize(..BYTES.len())]);
            match random.u8(..3) {
                0 => event[at] = byte,
                1 => event.insert(at, byte),
                _ => drop(event.remove(at)),
            }
        }
        String::from_utf8(event).ok()
    };
    let events: Vec<String> = (0..30_000).filter_map(&mut damage).collect();
    assert!(assert_same(&events) > 1_500);
}

#[rstest]
#[case::number_with_a_leading_zero("\"pane_id\":3", "\"pane_id\":03")]
#[case::fraction("\"pane_id\":3", "\"pane_id\":3.0")]
#[case::negative("\"pane_id\":3", "\"pane_id\":-3")]
#[case::above_u64("\"pane_id\":3", "\"pane_id\":18446744073709551616")]
#[case::minus_zero("\"occurred_at_ms\":-12", "\"occurred_at_ms\":-0")]
#[case::below_i64("\"occurred_at_ms\":-12", "\"occurred_at_ms\":-9223372036854775809")]
#[case::lone_surrogate("\\ud83d\\ude00", "\\ud83d")]
#[case::surrogates_the_wrong_way("\\ud83d\\ude00", "\\ude00\\ud83d")]
#[case::control_character("漢", "\u{1F}")]
#[case::unknown_escape("\\u00e9", "\\x")]
#[case::given_twice("\"is_gap\":false", "\"is_gap\":false,\"text\":\"\"")]
#[case::missing("\"pane_id\":3,", "")]
#[case::null("\"is_gap\":false", "\"is_gap\":null")]
#[case::escape_in_a_key("\"pane_id\"", "\"pane\\u005fid\"")]
#[case::trailing_comma("\"is_gap\":false", "\"is_gap\":false,")]
#[case::more_after_it("\"is_gap\":false}", "\"is_gap\":false}}")]
#[case::nested_deeply("\"of\":null", concat!("\"of\":", "[[[[[[[[[[[[[[[[[[[[", "]]]]]]]]]]]]]]]]]]]]"))]
fn unusual_lines_are_read_as_serde_json_reads_them(#[case] from: &str, #[case] to: &str) {
    let event = EVENT.replace(from, to);
    assert_ne!(event, EVENT);
    // Before and after usual ones, whose form it nearly has.
    assert_same(&[event.clone(), EVENT.to_owned(), event]);
}

/// Wherever it is: in a text, in a string that no chunk needs, in a key.
#[rstest]
#[case::no_start_of_a_character(b"\xFF")]
#[case::half_a_character(b"\xE6\xBC")]
#[case::a_surrogate(b"\xED\xA0\x80")]
fn what_is_not_utf8_is_an_error(#[case] bytes: &[u8]) {
    let line = wrapped(EVENT);
    for at in (0..=line.len()).filter(|&at| line.is_char_boundary(at)) {
        let mut damaged = format!("{line}\n{line}").into_bytes();
        let at = line.len() + 1 + at;
        damaged.splice(at..at, bytes.iter().copied());
        let found = read(&damaged, Framing::Jsonl);
        assert!(found[0].is_ok());
        assert!(found[1].as_ref().is_err_and(|error| error.contains("is not valid UTF-8")), "{at}");
    }
}

/// Wherever a text has a byte that must be escaped, its escape is read, and the byte as it is refused.
#[test]
fn one_special_byte_is_found_wherever_it_is() {
    for length in 0..70 {
        let plain = [" ", "!", "#", "\u{7F}", "\u{80}", "漢"][length % 6].repeat(length);
        let text = |text: &str| EVENT.replace("漢", text);
        let places = (0..=plain.len()).filter(|&at| plain.is_char_boundary(at));
        let with = |at: usize, special: &str| text(&format!("{}{special}{}", &plain[..at], &plain[at..]));
        let events: Vec<String> = places
            .flat_map(|at| ["", "\\\"", "\\\\", "\\u0000", "\0", "\u{1F}"].map(|special| with(at, special)))
            .collect();
        assert_eq!(assert_same(&events), events.len() / 6 * 4);
    }
}

/// What is kept of the lines before is bounded, whatever they hold.
#[test]
fn long_lines_leave_no_long_form() {
    let event = |nulls| EVENT.replace("[1,", &format!("[{}", "null,".repeat(nulls)));
    let log: Vec<String> = (0..8).map(|line| event(200_000 + line)).collect();
    let log = log.join("\n");
    let used = allocation_counter::measure(|| {
        let read = read_events(log.as_bytes(), Framing::Jsonl.into(), |record| {
            record.map(|_| ControlFlow::Continue(()))
        });
        assert!(read.is_ok());
    });
    // Less than these lines; one of them is read at a time.
    assert!(used.bytes_max < 5 << 20, "{}", used.bytes_max);
}
