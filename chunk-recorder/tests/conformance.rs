#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(missing_docs)]

mod support;

use chunk_recorder::{
    Framing, RecorderPolicy,
    chunk_core::{
        ConfigError,
        testkit::{self, Case},
    },
    collect_events,
};
use std::path::Path;
use support::naive;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn conformance() -> Result<(), testkit::Failures> {
    testkit::check::<RecorderPolicy>(FIXTURES)
}

/// The provenance of the expected bytes.
#[test]
fn the_cases_expect_what_the_naive_reading_gives() {
    for case in Case::read_all(&Path::new(FIXTURES).join("recorder")).unwrap() {
        if case.about.config_fails.is_some() || !case.about.fails.is_empty() {
            continue;
        }
        let config = ConfigError::read(&case.config).unwrap();
        let log = &*case.documents[0].bytes;
        let (events, _) = collect_events(log, Framing::of(log)).unwrap();
        let records: String = naive::records(&config, &events).into_iter().map(|line| line + "\n").collect();
        assert_eq!(String::from_utf8_lossy(&case.expected), records, "{}", case.name());
    }
}
