//! The strategy `preference-signal` (H19): chunks are decisions, each with the text around it.

mod group;

use crate::PREFERENCE_SIGNAL;
use crate::analysis::Analysis;
use crate::recognize::decisions::Signal;
use crate::record::{ChunkingConfig, PreferenceMetadata, Score, StrategyMetadata};
use crate::strategy::{ChunkContext, ChunkingPlugin, Draft, semantic, windows};
use crate::text::among;
use chunk_core::{MetadataBounds, Warning};
use group::groups;
use std::ops::Range;

/// `preference-signal`: a chunk for each decision, with its context.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct PreferenceSignal;

impl ChunkingPlugin for PreferenceSignal {
    fn name(&self) -> &str {
        PREFERENCE_SIGNAL
    }

    fn chunk(&self, content: &Analysis<'_>, context: &mut ChunkContext) -> Vec<Draft> {
        let scope = context.scope.clone();
        let decisions = among(content.signals(), &scope, |signal| signal.span.start);
        let kept: Vec<&Signal> = kept(decisions, content.config).collect();
        let include_remainder = content.config.preference_signal.include_remainder;
        let with_remainder = include_remainder.unwrap_or(!context.by_name);
        if kept.is_empty() {
            // A part of a mixed document may well have none.
            if scope == content.body() {
                context.warnings.push(Warning::new("no-signals", "no preference signals were found"));
            }
            if !with_remainder {
                let metadata = StrategyMetadata::Preference(PreferenceMetadata::default());
                return windows::drafts(content, scope, &metadata);
            }
        }
        let (mut drafts, mut at, mut left_out) = (Vec::new(), scope.start, 0);
        let mut between = |span: Range<usize>, drafts: &mut Vec<Draft>| match content.trimmed(&span) {
            Some(text) if with_remainder => drafts.extend(semantic::topics(content, text)),
            Some(text) => left_out += text.len(),
            None => {}
        };
        for span in groups(content, &scope, &kept) {
            between(at..span.start, &mut drafts);
            at = span.end;
            drafts.push(Draft::new(span, StrategyMetadata::Preference(PreferenceMetadata::default())));
        }
        between(at..scope.end, &mut drafts);
        if left_out > 0 && include_remainder.is_none() {
            let message = format!(
                "{left_out} of {} bytes belong to no preference signal and are left out; \
                 preferenceSignal.includeRemainder = true keeps them, false says that this is meant",
                scope.len()
            );
            context.warnings.push(Warning::new("left-out", message));
        }
        drafts
    }

    fn describe(&self, content: &Analysis<'_>, span: &Range<usize>, metadata: &mut StrategyMetadata) {
        let decisions = content.decisions();
        let inside: Vec<&Signal> = kept(decisions.around(span), content.config).collect();
        // Of equally sure ones, one that says more.
        let strength =
            |signal: &&&Signal| (signal.confidence, signal.rationale.is_some(), signal.preferred.is_some());
        let strongest = inside.iter().rev().max_by_key(strength);
        let Some(strongest) = strongest else { return };
        let mut own = of_signal(content, strongest);
        // A reason that the chunk names is that of its strongest decision, unless it is another one's.
        let is_others = |reason: &Range<usize>| {
            let has = |other: &&Signal| other.rationale.as_ref() == Some(reason);
            inside.iter().any(|other| has(other) && (other.is_said || reason.end <= strongest.span.start))
        };
        let reason =
            decisions.reason_in(span).filter(|reason| own.rationale.is_empty() && !is_others(reason));
        if let Some(reason) = reason {
            own.rationale = MetadataBounds::looked_at(content.slice(&reason)).to_owned();
        }
        if inside.len() > 1 {
            let said = |signal: &&Signal| {
                let is_own = std::ptr::eq(*signal, *strongest);
                if is_own { own.clone() } else { of_signal(content, signal) }
            };
            own.signals = inside.iter().map(said).collect();
        }
        *metadata = StrategyMetadata::Preference(own);
    }
}

/// The decisions that are as sure as the settings ask for.
pub(crate) fn kept<'s>(
    decisions: &'s [Signal],
    config: &ChunkingConfig,
) -> impl DoubleEndedIterator<Item = &'s Signal> {
    let least = Score::of_setting(config.preference_signal.min_confidence);
    decisions.iter().filter(move |signal| signal.confidence >= least)
}

/// What a chunk says of one of its signals.
fn of_signal(content: &Analysis<'_>, signal: &Signal) -> PreferenceMetadata {
    // No more is copied than a chunk may hold: if a long decision is cut, every piece has its metadata.
    let text = |span: &Range<usize>| MetadataBounds::looked_at(content.slice(span)).to_owned();
    let named = || content.first_field(&["user", "userId", "author", "reviewer", "owner", "decider"]);
    let mut rejected_options: Vec<String> = signal.rejected.iter().map(text).collect();
    rejected_options.dedup();
    PreferenceMetadata {
        decision_type: signal.decision_type,
        preferred_option: signal.preferred.as_ref().map(text).unwrap_or_default(),
        rejected_options,
        rationale: signal.rationale.as_ref().map(text).unwrap_or_default(),
        confidence: signal.confidence,
        user_id: signal.user.as_ref().map(text).or_else(|| named().map(Into::into)),
        timestamp: signal.timestamp.or_else(|| content.day()),
        signals: Vec::new(),
    }
}
