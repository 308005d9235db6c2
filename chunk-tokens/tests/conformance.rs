//! Every case in `fixtures/tokens`, through the library and through the oracle.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod oracle;

use chunk_core::{
    ConfigError, SentenceRules,
    testkit::{Case, Failures, check},
};
use chunk_tokens::{TokenConfig, TokenPolicy};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn conformance() -> Result<(), Failures> {
    check::<TokenPolicy>(FIXTURES)
}

#[test]
fn the_oracle_gives_the_same_bytes() {
    for case in Case::read_all(format!("{FIXTURES}/tokens").as_ref()).unwrap() {
        if case.about.config_fails.is_some() {
            continue;
        }
        let config: TokenConfig = ConfigError::read(&case.config).unwrap();
        let settings = oracle::Settings {
            max_tokens: config.max_tokens,
            literal: config.sentence_rules == SentenceRules::Literal,
        };
        let lines = case.documents.iter().filter_map(|document| {
            let source = std::str::from_utf8(&document.bytes).ok()?;
            Some(oracle::line(&document.path, source, settings))
        });
        assert!(lines.collect::<String>().as_bytes() == case.expected, "{}", case.name());
    }
}
