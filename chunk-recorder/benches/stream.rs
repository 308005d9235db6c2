//! Throughput by kind of stream, in bytes of event text: events in memory to chunks, and JSONL to JSONL.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_recorder::{
    Event, Framing, LogOffset, LoggedEvent, Payload, RecorderChunk, RecorderConfig, RecorderPolicy, Unit,
    chunk_core::{Policy, Sink, Warning, testkit::generate},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::json;
use std::{hint::black_box, ops::ControlFlow};

struct Discard;

impl Sink<RecorderChunk> for Discard {
    fn chunk(&mut self, chunk: RecorderChunk) -> ControlFlow<()> {
        black_box(chunk);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, _: Warning) {}
}

fn streams() -> [(&'static str, Vec<String>); 4] {
    let mut random = generate::Rng::with_seed(1);
    let mut texts = |count: usize, bytes: usize| -> Vec<String> {
        (0..count).map(|_| generate::text(&mut random, generate::Alphabet::Prose, bytes) + "\r\n").collect()
    };
    [
        // A typical event of the recorder is a few lines.
        ("lines", texts(20_000, 340)),
        ("bursts", texts(200, 40_000)),
        ("typing", (0..100_000).map(|_| "k".to_owned()).collect()),
        ("keystrokes and echoes", (0..100_000).map(|_| "k".to_owned()).collect()),
    ]
}

fn event(stream: &str, ordinal: u64, text: &str) -> LoggedEvent<'static> {
    let text = text.to_owned().into();
    let is_input = stream == "typing" || stream == "keystrokes and echoes" && ordinal.is_multiple_of(2);
    LoggedEvent {
        offset: LogOffset { segment_id: 0, ordinal, byte_offset: 0 },
        event: Event {
            event_id: format!("018f2f6e-7c1d-7d3a-9c1b-{ordinal:012x}").into(),
            pane_id: 1,
            session_id: Some("session-1".into()),
            occurred_at_ms: 1_700_000_000_000 + i64::try_from(ordinal).unwrap(),
            payload: if is_input {
                Payload::Ingress { text }
            } else {
                Payload::Egress { text, is_gap: false }
            },
        },
    }
}

fn line(LoggedEvent { offset, event }: &LoggedEvent<'_>) -> String {
    let (kind, text) = match &event.payload {
        Payload::Ingress { text } => ("ingress_text", text),
        Payload::Egress { text, .. } => ("egress_output", text),
        Payload::Marker => ("control_marker", &"".into()),
    };
    let event = json!({
        "schema_version": "ft.recorder.event.v1", "event_id": event.event_id, "pane_id": event.pane_id,
        "session_id": event.session_id, "workflow_id": null, "correlation_id": null, "source": "wezterm_mux",
        "occurred_at_ms": event.occurred_at_ms, "recorded_at_ms": event.occurred_at_ms, "sequence": offset.ordinal,
        "causality": {"parent_event_id": null, "trigger_event_id": null, "root_event_id": null},
        "event_type": kind, "text": text, "encoding": "utf8", "redaction": "none", "is_gap": false,
    });
    json!({"offset": offset, "event": event}).to_string() + "\n"
}

fn bench(criterion: &mut Criterion) {
    let policy = RecorderPolicy::new(RecorderConfig::default()).unwrap();
    for (name, texts) in streams() {
        let bytes = texts.iter().map(String::len).sum::<usize>() as u64;
        let events: Vec<_> = (0..).zip(&texts).map(|(ordinal, text)| event(name, ordinal, text)).collect();
        let jsonl: String = events.iter().map(line).collect();
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::ElementsAndBytes { elements: events.len() as u64, bytes });
        group.bench_function("events to chunks", |bencher| {
            bencher.iter(|| policy.chunk(Unit::Events(&events), &mut Discard).unwrap());
        });
        group.bench_function("JSONL to JSONL", |bencher| {
            let unit = Unit::Log { bytes: jsonl.as_bytes(), framing: Framing::Jsonl };
            bencher.iter(|| policy.write_jsonl(unit, &mut std::io::sink(), &mut |_| ()).unwrap());
        });
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
