//! Chunking of a generated handbook and of hostile documents: `cargo bench -p chunk-markdown`.

#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../tests/document/mod.rs"]
mod document;

use chunk_core::Policy;
use chunk_markdown::{Document, MarkdownConfig, MarkdownPolicy, Packing, chunk_core};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fastrand::Rng;
use std::{hint::black_box, io};

const BYTES: usize = 1 << 20;

fn chunk(criterion: &mut Criterion) {
    let inputs = [
        ("handbook", document::handbook(&mut Rng::with_seed(1), BYTES)),
        ("handbook, twice as long", document::handbook(&mut Rng::with_seed(1), 2 * BYTES)),
        ("one-word paragraphs", "word\n\n".repeat(BYTES / 6)),
        ("headings", "# heading\n".repeat(BYTES / 10)),
        ("sentences in one line", "One. ".repeat(BYTES / 5)),
        ("one fence", format!("```\n{}```\n", "# no heading\n".repeat(BYTES / 13))),
    ];
    let mut group = criterion.benchmark_group("markdown");
    group.sample_size(10);
    for (name, text) in &inputs {
        for packing in [Packing::Strict, Packing::Sections] {
            let mut config = MarkdownConfig::default();
            config.packing = packing;
            let policy = MarkdownPolicy::new(config).unwrap();
            let document = Document::new("bench.md", text);
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(BenchmarkId::new(format!("{packing:?}"), name), |bencher| {
                bencher.iter(|| policy.write_jsonl(black_box(document), &mut io::sink(), &mut |_| {}));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, chunk);
criterion_main!(benches);
