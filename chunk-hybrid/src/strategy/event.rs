//! The strategy `event-based` (H17): chunks are phases of tasks.

mod outcome;
mod task;

use crate::{
    EVENT_BASED,
    analysis::Analysis,
    recognize::phases::{Event, Events},
    record::metadata::{EventMetadata, Phase, StrategyMetadata},
    strategy::{
        plugin::{ChunkContext, ChunkingPlugin, Draft},
        windows,
    },
    text::{stamp::first_day, whole::whole_around},
};
use std::ops::Range;
use task::{begins_task, ends_task, task_id};

/// `event-based`: boundaries where a task starts, ends or enters another phase, and where time jumps.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct EventBased;

/// Time jumps where a pause has at least this many milliseconds …
const JUMP_MS: i64 = 30 * 60_000;

/// … and is at least this many times the usual pause.
const JUMP_FACTOR: i64 = 8;

impl ChunkingPlugin for EventBased {
    fn name(&self) -> &str {
        EVENT_BASED
    }

    fn chunk(&self, content: &Analysis<'_>, context: &ChunkContext<'_>, take: &mut dyn FnMut(Draft)) {
        let scope = context.scope();
        let events = content.events(&context.config().event_based, &scope);
        let mut phase = events.iter().next().map_or(Phase::default(), |event| event.phase);
        let mut starts = starts(content, &events).peekable();
        if starts.peek().is_none() {
            return windows::drafts(content, context, scope, &metadata(phase), take);
        }
        let mut start = scope.start;
        for next in starts {
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

/// The events at which a chunk starts, but for the first one.
fn starts<'e>(content: &'e Analysis<'_>, events: &'e Events<'_>) -> impl Iterator<Item = Event> + 'e {
    let mut pauses: Vec<i64> = paused(events).filter_map(|(_, pause)| pause.filter(|&ms| ms >= 0)).collect();
    pauses.sort_unstable();
    let usual = pauses.get(pauses.len() / 2).copied().unwrap_or_default();
    let is_jump = move |pause: i64| pause >= JUMP_MS && pause >= usual * JUMP_FACTOR;
    let mut before: Option<Event> = None;
    paused(events).filter_map(move |(event, pause)| {
        let before = before.replace(event)?;
        let is_start = before.phase != event.phase
            || pause.is_some_and(is_jump)
            || begins_task(content, &event)
            || ends_task(content, &before);
        is_start.then_some(event)
    })
}

/// The events, each with a time stamp together with the milliseconds since the last one before it that has one.
fn paused<'e>(events: &'e Events<'_>) -> impl Iterator<Item = (Event, Option<i64>)> + 'e {
    let mut last = None;
    events.iter().map(move |event| {
        let own = events.ms(&event);
        let pause = own.zip(last).map(|(own, last)| own - last);
        last = own.or(last);
        (event, pause)
    })
}
