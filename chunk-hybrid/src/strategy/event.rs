//! Phases of tasks (H17).

mod outcome;
mod task;

use crate::{
    EVENT_BASED,
    analysis::Analysis,
    recognize::phases::Event,
    record::metadata::{EventMetadata, Phase, StrategyMetadata},
    strategy::{
        plugin::{ChunkContext, ChunkingPlugin, Draft},
        windows,
    },
    text::{stamp::first_day, whole::whole_around},
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

    fn chunk(&self, content: &Analysis<'_>, context: &ChunkContext<'_>, take: &mut dyn FnMut(Draft)) {
        let scope = context.scope();
        let events = content.events(&context.config().event_based, &scope);
        let mut phase = events.first().map_or(Phase::default(), |event| event.phase);
        let starts = boundaries(content, &events);
        if starts.len() <= 1 {
            return windows::drafts(content, context, scope, &metadata(phase), take);
        }
        let mut start = scope.start;
        for next in starts.into_iter().skip(1).filter_map(|index| events.get(index)) {
            // What is kept whole begins with its first line (H6).
            let whole = whole_around(content, context.tokens, next.span().start);
            let end = whole.map_or(next.span().start, |whole| whole.start);
            if end > start {
                take(Draft::new(start..end, metadata(phase)));
                start = end;
            }
            phase = next.phase;
        }
        take(Draft::new(start..scope.end, metadata(phase)));
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
        let moment = stamps.clone().find(|instant| instant.dated).map(|instant| instant.ms);
        StrategyMetadata::Episodic(EventMetadata {
            task_id: task_id(content, &span),
            timestamp: moment.or_else(|| first_day(content, &span)),
            duration,
            outcome: outcome::outcome(content, &span),
            ..drafted
        })
    }
}

fn metadata(phase: Phase) -> StrategyMetadata {
    StrategyMetadata::Episodic(EventMetadata { phase, ..EventMetadata::default() })
}

/// The events that chunks start with.
fn boundaries(content: &Analysis<'_>, events: &[Event]) -> Vec<usize> {
    let stamps = content.instants();
    let pause = |index: usize| {
        // Only a stamped event looks back, and only to the stamp before: all together pass over the events once.
        let own = events.get(index)?.at(stamps)?;
        let before = events.get(..index)?.iter().rev().find_map(|event| event.at(stamps))?;
        Some(own.ms - before.ms)
    };
    let forward = |index: usize| usize::try_from(pause(index)?).ok();
    let mut pauses: Vec<usize> = (1..events.len()).filter_map(forward).collect();
    pauses.sort_unstable();
    let usual = pauses.get(pauses.len() / 2).map_or(0, |&pause| pause as i64);
    let is_jump =
        |index: usize| pause(index).is_some_and(|pause| pause >= JUMP_MS && pause >= usual * JUMP_FACTOR);
    let is_start = |&index: &usize| {
        let before = index.checked_sub(1).and_then(|before| events.get(before));
        before.zip(events.get(index)).is_none_or(|(before, event)| {
            before.phase != event.phase
                || is_jump(index)
                || begins_task(content, event)
                || ends_task(content, before)
        })
    };
    (0..events.len()).filter(is_start).collect()
}
