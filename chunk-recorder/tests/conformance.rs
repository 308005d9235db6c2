#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
#![allow(missing_docs)]

mod support;

use chunk_recorder::{
    RecorderChunk, RecorderConfig, RecorderPolicy,
    chunk_core::{
        ConfigError, Source,
        testkit::{
            self, Case,
            law::{self, Broken},
        },
    },
};
use std::path::Path;
use support::naive;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn conformance() -> Result<(), testkit::Failures> {
    testkit::check_with::<RecorderPolicy, _>(FIXTURES, promises)
}

#[test]
fn every_record_is_read_back() -> Result<(), testkit::Failures> {
    testkit::records_read_back::<RecorderChunk>(FIXTURES, "recorder")
}

/// R5: no chunk is above the cap, without an exception.
fn promises(policy: &RecorderPolicy, _: Source<'_>, chunks: &[RecorderChunk]) -> Result<(), Broken> {
    law::capped(chunks, policy.config().max_chunk_chars, |chunk| chunk.text.chars().count(), |_| false)
}

/// The provenance of the expected bytes: what the naive reading makes of the bytes of each case, those that are refused
/// included.
#[test]
fn the_cases_expect_what_the_naive_reading_gives() {
    for case in Case::read_all(&Path::new(FIXTURES).join("recorder")).unwrap() {
        if case.about.is_refused() {
            continue;
        }
        let name = case.name();
        let config: RecorderConfig = ConfigError::read(&case.config).unwrap();
        let read = naive::read(&config, &case.documents[0].bytes);
        let records: String = read.records.into_iter().map(|line| line + "\n").collect();
        assert_eq!(String::from_utf8_lossy(&case.expected), records, "{name}");
        // A library has one error for a document; what else is bad it warns of.
        let (fails, warnings) = (&case.about.fails, &case.about.warnings);
        assert_eq!(read.errors.len().min(1), fails.len(), "{name}");
        let is_overlap_large = config.overlap_chars >= config.max_chunk_chars;
        let mut expected = vec!["large-overlap"; usize::from(is_overlap_large)];
        expected.extend(vec!["bad-record"; read.errors.len().saturating_sub(1)]);
        expected.extend(read.is_torn.then_some("torn-record"));
        assert_eq!(*warnings, expected, "{name}");
        for (place, message) in read.errors.iter().zip(fails) {
            assert!(
                place == "out of order" || place.contains(&**message) || message.starts_with(place),
                "{name}: {place}, {message}"
            );
        }
    }
}
