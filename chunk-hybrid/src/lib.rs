#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod assemble;
mod block;
mod chunk;
mod classify;
mod config;
mod cue;
mod dependency;
mod document;
mod duration;
mod error;
mod evidence;
mod fit;
mod flags;
mod form;
mod grammar;
mod identity;
mod keyword;
mod known;
mod line;
mod line_end;
mod link;
mod literal;
mod log2;
mod metadata;
pub mod model;
mod plugin;
mod procedure;
mod quality;
mod reach;
mod score;
mod segment;
mod select;
mod similarity;
mod stats;
mod stem;
mod stop;
pub mod strategy;
mod system;
mod tell;
mod time;
mod unit;
mod word;

pub use chunk_core;
pub use {
    block::{Block, BlockKind},
    chunk::{HybridChunk, Place, Relation, RelationKind},
    classify::{Classification, ContentType, Evidence, SignalKind, TypeConfidence, classify},
    config::{
        ChunkingConfig, EventBasedConfig, PreferenceSignalConfig, SemanticBoundaryConfig, StepBasedConfig,
    },
    document::{Document, ParsedContent},
    error::HybridError,
    metadata::{
        DecisionType, EventMetadata, Outcome, Phase, PreferenceMetadata, ProceduralMetadata,
        SemanticMetadata, StepType, StrategyMetadata, TimeSource,
    },
    plugin::{ChunkContext, ChunkingPlugin, Confidence, DETECTED, Draft},
    score::Score,
    select::{Part, Reason, Selection},
    similarity::{Lexical, Similarity},
    stats::ChunkingStats,
    system::ChunkingSystem,
    unit::Units,
};

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
