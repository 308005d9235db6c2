//! The strategy `event-based` (H17): chunks are phases of tasks.

mod outcome;

use crate::EVENT_BASED;
use crate::analysis::Analysis;
use crate::recognize::phases::Event;
use crate::recognize::task::{self, begins_task, first_line_says};
use crate::record::{EventMetadata, Phase, StrategyMetadata};
use crate::strategy::{ChunkContext, ChunkingPlugin, Draft, windows};
use crate::text::stamp::day_of;
use crate::text::{Block, among, is_unit};
use std::{collections::BTreeMap, ops::Range};

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

    fn chunk(&self, content: &Analysis<'_>, context: &mut ChunkContext) -> Vec<Draft> {
        let scope = &context.scope;
        let events = content.events(scope);
        let runs = runs(content, scope.start, &events);
        let task = task::of_document(content);
        let metadata = |phase| {
            StrategyMetadata::Episodic(EventMetadata {
                phase,
                task_id: task.clone(),
                ..EventMetadata::default()
            })
        };
        let first = metadata(runs.first().map_or(Phase::default(), |run| run.phase));
        let mut drafts = vec![Draft::new(scope.clone(), first.clone())];
        for pair in runs.windows(2) {
            let ([before, run], Some(last)) = (pair, drafts.last_mut()) else { continue };
            let is_start = run.phase != before.phase || run.is_start || before.is_end;
            if is_start && run.start > last.span.start {
                last.span.end = run.start;
                drafts.push(Draft::new(run.start..scope.end, metadata(run.phase)));
            }
        }
        if drafts.len() > 1 { drafts } else { windows::drafts(content, scope.clone(), &first) }
    }

    fn describe(&self, content: &Analysis<'_>, span: &Range<usize>, metadata: &mut StrategyMetadata) {
        let StrategyMetadata::Episodic(event) = metadata else { return };
        let stamps = among(content.instants(), span, |(at, _)| *at).iter().map(|&(_, instant)| instant);
        // A time without a day is on no time line with one that has a day.
        let has_day = stamps.clone().any(|instant| instant.dated);
        let times = stamps.clone().filter(|instant| instant.dated == has_day).map(|instant| instant.ms);
        event.duration = times.clone().min().zip(times.max()).map(|(first, last)| last - first);
        let moment = stamps.clone().find(|instant| instant.dated).map(|instant| instant.ms);
        let day = || content.blocks_in(span).iter().find_map(|block| day_of(content, block));
        event.timestamp = moment.or_else(day);
        event.outcome = outcome::outcome(content, span, event.phase);
        if let Some(task) = task::of_part(content, span) {
            task.clone_into(&mut event.task_id);
        }
    }
}

/// Events in a row that no cut may part.
struct Run {
    start: usize,
    /// The phase that most of its text belongs to.
    phase: Phase,
    /// Whether a task begins with it, or time jumps before it.
    is_start: bool,
    /// Whether a task ends with it.
    is_end: bool,
}

/// The events in runs, none of which starts before the byte `from`. A phase changes where an entry begins: in a section that fits into a chunk, where an item, a row, or a paragraph with
/// a time stamp does.
fn runs(content: &Analysis<'_>, from: usize, events: &[Event]) -> Vec<Run> {
    let is_own = |block: &Block| is_unit(block) || block.is_stamped();
    // Each event with where it may be cut off, and if it has a time stamp, the milliseconds since the last one before it.
    let mut last = None;
    let placed = events.iter().map(|event| {
        let pause = event.ms.zip(last).map(|(own, last)| own - last);
        last = event.ms.or(last);
        (content.wholes.cut_before(content, event.span.start, is_own).max(from), event, pause)
    });
    let placed: Vec<(usize, &Event, Option<i64>)> = placed.collect();
    let mut pauses: Vec<i64> = placed.iter().filter_map(|(.., pause)| pause.filter(|&ms| ms >= 0)).collect();
    pauses.sort_unstable();
    let usual = pauses.get(pauses.len() / 2).copied().unwrap_or_default();
    let is_jump = |pause: i64| pause >= JUMP_MS && pause >= usual * JUMP_FACTOR;
    let run = |run: &[(usize, &Event, Option<i64>)]| {
        let (&(start, first, pause), (_, last, _)) = run.first().zip(run.last())?;
        let mut shares: BTreeMap<Phase, usize> = BTreeMap::new();
        for (_, event, _) in run {
            *shares.entry(event.phase).or_default() += event.span.len();
        }
        let (phase, _) = shares.into_iter().rev().max_by_key(|(_, share)| *share)?;
        let is_start = pause.is_some_and(is_jump) || begins_task(content, first);
        Some(Run { start, phase, is_start, is_end: first_line_says(content, last, "task-end") })
    };
    placed.chunk_by(|(start, ..), (next, ..)| next <= start).filter_map(run).collect()
}
