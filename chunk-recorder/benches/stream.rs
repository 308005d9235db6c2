//! Chunks of recordings: from events in memory to chunks, and JSONL to JSONL.
#![allow(clippy::unwrap_used, missing_docs)]

mod recording;

use chunk_recorder::{
    Framing, RecorderChunk, RecorderConfig, RecorderPolicy, Unit,
    chunk_core::{Policy, Sink, Warning},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use recording::{Recording, line, text_of};
use std::{hint::black_box, ops::ControlFlow};

struct Discard;

impl Sink<RecorderChunk> for Discard {
    fn chunk(&mut self, chunk: RecorderChunk) -> ControlFlow<()> {
        black_box(chunk);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, _: Warning) {}
}

fn bench(criterion: &mut Criterion) {
    let policy = RecorderPolicy::new(RecorderConfig::default()).unwrap();
    for recording in Recording::ALL {
        let bytes =
            if matches!(recording, Recording::Typing | Recording::Keys) { 100_000 } else { 8_000_000 };
        let events = recording.events_of(bytes);
        let bytes = events.iter().map(|event| text_of(event).len() as u64).sum();
        let jsonl: String = events.iter().map(line).collect();
        let mut group = criterion.benchmark_group(recording.name());
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
