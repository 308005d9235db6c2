//! R16: the settings.

use chunk_core::{ConfigError, InvalidSettings, Warning};
use serde::{Deserialize, Serialize};

/// The settings (R16). The default is the contract's table.
///
/// ```
/// use chunk_recorder::RecorderConfig;
///
/// let config = RecorderConfig::default().with_max_chunk_chars(4000);
/// assert_eq!((config.max_chunk_chars, config.overlap_chars), (4000, 120));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct RecorderConfig {
    /// No chunk has more Unicode scalar values than this, overlap included (R7); at least 16. Default 1800.
    pub max_chunk_chars: usize,
    /// No chunk has more events than this, unless R11 attaches a tail; at least 1. Default 48.
    pub max_chunk_events: usize,
    /// No chunk spans more time than this, in milliseconds, unless R11 attaches a tail. Default 120000.
    pub max_window_ms: u64,
    /// A time jump above this, in milliseconds and in either direction, is a hard boundary (R6). Default 30000.
    pub hard_gap_ms: u64,
    /// A chunk with fewer Unicode scalar values than this may be glued (R10, R11). Default 80.
    pub min_chunk_chars: usize,
    /// Input and output further apart than this, in milliseconds, are not glued (R10). Default 8000.
    pub merge_window_ms: u64,
    /// How many Unicode scalar values of the chunk before are repeated after a soft split, at most half of
    /// `max_chunk_chars` (R9). Default 120.
    pub overlap_chars: usize,
}

impl Default for RecorderConfig {
    fn default() -> Self {
        Self {
            max_chunk_chars: 1800,
            max_chunk_events: 48,
            max_window_ms: 120_000,
            hard_gap_ms: 30_000,
            min_chunk_chars: 80,
            merge_window_ms: 8_000,
            overlap_chars: 120,
        }
    }
}

impl RecorderConfig {
    chunk_core::setters! {
        with_max_chunk_chars(max_chunk_chars: usize);
        with_max_chunk_events(max_chunk_events: usize);
        with_max_window_ms(max_window_ms: u64);
        with_hard_gap_ms(hard_gap_ms: u64);
        with_min_chunk_chars(min_chunk_chars: usize);
        with_merge_window_ms(merge_window_ms: u64);
        with_overlap_chars(overlap_chars: usize);
    }

    pub(crate) fn validate(&self) -> Result<(), ConfigError> {
        let mut invalid = InvalidSettings::default();
        // Half of 16 for the overlap, its LF and the longest marker leave room for one character of a piece (R8).
        invalid.check("max_chunk_chars", self.max_chunk_chars, |&chars| chars >= 16, "must be at least 16");
        invalid.check("max_chunk_events", self.max_chunk_events, |&events| events >= 1, "must be at least 1");
        invalid.into_result()
    }

    /// Warns of an `overlap_chars` that R16 permits but R9 cannot fulfil.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let (overlap, cap) = (self.overlap_chars, self.max_chunk_chars);
        let too_large = (overlap >= cap).then(|| {
            let message = format!(
                "overlap_chars = {overlap}: not below max_chunk_chars = {cap}; at most half of that, {}, are repeated",
                cap / 2
            );
            Warning::new("large-overlap", message)
        });
        too_large.into_iter().collect()
    }
}
