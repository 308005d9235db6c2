//! Work is linear: chunking tokenizes a text once, and asks for a bounded number of range counts for each unit.
// Holds: P4

#![allow(clippy::unwrap_used, clippy::string_slice)]

use chunk_core::{Policy, paragraphs, sentences, types::SentenceRules};
use chunk_testkit::{Counting, generate::hostile};
use chunk_tokens::{Interaction, TokenConfig, TokenPolicy};
use std::io;

#[test]
fn range_counts_are_bounded_by_units() {
    let mut texts = hostile(100_000);
    texts.push(("one sentence", "word ".repeat(20_000)));
    texts.push(("blank paragraphs", " \n\n".repeat(30_000)));
    texts.push(("full-width pieces", "。*".repeat(25_000)));
    texts.push(("prose", "A sentence of some words. And one more!\n\n".repeat(2_000)));
    for (name, text) in texts {
        for max_tokens in [1, 100, 1024, usize::MAX] {
            let mut config = TokenConfig::default();
            config.max_tokens = max_tokens;
            let policy = TokenPolicy::with_counter(config, Counting::new(4)).unwrap();
            policy.write_jsonl(Interaction::new("1", &text), &mut io::sink(), &mut |_| {}).unwrap();

            let text = text.replace("\r\n", "\n");
            let paragraphs: Vec<_> = paragraphs(&text).collect();
            let sentences: usize = paragraphs
                .iter()
                .map(|paragraph| sentences(&text[paragraph.clone()], SentenceRules::Standard).count())
                .sum();
            let asked = policy.counter().range_counts();
            let bound = 1 + paragraphs.len() + 2 * sentences;
            assert!(asked <= bound, "{name}, {max_tokens}: {asked} range counts, above {bound}");
            // What has no more bytes than it may have tokens is not counted, but for the answer and for T5.
            assert!(max_tokens < usize::MAX || asked <= 2, "{name}: {asked} range counts for one chunk");
            assert_eq!(policy.counter().tokenized_bytes(), text.len(), "{name}");
        }
    }
}

/// A hard limit adds two counts for each cut, and one for each piece that may join a chunk.
#[test]
fn a_hard_limit_adds_a_few_counts_for_each_chunk() {
    let mut texts = hostile(100_000);
    texts.push(("one sentence", "word ".repeat(20_000)));
    texts.push(("one word", "a".repeat(100_000)));
    texts.push(("clauses", "a, ".repeat(30_000)));
    texts.push(("flags", "🇦".repeat(20_000)));
    for (name, text) in texts {
        for max_tokens in [1, 100, 1024] {
            let config = TokenConfig::default().with_max_tokens(max_tokens);
            let asked = |config| {
                let policy = TokenPolicy::with_counter(config, Counting::new(4)).unwrap();
                let chunks = policy.chunks("1", &text).unwrap().len();
                assert_eq!(policy.counter().tokenized_bytes(), text.replace("\r\n", "\n").len(), "{name}");
                (policy.counter().range_counts(), chunks)
            };
            let ((without, _), (with, chunks)) = (asked(config.clone()), asked(config.with_hard_limit(true)));
            assert!(
                with <= 2 * without + 6 * chunks,
                "{name}, {max_tokens}: {with} counts, {without} without, {chunks} chunks"
            );
        }
    }
}
