//! R16: which settings are refused, and which are warned of.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_recorder::{RecorderConfig, RecorderPolicy, chunk_core::Policy};

#[test]
fn every_violation_is_named() {
    let config = RecorderConfig::default().with_max_chunk_chars(15).with_max_chunk_events(0);
    assert_eq!(
        RecorderPolicy::new(config).unwrap_err().to_string(),
        "max_chunk_chars = 15: must be at least 16; max_chunk_events = 0: must be at least 1"
    );
}

#[test]
fn everything_else_is_legal() {
    let config = RecorderConfig::default()
        .with_max_chunk_chars(16)
        .with_max_chunk_events(1)
        .with_max_window_ms(0)
        .with_hard_gap_ms(0)
        .with_min_chunk_chars(0)
        .with_merge_window_ms(0)
        .with_overlap_chars(usize::MAX);
    assert!(RecorderPolicy::new(config).is_ok());
}

#[test]
fn an_overlap_that_cannot_be_given_is_warned_of() {
    let warnings = |chars| {
        let policy = RecorderPolicy::new(RecorderConfig::default().with_overlap_chars(chars)).unwrap();
        policy.warnings().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(warnings(1799).is_empty());
    let message = "not below max_chunk_chars = 1800; at most half of that, 900, are repeated";
    assert_eq!(warnings(1800), [format!("overlap_chars = 1800: {message} [large-overlap]")]);
}
