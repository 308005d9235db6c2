//! The laws of the contract on generated streams, and the differential runs: against the naive reading, and of every
//! way to feed the same events.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::string_slice, clippy::panic)]
#![allow(missing_docs)]

mod support;

use chunk_recorder::{
    Framing, LoggedEvent, RecorderChunk, RecorderConfig, RecorderPolicy, Unit,
    chunk_core::{Chunks, Policy, Source, testkit::generate::Rng, testkit::law},
    collect_events, read_events, verify,
};
use std::{collections::BTreeSet, ops::ControlFlow};
use support::{naive, streams};

/// Streams of together `events` events: seed, settings, events.
fn each_stream(events: usize, test: impl Fn(u64, &RecorderConfig, &[LoggedEvent<'_>])) {
    let mut left = events;
    for seed in 0.. {
        let mut random = Rng::with_seed(seed);
        let config = streams::config(&mut random);
        let count = random.usize(1..400).min(left);
        test(seed, &config, &streams::stream(&mut random, count, &config));
        left -= count;
        if left == 0 {
            return;
        }
    }
}

fn policy(config: &RecorderConfig) -> RecorderPolicy {
    RecorderPolicy::new(config.clone()).unwrap()
}

fn chunks(config: &RecorderConfig, events: &[LoggedEvent<'_>]) -> Vec<RecorderChunk> {
    policy(config).collect(Unit::Events(events)).unwrap().chunks
}

fn lines(chunks: &[RecorderChunk]) -> Vec<String> {
    chunks.iter().map(|chunk| serde_json::to_string(chunk).unwrap()).collect()
}

#[test]
fn the_naive_reading_gives_the_same_records() {
    each_stream(40_000, |seed, config, events| {
        let expected = naive::records(config, events);
        let found = lines(&chunks(config, events));
        for (index, (expected, found)) in expected.iter().zip(&found).enumerate() {
            assert_eq!(expected, found, "seed {seed}, chunk {index}, {config:?}");
        }
        assert_eq!(expected.len(), found.len(), "seed {seed}, {config:?}");
    });
}
