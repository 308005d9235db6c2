#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod analysis;
mod english;
mod finish;
pub mod model;
mod recognize;
mod record;
mod select;
mod strategy;
mod system;
mod text;
mod topics;

/// What `cargo xtask fit` trains the models on.
pub mod training {
    pub use crate::recognize::{
        decisions::{
            LABELS as DECISION_LABELS, MODEL as DECISIONS, SLOTS as DECISION_SLOTS,
            samples as decision_samples,
        },
        phases::{
            CHANGE_SLOTS, LABELS as PHASE_LABELS, PhaseModel, SLOTS as PHASE_SLOTS, phases_by_model,
            samples as phase_samples,
        },
        steps::{LABELS as STEP_LABELS, MODEL as STEPS, SLOTS as STEP_SLOTS, samples as step_samples},
    };
}

pub use chunk_core;
pub use {
    analysis::Analysis,
    recognize::{
        decisions::Signal,
        kind::{Classification, ContentType, Evidence, SignalKind, TypeConfidence},
        phases::Event,
        steps::Step,
    },
    record::{
        EVENT_BASED, PREFERENCE_SIGNAL, SEMANTIC_BOUNDARY, STEP_BASED, STRATEGIES,
        chunk::{HybridChunk, Place, Relation, RelationKind},
        config::{
            ChunkingConfig, EventBasedConfig, PreferenceSignalConfig, SemanticBoundaryConfig, StepBasedConfig,
        },
        error::HybridError,
        metadata::{
            DecisionType, EventMetadata, Outcome, Phase, PreferenceMetadata, ProceduralMetadata,
            SemanticMetadata, StepType, StrategyMetadata, TimeSource,
        },
        score::Score,
    },
    select::{Part, Reason, Selection},
    strategy::{
        event::EventBased,
        plugin::{ChunkContext, ChunkingPlugin, Confidence, DETECTED, Draft},
        preference::PreferenceSignal,
        semantic::SemanticBoundary,
        step::StepBased,
    },
    system::{ChunkingSystem, stats::ChunkingStats},
    text::{
        block::{Block, BlockKind},
        document::{Document, ParsedContent},
    },
    topics::{
        similarity::{Lexical, Similarity},
        unit::Units,
    },
};
