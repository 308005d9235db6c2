//! Many events, and long ones.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_recorder::{
    Event, LogOffset, LoggedEvent, Payload, RecorderPolicy, Unit,
    chunk_core::{Chunks, Policy, testkit::generate},
};

fn egress(ordinal: u64, text: &str) -> LoggedEvent<'_> {
    let payload = Payload::Egress { text: text.into(), is_gap: false };
    let offset = LogOffset { segment_id: 0, ordinal, byte_offset: 0 };
    LoggedEvent::new(offset, Event::new(format!("e{ordinal}"), 1, 0, payload))
}

#[test]
fn keystrokes_are_linear() {
    // That each costs no more than two chunks is counted in `drafter.rs` (`what_is_held_never_grows`).
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
