//! What the caller sees: chunks with their metadata, scores and ids, settings, errors. Plain data; only [`identity`] computes something.

pub(crate) mod chunk;
pub(crate) mod config;
pub(crate) mod content_type;
pub(crate) mod error;
pub(crate) mod identity;
pub(crate) mod metadata;
pub(crate) mod score;
pub(crate) mod turn;

/// Phases of tasks (H17).
pub const EVENT_BASED: &str = "event-based";
/// Topics (H18).
pub const SEMANTIC_BOUNDARY: &str = "semantic-boundary";
/// Decisions (H19).
pub const PREFERENCE_SIGNAL: &str = "preference-signal";
/// Steps of procedures (H20).
pub const STEP_BASED: &str = "step-based";

/// The names of the contract's strategies.
pub const STRATEGIES: [&str; 4] = [EVENT_BASED, SEMANTIC_BOUNDARY, PREFERENCE_SIGNAL, STEP_BASED];

pub(crate) use chunk::{HybridChunk, Place, Relation, RelationKind};
pub(crate) use config::{ChunkingConfig, EventBasedConfig};
pub(crate) use content_type::ContentType;
pub(crate) use error::{HybridError, Kind};
pub(crate) use identity::CONTRACT;
pub(crate) use metadata::{
    DecisionType, EventMetadata, Outcome, Phase, PreferenceMetadata, ProceduralMetadata, SemanticMetadata,
    StepOfChunk, StepType, StrategyMetadata, TimeSource,
};
pub(crate) use score::Score;
pub(crate) use turn::HybridTurn;
