//! The public API (H21): [`HybridPolicy`] and its builder. `run` takes a document through all stages, `findings` lists what was
//! recognized, `stats` counts, `policy` implements the trait that all contracts share.

pub(crate) mod findings;
mod policy;
mod run;
pub(crate) mod stats;

use crate::analysis::Analysis;
use crate::recognize::models::Models;
use crate::record::{CONTRACT, ChunkingConfig, HybridChunk, HybridError, Kind};
use crate::select;
use crate::select::{Reason, Selection};
use crate::strategy::ChunkingPlugin;
use crate::strategy::event::EventBased;
use crate::strategy::preference::PreferenceSignal;
use crate::strategy::semantic::SemanticBoundary;
use crate::strategy::step::StepBased;
use crate::system::stats::{ChunkingStats, Tally};
use crate::text::{Document, ParsedContent};
use crate::topics::Similarity;
use chunk_core::{Chunks, ConfigError, TokenCounter, counters::Cl100k};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::{
    borrow::Cow,
    fmt,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Reads a clock: the time since some fixed moment.
type Timer = Box<dyn Fn() -> Duration + Send + Sync>;

/// The hybrid policy: chooses a strategy by what a document holds, chunks it, and says of every chunk what it is (H21). The crate's page has
/// examples.
///
/// The built-in strategies are plugins; another one is registered in front of classification:
///
/// ```
/// use chunk_hybrid::{Analysis, ChunkContext, ChunkingPlugin, HybridPolicy, Confidence, Document, Draft, StrategyMetadata};
///
/// struct Verses;
///
/// impl ChunkingPlugin for Verses {
///     fn name(&self) -> &str {
///         "verses"
///     }
///
///     fn detect(&self, content: &Analysis<'_>) -> Confidence {
///         if content.field("type") == Some("poem") { Confidence::ONE } else { Confidence::default() }
///     }
///
///     fn chunk(&self, content: &Analysis<'_>, _: &mut ChunkContext) -> Vec<Draft> {
///         let verse = |span| Draft::new(span, StrategyMetadata::Custom(serde_json::Map::new()));
///         content.blocks().iter().map(|block| verse(block.span())).collect()
///     }
/// }
///
/// let mut system = HybridPolicy::new(Default::default())?;
/// system.register_plugin(Verses)?;
/// let poem = "---\ntype: poem\n---\nSo much depends\nupon\n";
/// let found = system.chunk(&Document::new("wheelbarrow.md", poem))?;
/// assert_eq!(found.chunks[0].strategy_type, "verses");
/// assert_eq!(found.chunks[0].content, "So much depends\nupon");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct HybridPolicy {
    config: ChunkingConfig,
    /// The contract's four, then the registered ones.
    plugins: Vec<Box<dyn ChunkingPlugin>>,
    /// The measure that was plugged in; without one, words are compared.
    similarity: Option<Box<dyn Similarity>>,
    models: Cow<'static, Models>,
    counter: Box<dyn TokenCounter + Send>,
    /// The strategy for all documents, whatever they hold, if one was set.
    strategy: Option<String>,
    timer: Option<Timer>,
    tally: Mutex<Tally>,
}

impl fmt::Debug for HybridPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HybridPolicy")
            .field("config", &self.config)
            .field("strategies", &self.strategies())
            .finish_non_exhaustive()
    }
}

impl Default for HybridPolicy {
    /// A system with the contract's settings.
    fn default() -> Self {
        Self {
            config: ChunkingConfig::default(),
            plugins: vec![
                Box::new(EventBased),
                Box::new(SemanticBoundary),
                Box::new(PreferenceSignal),
                Box::new(StepBased),
            ],
            similarity: None,
            models: Cow::Borrowed(Models::built_in()),
            counter: Box::new(Cl100k::default()),
            strategy: None,
            timer: None,
            tally: Mutex::default(),
        }
    }
}

impl HybridPolicy {
    /// A system with the four strategies of the contract.
    ///
    /// # Errors
    /// [`ConfigError`] with every setting that is out of range.
    pub fn new(config: ChunkingConfig) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self { config, ..Self::default() })
    }

    /// The chunks of a text at a path: [`chunk`](Self::chunk) for a document of which nothing else is known.
    ///
    /// # Errors
    /// Those of [`chunk`](Self::chunk).
    pub fn chunks<'d>(&self, path: &'d str, text: &'d str) -> Result<Chunks<HybridChunk<'d>>, HybridError> {
        self.chunk(&Document::new(path, text))
    }

    /// Counts tokens with another counter (T10). All sizes are then in its tokens, those of the settings included, and
    /// [`version`](Self::version) and the ids name it (H11). Work stays linear in the text if its
    /// [`measure`](TokenCounter::measure) counts a range without reading it again.
    ///
    /// ```
    /// use chunk_hybrid::{HybridPolicy, chunk_core::counters::Characters};
    ///
    /// let system = HybridPolicy::default().with_counter(Characters);
    /// assert_eq!(system.version(), "hybrid.chunking.v1+characters");
    /// assert_eq!(system.chunks("a.md", "The pump hums.")?.chunks[0].token_count, 14);
    /// # Ok::<(), chunk_hybrid::HybridError>(())
    /// ```
    #[must_use]
    pub fn with_counter(mut self, counter: impl TokenCounter + Send + 'static) -> Self {
        self.counter = Box::new(counter);
        self
    }

    /// The version of the output: the contract's, followed by the name of the counter's encoding unless that is `cl100k_base` (T10).
    #[must_use]
    pub fn version(&self) -> Cow<'static, str> {
        CONTRACT.version_in(self.counter.encoding())
    }

    /// Cuts topics by another measure of similarity, such as that of an embedding model. An id is made from a chunk's text, so a
    /// chunk that comes out the same keeps its id, and [`version`](Self::version) does not name the measure.
    #[must_use]
    pub fn with_similarity(mut self, similarity: impl Similarity + 'static) -> Self {
        self.similarity = Some(Box::new(similarity));
        self
    }

    /// Recognizes by other models, such as those that `cargo training quality` fits without the repositories it measures. They can
    /// change every chunk.
    #[cfg(feature = "training")]
    #[doc(hidden)]
    #[must_use]
    pub fn with_models(mut self, models: Models) -> Self {
        self.models = Cow::Owned(models);
        self
    }

    /// Chunks every document by this strategy, as if [`chunk_with_strategy`] was called.
    ///
    /// [`chunk_with_strategy`]: Self::chunk_with_strategy
    ///
    /// # Errors
    /// [`HybridError`] if there is no such strategy.
    pub fn with_strategy(mut self, strategy: &str) -> Result<Self, HybridError> {
        self.check_name(strategy)?;
        self.strategy = Some(strategy.to_owned());
        Ok(self)
    }

    /// Takes the times of the statistics from this clock: by itself the library reads none (H23).
    ///
    /// ```
    /// use chunk_hybrid::{HybridPolicy, Document};
    /// use std::time::Instant;
    ///
    /// let start = Instant::now();
    /// let system = HybridPolicy::new(Default::default())?.with_timer(move || start.elapsed());
    /// system.chunk(&Document::new("a.md", "One sentence."))?;
    /// assert!(system.stats().avg_processing_time.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_timer(mut self, timer: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.timer = Some(Box::new(timer));
        self
    }

    /// Adds a strategy. Plugins are asked in the order in which they were registered, before the content is classified.
    ///
    /// # Errors
    /// [`HybridError`] if there already is a strategy of this name.
    pub fn register_plugin(&mut self, plugin: impl ChunkingPlugin + 'static) -> Result<(), HybridError> {
        if self.find(plugin.name()).is_some() {
            return Err(Kind::NameTaken(plugin.name().to_owned()).into());
        }
        self.plugins.push(Box::new(plugin));
        Ok(())
    }

    /// The names of all strategies: the contract's four, then the registered ones.
    #[must_use]
    pub fn strategies(&self) -> Vec<&str> {
        self.plugins.iter().map(|plugin| plugin.name()).collect()
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &ChunkingConfig {
        &self.config
    }

    /// Chunks a document by the strategy that fits it (H3). To get the chunks one by one, call `Policy::chunk(&system, document,
    /// &mut sink)` of the trait.
    ///
    /// # Errors
    /// [`HybridError`] if the document has 4 GiB or more, or a plugin drafts bytes that are no text of it.
    pub fn chunk<'d>(&self, document: &Document<'d>) -> Result<Chunks<HybridChunk<'d>>, HybridError> {
        self.run(document, self.strategy.as_deref())
    }

    /// Chunks a document by the strategy of this name.
    ///
    /// # Errors
    /// [`HybridError`] if there is no such strategy, and those of [`chunk`](Self::chunk).
    pub fn chunk_with_strategy<'d>(
        &self,
        document: &Document<'d>,
        strategy: &str,
    ) -> Result<Chunks<HybridChunk<'d>>, HybridError> {
        self.run(document, Some(strategy))
    }

    /// Chunks many documents, on as many threads as there are processors; results come in the order of the documents.
    #[must_use]
    pub fn chunk_batch<'d>(
        &self,
        documents: &[Document<'d>],
    ) -> Vec<Result<Chunks<HybridChunk<'d>>, HybridError>> {
        documents.par_iter().map(|document| self.chunk(document)).collect()
    }

    /// Which strategy [`chunk`](Self::chunk) would take for a document, and why.
    ///
    /// ```
    /// use chunk_hybrid::{HybridPolicy, ContentType, Document};
    ///
    /// let system = HybridPolicy::new(Default::default())?;
    /// let log = "10:00 Plan: replace the disk.\n10:20 Replaced the disk, restarted the array.\n10:45 Verified: no errors.\n";
    /// let selection = system.explain(&Document::new("notes.txt", log));
    /// assert_eq!(selection.parts[0].strategy, "event-based");
    /// assert_eq!(selection.classification.unwrap().best().content_type, ContentType::TaskLog);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn explain(&self, document: &Document<'_>) -> Selection {
        let content = self.read(*document);
        let analysis = self.analyze(&content);
        let mut selection = self.select(&analysis, self.strategy.as_deref(), &mut Vec::new());
        let is_asked = matches!(selection.reason, Reason::Classified | Reason::Mixed | Reason::Default);
        if is_asked && self.config.enable_auto_detection {
            selection.classification = Some(analysis.classification());
            select::add_confidences(&analysis, &mut selection.parts);
        }
        selection
    }

    /// Reads a document: its frontmatter, blocks and words, these numbered by the vocabulary of the system's models.
    #[must_use]
    pub fn read<'d>(&self, document: Document<'d>) -> ParsedContent<'d> {
        ParsedContent::new(document, self.models.vocabulary())
    }

    /// What can be found out about a document that was read, each thing when it is first asked for.
    #[must_use]
    pub fn analyze<'c>(&'c self, content: &'c ParsedContent<'c>) -> Analysis<'c> {
        let (counter, similarity) = (&*self.counter, self.similarity.as_deref());
        Analysis::new(content, &self.models, counter, &self.config, similarity)
    }

    /// What was chunked so far (H23).
    #[must_use]
    pub fn stats(&self) -> ChunkingStats {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).stats()
    }

    fn check_name(&self, name: &str) -> Result<(), HybridError> {
        if self.find(name).is_some() {
            return Ok(());
        }
        Err(Kind::UnknownStrategy { name: name.to_owned(), known: self.strategies().join(", ") }.into())
    }

    fn find(&self, name: &str) -> Option<&dyn ChunkingPlugin> {
        self.plugins.iter().find(|plugin| plugin.name() == name).map(|plugin| &**plugin)
    }
}
