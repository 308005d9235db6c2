//! The settings, with their defaults and ranges (H22).

use chunk_core::{ConfigError, InvalidSettings, is_off, list_or_words, types::EmbedPart};
use serde::{Deserialize, Serialize};

/// The settings of a [`HybridPolicy`](crate::HybridPolicy), with the contract's names, defaults and ranges (H22).
///
/// ```
/// use chunk_hybrid::ChunkingConfig;
///
/// let mut config = ChunkingConfig::default().with_max_chunk_size(99);
/// config.step_based.detect_substeps = false;
/// config.event_based.phase_detection_sensitivity = 1.5;
/// let error = config.validate().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "maxChunkSize = 99: must be 100 to 2000, or 1 to 8192 with hardLimit; \
///      eventBased.phaseDetectionSensitivity = 1.5: must be 0 to 1",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ChunkingConfig {
    /// The strategy where nothing says which: one of the four names (H3). Default `semantic-boundary`.
    pub default_strategy: String,
    /// Whether the content is classified (H4) and mixed documents are taken apart (H5). Default `true`.
    pub enable_auto_detection: bool,
    /// The most tokens of a chunk, 100 to 2000 (H6). Default 500.
    pub max_chunk_size: usize,
    /// The least tokens of a chunk that has a neighbour to join, 10 to 500 and at most `maxChunkSize` (H6). Default 50.
    pub min_chunk_size: usize,
    /// The most tokens of each context, 0 to 200 (H12). Default 50.
    pub context_window_size: usize,
    /// Settings of `event-based`.
    pub event_based: EventBasedConfig,
    /// Settings of `semantic-boundary`.
    pub semantic_boundary: SemanticBoundaryConfig,
    /// Settings of `preference-signal`.
    pub preference_signal: PreferenceSignalConfig,
    /// Settings of `step-based`.
    pub step_based: StepBasedConfig,
    /// Whether contexts are taken (H12). Default `true`.
    pub enable_context_extraction: bool,
    /// Whether chunks are related to each other (H13). Default `true`.
    pub enable_relationship_linking: bool,
    /// Whether coherence and completeness are scored (H14). Default `true`.
    pub enable_quality_scoring: bool,
    /// Whether `maxChunkSize` holds for every chunk: what is kept whole otherwise is cut, too, and sizes may be from 1 to 8192 (H25). Default
    /// `false`.
    #[serde(skip_serializing_if = "is_off")]
    pub hard_limit: bool,
    /// What is above the content in the text to embed, a list or words with commas between them; none for no such text (H26). Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub embed: Vec<EmbedPart>,
    /// Keys of the front matter and of what the caller knows of a document that are kept in `metadata`, a list or words with commas between
    /// them (H27). Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub keep: Vec<String>,
}

/// Settings of `event-based` (H17).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct EventBasedConfig {
    /// How little evidence a change of phase needs, 0 to 1. Default 0.7.
    pub phase_detection_sensitivity: f64,
    /// Seconds below which a phase joins its neighbour, 0 to 86400. Default 30.
    pub min_phase_duration: u32,
}

/// Settings of `semantic-boundary` (H18).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct SemanticBoundaryConfig {
    /// The similarity of two neighbouring blocks of text below which a cut between them may be a topic's, 0 to 1; 0.6 is the document's
    /// own average. Default 0.6.
    pub similarity_threshold: f64,
    /// The coherence below which a chunk is flagged `low-coherence`, 0 to 1 (H14). Default 0.5.
    pub min_topic_coherence: f64,
    /// The tokens that a chunk should have, 10 to 2000 and at most `maxChunkSize`: the middle of the size band. Default:
    /// `null`, which is 350, or seven tenths of a `maxChunkSize` below 500.
    pub target_chunk_size: Option<usize>,
}

/// The middle of 200 to 500 tokens.
const TARGET: usize = 350;

impl SemanticBoundaryConfig {
    /// The tokens that a chunk should have where at most `max` are allowed.
    pub(crate) fn target(&self, max: usize) -> usize {
        self.target_chunk_size.unwrap_or_else(|| TARGET.min(max * 7 / 10).max(1))
    }
}

/// Settings of `preference-signal` (H19).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct PreferenceSignalConfig {
    /// The confidence below which a signal is dropped, 0 to 1. Default 0.5.
    pub min_confidence: f64,
    /// Tokens of context to each side of a signal, 0 to 1000. Default 100.
    pub context_size: usize,
    /// Whether the text without signals comes as `semantic-boundary` chunks (H9). Default: `null`, which is `true` if
    /// the strategy was detected and `false`, with the warning `left-out`, if it was asked for by name.
    pub include_remainder: Option<bool>,
}

/// Settings of `step-based` (H20).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[non_exhaustive]
pub struct StepBasedConfig {
    /// Whether substeps are chunks of their own. Default `true`.
    pub detect_substeps: bool,
    /// Whether optional steps are chunks of their own; if not, they are text of the step before. Default `true`.
    pub include_optional_steps: bool,
}

impl Default for ChunkingConfig {
    fn default() -> Self {
        Self {
            default_strategy: crate::record::SEMANTIC_BOUNDARY.into(),
            enable_auto_detection: true,
            max_chunk_size: 500,
            min_chunk_size: 50,
            context_window_size: 50,
            event_based: EventBasedConfig::default(),
            semantic_boundary: SemanticBoundaryConfig::default(),
            preference_signal: PreferenceSignalConfig::default(),
            step_based: StepBasedConfig::default(),
            enable_context_extraction: true,
            enable_relationship_linking: true,
            enable_quality_scoring: true,
            hard_limit: false,
            embed: Vec::new(),
            keep: Vec::new(),
        }
    }
}

impl Default for EventBasedConfig {
    fn default() -> Self {
        Self { phase_detection_sensitivity: 0.7, min_phase_duration: 30 }
    }
}

impl Default for SemanticBoundaryConfig {
    fn default() -> Self {
        Self { similarity_threshold: 0.6, min_topic_coherence: 0.5, target_chunk_size: None }
    }
}

impl Default for PreferenceSignalConfig {
    fn default() -> Self {
        Self { min_confidence: 0.5, context_size: 100, include_remainder: None }
    }
}

impl Default for StepBasedConfig {
    fn default() -> Self {
        Self { detect_substeps: true, include_optional_steps: true }
    }
}

impl ChunkingConfig {
    chunk_core::setters! {
        with_max_chunk_size(max_chunk_size: usize);
        with_min_chunk_size(min_chunk_size: usize);
        with_hard_limit(hard_limit: bool);
    }

    /// Checks every setting against its range.
    ///
    /// # Errors
    /// [`ConfigError`] with all settings at fault at once, each with path, value and range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let mut invalid = InvalidSettings::default();
        let is_known = |name: &&str| crate::record::STRATEGIES.contains(name);
        let message = "must be event-based, semantic-boundary, preference-signal or step-based";
        invalid.check("defaultStrategy", &*self.default_strategy, is_known, message);
        let max = self.max_chunk_size;
        let target = self.semantic_boundary.target_chunk_size;
        let seconds = self.event_based.min_phase_duration as usize;
        // Each with whether a hard limit widens its range, and whether it may not be above `maxChunkSize`; under a hard limit, what is below
        // the minimum joins what fits.
        for (key, size, allowed, is_widened, is_below_max) in [
            ("maxChunkSize", Some(max), 100..=2000, true, false),
            ("minChunkSize", Some(self.min_chunk_size), 10..=500, true, !self.hard_limit),
            ("contextWindowSize", Some(self.context_window_size), 0..=200, false, false),
            ("semanticBoundary.targetChunkSize", target, 10..=2000, true, true),
            ("eventBased.minPhaseDuration", Some(seconds), 0..=86_400, false, false),
            (
                "preferenceSignal.contextSize",
                Some(self.preference_signal.context_size),
                0..=1000,
                false,
                false,
            ),
        ] {
            let Some(size) = size else { continue };
            let allowed = if is_widened && self.hard_limit { 1..=8192 } else { allowed };
            let other = if is_widened && !self.hard_limit { ", or 1 to 8192 with hardLimit" } else { "" };
            let message = format!("must be {} to {}{other}", allowed.start(), allowed.end());
            invalid.check(key, size, |size| allowed.contains(size), &message);
            if is_below_max && allowed.contains(&size) {
                let message = format!("must be at most maxChunkSize, which is {max}");
                invalid.check_beside(&["maxChunkSize"], key, size, |size| *size <= max, &message);
            }
        }
        for (key, share) in [
            ("eventBased.phaseDetectionSensitivity", self.event_based.phase_detection_sensitivity),
            ("semanticBoundary.similarityThreshold", self.semantic_boundary.similarity_threshold),
            ("semanticBoundary.minTopicCoherence", self.semantic_boundary.min_topic_coherence),
            ("preferenceSignal.minConfidence", self.preference_signal.min_confidence),
        ] {
            invalid.check(key, share, |share| (0.0..=1.0).contains(share), "must be 0 to 1");
        }
        invalid.into_result()
    }
}
