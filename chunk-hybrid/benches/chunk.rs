//! How long a document of 5,000 tokens takes with all enrichment: `cargo bench -p chunk-hybrid`.
//!
//! The documents are those of `fixtures/hybrid/own.jsonl`, joined by strategy.
#![allow(missing_docs, clippy::disallowed_methods, clippy::expect_used, clippy::print_stdout)]

use chunk_core::{TokenCounter, counters::Cl100k};
use chunk_hybrid::{ChunkingSystem, Document};
use cpu_time::ThreadTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::{collections::BTreeMap, hint::black_box, time::Duration};

const TOKENS: usize = 5000;

/// Documents of each strategy, and rounds of each for the 95th percentile.
const DOCUMENTS: usize = 5;
const ROUNDS: usize = 100;

/// Documents by strategy.
fn documents() -> BTreeMap<String, Vec<String>> {
    let lines = include_str!("../../fixtures/hybrid/own.jsonl").lines();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in lines {
        let own: serde_json::Value = serde_json::from_str(line).expect("a document in JSON");
        let [strategy, text] = ["/labels/strategy", "/text"]
            .map(|key| own.pointer(key).and_then(serde_json::Value::as_str).unwrap_or_default());
        texts.entry(strategy.into()).or_default().push(text.into());
    }
    texts.into_iter().map(|(strategy, texts)| (strategy, joined(&texts))).collect()
}

/// Documents of [`TOKENS`] at most, a line less than that at least, made of `texts` without their frontmatter, over and over.
fn joined(texts: &[String]) -> Vec<String> {
    let counter = Cl100k::default();
    let mut documents = vec![String::new()];
    for text in texts.iter().cycle() {
        let body = text.strip_prefix("---\n").and_then(|text| text.split_once("\n---\n"));
        let Some(last) = documents.last_mut() else { break };
        *last += body.map_or(text, |(_, body)| body);
        *last += "\n\n";
        if counter.count(last) < TOKENS {
            continue;
        }
        while counter.count(last) > TOKENS {
            last.truncate(last.trim_end().rfind('\n').unwrap_or(0));
        }
        if documents.len() == DOCUMENTS {
            break;
        }
        documents.push(String::new());
    }
    documents
}

fn chunk(criterion: &mut Criterion) {
    let (system, documents) = (ChunkingSystem::default(), documents());
    let run = |text: &str| drop(black_box(system.chunk(&Document::new("docs/a.md", text))));
    let mut times: Vec<Duration> = Vec::new();
    let mut group = criterion.benchmark_group("chunk");
    for (strategy, texts) in &documents {
        group.throughput(Throughput::Bytes(texts.iter().map(|text| text.len() as u64).sum()));
        group.bench_function(strategy, |bencher| {
            bencher.iter(|| texts.iter().for_each(|text| run(text)));
        });
        let mut own: Vec<Duration> = Vec::new();
        for text in texts.iter().cycle().take(DOCUMENTS * ROUNDS) {
            let start = ThreadTime::now();
            run(text);
            own.push(start.elapsed());
        }
        times.extend(&own);
        print(strategy, own);
    }
    group.finish();
    print("all", times);
}

fn print(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let percentile = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    println!("{what}, one document, CPU time: median {:.2?}, P95 {:.2?}", percentile(50), percentile(95));
}

criterion_group!(benches, chunk);
criterion_main!(benches);
