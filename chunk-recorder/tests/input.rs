//! R1 to R3: what is read, and the errors about what cannot be read. The fixtures hold the plain cases.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic
)]
#![allow(missing_docs)]

use crate::support::streams::event_json;
use chunk_recorder::{
    Event, Framing, LogFormat, LoggedEvent, Payload, RecorderChunk, RecorderError, RecorderPolicy, Unit,
    chunk_core::{Chunks, Policy, Sink, Warning, types::Position},
    read_events,
};
use rstest::rstest;
use serde_json::json;
use std::{
    io::{self, BufReader, Read},
    ops::ControlFlow,
};

fn egress(ordinal: u64, text: &str) -> LoggedEvent<'_> {
    let payload = Payload::Egress { text: text.into(), is_gap: false };
    let offset = chunk_recorder::LogOffset { segment_id: 0, ordinal, byte_offset: 0 };
    LoggedEvent::new(offset, Event::new(format!("e{ordinal}"), 1, 0, payload))
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
#[case::pane("pane_id", json!("1"), r#"pane_id: it is the string "1", and must be a whole number, not negative"#)]
#[case::pane_null("pane_id", json!(null), "pane_id: it is null, and must be a whole number, not negative")]
#[case::time("occurred_at_ms", json!(9_223_372_036_854_775_808_u64), "occurred_at_ms: it is the number `9223372036854775808`, and must be a whole number")]
#[case::session("session_id", json!(7), "session_id: it is the number `7`, and must be ")]
#[case::gap("is_gap", json!("yes"), r#"is_gap: it is the string "yes", and must be true or false"#)]
#[case::text("text", json!(null), "text: it is null, and must be a string")]
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
    assert_eq!(message, format!("no recorder event: the field `{key}` is missing"));
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
    assert!(empty.to_string().starts_with("byte 0: the record has no bytes; "), "{empty}");
}

#[rstest]
#[case::nothing(&[], None)]
#[case::one_length_byte(&[5], Some(0))]
#[case::three_length_bytes(&[5, 0, 0], Some(0))]
#[case::no_body(&[5, 0, 0, 0], Some(0))]
#[case::fewer_bytes_than_announced(&[5, 0, 0, 0, b'{'], Some(0))]
fn a_torn_record_is_a_warning(#[case] log: &[u8], #[case] byte: Option<usize>) {
    let Chunks { chunks, warnings, .. } = collect(log, Framing::AppendLog).unwrap();
    assert_eq!(chunks, []);
    assert_eq!(warnings.first().and_then(|warning| warning.at), byte.map(Position::Byte));
    assert!(warnings.iter().all(|warning| warning.code == "torn-record"));
}

/// R2: a wrong length is never called torn, and what it hides is counted.
#[rstest]
#[case::above_the_limit(&[0, 0, 0, 2, b'{'], "byte 0: the record is 33554432 bytes long, the limit is 16777216; ", 5)]
#[case::nothing(&[0, 0, 0, 0, b'{'], "byte 0: the record has no bytes; ", 5)]
#[case::into_the_records_behind(
    b"\x20\0\0\0{}\x02\0\0\0{}",
    "byte 0: the record's length, 32, is damaged",
    12
)]
fn a_wrong_length_is_an_error(#[case] log: &[u8], #[case] message: &str, #[case] unread: usize) {
    let error = collect(log, Framing::AppendLog).unwrap_err().to_string();
    assert!(
        error.starts_with(message) && error.ends_with(&format!("{unread} bytes were not read")),
        "{error}"
    );
}

#[test]
fn a_line_above_the_limit_is_an_error_and_hides_nothing() {
    let event = with("text", Some(json!("a")));
    let log = format!("{}\n{event}", " ".repeat((16 << 20) + 1));
    let mut found = Chunks::default();
    let unit = Unit::Log { bytes: log.as_bytes(), framing: Framing::Jsonl };
    let message = policy().chunk(unit, &mut found).unwrap_err().to_string();
    assert_eq!(message, "line 1 is longer than 16777216 bytes; split it or raise the limit");
    assert_eq!(found.chunks[0].text, "[OUT] a");
}

#[test]
fn the_framing_is_told_by_the_first_record() {
    let json = with("text", Some(json!("a")));
    assert_eq!(Framing::of(json.as_bytes()).unwrap(), Framing::Jsonl);
    assert_eq!(Framing::of(&record(&json)).unwrap(), Framing::AppendLog);
    // A record whose length starts with the byte of `{`.
    let padded = with("text", Some(json!("a".repeat(0x7B + 0x200 - json.len() + 1))));
    assert_eq!(record(&padded)[0], b'{');
    assert_eq!(Framing::of(&record(&padded)).unwrap(), Framing::AppendLog);
    for text in ["", "{}", "\n\n\r\n", "no JSON", "\u{FEFF}{}"] {
        assert_eq!(Framing::of(text.as_bytes()).unwrap(), Framing::Jsonl);
    }
}

/// R2: input that is neither is an error that says so, and gives no chunks.
#[rstest]
#[case::gzip(b"\x1F\x8B\x08\0\0\0\0\0\0\x03", "it looks like gzip: decompress it first")]
#[case::zstd(b"\x28\xB5\x2F\xFD\x04\x88\x01", "it looks like zstd")]
#[case::xz(b"\xFD7zXZ\0\0\x04", "it looks like xz")]
#[case::pdf(b"%PDF-1.7\n%", "it looks like a PDF: extract its text first")]
#[case::utf_16_with_mark(b"\xFF\xFE{\0\"\0a\0", "it looks like UTF-16: convert it to UTF-8 first")]
#[case::utf_16_big_endian(b"\xFE\xFF\0{\0\"", "it looks like UTF-16")]
#[case::utf_16_without_mark(b"{\0\"\0s\0", "it looks like UTF-16")]
#[case::torn_first_record(b"\x20\0\0\0{\"schema", "say that it is one")]
#[case::first_record_is_no_json(b"\x05\0\0\0{\"sch", "say that it is one")]
#[case::first_record_above_the_limit(b"\0\0\0\x02{}", "say that it is one")]
fn what_is_no_log_is_an_error(#[case] log: &[u8], #[case] part: &str) {
    let errors: Vec<_> = policy().chunks(log).collect();
    let [Err(error)] = &errors[..] else { panic!("{errors:?}") };
    let message = error.to_string();
    let start = "the input is neither JSONL nor an append log, and nothing of it was read; ";
    assert!(message.starts_with(start) && message.contains(part), "{message}");
    assert_eq!(Framing::of(log).unwrap_err().to_string(), message);
}

/// C1: an id stands in each chunk of its event, so it is bounded, in bytes.
#[rstest]
#[case("event_id")]
#[case("session_id")]
fn a_long_id_is_an_error(#[case] key: &str) {
    for (letter, chars) in [("x", 1_024), ("x", 1_025), ("é", 1_024), ("é", 1_025)] {
        let (id, is_legal) = (letter.repeat(chars), chars == 1_024);
        let json = with(key, Some(json!(id)));
        let in_a_log = collect(json.as_bytes(), Framing::Jsonl).map(drop);
        for read in [in_a_log, Event::from_json(&json).map(drop)] {
            let message = read.err().map(|error| error.to_string().replacen("line 1: ", "", 1));
            let expected = format!("event_id and session_id have at most 1024 characters; {key} has 1025");
            assert_eq!(message, (!is_legal).then_some(expected));
        }
    }
}

/// R1: serde would read a struct from an array, field by field.
#[test]
fn an_array_is_no_object() {
    let event = with("text", Some(json!("a")));
    let array = r#"["ft.recorder.event.v1","e",1,null,0,"egress_output","a",false]"#;
    let lines = [
        array.to_owned(),
        format!(r#"{{"offset":{{"segment_id":0,"ordinal":0,"byte_offset":0}},"event":{array}}}"#),
        format!(r#"{{"offset":[0,0,0],"event":{event}}}"#),
        format!(r#"[{{"segment_id":0,"ordinal":0,"byte_offset":0}},{event}]"#),
    ];
    for line in lines {
        let message = collect(line.as_bytes(), Framing::Jsonl).unwrap_err().to_string();
        assert!(message.ends_with(": an array, where an object is expected"), "{line}: {message}");
    }
}

/// Both the message and `position` give the place.
#[rstest]
#[case::unreadable(usize::MAX, "cannot read line 2: the disk is gone")]
#[case::too_long(3, "line 1 is longer than 3 bytes; split it or raise the limit")]
fn what_is_wrong_with_a_line_says_where(#[case] limit: usize, #[case] message: &str) {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let line = with("event_id", Some(json!("a"))) + "\n";
    let log = BufReader::new(line.as_bytes().chain(Broken));
    let mut format = LogFormat::from(Framing::Jsonl);
    format.limit = limit;
    let error = policy().chunks_of(log, format).find_map(Result::err).unwrap();
    assert_eq!(error.to_string(), message);
    let line = if limit == 3 { 1 } else { 2 };
    assert_eq!(error.position(), Some(Position::Line(line)));
}

#[rstest]
#[case("not json", "this is not JSON")]
#[case("- two cups", "this is not JSON")]
#[case(r#"{"pane_id":01}"#, "pane_id: this is not JSON: invalid number")]
fn what_is_no_json_is_told_so(#[case] line: &str, #[case] expected: &str) {
    let error = policy().chunks(line.as_bytes()).find_map(Result::err).unwrap().to_string();
    assert_eq!(error, format!("line 1: no recorder event: {expected}"));
}

/// R1, C1: the ids of an event that was made by hand are those of one that is read.
#[rstest]
#[case::empty("", None, "event_id is empty")]
#[case::long(&"e".repeat(1025), None, "event_id and session_id have at most 1024 characters; event_id has 1025")]
#[case::session("e", Some("s".repeat(1025)), "event_id and session_id have at most 1024 characters; session_id has 1025")]
fn an_event_with_a_bad_id_is_not_taken(
    #[case] event_id: &str,
    #[case] session_id: Option<String>,
    #[case] message: &str,
) {
    let policy = policy();
    let (mut chunker, mut sink) = (policy.chunker(), Chunks::default());
    let mut bad = egress(1, "b");
    bad.event.event_id = event_id.into();
    bad.event.session_id = session_id.map(Into::into);
    assert!(chunker.push(&egress(0, "a"), &mut sink).unwrap().is_continue());
    assert_eq!(chunker.push(&bad, &mut sink).unwrap_err().to_string(), message);
    assert!(chunker.push(&egress(1, "c"), &mut sink).unwrap().is_continue());
    let _ = chunker.finish(&mut sink);
    assert_eq!(sink[0].event_ids, ["e0", "e1"]);
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
        let policy = policy();
        let mut chunks = policy.chunks_of(BufReader::new(Broken), framing.into());
        let error = chunks.next().unwrap().unwrap_err();
        assert!(error.is_io() && chunks.next().is_none(), "{error}");
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
    read_events(lines.as_bytes(), format, |record| {
        let LoggedEvent { offset, .. } = record?;
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
        "two events have one position, segment 0 ordinal 4 and segment 0 ordinal 4"
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
