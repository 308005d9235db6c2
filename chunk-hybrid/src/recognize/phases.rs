//! The phases of a log (H17).

pub(super) mod evidence;

use crate::{
    recognize::reading::Reading,
    record::{config::EventBasedConfig, metadata::Phase, score::Score},
    text::time::Instant,
};
use std::ops::Range;

/// A block of a log, and the phase it belongs to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Event {
    /// Its bytes, with the headings and dates right above.
    pub span: Range<usize>,
    /// Its phase.
    pub phase: Phase,
    /// The number of its block.
    pub(crate) block: usize,
    /// When it was written.
    pub(crate) at: Option<Instant>,
}

/// The blocks of `scope` with their phases: what the boundaries are told by. Headings belong to the event after them.
pub(crate) fn phases(content: &Reading<'_>, config: &EventBasedConfig, scope: &Range<usize>) -> Vec<Event> {
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
