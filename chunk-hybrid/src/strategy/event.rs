//! Phases of tasks (H17).

mod outcome;
mod task;

use crate::{
    EVENT_BASED,
    analysis::Analysis,
    recognize::phases::Event,
    record::metadata::{EventMetadata, Phase, StrategyMetadata},
    strategy::plugin::{ChunkContext, ChunkingPlugin, Confidence, Draft},
};
use std::ops::Range;
use task::{begins_task, ends_task, task_id};

/// `event-based`: boundaries where a task goes from one phase to the next, starts or ends, or time jumps.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct EventBased;

/// A pause is a boundary from here on (in ms) …
const JUMP_MS: i64 = 30 * 60_000;

/// … if it is this many times the usual pause.
const JUMP_FACTOR: i64 = 8;

impl ChunkingPlugin for EventBased {
    fn name(&self) -> &str {
        EVENT_BASED
    }

    fn detect(&self, content: &Analysis<'_>) -> Confidence {
        content.confidence(self.name())
    }

    fn chunk(&self, content: &Analysis<'_>, context: &ChunkContext<'_>) -> Vec<Draft> {
        let scope = context.scope();
        let events = content.events(&context.config().event_based, &scope);
        let mut starts = boundaries(content, &events);
        if let Some(first) = starts.first_mut() {
            *first = 0;
        } else if content.trimmed(&scope).is_some() {
            // Headings alone are no events.
            return vec![draft(scope, Phase::default())];
        }
        if starts.len() <= 1 && crate::strategy::windows::needs_windows(content, context, &scope) {
            let windows = crate::strategy::windows::windows(content, context, scope).into_iter();
            let phase = events.first().map_or(Phase::default(), |event| event.phase);
            return windows.map(|(window, overlap)| Draft { overlap, ..draft(window, phase) }).collect();
        }
        let ends = starts.iter().skip(1).copied().chain([events.len()]);
        let spans = starts.iter().zip(ends).filter_map(|(&first, behind)| {
            let start = if first == 0 { scope.start } else { events.get(first)?.span.start };
            let end = events.get(behind).map_or(scope.end, |next| next.span.start);
            Some(draft(start..end, events.get(first)?.phase))
        });
        spans.collect()
    }

    fn describe(
        &self,
        content: &Analysis<'_>,
        _: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let StrategyMetadata::Episodic(drafted) = drafted else { return drafted };
        let stamps = content.stamps_in(&span).iter().map(|&(_, instant)| instant);
        let times = stamps.clone().map(|instant| instant.ms);
        let duration = times.clone().min().zip(times.max()).map(|(first, last)| last - first);
        StrategyMetadata::Episodic(EventMetadata {
            task_id: task_id(content, &span),
            timestamp: stamps.clone().find(|instant| instant.dated).map(|instant| instant.ms),
            duration,
            outcome: outcome::outcome(content, &span),
            ..drafted
        })
    }
}

fn draft(span: Range<usize>, phase: Phase) -> Draft {
    Draft::new(span, StrategyMetadata::Episodic(EventMetadata { phase, ..EventMetadata::default() }))
}

/// The events that chunks start with.
fn boundaries(content: &Analysis<'_>, events: &[Event]) -> Vec<usize> {
    let pause = |index: usize| {
        // Only a stamped event looks back, and only to the stamp before: all together pass over the events once.
        let own = events.get(index)?.at?;
        let before = events.get(..index)?.iter().rev().find_map(|event| event.at)?;
        Some(own.ms - before.ms)
    };
    let mut pauses: Vec<i64> = (1..events.len()).filter_map(pause).filter(|&pause| pause >= 0).collect();
    pauses.sort_unstable();
    let usual = pauses.get(pauses.len() / 2).copied().unwrap_or_default();
    let is_jump =
        |index: usize| pause(index).is_some_and(|pause| pause >= JUMP_MS && pause >= usual * JUMP_FACTOR);
    let mut starts: Vec<usize> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| events.get(before));
        let is_start = before.is_none_or(|before| {
            before.phase != event.phase
                || is_jump(index)
                || begins_task(content, event)
                || ends_task(content, before)
        });
        if is_start {
            starts.push(index);
        }
    }
    starts
}
