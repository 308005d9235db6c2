//! What the caller sees: chunks with their metadata, scores and ids, settings, errors. Plain data; only [`identity`] computes something.

mod chunk;
mod config;
mod content_type;
mod error;
pub(crate) mod identity;
mod metadata;
mod score;
mod turn;

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

pub use chunk::{HybridChunk, Place, Relation, RelationKind};
pub use config::{
    ChunkingConfig, EventBasedConfig, PreferenceSignalConfig, SemanticBoundaryConfig, StepBasedConfig,
};
pub use content_type::ContentType;
pub use error::HybridError;
pub use metadata::{
    DecisionType, EventMetadata, Outcome, Phase, PreferenceMetadata, ProceduralMetadata, SemanticMetadata,
    StepOfChunk, StepType, StrategyMetadata, TimeSource,
};
pub use score::Score;
pub use turn::HybridTurn;
pub(crate) use {error::Kind, identity::CONTRACT};
