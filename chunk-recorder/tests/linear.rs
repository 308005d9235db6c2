//! Many events, and long ones.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_recorder::{
    Event, LogOffset, LoggedEvent, Payload, RecorderConfig, RecorderPolicy, Unit,
    chunk_core::{Chunks, Policy},
};
use chunk_testkit::generate;
use rstest::rstest;

fn egress(ordinal: u64, text: &str) -> LoggedEvent<'_> {
    let payload = Payload::Egress { text: text.into(), is_gap: false };
    let offset = LogOffset { segment_id: 0, ordinal, byte_offset: 0 };
    LoggedEvent::new(offset, Event::new(format!("e{ordinal}"), 1, 0, payload))
}

#[test]
fn keystrokes_are_linear() {
    // That each costs no more than two chunks is counted in `what_is_held_never_grows`.
    const KEYS: u64 = 200_000;
    let key = |ordinal: u64| {
        let mut logged = egress(ordinal, "k");
        if ordinal.is_multiple_of(2) {
            logged.event.payload = Payload::Ingress { text: "k".into() };
        }
        logged
    };
    let mut sink = Chunks::default();
    let policy = RecorderPolicy::default();
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
        let chunks = RecorderPolicy::default().collect(Unit::Events(&events)).unwrap().chunks;
        assert!(chunks.iter().all(|chunk| chunk.text_chars <= 1800), "{name}");
        assert!(chunks.last().is_some_and(|chunk| chunk.end_offset.ordinal == 1), "{name}");
    }
}

/// The work for an event is bounded by what the chunker holds and the event itself. So the work for a stream is linear if what is held is
/// bounded, however long the stream is: it is two chunks.
#[rstest]
#[case::keystrokes("k", 1)]
#[case::nothing("", 1)]
#[case::lines("some output\n", 1_000)]
#[case::no_two_at_a_time("some output\n", 60_000)]
#[case::longer_than_a_chunk("漢 ", 10)]
fn what_is_held_never_grows(#[case] text: &str, #[case] pause: i64) {
    let config = RecorderConfig::default();
    let (text, events) =
        if text.contains('漢') { (text.repeat(2_000), 500) } else { (text.to_owned(), 50_000) };
    let policy = RecorderPolicy::default();
    let mut chunker = policy.chunker();
    let mut sink = Chunks::default();
    for ordinal in 0..events {
        let mut logged = egress(ordinal, &text);
        if ordinal.is_multiple_of(2) {
            logged.event.payload = Payload::Ingress { text: text.as_str().into() };
        }
        logged.event.occurred_at_ms = pause * i64::try_from(ordinal).unwrap();
        assert!(chunker.push(&logged, &mut sink).unwrap().is_continue());
        let given = sink.chunks.last().map_or(0, |chunk| chunk.end_offset.ordinal);
        assert!(ordinal - given <= 2 * config.max_chunk_events as u64, "{ordinal}: {given}");
    }
}
