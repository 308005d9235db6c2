//! One document, and all that can be found out about it: each thing is computed when it is first asked for, and kept (H16). Selection,
//! strategies and plugins ask here; the work itself is done in `text`, `topics` and `recognize`.

use crate::{
    dictionary::Dictionary,
    recognize::{
        candidate::Finding,
        decisions::{self, Signal, Signals},
        kind::{self, Classification, Kind},
        models::Models,
        phases::{self, Events},
        steps::{self, Step, Steps},
    },
    record::{
        PREFERENCE_SIGNAL, STEP_BASED,
        config::{ChunkingConfig, EventBasedConfig},
        identity::CONTRACT,
        score::Score,
    },
    sync::lock,
    text::{among, document::ParsedContent, stamp, time::Instant},
    topics::{
        keyword::{Counts, Profile, Profiler},
        similarity::{Gaps, Lexical, Similarity},
        unit::Units,
    },
};
use chunk_core::{TokenCounter, TokenMeasure};
use std::{
    borrow::Cow,
    fmt,
    ops::{Deref, Range},
    sync::{Arc, Mutex, OnceLock},
};

/// Certainty, in thousandths.
const CERTAIN: u64 = 1000;

/// From this confidence on, a sentence is more likely a decision than not.
const LIKELY: Score = Score::from_thousandths(500);

/// A document that was read, with the findings of all recognizers, each made when it is first asked for: what strategies and plugins
/// decide by. Spans are bytes of [`text`](ParsedContent::text).
///
/// ```
/// use chunk_hybrid::{ChunkingSystem, Document};
///
/// let system = ChunkingSystem::default();
/// let content = system.read(Document::new("kitchen.md", "We chose oak over granite.\n"));
/// let analysis = system.analyze(&content);
/// let signal = analysis.signals().next().unwrap();
/// assert_eq!(&content.text()[signal.preferred().unwrap()], "oak");
/// ```
pub struct Analysis<'c> {
    text: &'c ParsedContent<'c>,
    models: &'c Models,
    counter: &'c dyn TokenCounter,
    max_chunk_size: usize,
    /// The tokens that a chunk should have, if the settings say so.
    target_chunk_size: Option<usize>,
    /// How sure a preference signal must be.
    min_confidence: Score,
    /// The measure that was plugged in, if one was.
    similarity: Option<&'c dyn Similarity>,
    cache: Cache<'c>,
}

/// What was found out so far. What can be large and is needed only for a while is in a `Mutex<Option<…>>`, so that it can be freed.
#[derive(Default)]
struct Cache<'c> {
    kind: OnceLock<Kind<'c>>,
    /// The strategies that were asked for or chosen for parts; see [`Analysis::set_chosen`].
    chosen: OnceLock<Vec<String>>,
    stamps: OnceLock<Vec<(usize, Instant)>>,
    /// The decisions of the body, beside how sure it was, in thousandths, that the document is one of decisions: they depend on that.
    signals: Mutex<Option<(u64, Arc<Signals>)>>,
    /// The same of steps and procedures.
    steps: Mutex<Option<(u64, Arc<Vec<Finding>>)>>,
    tokens: OnceLock<Box<dyn TokenMeasure + 'c>>,
    units: OnceLock<Units<'c>>,
    gaps: OnceLock<Gaps>,
    task: OnceLock<Option<String>>,
    profiler: Mutex<Option<Arc<Profiler>>>,
    counts: Mutex<Dictionary<Range<usize>, Arc<Counts>>>,
}

impl fmt::Debug for Analysis<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analysis").field("text", &self.text).finish_non_exhaustive()
    }
}

impl<'c> Deref for Analysis<'c> {
    type Target = ParsedContent<'c>;

    fn deref(&self) -> &ParsedContent<'c> {
        self.text
    }
}

impl<'c> Analysis<'c> {
    pub(crate) fn new(
        content: &'c ParsedContent<'c>,
        models: &'c Models,
        counter: &'c dyn TokenCounter,
        config: &ChunkingConfig,
        similarity: Option<&'c dyn Similarity>,
    ) -> Self {
        Self {
            text: content,
            models,
            counter,
            max_chunk_size: config.max_chunk_size,
            target_chunk_size: config.semantic_boundary.target_chunk_size,
            min_confidence: Score::of_setting(config.preference_signal.min_confidence),
            similarity,
            cache: Cache::default(),
        }
    }

    /// How sure the classification is of each content type, and why (H4).
    #[must_use]
    pub fn classification(&self) -> Classification {
        self.kind().classification(self)
    }

    /// How sure the classification is of a strategy (H4).
    #[must_use]
    pub fn confidence(&self, strategy: &str) -> Score {
        self.kind().confidence(strategy)
    }

    /// Notes which strategies were asked for or chosen for parts. Their recognizers then take it for certain that they fit, so this
    /// comes before anything is recognized for them.
    pub(crate) fn set_chosen(&self, strategies: impl Iterator<Item = String>) {
        self.cache.chosen.get_or_init(|| strategies.collect());
    }

    /// How certain it is that a strategy fits the document, in thousandths: all of them if the strategy was chosen.
    fn certainty_of(&self, strategy: &str) -> u64 {
        let chosen = self.cache.chosen.get();
        if chosen.is_some_and(|chosen| chosen.iter().any(|own| own == strategy)) {
            return CERTAIN;
        }
        self.confidence(strategy).thousandths()
    }

    /// How sure the classification has to be of a strategy other than `semantic-boundary`.
    pub(crate) fn least_confidence(&self) -> Score {
        Score::from_thousandths(self.models.least_confidence())
    }

    /// Classifies parts of the body one by one (H5).
    pub(crate) fn parts(&self) -> kind::Parts<'_> {
        kind::Parts::new(self, self.models.kind())
    }

    /// What kind of document it is: what it says itself, else what the model says, corrected by whether there are decisions or steps.
    pub(crate) fn kind(&self) -> &Kind<'c> {
        self.cache.kind.get_or_init(|| {
            let mut kind = kind::of_document(self, self.models.kind());
            let decides =
                |kind: u64| self.found_signals(kind).found.iter().any(|found| found.sure() >= LIKELY);
            if decisions::is_brief(self) {
                // The kind of a brief text follows from its sentences, not the other way round.
                kind = kind.of_brief(decides(CERTAIN));
            }
            let certainty = kind.confidence(kind.likeliest()).thousandths();
            match kind.likeliest() {
                STEP_BASED if self.step_findings(certainty).is_empty() => kind.without("step", STEP_BASED),
                PREFERENCE_SIGNAL if !decides(CERTAIN) => kind.without("decision", PREFERENCE_SIGNAL),
                _ => kind,
            }
        })
    }

    /// The entries of `scope` with their phases (H17). Headings belong to the entry after them.
    #[must_use]
    pub fn events(&self, config: &EventBasedConfig, scope: &Range<usize>) -> Events {
        phases::phases(self, self.models.phases(), self.instants(), config, scope)
    }

    /// The preference signals of the body, in order, that are as sure as the settings ask for or more likely than not (H19).
    pub fn signals(&self) -> impl Iterator<Item = Signal> + '_ {
        let signals = self.decisions();
        (0..signals.found.len()).filter_map(move |at| self.signal(*signals.found.get(at)?))
    }

    /// The decisions of the body, in order, that are as sure as the settings ask for or more likely than not. Weaker ones are not
    /// kept: every row of a table may be one.
    pub(crate) fn decisions(&self) -> Arc<Signals> {
        let is_brief = decisions::is_brief(self);
        self.found_signals(if is_brief { CERTAIN } else { self.certainty_of(PREFERENCE_SIGNAL) })
    }

    /// The decisions of the body, if the document is one of decisions by `kind` thousandths.
    fn found_signals(&self, kind: u64) -> Arc<Signals> {
        let mut cached = lock(&self.cache.signals);
        let known = cached.take().filter(|(known, _)| *known == kind);
        let least = self.min_confidence.min(LIKELY);
        let find = || (kind, Arc::new(decisions::find_signals(self, self.models.decisions(), kind, least)));
        let (_, found) = cached.insert(known.unwrap_or_else(find));
        Arc::clone(found)
    }

    /// What one of the [`decisions`](Self::decisions) says.
    pub(crate) fn signal(&self, found: Finding) -> Option<Signal> {
        self.decisions().signal(self, self.instants(), found)
    }

    /// The steps in `scope`, in order (H20).
    pub fn steps<'a>(&'a self, scope: &Range<usize>) -> impl Iterator<Item = Step> + use<'a, 'c> {
        self.steps_with(scope, true)
    }

    /// The steps in `scope`, in order; the optional ones only if `with_optional`.
    pub(crate) fn steps_with(&self, scope: &Range<usize>, with_optional: bool) -> Steps<'_> {
        Steps::new(self, self.step_findings(self.certainty_of(STEP_BASED)), scope, with_optional)
    }

    /// The lines of the body that are steps, if the document is a procedure by `kind` thousandths.
    fn step_findings(&self, kind: u64) -> Arc<Vec<Finding>> {
        let mut cached = lock(&self.cache.steps);
        let known = cached.take().filter(|(known, _)| *known == kind);
        let find = || (kind, Arc::new(steps::find_steps(self, self.models.steps(), kind)));
        let (_, found) = cached.insert(known.unwrap_or_else(find));
        Arc::clone(found)
    }

    /// Frees the decisions and steps, when nobody will ask for them again.
    pub(crate) fn forget_findings(&self) {
        lock(&self.cache.signals).take();
        lock(&self.cache.steps).take();
    }

    /// The time stamps of the body that have a time of day: the byte at which each starts, and its milliseconds since 1970-01-01 UTC.
    /// A time without a day is taken to be on the document's day, or on the first of January 1970.
    pub fn stamps(&self) -> impl ExactSizeIterator<Item = (usize, i64)> + '_ {
        self.instants().iter().map(|&(at, instant)| (at, instant.ms))
    }

    /// The time stamps that start in `span`.
    pub(crate) fn stamps_in(&self, span: &Range<usize>) -> &[(usize, Instant)] {
        among(self.instants(), span, |(at, _)| *at)
    }

    pub(crate) fn instants(&self) -> &[(usize, Instant)] {
        self.cache.stamps.get_or_init(|| stamp::stamps(self))
    }

    /// The task that the body names, found by `find` (H17).
    pub(crate) fn task(&self, find: impl FnOnce() -> Option<String>) -> Option<String> {
        self.cache.task.get_or_init(find).clone()
    }

    /// The version of the output with this counter: part of every id.
    pub(crate) fn version(&self) -> Cow<'static, str> {
        CONTRACT.version_in(self.counter.encoding())
    }

    /// Counts the tokens of any range of the text.
    pub(crate) fn tokens(&self) -> &dyn TokenMeasure {
        &**self.cache.tokens.get_or_init(|| self.counter.measure(self.text.text()))
    }

    /// The units of the whole body: the pieces between which topics may be cut (H18).
    pub(crate) fn units(&self) -> &Units<'c> {
        self.cache.units.get_or_init(|| self.split(self.body()))
    }

    /// How alike neighbouring units of the whole body are.
    pub(crate) fn gaps(&self) -> &Gaps {
        self.cache.gaps.get_or_init(|| self.gaps_of(self.units()))
    }

    /// The terms and keywords of a part of the document. Their counts are kept for [`counts`](Self::counts). For `places`, see
    /// [`Profiler::profile`].
    pub(crate) fn profile(&self, span: &Range<usize>, places: &mut Vec<u32>) -> Profile {
        let profile = self.profiler().profile(self, span, places);
        let counts = Arc::new(profile.counts());
        lock(&self.cache.counts).insert(span.clone(), counts);
        profile
    }

    /// How often each term occurs in a part of the document: what parts are compared by (H13).
    pub(crate) fn counts(&self, span: &Range<usize>, places: &mut Vec<u32>) -> Arc<Counts> {
        let known = lock(&self.cache.counts).get(span).map(Arc::clone);
        known.unwrap_or_else(|| Arc::new(self.profiler().profile(self, span, places).counts()))
    }

    fn profiler(&self) -> Arc<Profiler> {
        let mut profiler = lock(&self.cache.profiler);
        Arc::clone(profiler.get_or_insert_with(|| Arc::new(Profiler::new(&self.words))))
    }

    /// Frees the profiler, when nobody will ask for the terms of a part again.
    pub(crate) fn forget_profiler(&self) {
        lock(&self.cache.profiler).take();
    }

    /// The units of a part of the body.
    pub(crate) fn units_of(&self, span: Range<usize>) -> Units<'c> {
        self.split(span).renumbered()
    }

    fn split(&self, span: Range<usize>) -> Units<'c> {
        Units::new(self.text, span, self.max_chunk_size, self.target_chunk_size, self.tokens())
    }

    /// How alike neighbouring ones of these units are.
    pub(crate) fn gaps_of(&self, units: &Units<'_>) -> Gaps {
        Gaps::new(self.similarity.unwrap_or(&Lexical).gaps(units), units.units.len())
    }

    /// How alike two parts of the text are by the measure that was plugged in (H13); `None` if none was.
    pub(crate) fn plugged_in_likeness(&self, parts: [&Range<usize>; 2]) -> Option<u64> {
        let measure = self.similarity?;
        let pair = Units::pair(self.text, parts).renumbered();
        Some(Gaps::new(measure.gaps(&pair), 2).before(1))
    }
}
