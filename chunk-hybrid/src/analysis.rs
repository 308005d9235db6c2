//! A document and all that is found out about it: each thing at most once, and only if somebody asks (H16).

use crate::{
    dictionary::Dictionary,
    recognize::{
        decisions::{self, Signal, Signals},
        kind::{self, Classification, Kind},
        models::Models,
        phases::{self, Events},
        printed::Log,
        steps::{self, Step, Steps},
        unit::Finding,
    },
    record::{
        PREFERENCE_SIGNAL, STEP_BASED,
        config::{ChunkingConfig, EventBasedConfig},
        identity::CONTRACT,
        score::Score,
    },
    text::{among, document::ParsedContent, stamp, time::Instant},
    topics::{
        keyword::{Counts, Profile, Profiler},
        similarity::{Gaps, Lexical, Similarity},
        unit::Units,
    },
};
use chunk_core::{TokenCounter, TokenMeasure, ahead, beside, halves};
use std::{
    borrow::Cow,
    fmt,
    ops::{Deref, Range},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

/// Nothing speaks against it, in thousandths.
const CERTAIN: u64 = 1000;

/// From here on, a sentence is more likely a decision than not.
const LIKELY: Score = Score::from_thousandths(500);

/// A document that was read, and the findings of all recognizers in it, each looked for when it is first asked for. What strategies
/// and plugins chunk by. Spans are bytes of [`text`](ParsedContent::text).
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
    max: usize,
    /// The tokens that chunks should have, if that is asked for.
    target: Option<usize>,
    /// How sure a preference signal must be.
    least: Score,
    /// The measure that was plugged in.
    similarity: Option<&'c dyn Similarity>,
    /// Whether two threads work on it.
    shared: bool,
    found: Found<'c>,
}

/// What was found out, each thing when somebody first asked for it.
#[derive(Default)]
struct Found<'c> {
    kind: OnceLock<Kind<'c>>,
    /// The strategies that were asked for, or that its parts have.
    chosen: OnceLock<Vec<String>>,
    stamps: OnceLock<Vec<(usize, Instant)>>,
    signals: Mutex<Option<Arc<Signals>>>,
    log: Log,
    /// The lines of the body that are steps, and how sure it was of a procedure when they were sought.
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
            max: config.max_chunk_size,
            target: config.semantic_boundary.target_chunk_size,
            least: Score::of_setting(config.preference_signal.min_confidence),
            similarity,
            shared: false,
            found: Found::default(),
        }
    }

    /// The same, by two threads if it is `shared`.
    pub(crate) const fn shared_if(mut self, shared: bool) -> Self {
        self.shared = shared;
        self
    }

    /// Whether two threads share so many units: for fewer it takes longer to begin a thread.
    pub(crate) const fn shares(&self, units: usize) -> bool {
        self.shared && units >= 1 << 12
    }

    /// What `of` gives for the numbers below `count`, in order, by the threads that work on it.
    pub(crate) fn each<T: Send>(
        &self,
        count: usize,
        of: &(impl Fn(Range<usize>) -> Vec<T> + Sync),
    ) -> Vec<T> {
        if self.shared { halves(count, of) } else { of(0..count) }
    }

    /// Runs `own` with the items of `others`, by the threads that work on it.
    pub(crate) fn ahead<T: Send, I: Iterator<Item = T>>(
        &self,
        others: &(impl Fn() -> I + Sync),
        own: impl FnOnce(&mut dyn Iterator<Item = T>),
    ) {
        if self.shared { ahead(others, own) } else { own(&mut others()) }
    }

    /// Runs `own`, and if two threads work on it finds meanwhile what nearly every document is asked for.
    pub(crate) fn look_ahead<T>(&self, own: impl FnOnce() -> T) -> T {
        if !self.shared {
            return own();
        }
        let find = || {
            self.units();
            // Another measure may take long, and not be asked.
            if self.similarity.is_none() {
                self.gaps();
            }
        };
        let ((), own) = beside(&find, || {
            let own = own();
            self.profiler();
            own
        });
        own
    }

    /// How sure it is of each content type, and why (H4).
    #[must_use]
    pub fn classification(&self) -> Classification {
        self.kind().classification(self)
    }

    /// How sure it is of a strategy (H4).
    #[must_use]
    pub fn confidence(&self, strategy: &str) -> Score {
        self.kind().confidence(strategy)
    }

    /// Tells which strategies were asked for or chosen for parts, before they look for anything.
    pub(crate) fn choose(&self, strategies: impl Iterator<Item = String>) {
        self.found.chosen.get_or_init(|| strategies.collect());
    }

    /// How sure it is that the document holds what a strategy looks for, in thousandths: certain, where the strategy was chosen.
    fn sure_of(&self, strategy: &str) -> u64 {
        let chosen = self.found.chosen.get().is_some_and(|chosen| chosen.iter().any(|own| own == strategy));
        if chosen { CERTAIN } else { self.confidence(strategy).thousandths() }
    }

    /// What tells what kind of text parts of the body are (H5).
    pub(crate) fn parts(&self) -> kind::Parts<'_> {
        kind::Parts::new(self, self.models.kind())
    }

    /// What kind of document it is.
    pub(crate) fn kind(&self) -> &Kind<'c> {
        self.found.kind.get_or_init(|| {
            let mut kind = kind::of_document(self, self.models.kind());
            if decisions::is_brief(self) {
                kind = kind.of_brief(self.decisions().found.iter().any(|found| found.sure() >= LIKELY));
            }
            if kind.likeliest() == STEP_BASED {
                let sure = kind.confidence(STEP_BASED).thousandths();
                let lines = self.lines_of_steps(sure);
                let is_numbered =
                    |lines| Steps::new(self, lines, &self.body(), true).any(|step| step.number.is_some());
                // What a machine printed is no procedure, unless it has numbers.
                if lines.is_empty() || self.found.log.is_one(self) && !is_numbered(lines) {
                    return kind.without_steps();
                }
            }
            kind
        })
    }

    /// The entries of `scope` with their phases (H17). Headings belong to the entry after them.
    #[must_use]
    pub fn events(&self, config: &EventBasedConfig, scope: &Range<usize>) -> Events<'_> {
        phases::phases(self, self.models.phases(), self.instants(), config, scope)
    }

    /// The preference signals of the body, in order, that are as sure as the settings ask for or more likely than not (H19).
    pub fn signals(&self) -> impl Iterator<Item = Signal> + '_ {
        let signals = self.decisions();
        (0..signals.found.len()).filter_map(move |at| self.signal(*signals.found.get(at)?))
    }

    /// What is a decision in the body, in order, as sure as the settings ask for or more likely than not. Nothing is kept of what is
    /// weaker, for each row of a table may be.
    pub(crate) fn decisions(&self) -> Arc<Signals> {
        let known = lock(&self.found.signals).clone();
        known.unwrap_or_else(|| {
            // A brief text is what its sentences are, not the other way round.
            let sure = if decisions::is_brief(self) { CERTAIN } else { self.sure_of(PREFERENCE_SIGNAL) };
            let (models, least) = (self.models.decisions(), self.least.min(LIKELY));
            let found = decisions::find_signals(self, models, &self.found.log, sure, least, self.shared);
            Arc::clone(lock(&self.found.signals).insert(Arc::new(found)))
        })
    }

    /// What one of these says.
    pub(crate) fn signal(&self, found: Finding) -> Option<Signal> {
        self.decisions().signal(self, self.instants(), found)
    }

    /// The steps in `scope`, in order (H20).
    pub fn steps<'a>(&'a self, scope: &Range<usize>) -> impl Iterator<Item = Step> + use<'a, 'c> {
        self.steps_with(scope, true)
    }

    /// The same; optional ones only if they are wanted.
    pub(crate) fn steps_with(&self, scope: &Range<usize>, optional: bool) -> Steps<'_> {
        Steps::new(self, self.lines_of_steps(self.sure_of(STEP_BASED)), scope, optional)
    }

    fn lines_of_steps(&self, sure: u64) -> Arc<Vec<Finding>> {
        let mut steps = lock(&self.found.steps);
        let known = steps.take().filter(|(known, _)| *known == sure);
        let find = || {
            (sure, Arc::new(steps::find_steps(self, self.models.steps(), &self.found.log, sure, self.shared)))
        };
        let (_, lines) = steps.insert(known.unwrap_or_else(find));
        Arc::clone(lines)
    }

    /// Makes room when nobody asks for decisions and steps any more.
    pub(crate) fn forget_findings(&self) {
        lock(&self.found.signals).take();
        lock(&self.found.steps).take();
    }

    /// The time stamps of the body that have a time of day: where each stands, and its milliseconds since 1970-01-01 UTC.
    /// Without a day of its own, a time is one of the document's day, or of the first of January 1970.
    pub fn stamps(&self) -> impl ExactSizeIterator<Item = (usize, i64)> + '_ {
        self.instants().iter().map(|&(at, instant)| (at, instant.ms))
    }

    /// Those of the time stamps that stand in `span`.
    pub(crate) fn stamps_in(&self, span: &Range<usize>) -> &[(usize, Instant)] {
        among(self.instants(), span, |(at, _)| *at)
    }

    pub(crate) fn instants(&self) -> &[(usize, Instant)] {
        self.found.stamps.get_or_init(|| stamp::stamps(self))
    }

    /// The task that the body names, found by `find` (H17).
    pub(crate) fn task(&self, find: impl FnOnce() -> Option<String>) -> Option<String> {
        self.found.task.get_or_init(find).clone()
    }

    /// The version of the policy that counts like this: part of every id.
    pub(crate) fn version(&self) -> Cow<'static, str> {
        CONTRACT.version_in(self.counter.encoding())
    }

    /// The tokens of the text.
    pub(crate) fn tokens(&self) -> &dyn TokenMeasure {
        &**self.found.tokens.get_or_init(|| self.counter.measure(self.text.text()))
    }

    /// The units of the whole body.
    pub(crate) fn units(&self) -> &Units<'c> {
        self.found.units.get_or_init(|| self.cut(self.body()))
    }

    /// How alike the units of the whole body are to their neighbours.
    pub(crate) fn gaps(&self) -> &Gaps {
        self.found.gaps.get_or_init(|| self.gaps_of(self.units()))
    }

    /// The terms of a part of the document and its keywords. Their counts are kept.
    pub(crate) fn profile(&self, span: &Range<usize>, places: &mut Vec<u32>) -> Profile {
        let profile = self.profiler().profile(self, span, places);
        let counts = Arc::new(profile.counts());
        lock(&self.found.counts).insert(span.clone(), counts);
        profile
    }

    /// What a part of the document is compared by with others.
    pub(crate) fn counts(&self, span: &Range<usize>, places: &mut Vec<u32>) -> Arc<Counts> {
        let known = lock(&self.found.counts).get(span).map(Arc::clone);
        known.unwrap_or_else(|| Arc::new(self.profiler().profile(self, span, places).counts()))
    }

    fn profiler(&self) -> Arc<Profiler> {
        let mut profiler = lock(&self.found.profiler);
        Arc::clone(profiler.get_or_insert_with(|| Arc::new(Profiler::new(&self.words))))
    }

    /// Makes room when nobody asks for terms of parts any more.
    pub(crate) fn forget_profiler(&self) {
        lock(&self.found.profiler).take();
    }

    /// The units of a part of the body.
    pub(crate) fn units_of(&self, span: Range<usize>) -> Units<'c> {
        self.cut(span).renumbered()
    }

    fn cut(&self, span: Range<usize>) -> Units<'c> {
        Units::new(self.text, span, self.max, self.target, self.tokens())
    }

    pub(crate) fn gaps_of(&self, units: &Units<'_>) -> Gaps {
        Gaps::new(self.similarity.unwrap_or(&Lexical).gaps(units), units.units.len())
    }

    /// How alike two parts of the text are by the measure that was plugged in, if one was (H13).
    pub(crate) fn likeness(&self, parts: [&Range<usize>; 2]) -> Option<u64> {
        let measure = self.similarity?;
        let pair = Units::pair(self.text, parts).renumbered();
        Some(Gaps::new(measure.gaps(&pair), 2).before(1))
    }
}

/// Also what a thread left that panicked: nothing is half done there.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
