//! How long a document of 5,000 tokens takes with all enrichment: `cargo bench -p chunk-hybrid`.
#![allow(missing_docs)]

use chunk_core::testkit::generate::{Alphabet, Rng, text};
use chunk_hybrid::{ChunkingSystem, Document, STRATEGIES};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn chunk(criterion: &mut Criterion) {
    let Ok(system) = ChunkingSystem::new(Default::default()) else { return };
    let source = text(&mut Rng::with_seed(5), Alphabet::Prose, 20_000);
    let document = Document::new("a.md", &source);
    let mut group = criterion.benchmark_group("chunk");
    group.throughput(Throughput::Bytes(source.len() as u64));
    group.bench_function("detected", |bencher| bencher.iter(|| black_box(system.chunk(&document))));
    for strategy in STRATEGIES {
        group.bench_function(strategy, |bencher| {
            bencher.iter(|| black_box(system.chunk_with_strategy(&document, strategy)));
        });
    }
    group.finish();
}

criterion_group!(benches, chunk);
criterion_main!(benches);
