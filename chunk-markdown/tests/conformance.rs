//! Every case in `fixtures/markdown`, through the library and through the naive reading.
// Holds: P1, P2

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::string_slice)]

use crate::reference::{self, Known};
use chunk_core::ConfigError;
use chunk_markdown::{MarkdownChunk, MarkdownConfig, MarkdownPolicy, chunk_core};
use chunk_testkit::{Case, Failures, check, records_read_back};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");

#[test]
fn conformance() -> Result<(), Failures> {
    check::<MarkdownPolicy>(FIXTURES)
}

#[test]
fn every_record_is_read_back() -> Result<(), Failures> {
    records_read_back::<MarkdownChunk<'_>>(FIXTURES, "markdown")
}

#[test]
fn the_naive_reading_gives_the_same_bytes() -> Result<(), Failures> {
    let mut failures = Failures::default();
    for case in Case::read_all(format!("{FIXTURES}/markdown").as_ref())? {
        if case.about.is_refused() {
            continue;
        }
        let config: MarkdownConfig = ConfigError::read(&case.config).unwrap();
        // M14 to M16 are read a second time in conformance/reference, not here.
        if config.hard_limit || !config.embed.is_empty() || !config.keep.is_empty() {
            continue;
        }
        let known =
            Known { source_version: case.about.revision.clone(), created_at_ms: case.about.created_at_ms };
        // M11: a relative path with such a part is refused.
        let is_refused = |path: &str| {
            !path.starts_with('/')
                && !path.contains("://")
                && path.split('/').any(|part| matches!(part, "" | "." | ".."))
        };
        let records =
            case.documents.iter().filter(|document| !is_refused(&document.path)).filter_map(|document| {
                let text = std::str::from_utf8(&document.bytes).ok()?;
                Some(reference::records(&document.path, text, &known, &config))
            });
        if records.collect::<String>().as_bytes() != case.expected {
            failures.add(&case.name(), "the naive reading gives other bytes".to_owned());
        }
    }
    failures.into_result()
}
