//! R1 to R3: what is read, and how what cannot be read is told. The fixtures hold the plain cases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic
)]
#![allow(missing_docs)]

mod support;

use chunk_recorder::{
    Event, Framing, LogFormat, LoggedEvent, Payload, RecorderChunk, RecorderError, RecorderPolicy, Unit,
    chunk_core::{Chunks, Policy, Position, Sink, Warning, testkit::generate},
    collect_events, read_events,
};
use rstest::rstest;
use serde_json::json;
use std::{
    io::{self, BufReader, Read},
    ops::ControlFlow,
};
use support::streams::event_json;

fn egress(ordinal: u64, text: &str) -> LoggedEvent<'_> {
    let event = Event {
        event_id: format!("e{ordinal}").into(),
        pane_id: 1,
        session_id: None,
        occurred_at_ms: 0,
        payload: Payload::Egress { text: text.into(), is_gap: false },
    };
    LoggedEvent { offset: chunk_recorder::LogOffset { segment_id: 0, ordinal, byte_offset: 0 }, event }
}

fn policy() -> RecorderPolicy {
    RecorderPolicy::new(Default::default()).unwrap()
}

fn collect(bytes: &[u8], framing: Framing) -> Result<Chunks<RecorderChunk>, RecorderError> {
    policy().collect(Unit::Log { bytes, framing })
}

fn record(json: &str) -> Vec<u8> {
    [&u32::try_from(json.len()).unwrap().to_le_bytes(), json.as_bytes()].concat()
}

/// A valid event with `key` set to `value`, or without it.
fn with(key: &str, value: Option<serde_json::Value>) -> String {
    let mut json = event_json(&egress(0, "a").event);
    match value {
        Some(value) => json[key] = value,
        None => drop(json.as_object_mut().unwrap().remove(key)),
    }
    json.to_string()
}

#[rstest]
#[case::pane("pane_id", json!("1"), r#"pane_id: invalid type: string "1", expected u64"#)]
#[case::pane_null("pane_id", json!(null), "pane_id: invalid type: null, expected u64")]
#[case::time("occurred_at_ms", json!(9_223_372_036_854_775_808_u64), "occurred_at_ms: invalid value: integer `9223372036854775808`")]
#[case::session("session_id", json!(7), "session_id: invalid type: integer `7`")]
#[case::gap("is_gap", json!("yes"), r#"is_gap: invalid type: string "yes", expected a boolean"#)]
#[case::text("text", json!(null), "text: invalid type: null, expected a string")]
#[case::version("schema_version", json!(""), r#"schema_version "" is not supported"#)]
#[case::kind("event_type", json!("Egress_output"), r#"event_type "Egress_output" is unknown"#)]
#[case::id("event_id", json!(""), "event_id is empty")]
fn the_message_names_key_and_value(#[case] key: &str, #[case] value: serde_json::Value, #[case] part: &str) {
    let message = Event::from_json(&with(key, Some(value))).unwrap_err().to_string();
    assert!(message.contains(part), "{message}");
}

#[rstest]
#[case("schema_version")]
#[case("event_id")]
#[case("pane_id")]
#[case("occurred_at_ms")]
#[case("event_type")]
#[case("text")]
fn the_message_names_what_is_missing(#[case] key: &str) {
    let message = Event::from_json(&with(key, None)).unwrap_err().to_string();
    assert_eq!(message, format!("no recorder event: missing field `{key}`"));
}

#[rstest]
#[case("session_id")]
#[case("is_gap")]
#[case("encoding")]
#[case("redaction")]
#[case("segment_kind")]
#[case("source")]
#[case("sequence")]
#[case("causality")]
#[case("recorded_at_ms")]
#[case("workflow_id")]
fn everything_else_may_be_absent(#[case] key: &str) {
    assert_eq!(Event::from_json(&with(key, None)).unwrap(), egress(0, "a").event);
}

/// A newer version may have other keys: that it is another version is the better message.
#[test]
fn another_version_is_told_before_what_it_lacks() {
    let message = Event::from_json(r#"{"schema_version":"ft.recorder.event.v2"}"#).unwrap_err().to_string();
    assert!(message.contains(r#"schema_version "ft.recorder.event.v2""#), "{message}");
}

#[rstest]
#[case::a_number("1")]
#[case::a_list("[]")]
#[case::two_objects("{} {}")]
#[case::deep(&"[".repeat(100_000))]
fn no_object_is_no_event(#[case] json: &str) {
    let message = Event::from_json(json).unwrap_err().to_string();
    assert!(message.starts_with("no recorder event: "), "{message}");
}

#[test]
fn what_is_not_needed_may_be_nested_deeply() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let json = with("causality", Some(json!("HERE"))).replace("\"HERE\"", &deep);
    assert_eq!(Event::from_json(&json).unwrap(), egress(0, "a").event);
}

#[test]
fn text_without_escapes_is_borrowed() {
    let json = with("session_id", Some(json!("s")));
    let event = Event::from_json(&json).unwrap();
    let Payload::Egress { text, .. } = event.payload else { panic!() };
    assert!(matches!(text, std::borrow::Cow::Borrowed("a")));
    assert!(matches!(event.event_id, std::borrow::Cow::Borrowed("e0")));
    assert!(matches!(event.session_id, Some(std::borrow::Cow::Borrowed("s"))));
}

#[test]
fn an_error_in_an_append_log_names_the_byte_of_its_record() {
    let good = record(&with("text", Some(json!("a"))));
    let bad = record(&with("event_type", Some(json!("x"))));
    let error = collect(&[&*good, &*bad].concat(), Framing::AppendLog).unwrap_err();
    assert_eq!(error.position(), Some(Position::Byte(good.len())));
    assert!(error.to_string().starts_with(&format!("byte {}: event_type \"x\"", good.len())), "{error}");
    assert!(!error.is_io());
    let empty = collect(&[0; 4], Framing::AppendLog).unwrap_err();
    assert!(empty.to_string().starts_with("byte 0: no recorder event: EOF"), "{empty}");
}

#[rstest]
#[case::nothing(&[], None)]
#[case::one_length_byte(&[5], Some(0))]
#[case::three_length_bytes(&[5, 0, 0], Some(0))]
#[case::no_body(&[5, 0, 0, 0], Some(0))]
#[case::fewer_bytes_than_announced(&[5, 0, 0, 0, b'{'], Some(0))]
#[case::more_than_the_limit_announced(&[0, 0, 0, 2, b'{'], Some(0))]
fn a_torn_record_is_a_warning(#[case] log: &[u8], #[case] byte: Option<usize>) {
    let Chunks { chunks, warnings } = collect(log, Framing::AppendLog).unwrap();
    assert_eq!(chunks, []);
    assert_eq!(warnings.first().and_then(|warning| warning.at), byte.map(Position::Byte));
    assert!(warnings.iter().all(|warning| warning.code == "torn-record"));
}

#[test]
fn a_record_above_the_limit_is_an_error() {
    let length = (16 << 20) + 1;
    let log = [&u32::to_le_bytes(length)[..], &vec![b' '; length as usize]].concat();
    let message = collect(&log, Framing::AppendLog).unwrap_err().to_string();
    assert_eq!(message, "byte 0: the record is 16777217 bytes long; the limit is 16777216");
    let message = collect(&log[4..], Framing::Jsonl).unwrap_err().to_string();
    assert_eq!(message, "line 1 is longer than 16777216 bytes; split it or raise the limit");
}

#[test]
fn the_framing_is_told_by_the_fourth_byte() {
    let json = with("text", Some(json!("a")));
    assert_eq!(Framing::of(json.as_bytes()), Framing::Jsonl);
    assert_eq!(Framing::of(&record(&json)), Framing::AppendLog);
    // A record whose length starts with the byte of `{`.
    let padded = with("text", Some(json!("a".repeat(0x7B + 0x200 - json.len() + 1))));
    assert_eq!(record(&padded)[0], b'{');
    assert_eq!(Framing::of(&record(&padded)), Framing::AppendLog);
    assert_eq!(Framing::of(b""), Framing::Jsonl);
}

#[test]
fn a_failing_reader_is_told_apart_from_bad_events() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    for framing in [Framing::Jsonl, Framing::AppendLog] {
        let error = collect_events(BufReader::new(Broken), framing).unwrap_err();
        assert!(error.is_io(), "{error}");
        assert!(error.to_string().contains("the disk is gone"), "{error}");
    }
}

#[test]
fn a_segment_is_given_to_events_without_a_position_only() {
    let event = with("text", Some(json!("a")));
    let lines = format!(
        "{event}\n{{\"event\":{event},\"offset\":{{\"segment_id\":9,\"ordinal\":4,\"byte_offset\":2}}}}\n\n{event}"
    );
    let mut seen = Vec::new();
    let mut format = LogFormat::from(Framing::Jsonl);
    format.segment_id = 3;
    read_events(lines.as_bytes(), format, |LoggedEvent { offset, .. }| {
        seen.push((offset.segment_id, offset.ordinal, offset.byte_offset));
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    let third = lines.rfind('\n').unwrap() as u64 + 1;
    assert_eq!(seen, [(3, 0, 0), (9, 4, 2), (3, 2, third)]);
}

#[test]
fn a_slice_with_two_events_at_one_position_is_refused() {
    let events = [egress(4, "a"), egress(2, "b"), egress(4, "c")];
    let error = policy().collect(Unit::Events(&events)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "two events stand at one position, segment 0 ordinal 4 and segment 0 ordinal 4"
    );
    assert_eq!(error.position(), None);
}

#[test]
fn a_sink_that_breaks_ends_the_run() {
    struct Two(usize);
    impl Sink<RecorderChunk> for Two {
        fn chunk(&mut self, _: RecorderChunk) -> ControlFlow<()> {
            self.0 += 1;
            if self.0 < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
        fn warning(&mut self, _: Warning) {}
    }
    let burst = "x".repeat(100_000);
    let mut sink = Two(0);
    policy().chunk(Unit::Events(&[egress(0, &burst)]), &mut sink).unwrap();
    assert_eq!(sink.0, 2);
}

#[test]
fn keystrokes_are_linear() {
    // One pass over 200,000 of them takes a second; quadratic work would take hours.
    const KEYS: u64 = 200_000;
    let key = |ordinal: u64| LoggedEvent {
        event: Event {
            payload: match ordinal % 2 {
                0 => Payload::Ingress { text: "k".into() },
                _ => Payload::Egress { text: "k".into(), is_gap: false },
            },
            ..egress(ordinal, "").event
        },
        ..egress(ordinal, "")
    };
    let mut sink = Chunks::default();
    let policy = policy();
    let mut chunker = policy.chunker();
    for ordinal in 0..KEYS {
        assert!(chunker.push(&key(ordinal), &mut sink).unwrap().is_continue());
    }
    let _ = chunker.finish(&mut sink);
    assert_eq!(sink.chunks.len() as u64, KEYS / 2);
    assert!(sink.chunks.iter().all(|chunk| chunk.text == "[IN] k\n[OUT] k"));
}

#[test]
fn megabytes_of_anything_are_cut() {
    for (name, text) in generate::hostile(1 << 20) {
        let events = [egress(0, &text), egress(1, &text)];
        let chunks = policy().collect(Unit::Events(&events)).unwrap().chunks;
        assert!(chunks.iter().all(|chunk| chunk.text_chars <= 1800), "{name}");
        assert!(chunks.last().is_some_and(|chunk| chunk.end_offset.ordinal == 1), "{name}");
    }
}
