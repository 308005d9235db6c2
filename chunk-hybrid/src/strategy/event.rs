//! Phases of tasks (H17).

mod outcome;
mod task;

use crate::{
    EVENT_BASED,
    block::BlockKind,
    classify::{self, ContentType},
    config::EventBasedConfig,
    document::ParsedContent,
    evidence,
    line::bracketed_label,
    metadata::{EventMetadata, Phase, StrategyMetadata},
    plugin::{ChunkContext, ChunkingPlugin, Confidence, Draft},
    score::Score,
    time::{self, Instant},
};
use chunk_core::slice;
use memchr::memchr_iter;
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

    fn detect(&self, content: &ParsedContent<'_>) -> Confidence {
        classify::classify(content).best_of(&[ContentType::TaskLog])
    }

    fn chunk(&self, content: &ParsedContent<'_>, context: &ChunkContext<'_>) -> Vec<Draft> {
        let scope = context.scope();
        let events = events(content, &context.config().event_based, &scope);
        let mut starts = boundaries(content, &events);
        if let Some(first) = starts.first_mut() {
            *first = 0;
        } else if content.trimmed(&scope).is_some() {
            // Headings alone are no events.
            return vec![draft(scope, Phase::default())];
        }
        if starts.len() <= 1 && crate::fit::needs_windows(content, context, &scope) {
            let windows = crate::fit::windows(content, context, scope).into_iter();
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
        content: &ParsedContent<'_>,
        _: &ChunkContext<'_>,
        span: Range<usize>,
        drafted: StrategyMetadata,
    ) -> StrategyMetadata {
        let StrategyMetadata::Episodic(drafted) = drafted else { return drafted };
        let stamps = content.instants_in(&span).iter().map(|&(_, instant)| instant);
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

/// A block of a log, and the phase it belongs to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Event {
    /// Its bytes, with the headings and dates right above.
    pub span: Range<usize>,
    /// Its phase.
    pub phase: Phase,
    block: usize,
    at: Option<Instant>,
}

/// The blocks of `scope` with their phases: what the boundaries are told by. Headings belong to the event after them.
#[must_use]
pub fn events(content: &ParsedContent<'_>, config: &EventBasedConfig, scope: &Range<usize>) -> Vec<Event> {
    let blocks = content.blocks_in(scope);
    let sensitivity = Score::of_setting(config.phase_detection_sensitivity).thousandths() as i64;
    let found = evidence::phases(content, blocks, sensitivity).events.into_iter();
    let mut events: Vec<Event> = found
        .map(|(entry, phase)| {
            let at = content.instants_in(&entry.span).first().map(|&(_, instant)| instant);
            let start = evidence::start(content, entry).max(scope.start);
            Event { span: start..entry.span.end, phase, block: entry.block, at }
        })
        .collect();
    join_short(&mut events, i64::from(config.min_phase_duration) * 1000);
    events
}

/// Runs of events of one phase, by the first event of each.
fn runs(events: &[Event]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, event) in events.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if events.get(run.start).is_some_and(|first| first.phase == event.phase) => {
                run.end = index + 1
            }
            _ => runs.push(index..index + 1),
        }
    }
    runs
}

/// Gives a phase that is over before `least` ms the phase before it, else the one after it. It is over when the next
/// one begins; when the last one is over, no time stamp tells.
fn join_short(events: &mut [Event], least: i64) {
    let runs = runs(events);
    let first_stamp = |run: &Range<usize>, events: &[Event]| {
        events.get(run.clone()).unwrap_or_default().iter().find_map(|event| event.at).map(|at| at.ms)
    };
    for (run, next) in runs.iter().zip(runs.iter().skip(1)) {
        let times = first_stamp(run, events).zip(first_stamp(next, events));
        let is_short = times.is_some_and(|(start, end)| (0..least).contains(&(end - start)));
        let neighbour = run.start.checked_sub(1).unwrap_or(next.start);
        let phase = events.get(neighbour).map(|event| event.phase);
        if let (true, Some(phase)) = (is_short, phase) {
            events.get_mut(run.clone()).unwrap_or_default().iter_mut().for_each(|event| event.phase = phase);
        }
    }
}

/// The events that chunks start with.
fn boundaries(content: &ParsedContent<'_>, events: &[Event]) -> Vec<usize> {
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

impl ParsedContent<'_> {
    /// Those of the time stamps that stand in `span`.
    pub(crate) fn instants_in(&self, span: &Range<usize>) -> &[(usize, Instant)] {
        let all = self.instants();
        let start = all.partition_point(|(at, _)| *at < span.start);
        let end = all.partition_point(|(at, _)| *at < span.end);
        all.get(start..end.max(start)).unwrap_or_default()
    }

    /// The time stamps of the body with a time of day, and where they stand.
    pub(crate) fn instants(&self) -> &[(usize, Instant)] {
        self.instants.get_or_init(|| {
            let mut clock = self.clock();
            let mut instants = Vec::new();
            for block in self.blocks() {
                let text = self.slice(&block.span);
                // No stamp is without a digit.
                let has_digit = || text.bytes().fold(false, |found, byte| found | byte.is_ascii_digit());
                if block.kind == BlockKind::Code || !has_digit() {
                    continue;
                }
                let line_ends = memchr_iter(b'\n', text.as_bytes()).map(|at| block.span.start + at + 1);
                let mut start = block.text;
                for end in line_ends.chain([block.span.end]) {
                    let line = start;
                    start = end;
                    let text = slice(self.text(), line..end);
                    let found = time::stamp_at_start(text)
                        .map(|stamp| (0, stamp))
                        .or_else(|| after_label(text))
                        .or_else(|| time::dated_stamp(text));
                    if let Some((offset, stamp)) = found {
                        instants.extend(clock.read(stamp.moment).map(|instant| (line + offset, instant)));
                    }
                }
            }
            instants
        })
    }
}

/// The stamp behind a label: `[DO] 10:00 …`.
fn after_label(text: &str) -> Option<(usize, time::Stamp)> {
    let label = bracketed_label(text)?;
    let behind = slice(text, label.text..text.len());
    time::stamp_at_start(behind).map(|stamp| (label.text, stamp))
}
