//! R14: `verify` accepts what was chunked (see `generated.rs`) and finds everything that was not.
// Holds: P4
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(missing_docs)]

use chunk_recorder::{
    Event, LogOffset, LoggedEvent, Payload, RecorderConfig, RecorderPolicy, SortedLog, Unit,
    chunk_core::{Chunks, Policy},
    verify,
};
use rstest::rstest;
use serde_json::{Value, json};

/// Three outputs of which the second is over-long, a marker, and an input with its output.
fn log() -> Vec<LoggedEvent<'static>> {
    let egress = |text: &str| Payload::Egress { text: text.to_owned().into(), is_gap: false };
    let payloads = [
        egress("alpha"),
        egress(&"beta ".repeat(30)),
        egress("gamma"),
        Payload::Marker,
        Payload::Ingress { text: "ls".into() },
        egress("delta"),
    ];
    (0..)
        .zip(payloads)
        .map(|(ordinal, payload)| {
            let offset = LogOffset { segment_id: 0, ordinal, byte_offset: ordinal * 100 };
            LoggedEvent::new(offset, Event::new(format!("e{ordinal}"), 1, 5, payload))
        })
        .collect()
}

fn policy(max_chunk_chars: usize) -> RecorderPolicy {
    let mut config = RecorderConfig::default();
    config.max_chunk_chars = max_chunk_chars;
    config.overlap_chars = 10;
    RecorderPolicy::new(config).unwrap()
}

fn records() -> Vec<Value> {
    let chunks = policy(60).collect(Unit::Events(&log())).unwrap().chunks;
    chunks.iter().map(|chunk| serde_json::to_value(chunk).unwrap()).collect()
}

fn found(policy: &RecorderPolicy, records: &[Value]) -> Vec<String> {
    let jsonl: String = records.iter().map(|record| format!("{record}\n")).collect();
    verify(policy, jsonl.as_bytes(), &SortedLog::from_iter(log()))
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn the_example_has_pieces_overlap_and_glue() {
    let records = records();
    assert_eq!(found(&policy(60), &records), [""; 0]);
    assert_eq!(records.len(), 6, "alpha, four pieces of beta with gamma behind the last, ls and delta");
    assert_eq!(records[4]["event_ids"], json!(["e1", "e2"]));
    assert_eq!(records[5]["direction"], "mixed_glued");
}

#[rstest]
#[case::text(2, "/text", json!("x"), "line 3: text is \"x\", the log gives ")]
#[case::content_hash(2, "/content_hash", json!("0".repeat(64)), "line 3: content_hash is ")]
#[case::source_hash(2, "/source_hash", json!("0".repeat(64)), "line 3: source_hash is ")]
#[case::id(0, "/chunk_id", json!("x"), "line 1: chunk_id is \"x\"")]
#[case::link(2, "/overlap/from_chunk_id", json!("x"), "line 3: overlap is ")]
#[case::link_offset(2, "/overlap/source_end_offset/ordinal", json!(0), "line 3: overlap is ")]
#[case::overlap_chars(2, "/overlap/chars", json!(9), "line 3: overlap is ")]
#[case::event_ids(4, "/event_ids", json!(["e1"]), "line 5: event_ids is [\"e1\"], the log gives [\"e1\",\"e2\"]")]
#[case::count(4, "/event_count", json!(1), "line 5: event_count is 1, the log gives 2")]
#[case::time(0, "/occurred_at_end_ms", json!(6), "line 1: occurred_at_end_ms is 6, the log gives 5")]
#[case::chars(0, "/text_chars", json!(6), "line 1: text_chars is 6, the log gives 11")]
#[case::pane(0, "/pane_id", json!(2), "line 1: pane_id is 2, the log gives 1")]
#[case::session(0, "/session_id", json!("s"), "line 1: session_id is \"s\", the log gives null")]
#[case::direction(5, "/direction", json!("ingress"), "line 6: direction is ")]
#[case::version(0, "/policy_version", json!("v2"), "line 1: policy_version is \"v2\"")]
#[case::byte_offset(0, "/start_offset/byte_offset", json!(1), "line 1: start_offset is ")]
#[case::no_such_event(5, "/end_offset/ordinal", json!(9), "line 6: end_offset is ")]
#[case::over_a_marker(4, "/end_offset/ordinal", json!(4), "line 5: end_offset is ")]
#[case::offset_outside(0, "/end_text_offset", json!(6), "line 1: end_text_offset is 6, the log gives 5")]
#[case::lost_characters(2, "/start_text_offset", json!(60), "line 3: the log gives no chunk that starts at segment 0 ordinal 1, byte 60 of its text")]
#[case::no_record(0, "/pane_id", json!("x"), "line 1: no chunk record: ")]
fn a_changed_value_is_found(
    #[case] record: usize,
    #[case] key: &str,
    #[case] value: Value,
    #[case] part: &str,
) {
    let mut records = records();
    *records[record].pointer_mut(key).unwrap() = value;
    let found = found(&policy(60), &records);
    assert!(found.iter().any(|message| message.contains(part)), "{found:#?}");
}

#[test]
fn an_overlap_that_was_dropped_or_made_up_is_found() {
    let mut records = records();
    records[2].as_object_mut().unwrap().remove("overlap");
    let message = &found(&policy(60), &records)[0];
    assert!(message.starts_with("line 3: "), "{message}");
    let mut records = self::records();
    records[0]["overlap"] = records[2]["overlap"].clone();
    let message = &found(&policy(60), &records)[0];
    assert!(message.starts_with("line 1: overlap is "), "{message}");
}

#[rstest]
#[case::first(0, "line 1: before this: a chunk is missing that starts at segment 0 ordinal 0")]
#[case::piece(2, "line 3: before this: a chunk is missing that starts at segment 0 ordinal 1, byte ")]
#[case::last_piece(4, "line 5: before this: a chunk is missing that starts at segment 0 ordinal 1, byte ")]
#[case::last(5, "line 5: after this: a chunk is missing that starts at segment 0 ordinal 4")]
fn a_missing_chunk_is_found(#[case] missing: usize, #[case] part: &str) {
    let mut records = records();
    records.remove(missing);
    let found = found(&policy(60), &records);
    assert!(found.iter().any(|message| message.contains(part)), "{found:#?}");
}

#[test]
fn a_chunk_that_comes_twice_or_too_early_is_found() {
    let mut twice = records();
    twice.insert(1, twice[0].clone());
    let messages = found(&policy(60), &twice);
    assert!(messages.iter().any(|message| message.contains("or it came before")), "{messages:#?}");
    let mut swapped = records();
    swapped.swap(0, 5);
    assert_ne!(found(&policy(60), &swapped), [""; 0]);
}

/// C3: other settings give other records.
#[test]
fn records_of_other_settings_are_found() {
    let messages = found(&policy(50), &records());
    assert!(
        messages.iter().any(|message| message.starts_with("line 2: end_text_offset is ")),
        "{messages:#?}"
    );
}

#[test]
fn no_records_at_all_are_found() {
    let messages = found(&policy(60), &[]);
    assert_eq!(
        messages,
        ["line 1: after this: 6 chunks are missing, of which the first starts at segment 0 ordinal 0"]
    );
}

/// C3: the same JSON is the same record, whatever its white space and the order of its keys; a key more, or one given
/// twice, is not.
#[rstest]
#[case::white_space("{\"chunk_id\":", "{ \"chunk_id\" : ", true)]
#[case::escape("ft.recorder", "ft.re\\u0063order", true)]
#[case::key_more("{\"chunk_id\":", "{\"x\":1,\"chunk_id\":", false)]
#[case::inner_key_more("\"start_offset\":{", "\"start_offset\":{\"x\":1,", false)]
#[case::key_twice("{\"chunk_id\":", "{\"pane_id\":1,\"chunk_id\":", false)]
#[case::inner_key_twice("\"start_offset\":{", "\"start_offset\":{\"ordinal\":0,", false)]
#[case::float("\"pane_id\":1", "\"pane_id\":1.0", false)]
#[case::null("\"end_text_offset\":5", "\"end_text_offset\":5,\"overlap\":null", false)]
#[case::more_behind("\"end_text_offset\":5}", "\"end_text_offset\":5} {}", false)]
fn only_the_same_json_is_the_same(#[case] from: &str, #[case] to: &str, #[case] is_same: bool) {
    let chunks = policy(60).collect(Unit::Events(&log())).unwrap().chunks;
    let mut jsonl: String = chunks.iter().map(|chunk| serde_json::to_string(chunk).unwrap() + "\n").collect();
    assert!(jsonl.contains(from), "{jsonl}");
    jsonl = jsonl.replacen(from, to, 1);
    let found = verify(&policy(60), jsonl.as_bytes(), &SortedLog::from_iter(log())).unwrap();
    assert_eq!(found.is_empty(), is_same, "{found:?}");
}

/// Asserts that twice the input is twice the work: what is read, made and compared again is allocated again.
fn assert_linear(size: usize, work: impl Fn(usize) -> (SortedLog, String)) {
    let bytes = |size| {
        let (log, jsonl) = work(size);
        allocation_counter::measure(|| drop(verify(&policy(60), jsonl.as_bytes(), &log).unwrap())).bytes_total
    };
    let (once, twice) = (bytes(size), bytes(2 * size));
    assert!(once > 0 && twice * 10 <= once * 22, "{once} bytes, then {twice}");
}

/// What the log gives, a record a line.
fn records_of(log: &SortedLog) -> Vec<String> {
    let mut chunks = Chunks::default();
    policy(60).chunk_sorted(log, &mut chunks).unwrap();
    chunks.chunks.iter().map(|chunk| serde_json::to_string(chunk).unwrap() + "\n").collect()
}

/// One pass over the log, whatever the order of the records: half of 20,000 in front of the others took minutes.
#[test]
fn interleaved_records_are_verified_in_linear_work() {
    assert_linear(4_000, |events| {
        let mut event = log().remove(0);
        event.event.payload = Payload::Egress { text: "x".repeat(50).into(), is_gap: true };
        let log: SortedLog = (0..events as u64)
            .map(|ordinal| {
                event.offset.ordinal = ordinal;
                event.clone()
            })
            .collect();
        let records = records_of(&log);
        let (front, behind) = records.split_at(events / 2);
        let interleaved: String = front.iter().zip(behind).flat_map(|(a, b)| [&**a, b]).collect();
        assert_eq!(verify(&policy(60), interleaved.as_bytes(), &log).unwrap().len(), events / 2);
        (log, interleaved)
    });
}

/// No work on the whole event is repeated for each piece: thousands of pieces would take minutes.
#[test]
fn the_pieces_of_one_event_are_verified_in_linear_work() {
    assert_linear(20_000, |words| {
        let mut log = log();
        log.truncate(1);
        log[0].event.payload = Payload::Egress { text: "word ".repeat(words).into(), is_gap: false };
        let log = SortedLog::from_iter(log);
        let records = records_of(&log);
        assert!(records.len() > words / 20);
        let records = records.concat();
        assert_eq!(verify(&policy(60), records.as_bytes(), &log).unwrap(), []);
        (log, records)
    });
}
