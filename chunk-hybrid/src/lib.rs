#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod analysis;
mod dictionary;
mod english;
mod finish;
/// Not part of the interface that versions of this crate promise: for `xtask`, which fits the models.
#[doc(hidden)]
pub mod model;
mod names;
mod numbered;
mod rank;
mod recognize;
mod record;
mod select;
mod strategy;
mod system;
mod text;
mod topics;
mod tsv;

/// What `cargo xtask fit` trains the models on, and what `cargo xtask quality` measures them by. Not part of the interface that
/// versions of this crate promise.
#[doc(hidden)]
pub mod training {
    pub use crate::{
        recognize::{
            decisions::{
                LABELS as DECISION_LABELS, MODEL as DECISIONS, SLOTS as DECISION_SLOTS,
                samples as decision_samples,
            },
            kind::{MODEL as KIND, ONE, SLOTS as KIND_SLOTS, TYPE_MODEL, sample, sample_of_part},
            models::Models,
            phases::{CHANGE_SLOTS, LABELS as PHASE_LABELS, SLOTS as PHASE_SLOTS, samples as phase_samples},
            steps::{LABELS as STEP_LABELS, MODEL as STEPS, SLOTS as STEP_SLOTS, samples as step_samples},
        },
        select::sections,
    };
}

pub use chunk_core;
pub use {
    analysis::Analysis,
    recognize::{
        decisions::Signal,
        kind::{Classification, ContentType, Evidence, TypeConfidence},
        phases::{Event, Events},
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
    system::{
        ChunkingSystem,
        findings::{Findings, FoundPhase, FoundSignal, FoundStep},
        stats::ChunkingStats,
    },
    text::{
        block::{Block, BlockKind, Section},
        blocks::{BlockIter, Blocks},
        document::{Document, ParsedContent},
    },
    topics::{
        similarity::{Lexical, Similarity},
        unit::Units,
    },
};

/// The contract as implemented, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
