//! Chunking of generated text, beside counting its tokens as a whole: `cargo bench -p chunk-tokens`.

#![allow(missing_docs)]

use chunk_core::{Policy, TokenCounter, counters::Cl100k};
use chunk_testkit::generate::{Alphabet, Rng, text};
use chunk_tokens::{Interaction, TokenPolicy};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::{hint::black_box, io};

const BYTES: usize = 1 << 20;

fn chunk(criterion: &mut Criterion) {
    let policy = TokenPolicy::default();
    let mut inputs: Vec<_> = [
        ("prose", Alphabet::Prose),
        ("code", Alphabet::Code),
        ("CJK", Alphabet::Cjk),
        ("mixed", Alphabet::Mixed),
    ]
    .map(|(name, alphabet)| (name, text(&mut Rng::with_seed(1), alphabet, BYTES)))
    .into();
    inputs.push(("one-word paragraphs", "word\n\n".repeat(BYTES / 6)));
    inputs.push(("blank paragraphs", " \n\n".repeat(BYTES / 3)));

    let mut group = criterion.benchmark_group("tokens");
    group.sample_size(10);
    for (name, text) in &inputs {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_with_input(BenchmarkId::new("count", name), text, |bencher, text| {
            bencher.iter(|| Cl100k::default().count(black_box(text)));
        });
        group.bench_with_input(BenchmarkId::new("chunk", name), text, |bencher, text| {
            bencher.iter(|| policy.record(Interaction::new("bench", black_box(text))));
        });
        group.bench_with_input(BenchmarkId::new("write", name), text, |bencher, text| {
            bencher.iter(|| {
                policy.write_jsonl(Interaction::new("bench", black_box(text)), &mut io::sink(), &mut |_| {})
            });
        });
    }
    group.finish();
}

criterion_group!(benches, chunk);
criterion_main!(benches);
