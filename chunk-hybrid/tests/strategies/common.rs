//! What the tests of the strategies share.

use chunk_core::Chunks;
use chunk_hybrid::{
    ChunkingConfig, ChunkingSystem, Document, EventMetadata, HybridChunk, PreferenceMetadata,
    ProceduralMetadata, SemanticMetadata, StrategyMetadata,
};

/// A document of several kinds.
pub const SHOP: &str = "\
# Shop

## Opening

1. Switch off the alarm at the panel beside the back door.
2. Turn on the lights in the shop, and then the lights in the window.
3. Count the till twice, and write the sum down in the book under the counter.
4. Fill the shelves with bread, and put the older loaves in front.
5. Check the fridge, and call Hansen if it is warmer than six degrees.
6. Unlock the front door, and turn the sign.

## What we decided

We chose paper over plastic, because paper can be burnt in the stove.
We prefer eggs from Hansen over eggs from the market.
We decided against bags with a print.
The window stays as it is: a new blind was rejected, it is too dark.
Closing time was changed from 18:00 to 19:00 for the summer.
Sara's list of cheeses is approved.

## Log

10:00 We will clean the cellar today, and we want to be done before the delivery comes at noon.
10:30 Cleaned the floor and moved the crates to the wall.
10:50 Washed the shelves, threw away two broken boxes.
11:10 Fixed the lamp above the stairs.
11:30 Checked every corner again: the floor is dry, the lamp works, no mice, all fine.
11:50 In hindsight the crates should have gone first. Lesson learned: ask for a second pair of hands.
";

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
