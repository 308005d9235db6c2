//! Decisions and what speaks for them (H19).

mod group;
mod marked;
mod opening;
mod options;
mod sentence;
mod table;

use crate::{
    PREFERENCE_SIGNAL,
    block::{BlockKind, is_heading},
    classify::{self, ContentType},
    document::ParsedContent,
    metadata::{DecisionType, PreferenceMetadata, StrategyMetadata},
    plugin::{ChunkContext, ChunkingPlugin, Confidence, Draft},
    score::Score,
    strategy::semantic,
};
use chunk_core::Warning;
use group::groups;
use marked::marked_choice;
use opening::Opening;
use sentence::of_block;
use std::ops::Range;

/// `preference-signal`: a chunk for each decision, with its context.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct PreferenceSignal;

impl ChunkingPlugin for PreferenceSignal {
    fn name(&self) -> &str {
        PREFERENCE_SIGNAL
    }

    fn detect(&self, content: &ParsedContent<'_>) -> Confidence {
        classify::classify(content).best_of(&[ContentType::Feedback, ContentType::Decision])
    }

    fn chunk(&self, content: &ParsedContent<'_>, context: &ChunkContext<'_>) -> Vec<Draft> {
        let scope = context.scope();
        let least = Score::of_setting(context.config().preference_signal.min_confidence);
        let signals = signals_in(content, &scope);
        let kept: Vec<&Signal> = signals.iter().filter(|signal| signal.confidence >= least).collect();
        if kept.is_empty() {
            context.warn(Warning::new("no-signals", "no preference signals were found"));
            return rest(content, context, scope);
        }
        let groups = groups(content, context, &kept);
        let with_rest = context.config().preference_signal.include_remainder.unwrap_or(!context.by_name());
        let mut drafts = Vec::new();
        let mut at = scope.start;
        for (span, signals) in groups {
            if with_rest {
                drafts.extend(rest(content, context, at..span.start));
            }
            at = span.end;
            drafts.push(Draft::new(span, StrategyMetadata::Preference(metadata(content, &signals))));
        }
        if with_rest {
            drafts.extend(rest(content, context, at..scope.end));
        }
        drafts
    }

    fn describe(
        &self,
        content: &ParsedContent<'_>,
        context: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let least = Score::of_setting(context.config().preference_signal.min_confidence);
        let all = content.signals();
        let first = all.partition_point(|signal| signal.span.end <= span.start);
        let inside = all.iter().skip(first).take_while(|signal| signal.span.start < span.end);
        let inside: Vec<&Signal> = inside.filter(|signal| signal.confidence >= least).collect();
        if inside.is_empty() { drafted } else { StrategyMetadata::Preference(metadata(content, &inside)) }
    }
}

/// What no signal claims, as topics.
fn rest(content: &ParsedContent<'_>, context: &ChunkContext<'_>, span: Range<usize>) -> Vec<Draft> {
    let Some(span) = content.trimmed(&span) else { return Vec::new() };
    let topics = semantic::topics(content, context, span).into_iter();
    topics.map(|topic| Draft { strategy: Some(crate::SEMANTIC_BOUNDARY), ..topic }).collect()
}

/// A decision as it was recognized. All options are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signal {
    /// The sentence, item or row that tells it.
    pub span: Range<usize>,
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// What is preferred.
    pub preferred: Option<Range<usize>>,
    /// What is not.
    pub rejected: Vec<Range<usize>>,
    /// Why.
    pub rationale: Option<Range<usize>>,
    /// How sure the signal is.
    pub confidence: Score,
    /// Who says so, if the text tells.
    pub user: Option<String>,
    /// When, in epoch milliseconds, if the text tells.
    pub timestamp: Option<i64>,
}

/// All signals in `scope`, in order, however weak.
#[must_use]
pub fn signals(content: &ParsedContent<'_>, scope: &Range<usize>) -> Vec<Signal> {
    signals_in(content, scope).to_vec()
}

fn signals_in<'c>(content: &'c ParsedContent<'_>, scope: &Range<usize>) -> &'c [Signal] {
    let all = content.signals();
    let start = all.partition_point(|signal| signal.span.start < scope.start);
    let end = all.partition_point(|signal| signal.span.start < scope.end);
    all.get(start..end).unwrap_or_default()
}

impl ParsedContent<'_> {
    /// All signals of the body.
    pub(crate) fn signals(&self) -> &[Signal] {
        self.signals.get_or_init(|| self.find_signals())
    }

    fn find_signals(&self) -> Vec<Signal> {
        let mut signals = Vec::new();
        let mut speaker: Option<String> = None;
        let openings: Vec<Opening> = self.blocks().iter().map(|block| Opening::of(self, block)).collect();
        let chat = opening::speakers(self, &openings);
        let mut index = 0;
        while let Some(block) = self.blocks().get(index) {
            if block.parted && !block.inside || is_heading(block) {
                speaker = None;
            }
            let marked = marked_choice(self, index);
            if let Some((signal, blocks)) = marked {
                signals.extend(signal);
                index += blocks;
                continue;
            }
            if matches!(block.kind, BlockKind::Paragraph | BlockKind::Item) {
                let first = signals.len();
                of_block(self, index, &openings, &mut speaker, chat, &mut signals);
                one_a_line(self, &mut signals, first);
            }
            index += 1;
        }
        lift(&mut signals, self.words.all().len());
        signals
    }
}

/// What counts as strong, in thousandths.
const STRONG: u64 = 700;

/// What a weak signal gains where decisions are what the text is about: at least `DENSE` strong ones in two hundred words.
const LIFT: u64 = 150;
const DENSE: u64 = 2;

/// In a text of decisions, weak signals are some too.
fn lift(signals: &mut [Signal], words: usize) {
    let strong = |signal: &&Signal| signal.confidence >= Score::from_thousandths(STRONG);
    let count = signals.iter().filter(strong).count() as u64;
    if count < 2 || count * 200 < DENSE * words as u64 {
        return;
    }
    for signal in signals.iter_mut() {
        let confidence = signal.confidence.thousandths();
        if (350..500).contains(&confidence) {
            signal.confidence = Score::from_thousandths(confidence + LIFT);
        }
    }
}

/// A decision that is told twice in one line counts once: of two signals that share an option, or of which one is weak,
/// the stronger one stands.
fn one_a_line(content: &ParsedContent<'_>, signals: &mut Vec<Signal>, first: usize) {
    if signals.len() < first + 2 {
        return;
    }
    let strong = |signal: &Signal| signal.confidence >= Score::from_thousandths(STRONG);
    for other in signals.split_off(first) {
        let before = signals.get(first..).and_then(<[Signal]>::last);
        let told_twice = before.is_some_and(|one| {
            let line = |signal: &Signal| content.lines.line(signal.span.start);
            let same_line = line(one) == line(&other);
            same_line && !(strong(one) && strong(&other) && !shares_option(content, one, &other))
        });
        match signals.last_mut().filter(|_| told_twice) {
            Some(one) if other.confidence > one.confidence => *one = other,
            Some(_) => {}
            None => signals.push(other),
        }
    }
}

fn shares_option(content: &ParsedContent<'_>, one: &Signal, other: &Signal) -> bool {
    let options = |signal: &Signal| -> Vec<String> {
        signal
            .preferred
            .iter()
            .chain(&signal.rejected)
            .map(|span| content.slice(span).to_lowercase())
            .collect()
    };
    let (ones, others) = (options(one), options(other));
    ones.is_empty()
        || others.is_empty()
        || ones.iter().any(|one| others.iter().any(|other| one.contains(other) || other.contains(one)))
}

/// What the strongest of some signals says; what the others of its kind reject is added.
fn metadata(content: &ParsedContent<'_>, signals: &[&Signal]) -> PreferenceMetadata {
    let strongest = signals
        .iter()
        .copied()
        .reduce(|best, signal| if signal.confidence > best.confidence { signal } else { best });
    let Some(signal) = strongest else { return PreferenceMetadata::default() };
    let text = |span: &Range<usize>| content.slice(span).to_owned();
    let fields = ["user", "userId", "author", "reviewer", "owner", "decider"];
    let field = || fields.iter().find_map(|field| content.field(field)).map(Into::into);
    let dated =
        || content.day().filter(|_| content.field("date").is_some() || content.field("timestamp").is_some());
    let mut rejected: Vec<String> = signal.rejected.iter().map(text).collect();
    rejected.dedup();
    PreferenceMetadata {
        decision_type: signal.decision_type,
        preferred_option: signal.preferred.as_ref().map(text).unwrap_or_default(),
        rejected_options: rejected,
        rationale: signal.rationale.as_ref().map(text).unwrap_or_default(),
        confidence: signal.confidence,
        user_id: signal.user.clone().or_else(field),
        timestamp: signal.timestamp.or_else(dated),
    }
}
