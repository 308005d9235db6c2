//! Every case in `fixtures/tokens`, through the library and through the oracle.
// Holds: P1, P2

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic
)]

use crate::oracle;
use chunk_core::{ConfigError, Source, paragraphs, sentences, types::SentenceRules};
use chunk_testkit::{
    Case, Failures, check_with,
    law::{self, Broken},
    records_read_back,
};
use chunk_tokens::{Boundaries, TokenChunk, TokenConfig, TokenPolicy, TokenRecord};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn conformance() -> Result<(), Failures> {
    check_with::<TokenPolicy, _>(FIXTURES, promises)
}

#[test]
fn every_record_is_read_back() -> Result<(), Failures> {
    records_read_back::<TokenRecord<'_>>(FIXTURES, "tokens")
}

/// T6, and T3's cap: only single sentences, and texts of fewer than 100 tokens (T5), are above it; with a hard limit,
/// single characters (T11).
fn promises(policy: &TokenPolicy, source: Source<'_>, chunks: &[TokenChunk<'_>]) -> Result<(), Broken> {
    let Ok(text) = source.text() else { return Ok(()) };
    if policy.config().boundaries == Boundaries::Turns && source.turns.is_empty() {
        // It is refused (T15.5).
        return Ok(());
    }
    law::partition(chunks, &text.replace("\r\n", "\n"))?;
    let (max, rules) = (policy.config().max_tokens, policy.config().sentence_rules);
    let is_one_sentence = |text: &str| {
        let mut sentences = paragraphs(text).flat_map(|paragraph| sentences(&text[paragraph], rules));
        sentences.nth(1).is_none()
    };
    law::capped(
        chunks,
        max,
        |chunk| chunk.token_count,
        |chunk| match policy.config().hard_limit {
            true => chunk.text.chars().count() == 1,
            false => is_one_sentence(&chunk.text) || chunks.len() == 1 && chunk.token_count < 100,
        },
    )
}

#[test]
fn the_oracle_gives_the_same_bytes_and_warnings() {
    for case in Case::read_all(format!("{FIXTURES}/tokens").as_ref()).unwrap() {
        if case.about.is_refused() {
            continue;
        }
        let config: TokenConfig = ConfigError::read(&case.config).unwrap();
        // T13, T14 and T15 are read a second time in conformance/reference, not here.
        if !config.embed.is_empty()
            || !config.keep.is_empty()
            || !case.turns.is_empty()
            || config.boundaries == Boundaries::Turns
        {
            continue;
        }
        let settings = oracle::Settings {
            max_tokens: config.max_tokens,
            literal: config.sentence_rules == SentenceRules::Literal,
            lines: config.boundaries == Boundaries::Lines,
            hard: config.hard_limit,
        };
        let lines = case.documents.iter().filter_map(|document| {
            let source = std::str::from_utf8(&document.bytes).ok()?;
            Some(oracle::line(&document.path, source, settings))
        });
        assert!(lines.collect::<String>().as_bytes() == case.expected, "{}", case.name());
        let texts = case.documents.iter().filter_map(|document| std::str::from_utf8(&document.bytes).ok());
        let oversized: usize = texts.map(|text| oracle::oversized(text, settings)).sum();
        let told = case.about.warnings.iter().filter(|code| *code == "oversized-block").count();
        assert_eq!(told, oversized, "{}", case.name());
    }
}
