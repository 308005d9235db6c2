//! What a strategy is (H21): the trait [`ChunkingPlugin`], the [`ChunkContext`] that it gets, and the [`Draft`]s that it gives.

use crate::{
    analysis::Analysis,
    recognize::{candidate::Finding, decisions::Signal},
    record::{config::ChunkingConfig, metadata::StrategyMetadata, score::Score},
    text::whole::Wholes,
    topics::keyword::Profile,
};
use chunk_core::{TokenMeasure, Warning};
use std::{cell::RefCell, ops::Range};

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

    /// Gives `take` a draft of each chunk for the bytes [`scope`](ChunkContext::scope) of the document, in order. Sizes, duplicates, ids,
    /// contexts, relations and scores are taken care of afterwards. Small drafts are joined as they come, so give each at once instead of
    /// collecting them: that saves memory.
    fn chunk(&self, content: &Analysis<'_>, context: &ChunkContext<'_>, take: &mut dyn FnMut(Draft));

    /// Completes the metadata of a chunk whose bytes, `span`, are final: drafts may have been joined or cut, and of several with the same
    /// text only the first becomes a chunk. Two threads may call it at once, each with a context of its own. By default, the metadata
    /// stay as drafted.
    fn describe(
        &self,
        content: &Analysis<'_>,
        context: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let _ = (content, context, span);
        drafted
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

/// What a strategy may need beside the document. Each thread has its own.
pub struct ChunkContext<'c> {
    pub(crate) config: &'c ChunkingConfig,
    pub(crate) scope: Range<usize>,
    pub(crate) by_name: bool,
    pub(crate) tokens: &'c dyn TokenMeasure,
    /// What fits into a chunk, and so is not divided.
    pub(crate) wholes: &'c Wholes,
    /// Takes warnings at once, for a long document can have many. Without it, they are kept in `warnings`.
    sink: Option<&'c dyn Fn(Warning)>,
    pub(crate) warnings: RefCell<Vec<Warning>>,
    /// The signal that was asked for last.
    last_signal: RefCell<Option<Signal>>,
    /// Working memory of [`Profiler::profile`](crate::topics::keyword::Profiler::profile).
    places: RefCell<Vec<u32>>,
}

impl<'c> ChunkContext<'c> {
    pub(crate) fn new(
        config: &'c ChunkingConfig,
        scope: Range<usize>,
        by_name: bool,
        tokens: &'c dyn TokenMeasure,
        wholes: &'c Wholes,
    ) -> Self {
        Self {
            config,
            scope,
            by_name,
            tokens,
            wholes,
            sink: None,
            warnings: RefCell::default(),
            last_signal: RefCell::default(),
            places: RefCell::default(),
        }
    }

    pub(crate) fn with_sink(self, sink: &'c dyn Fn(Warning)) -> Self {
        Self { sink: Some(sink), ..self }
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &'c ChunkingConfig {
        self.config
    }

    /// The bytes to chunk: the body, or a part of it in a mixed document (H5).
    #[must_use]
    pub fn scope(&self) -> Range<usize> {
        self.scope.clone()
    }

    /// Whether the strategy was asked for by its name, not detected.
    #[must_use]
    pub const fn by_name(&self) -> bool {
        self.by_name
    }

    /// The exact number of tokens in these bytes of the text: of cl100k_base, unless another counter was plugged in.
    #[must_use]
    pub fn tokens(&self, span: Range<usize>) -> usize {
        self.tokens.count(span)
    }

    /// Hands a warning to the caller.
    pub fn warn(&self, warning: Warning) {
        match self.sink {
            Some(sink) => sink(warning),
            None => self.warnings.borrow_mut().push(warning),
        }
    }

    /// The terms of a part of the document and its keywords.
    pub(crate) fn profile(&self, content: &Analysis<'_>, span: &Range<usize>) -> Profile {
        content.profile(span, &mut self.places.borrow_mut())
    }

    /// What a decision says. The last one is kept: if a long decision is cut, every piece asks for it.
    pub(crate) fn signal(&self, content: &Analysis<'_>, found: Finding) -> Option<Signal> {
        let is_asked = |last: &Signal| last.span() == found.span();
        let last = self.last_signal.take().filter(is_asked);
        let signal = last.or_else(|| content.signal(found));
        self.last_signal.replace(signal.clone());
        signal
    }
}
