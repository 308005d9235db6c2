//! Throughput over a made-up backlog: the whole way from bytes to JSONL, the same without redaction, and redaction alone.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_backlog::{
    BacklogConfig, BacklogPolicy,
    chunk_core::{Policy, Source, Warning},
};
use chunk_testkit::generate::{Alphabet, Rng, text};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// Documents of about 2.5 KB, as real ones are.
fn backlog() -> Vec<(String, String)> {
    let mut random = Rng::with_seed(5);
    let document = |number: usize| {
        let mut body = format!(
            "---\nid: DEMO-TSK-{number:04}\ntype: Task\ntitle: 'Item {number}: an index'\nstate: Done\ntags:\n- index\n\
             created: 2026-01-06\nupdated: '2026-01-07'\nlinks:\n  relates: []\n---\n\n"
        );
        for heading in ["Context", "Goal", "Approach", "Acceptance Criteria", "Links"] {
            let length = random.usize(100..700);
            body += &format!(
                "# {heading}\n\n{}\n\n- {}\n\n",
                text(&mut random, Alphabet::Prose, length),
                "an item"
            );
        }
        body += "# Worklog\n\n";
        for minute in 10..10 + random.usize(..6) {
            body += &format!("2026-01-06 08:{minute} [agent=a] {}\n", text(&mut random, Alphabet::Prose, 60));
        }
        (format!("products/demo/items/task/DEMO-TSK-{number:04}_a.md"), body)
    };
    (0..400).map(document).collect()
}

fn policy(redact: bool) -> BacklogPolicy {
    let mut config = BacklogConfig::default();
    config.redact = redact;
    BacklogPolicy::new(config).unwrap()
}

fn chunk(criterion: &mut Criterion) {
    let backlog = backlog();
    let bytes: usize = backlog.iter().map(|(_, text)| text.len()).sum();
    let mut group = criterion.benchmark_group("backlog");
    group.throughput(Throughput::Bytes(bytes as u64));
    for (name, policy) in [("bytes to JSONL", policy(true)), ("without redaction", policy(false))] {
        group.bench_function(name, |bencher| {
            let mut out = Vec::with_capacity(8 * bytes);
            bencher.iter(|| {
                out.clear();
                for (path, text) in &backlog {
                    let document = policy.unit(Source::new(path, text.as_bytes())).unwrap();
                    policy.write_jsonl(document, &mut out, &mut |_: Warning| {}).unwrap();
                }
                out.len()
            });
        });
    }
    let policy = policy(true);
    group.bench_function("redaction alone", |bencher| {
        bencher.iter(|| backlog.iter().map(|(_, text)| black_box(policy.redact(text)).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, chunk);
criterion_main!(benches);
