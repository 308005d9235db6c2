//! What a strategy is, and what it gets and gives (H21).

use crate::{
    analysis::Analysis,
    recognize::{candidate::Finding, decisions::Signal},
    record::{config::ChunkingConfig, metadata::StrategyMetadata, score::Score},
    topics::keyword::Profile,
};
use chunk_core::{TokenMeasure, Warning};
use std::{cell::RefCell, ops::Range};

/// How sure a plugin is that a document is its own.
pub type Confidence = Score;

/// From here on `detect` says yes.
pub const DETECTED: Confidence = Score::from_thousandths(500);

/// A strategy. The four of the contract are plugins of this trait, like those that a caller registers (H21).
pub trait ChunkingPlugin: Send + Sync {
    /// Its name: the `strategyType` of its chunks, and what frontmatter and callers ask for it by.
    fn name(&self) -> &str;

    /// How sure it is that it should chunk this document; from [`DETECTED`] on it means yes. Unless overridden, as sure as the
    /// classification is of its name: of others than the contract's four never.
    fn detect(&self, content: &Analysis<'_>) -> Confidence {
        content.confidence(self.name())
    }

    /// Gives `take` a draft of each chunk for the bytes [`scope`](ChunkContext::scope) of the document, in order. Sizes,
    /// duplicates, ids, contexts, relations and scores are made afterwards. Small drafts are joined as they come, so a text of
    /// tiny blocks takes least memory where none is kept here.
    fn chunk(&self, content: &Analysis<'_>, context: &ChunkContext<'_>, take: &mut dyn FnMut(Draft));

    /// Completes what is said of a chunk when its bytes, `span`, are final: drafts may have been joined or cut, and of those with the same
    /// text only the first is a chunk. Two threads may do so at once, each with a context of its own. Unless
    /// overridden, it stays as drafted.
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

/// A chunk to be.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Draft {
    /// Its bytes in [`ParsedContent::text`](crate::ParsedContent::text).
    pub span: Range<usize>,
    /// What is known of it.
    pub metadata: StrategyMetadata,
    /// The name of another strategy that it belongs to; `None` for the plugin's own.
    pub strategy: Option<&'static str>,
    /// The draft it is a part of, by a byte of that.
    pub parent: Option<usize>,
    /// The drafts that must come before it, by a byte of each.
    pub dependencies: Vec<usize>,
    /// Bytes at its start that the draft before has too.
    pub overlap: usize,
}

impl Draft {
    /// A draft of these bytes.
    #[must_use]
    pub const fn new(span: Range<usize>, metadata: StrategyMetadata) -> Self {
        Self { span, metadata, strategy: None, parent: None, dependencies: Vec::new(), overlap: 0 }
    }
}

/// What a strategy may need beside the document. Each thread has one of its own.
pub struct ChunkContext<'c> {
    pub(crate) config: &'c ChunkingConfig,
    pub(crate) scope: Range<usize>,
    pub(crate) by_name: bool,
    pub(crate) tokens: &'c dyn TokenMeasure,
    /// Takes warnings at once: of a long document there can be many. Without it they are kept.
    pub(crate) sink: Option<&'c dyn Fn(Warning)>,
    pub(crate) warnings: RefCell<Vec<Warning>>,
    /// What the decision says that was asked for last.
    pub(crate) last_signal: RefCell<Option<Signal>>,
    /// Where terms stand in the profiles in which they were found last.
    pub(crate) places: RefCell<Vec<u32>>,
}

impl<'c> ChunkContext<'c> {
    pub(crate) fn new(
        config: &'c ChunkingConfig,
        scope: Range<usize>,
        by_name: bool,
        tokens: &'c dyn TokenMeasure,
    ) -> Self {
        Self {
            config,
            scope,
            by_name,
            tokens,
            sink: None,
            warnings: RefCell::default(),
            last_signal: RefCell::default(),
            places: RefCell::default(),
        }
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

    /// Whether the strategy was asked for, not detected.
    #[must_use]
    pub const fn by_name(&self) -> bool {
        self.by_name
    }

    /// The exact tokens of bytes of the text: of cl100k_base, unless another counter was plugged in.
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

    /// What a decision says. The last one is kept, for all pieces of a long decision ask.
    pub(crate) fn signal(&self, content: &Analysis<'_>, found: Finding) -> Option<Signal> {
        let is_asked = |last: &Signal| last.span() == found.span();
        let last = self.last_signal.take().filter(is_asked);
        let signal = last.or_else(|| content.signal(found));
        self.last_signal.replace(signal.clone());
        signal
    }
}
