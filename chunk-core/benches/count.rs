//! Counting tokens: ours on a fresh thread, so with nothing remembered, beside tiktoken-rs, and the counts of ranges.
//!
//! `cargo bench -p chunk-core --features cl100k`; `COUNT_TEXT=PATH` takes that text besides the made ones.
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing)]

use chunk_core::{TokenCounter, counters::Cl100k, sentences, types::SentenceRules};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

const SIZE: usize = 1 << 20;

fn texts() -> Vec<(String, String)> {
    let mut random = fastrand::Rng::with_seed(11);
    // Words by a law like Zipf's: many are rare, few make up the most of the text.
    let words: Vec<String> =
        (0..20_000).map(|_| (0..random.usize(2..11)).map(|_| random.lowercase()).collect()).collect();
    let mut prose = String::new();
    while prose.len() < SIZE {
        let rank = (words.len() as f64).powf(random.f64()) as usize;
        prose.push_str(&words[rank.min(words.len() - 1)]);
        prose.push_str(["", ",", "."][random.usize(..20).saturating_sub(17)]);
        prose.push(if random.u8(..40) == 0 { '\n' } else { ' ' });
    }
    let mut texts = vec![("prose".to_owned(), prose)];
    texts.push(("cjk".to_owned(), (0..SIZE / 3).map(|_| random.char('一'..='龥')).collect()));
    for (name, unit) in
        [("letters", "a"), ("spaces", " "), ("line ends", "\n"), ("emoji", "😀"), ("controls", "\u{1}")]
    {
        texts.push((format!("hostile {name}"), unit.repeat(SIZE / 8 / unit.len())));
    }
    #[allow(clippy::disallowed_methods, reason = "criterion keeps the arguments to itself")]
    if let Ok(path) = std::env::var("COUNT_TEXT") {
        texts.push((path.clone(), std::fs::read_to_string(path).expect("COUNT_TEXT is a text")));
    }
    texts
}

/// The time of `run` on threads that remember nothing.
#[allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn cold(rounds: u64, run: impl Fn() + Sync) -> Duration {
    let timed = || {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..rounds)
        .map(|_| std::thread::scope(|scope| scope.spawn(timed).join().expect("counting never panics")))
        .sum()
}

fn count(criterion: &mut Criterion) {
    let oracle = tiktoken_rs::cl100k_base_singleton();
    let cl100k = Cl100k::default();
    for (name, text) in texts() {
        assert_eq!(cl100k.count(&text), oracle.count_ordinary(&text), "{name}");
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(10);
        group.bench_function("count, cold", |bencher| {
            bencher.iter_custom(|rounds| {
                cold(rounds, || {
                    black_box(cl100k.count(&text));
                })
            });
        });
        group.bench_function("count, warm", |bencher| bencher.iter(|| cl100k.count(&text)));
        group.bench_function("measure", |bencher| bencher.iter(|| drop(cl100k.measure(&text))));
        let ends: Vec<usize> = sentences(&text, SentenceRules::Standard).map(|range| range.end).collect();
        let measure = cl100k.measure(&text);
        group.bench_function("a range to each sentence's end", |bencher| {
            bencher.iter(|| ends.iter().map(|&end| measure.count(0..end)).max());
        });
        group.bench_function("tiktoken-rs", |bencher| bencher.iter(|| oracle.count_ordinary(&text)));
        group.finish();
    }
}

criterion_group!(benches, count);
criterion_main!(benches);
