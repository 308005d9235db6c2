//! The recorder policy, by the naive reading in chunk-recorder's tests; the settings are those of R5 to R11, their warning that
//! of R16.

#[path = "../../../chunk-recorder/tests/support/mod.rs"]
mod support;

use super::{
    documents::Document,
    reading::{Known, Read, Reading},
    settings::{number, unknown},
};
use chunk_recorder::RecorderConfig;
use serde_json::{Map, Value};
use support::naive;

pub(super) struct Recorder(RecorderConfig);

impl Recorder {
    pub(super) fn new(settings: &Map<String, Value>) -> Result<Self, String> {
        let mut config = RecorderConfig::default();
        for (key, value) in settings {
            match &**key {
                "max_chunk_chars" => config.max_chunk_chars = number(key, value, 16)?,
                "max_chunk_events" => config.max_chunk_events = number(key, value, 1)?,
                "max_window_ms" => config.max_window_ms = number(key, value, 0)? as u64,
                "hard_gap_ms" => config.hard_gap_ms = number(key, value, 0)? as u64,
                "min_chunk_chars" => config.min_chunk_chars = number(key, value, 0)?,
                "merge_window_ms" => config.merge_window_ms = number(key, value, 0)? as u64,
                "overlap_chars" => config.overlap_chars = number(key, value, 0)?,
                _ => return Err(unknown(key)),
            }
        }
        Ok(Self(config))
    }
}

impl Reading for Recorder {
    fn warnings(&self) -> Vec<&'static str> {
        let Self(config) = self;
        vec!["large-overlap"; usize::from(config.overlap_chars >= config.max_chunk_chars)]
    }

    /// The first fault is the error, the others are warnings (R17).
    fn read(&self, document: &Document, _: &Known) -> Read {
        let naive::Read { records, errors, is_torn } = naive::read(&self.0, &document.bytes);
        let mut warnings = vec!["bad-record"; errors.len().saturating_sub(1)];
        warnings.extend(is_torn.then_some("torn-record"));
        Read {
            records: records.into_iter().map(|line| line + "\n").collect(),
            warnings,
            error: errors.into_iter().next(),
        }
    }
}
