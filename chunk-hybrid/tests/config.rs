//! The settings: their defaults, and what is refused (H22).
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::disallowed_methods, missing_docs)]

use chunk_core::ConfigError;
use chunk_hybrid::ChunkingConfig;
use rstest::rstest;
use serde_json::json;

#[test]
fn the_defaults_are_the_table_of_the_contract() {
    let expected = json!({
        "defaultStrategy": "semantic-boundary",
        "enableAutoDetection": true,
        "maxChunkSize": 500,
        "minChunkSize": 50,
        "contextWindowSize": 50,
        "eventBased": {"phaseDetectionSensitivity": 0.7, "minPhaseDuration": 30},
        "semanticBoundary": {"similarityThreshold": 0.6, "minTopicCoherence": 0.5, "targetChunkSize": null},
        "preferenceSignal": {"minConfidence": 0.5, "contextSize": 100, "includeRemainder": null},
        "stepBased": {"detectSubsteps": true, "includeOptionalSteps": true},
        "enableContextExtraction": true,
        "enableRelationshipLinking": true,
        "enableQualityScoring": true,
    });
    assert_eq!(serde_json::to_value(ChunkingConfig::default()).unwrap(), expected);
    assert_eq!(ConfigError::read::<ChunkingConfig>(&expected), Ok(ChunkingConfig::default()));
    assert_eq!(ChunkingConfig::default().validate(), Ok(()));
}

#[rstest]
#[case("maxChunkSize", json!(100), json!(99))]
#[case("maxChunkSize", json!(2000), json!(2001))]
#[case("minChunkSize", json!(10), json!(9))]
#[case("minChunkSize", json!(500), json!(501))]
#[case("contextWindowSize", json!(0), json!(-1))]
#[case("contextWindowSize", json!(200), json!(201))]
#[case("eventBased.phaseDetectionSensitivity", json!(0), json!(-0.001))]
#[case("eventBased.phaseDetectionSensitivity", json!(1), json!(1.001))]
#[case("eventBased.minPhaseDuration", json!(86_400), json!(86_401))]
#[case("semanticBoundary.similarityThreshold", json!(1), json!(1.001))]
#[case("semanticBoundary.minTopicCoherence", json!(0), json!(-0.001))]
#[case("semanticBoundary.targetChunkSize", json!(10), json!(9))]
#[case("semanticBoundary.targetChunkSize", json!(500), json!(501))]
#[case("preferenceSignal.minConfidence", json!(1), json!(2))]
#[case("preferenceSignal.contextSize", json!(1000), json!(1001))]
#[case("defaultStrategy", json!("step-based"), json!("steps"))]
fn each_bound_holds_and_its_neighbour_is_refused(
    #[case] key: &str,
    #[case] legal: serde_json::Value,
    #[case] illegal: serde_json::Value,
) {
    let read = |value: serde_json::Value| {
        let nested = key.rsplit('.').fold(value, |inner, step| json!({step: inner}));
        ConfigError::read::<ChunkingConfig>(&nested).and_then(|config| config.validate())
    };
    assert_eq!(read(legal), Ok(()));
    let error = read(illegal).unwrap_err();
    assert_eq!(error.settings.len(), 1, "{error}");
    assert_eq!(error.settings[0].key, key);
}

/// H22: also those of type, sign and unknown keys.
#[test]
fn violations_of_every_kind_come_at_once() {
    let given = json!({
        "maxChunkSize": "900",
        "minChunkSize": -1,
        "contextWindowSize": 201,
        "maxChunksize": 400,
        "enableQualityScoring": 1,
        "eventBased": {"phaseDetectionSensitivity": true, "minPhaseDuration": 86_401},
        "semanticBoundary": {"targetChunkSize": 800},
    });
    let check = |config: ChunkingConfig| config.validate();
    let error = ConfigError::read_and(&given, check).unwrap_err();
    let mut keys: Vec<_> = error.settings.iter().map(|found| &*found.key).collect();
    keys.sort_unstable();
    // Whether a target of 800 is too large depends on a size that nobody can read.
    assert_eq!(
        keys,
        [
            "contextWindowSize",
            "enableQualityScoring",
            "eventBased.minPhaseDuration",
            "eventBased.phaseDetectionSensitivity",
            "maxChunkSize",
            "maxChunksize",
            "minChunkSize",
        ]
    );
}

#[test]
fn the_smallest_size_is_at_most_the_largest() {
    let mut config = ChunkingConfig::default().with_max_chunk_size(100).with_min_chunk_size(101);
    let message = config.validate().unwrap_err().to_string();
    assert_eq!(message, "minChunkSize = 101: must be at most maxChunkSize, which is 100");
    config.min_chunk_size = 100;
    assert_eq!(config.validate(), Ok(()));
}
