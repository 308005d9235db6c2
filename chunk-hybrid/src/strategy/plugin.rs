//! What a strategy is (H21): the trait [`ChunkingPlugin`], the [`ChunkContext`] that it gets, and the [`Draft`]s that it gives.

use crate::analysis::Analysis;
use crate::record::{Score, StrategyMetadata};
use chunk_core::Warning;
use std::ops::Range;

/// How sure a plugin is that it should chunk a document.
pub type Confidence = Score;

/// From this confidence on, [`ChunkingPlugin::detect`] means yes.
pub const DETECTED: Confidence = Score::from_thousandths(500);

/// A strategy. The four of the contract are plugins of this trait, like those that a caller registers (H21).
pub trait ChunkingPlugin: Send + Sync {
    /// Its name: the `strategyType` of its chunks, and what frontmatter and callers ask for it by.
    fn name(&self) -> &str;

    /// How sure it is that it should chunk this document; from [`DETECTED`] on, that means yes. By default, the confidence of the
    /// classification in its name, which is 0 for other names than the contract's four.
    fn detect(&self, content: &Analysis<'_>) -> Confidence {
        content.confidence(self.name())
    }

    /// A draft of each chunk for the bytes [`scope`](ChunkContext::scope) of the document, in order. Sizes, duplicates, ids, contexts,
    /// relations and scores are taken care of afterwards.
    fn chunk(&self, content: &Analysis<'_>, context: &mut ChunkContext) -> Vec<Draft>;

    /// Completes the metadata of a chunk whose bytes, `span`, are final: drafts may have been joined or cut, and of several with the same
    /// text only the first becomes a chunk. By default, the metadata stay as drafted.
    fn describe(&self, content: &Analysis<'_>, span: &Range<usize>, metadata: &mut StrategyMetadata) {
        let _ = (content, span, metadata);
    }
}

/// A chunk as a strategy proposes it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Draft {
    /// Its bytes in [`ParsedContent::text`](crate::ParsedContent::text).
    pub span: Range<usize>,
    /// What is known of it so far.
    pub metadata: StrategyMetadata,
    /// The name of the strategy that it belongs to, if that is not the one that drafts it.
    pub strategy: Option<&'static str>,
    /// The draft that it is a part of, given by a byte of that draft.
    pub parent: Option<usize>,
    /// The drafts that must come before it, given by a byte of each.
    pub dependencies: Vec<usize>,
    /// How many bytes at its start are the end of the draft before.
    pub overlap: usize,
}

impl Draft {
    /// A draft of these bytes.
    #[must_use]
    pub const fn new(span: Range<usize>, metadata: StrategyMetadata) -> Self {
        Self { span, metadata, strategy: None, parent: None, dependencies: Vec::new(), overlap: 0 }
    }
}

/// What a strategy is to chunk, and what it warns of.
#[derive(Debug)]
#[non_exhaustive]
pub struct ChunkContext {
    /// The bytes to chunk: the body, or a part of it in a mixed document (H5).
    pub scope: Range<usize>,
    /// Whether the strategy was asked for by its name, not detected.
    pub by_name: bool,
    /// Warnings for the caller.
    pub warnings: Vec<Warning>,
}
