//! What the tests of the strategies share.

use chunk_core::Chunks;
use chunk_hybrid::{
    ChunkingConfig, ChunkingSystem, Document, EventMetadata, HybridChunk, PreferenceMetadata,
    ProceduralMetadata, SemanticMetadata, StrategyMetadata,
};

/// Chunks as small as the configuration allows, so that every boundary shows.
pub fn fine() -> ChunkingConfig {
    let mut config = ChunkingConfig::default();
    config.min_chunk_size = 10;
    config
}

pub fn run<'d>(config: ChunkingConfig, strategy: &str, text: &'d str) -> Chunks<HybridChunk<'d>> {
    let system = ChunkingSystem::new(config).unwrap();
    system.chunk_with_strategy(&Document::new("docs/a-task.md", text), strategy).unwrap()
}

pub fn chunks<'d>(strategy: &str, text: &'d str) -> Vec<HybridChunk<'d>> {
    run(fine(), strategy, text).chunks
}

pub fn event<'c>(chunk: &'c HybridChunk<'_>) -> &'c EventMetadata {
    let StrategyMetadata::Episodic(metadata) = &chunk.strategy_metadata else { panic!("{chunk:?}") };
    metadata
}

pub fn topic<'c>(chunk: &'c HybridChunk<'_>) -> &'c SemanticMetadata {
    let StrategyMetadata::Semantic(metadata) = &chunk.strategy_metadata else { panic!("{chunk:?}") };
    metadata
}

pub fn preference<'c>(chunk: &'c HybridChunk<'_>) -> &'c PreferenceMetadata {
    let StrategyMetadata::Preference(metadata) = &chunk.strategy_metadata else { panic!("{chunk:?}") };
    metadata
}

pub fn step<'c>(chunk: &'c HybridChunk<'_>) -> &'c ProceduralMetadata {
    let StrategyMetadata::Procedural(metadata) = &chunk.strategy_metadata else { panic!("{chunk:?}") };
    metadata
}
