//! One document, and all that can be found out about it (H16). Selection, strategies and plugins ask here; the work itself is done in
//! `text`, `topics` and `recognize`. What one kind of document needs and another does not is computed when it is first asked for.

use crate::recognize::decisions::{Decisions, Explicit, Signal};
use crate::recognize::kind::{Classification, Kind};
use crate::recognize::models::Models;
use crate::recognize::phases::{Entry, Event};
use crate::recognize::steps::Step;
use crate::recognize::{Finding, Judged, decisions, kind, phases, steps};
use crate::record::{CONTRACT, ChunkingConfig, DecisionType, PREFERENCE_SIGNAL, STEP_BASED, Score, StepType};
use crate::text::{Instant, ParsedContent, Wholes, among, stamp};
use crate::topics::{Gaps, Lexical, Profile, Similarity, Units};
use chunk_core::{TokenCounter, counters::TokenMeasure};
use std::{
    borrow::Cow,
    cell::OnceCell,
    fmt,
    ops::{Deref, Range},
};

/// Certainty, in thousandths.
const CERTAIN: u64 = 1000;

/// The least share of a procedure that is in its steps, in thousandths: pages of commands and READMEs that the model takes for procedures have
/// few. By cross-validation, 0.750 of the documents of another strategy are found so; at 400, 0.740.
const LEAST_STEPS: usize = 300;

/// From this confidence on, a sentence is more likely a decision than not.
const LIKELY: Score = Score::from_thousandths(500);

/// A document that was read, with the findings of all recognizers, each made when it is first asked for: what strategies and plugins
/// decide by. Spans are bytes of [`text`](ParsedContent::text).
///
/// ```
/// use chunk_hybrid::{HybridPolicy, Document};
///
/// let system = HybridPolicy::default();
/// let content = system.read(Document::new("kitchen.md", "We chose oak over granite.\n"));
/// let analysis = system.analyze(&content);
/// let signal = &analysis.signals()[0];
/// assert_eq!(&content.text()[signal.preferred.clone().unwrap()], "oak");
/// ```
pub struct Analysis<'c> {
    text: &'c ParsedContent<'c>,
    models: &'c Models,
    /// The settings.
    pub config: &'c ChunkingConfig,
    /// The version of the output with the counter in use: part of every id.
    pub(crate) version: Cow<'static, str>,
    /// Counts the tokens of any range of the text.
    pub(crate) tokens: Box<dyn TokenMeasure + 'c>,
    /// The measure that was plugged in, if one was.
    similarity: Option<&'c dyn Similarity>,
    /// The strategies that were asked for, or chosen for parts beyond doubt. Their recognizers take it for certain that the document is of
    /// their kind.
    chosen: Vec<String>,
    /// What fits into a chunk, and so is not divided.
    pub(crate) wholes: Wholes,
    found: Found<'c>,
}

/// What was found out so far: one kind of document needs what another does not.
#[derive(Default)]
struct Found<'c> {
    topics: OnceCell<(Units<'c>, Gaps)>,
    kind: OnceCell<Kind<'c>>,
    instants: OnceCell<Vec<(usize, Instant)>>,
    judged_decisions: OnceCell<Vec<Judged>>,
    judged_steps: OnceCell<Vec<Judged>>,
    decisions: OnceCell<Decisions>,
    steps: OnceCell<Vec<Finding<StepType>>>,
    entries: OnceCell<Vec<Entry>>,
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
        config: &'c ChunkingConfig,
        similarity: Option<&'c dyn Similarity>,
    ) -> Self {
        let tokens = counter.measure(content.text());
        Self {
            text: content,
            models,
            config,
            version: CONTRACT.version_in(counter.encoding()),
            similarity,
            chosen: Vec::new(),
            wholes: Wholes::new(content, &*tokens, config.max_chunk_size),
            found: Found::default(),
            tokens,
        }
    }

    /// Takes these strategies as chosen. What a plugin had recognized to see whether it takes the document is recognized anew.
    pub(crate) fn choose(&mut self, strategies: impl Iterator<Item = String>) {
        self.chosen = strategies.collect();
        (self.found.decisions, self.found.steps) = (OnceCell::new(), OnceCell::new());
    }

    /// The exact number of tokens in these bytes: of cl100k_base, unless another counter was plugged in.
    #[must_use]
    pub fn token_count(&self, span: Range<usize>) -> usize {
        self.tokens.count(span)
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

    /// How certain it is that a strategy fits the document, in thousandths: all of them if the strategy was chosen.
    fn certainty_of(&self, strategy: &str) -> u64 {
        let is_chosen = self.chosen.iter().any(|own| own == strategy);
        if is_chosen { CERTAIN } else { self.confidence(strategy).thousandths() }
    }

    /// How sure the classification has to be of a strategy other than `semantic-boundary`.
    pub(crate) fn least_confidence(&self) -> Score {
        Score::from_thousandths(self.models.least_confidence())
    }

    /// What the part of the body at `span` looks like (H5).
    pub(crate) fn kind_of_part(&self, span: &Range<usize>) -> Kind<'c> {
        kind::of_part(self, self.models, span)
    }

    /// What kind of document it is: what it says itself, else what the model says, corrected by whether there are decisions or steps.
    pub(crate) fn kind(&self) -> &Kind<'c> {
        self.found.kind.get_or_init(|| {
            let mut kind = kind::of_document(self, self.models);
            let decides = || self.found_decisions(CERTAIN).1.iter().any(|found| found.sure >= LIKELY);
            if decisions::is_brief(self) {
                // The kind of a brief text follows from its sentences, not the other way round.
                let decides = decides();
                let term = if decides { "a decision" } else { "no decision" };
                kind = kind.found("brief", term, PREFERENCE_SIGNAL, decides);
            }
            let certainty = kind.confidence(kind.likeliest()).thousandths();
            let is_of_steps = || self.bytes_of_steps(certainty) * 1000 >= self.body().len() * LEAST_STEPS;
            match kind.likeliest() {
                STEP_BASED if !is_of_steps() => kind.found("found", "too few steps", STEP_BASED, false),
                PREFERENCE_SIGNAL if !decides() => {
                    kind.found("found", "no decision", PREFERENCE_SIGNAL, false)
                }
                _ => kind,
            }
        })
    }

    /// How many bytes of the body are in steps, if the document is a procedure by `kind` thousandths.
    fn bytes_of_steps(&self, kind: u64) -> usize {
        let found = steps::find(self, self.judged_steps(), kind);
        steps::read(self, &found, &self.body()).iter().map(|step| step.span.len()).sum()
    }

    /// The entries of `scope` with their phases (H17). Headings belong to the entry after them.
    #[must_use]
    pub fn events(&self, scope: &Range<usize>) -> Vec<Event> {
        let (models, config) = (self.models, &self.config.event_based);
        let all = self.found.entries.get_or_init(|| phases::entries(self, models, config));
        let start = |entry: &Entry| self.blocks().get(entry.block).map_or(0, |block| block.start);
        phases::phases(self, models, among(all, scope, start), self.instants(), config)
    }

    /// The preference signals of the body, in order, that are as sure as the settings ask for or more likely than not (H19).
    #[must_use]
    pub fn signals(&self) -> &[Signal] {
        &self.decisions().signals
    }

    /// The decisions of the body.
    pub(crate) fn decisions(&self) -> &Decisions {
        self.found.decisions.get_or_init(|| {
            let is_brief = decisions::is_brief(self);
            let kind = if is_brief { CERTAIN } else { self.certainty_of(PREFERENCE_SIGNAL) };
            let (explicit, found) = self.found_decisions(kind);
            decisions::read(self, self.instants(), &found, &explicit)
        })
    }

    /// What names a decision, and the decisions of the body, if the document is one of decisions by `kind` thousandths. Less sure ones
    /// than are asked for are not kept: every row of a table may be one.
    fn found_decisions(&self, kind: u64) -> (Explicit, Vec<Finding<DecisionType>>) {
        let judge = || decisions::DECISIONS.judge(self, self.models.decisions());
        let judged = self.found.judged_decisions.get_or_init(judge);
        let explicit = Explicit::new(self, kind);
        let least = Score::of_setting(self.config.preference_signal.min_confidence).min(LIKELY);
        let found = decisions::find(self, judged, &explicit, kind, least);
        (explicit, found)
    }

    fn judged_steps(&self) -> &[Judged] {
        self.found.judged_steps.get_or_init(|| steps::STEPS.judge(self, self.models.steps()))
    }

    /// The steps in `scope`, in order (H20).
    #[must_use]
    pub fn steps(&self, scope: &Range<usize>) -> Vec<Step> {
        let find = || steps::find(self, self.judged_steps(), self.certainty_of(STEP_BASED));
        steps::read(self, self.found.steps.get_or_init(find), scope)
    }

    /// The time stamps of the body that have a time of day: the byte at which each starts, and its milliseconds since 1970-01-01 UTC.
    /// A time without a day is taken to be on the document's day, or on the first of January 1970.
    pub fn stamps(&self) -> impl ExactSizeIterator<Item = (usize, i64)> + '_ {
        self.instants().iter().map(|&(at, instant)| (at, instant.ms))
    }

    pub(crate) fn instants(&self) -> &[(usize, Instant)] {
        self.found.instants.get_or_init(|| stamp::stamps(self))
    }

    /// The units of the whole body, the pieces between which topics may be cut (H18), and how alike neighbouring ones are.
    pub(crate) fn topics(&self) -> &(Units<'c>, Gaps) {
        self.found.topics.get_or_init(|| self.topics_of(self.body()))
    }

    /// The same of a part of the body.
    pub(crate) fn topics_of(&self, span: Range<usize>) -> (Units<'c>, Gaps) {
        let units = self.units_of(span);
        let gaps = Gaps::new(self.similarity.unwrap_or(&Lexical).gaps(&units), units.units.len());
        (units, gaps)
    }

    /// The terms and keywords of a part of the document: what it is described by, and compared by with other parts (H13).
    pub(crate) fn profile(&self, span: &Range<usize>) -> Profile<'c> {
        Profile::new(self.text, span)
    }

    /// The units of a part of the body.
    pub(crate) fn units_of(&self, span: Range<usize>) -> Units<'c> {
        let target = self.config.semantic_boundary.target_chunk_size;
        Units::new(self.text, span, self.config.max_chunk_size, target, &*self.tokens)
    }

    /// How alike two parts of the text are by the measure that was plugged in (H13); `None` if none was.
    pub(crate) fn plugged_in_likeness(&self, parts: [&Range<usize>; 2]) -> Option<u64> {
        let measure = self.similarity?;
        let pair = Units::pair(self.text, parts);
        Some(Gaps::new(measure.gaps(&pair), 2).before(1))
    }
}
