use crate::{
    config::ChunkingConfig,
    document::ParsedContent,
    keyword::{Profile, Profiler},
    metadata::StrategyMetadata,
    score::Score,
    similarity::{Gaps, Similarity},
    unit::{Numbering, Units},
};
use chunk_core::{TokenMeasure, Warning};
use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    ops::Range,
    rc::Rc,
};

/// How sure a plugin is that a document is its own.
pub type Confidence = Score;

/// From here on `detect` says yes.
pub const DETECTED: Confidence = Score::from_thousandths(500);

/// A strategy. The four of the contract are plugins of this trait, like those that a caller registers (H21).
pub trait ChunkingPlugin: Send + Sync {
    /// Its name: the `strategyType` of its chunks, and what frontmatter and callers ask for it by.
    fn name(&self) -> &str;

    /// How sure it is that it should chunk this document; from [`DETECTED`] on it means yes.
    fn detect(&self, content: &ParsedContent<'_>) -> Confidence;

    /// Drafts of chunks for the bytes [`scope`](ChunkContext::scope) of the document, in order. Sizes, duplicates, ids,
    /// contexts, relations and scores are seen to afterwards.
    fn chunk(&self, content: &ParsedContent<'_>, context: &ChunkContext<'_>) -> Vec<Draft>;

    /// Completes what is said of a chunk when its bytes, `span`, are final: drafts may have been joined or cut. Unless
    /// overridden, it stays as drafted.
    fn describe(
        &self,
        content: &ParsedContent<'_>,
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
    /// Its bytes in [`ParsedContent::text`].
    pub span: Range<usize>,
    /// What is known of it.
    pub metadata: StrategyMetadata,
    /// The name of another strategy that it belongs to; `None` for the plugin's own.
    pub strategy: Option<&'static str>,
    /// The draft it is a part of, by its place in the list.
    pub parent: Option<usize>,
    /// The drafts that must come before it, by their place in the list.
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

/// What a strategy may need beside the document.
pub struct ChunkContext<'c> {
    config: &'c ChunkingConfig,
    scope: Range<usize>,
    by_name: bool,
    tokens: &'c dyn TokenMeasure,
    analysis: &'c Analysis<'c>,
    pub(crate) warnings: &'c RefCell<Vec<Warning>>,
}

impl<'c> ChunkContext<'c> {
    pub(crate) fn new(
        config: &'c ChunkingConfig,
        scope: Range<usize>,
        by_name: bool,
        analysis: &'c Analysis<'c>,
        warnings: &'c RefCell<Vec<Warning>>,
    ) -> Self {
        Self { config, scope, by_name, tokens: analysis.tokens, analysis, warnings }
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

    /// The exact cl100k_base tokens of bytes of the text.
    #[must_use]
    pub fn tokens(&self, span: Range<usize>) -> usize {
        self.tokens.count(span)
    }

    /// Hands a warning to the caller.
    pub fn warn(&self, warning: Warning) {
        self.warnings.borrow_mut().push(warning);
    }

    pub(crate) const fn measure(&self) -> &'c dyn TokenMeasure {
        self.tokens
    }

    pub(crate) const fn analysis(&self) -> &'c Analysis<'c> {
        self.analysis
    }
}

/// What is computed for a document at most once, and only if somebody asks (H16).
pub(crate) struct Analysis<'c> {
    content: &'c ParsedContent<'c>,
    tokens: &'c dyn TokenMeasure,
    max: usize,
    similarity: &'c dyn Similarity,
    units: OnceCell<Units<'c>>,
    gaps: OnceCell<Gaps>,
    numbering: RefCell<Numbering>,
    profiler: OnceCell<RefCell<Profiler>>,
    profiles: RefCell<BTreeMap<(usize, usize), Rc<Profile>>>,
}

impl<'c> Analysis<'c> {
    pub(crate) fn new(
        content: &'c ParsedContent<'c>,
        tokens: &'c dyn TokenMeasure,
        max: usize,
        similarity: &'c dyn Similarity,
    ) -> Self {
        Self {
            content,
            tokens,
            max,
            similarity,
            units: OnceCell::new(),
            gaps: OnceCell::new(),
            numbering: RefCell::default(),
            profiler: OnceCell::new(),
            profiles: RefCell::new(BTreeMap::new()),
        }
    }

    /// The units of the whole body.
    pub(crate) fn units(&self) -> &Units<'c> {
        self.units.get_or_init(|| Units::new(self.content, self.content.body(), self.max, self.tokens))
    }

    /// How alike the units of the whole body are to their neighbours.
    pub(crate) fn gaps(&self) -> &Gaps {
        self.gaps.get_or_init(|| self.gaps_of(self.units()))
    }

    /// The terms of a part of the document and its keywords.
    pub(crate) fn profile(&self, span: &Range<usize>) -> Rc<Profile> {
        let profiler = self.profiler.get_or_init(|| RefCell::new(Profiler::new(&self.content.words)));
        let mut profiles = self.profiles.borrow_mut();
        let new = || Rc::new(profiler.borrow_mut().profile(self.content, span));
        Rc::clone(profiles.entry((span.start, span.end)).or_insert_with(new))
    }

    /// The units of a part of the body.
    pub(crate) fn units_of(&self, span: Range<usize>) -> Units<'c> {
        let mut units = Units::new(self.content, span, self.max, self.tokens);
        self.numbering.borrow_mut().number(&mut units);
        units
    }

    pub(crate) fn gaps_of(&self, units: &Units<'_>) -> Gaps {
        Gaps::new(self.similarity.gaps(units), units.units.len())
    }
}
