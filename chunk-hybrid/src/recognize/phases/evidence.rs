//! Which phase each entry of a log belongs to: points for each phase from what is seen of it, and the cheapest way
//! through the phases.

mod call;
mod count;
mod entry;
mod feature;
mod number;
mod opening;
mod sight;
mod title;
mod weight;

use crate::{recognize::reading::Reading, record::metadata::Phase};
pub(crate) use entry::Entry;
pub(crate) use sight::Seen;
use sight::Sight;
use std::ops::Range;

/// The phases in their usual order.
pub(crate) const PHASES: [Phase; 4] =
    [Phase::Planning, Phase::Execution, Phase::Verification, Phase::Reflection];

/// Points for each phase.
pub(crate) type Points = [i64; 4];

/// The phases of some entries, and how well they are told.
#[derive(Debug, Default)]
pub(crate) struct Phases<'c> {
    /// The entries that may begin a phase, each with its phase. What stands between them belongs to what follows.
    pub(crate) events: Vec<(&'c Entry, Phase)>,
    /// By how much these phases are better than one phase alone, for a hundred words.
    pub(crate) gain: i64,
    /// How many of the entries are calls of programs, or what these gave back.
    pub(crate) calls: usize,
}

/// The phases of `blocks`.
pub(crate) fn phases<'c>(content: &'c Reading<'_>, blocks: Range<usize>, sensitivity: i64) -> Phases<'c> {
    let sights = sight::sights(content, blocks);
    let mut best: Points = [0, 1, 2, 3].map(|phase| first_cost(&sights, phase));
    let mut alone: Points = [0; 4];
    let mut came_from: Vec<[usize; 4]> = Vec::with_capacity(sights.len());
    let mut surcharge = Points::default();
    let mut changes = weight::changes(surcharge, sensitivity);
    for sight in &sights {
        let points = weight::points(sight);
        let more = weight::surcharge(&sight.joint);
        if more != surcharge {
            (surcharge, changes) = (more, weight::changes(more, sensitivity));
        }
        let mut next = [i64::MIN; 4];
        let mut from = [0; 4];
        for (to, (next, from)) in next.iter_mut().zip(&mut from).enumerate() {
            for (phase, (&value, costs)) in best.iter().zip(&changes).enumerate() {
                let cost = costs.get(to).copied().filter(|_| phase != to).unwrap_or_default();
                let value = value - cost;
                // To stay is better than to have come from elsewhere: changes come as late as possible.
                if value > *next || value == *next && phase == to {
                    (*next, *from) = (value, phase);
                }
            }
            *next += points.get(to).copied().unwrap_or_default();
        }
        alone.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
        best = next;
        came_from.push(from);
    }
    let words: usize = sights.iter().map(|sight| sight.words).sum();
    let most = |points: Points| points.into_iter().max().unwrap_or_default();
    let gain = (most(best) - most(alone)) * 100 / (words as i64).max(100);
    let way = backtrack(best, &came_from).into_iter().filter_map(|phase| PHASES.get(phase).copied());
    let calls = sights.iter().filter(|sight| sight.is_call).count();
    Phases { calls, gain, events: sights.into_iter().map(|sight: Sight<'c>| sight.entry).zip(way).collect() }
}

/// Where an entry starts together with the headings and dates right above it.
pub(crate) fn start(content: &Reading<'_>, entry: &Entry) -> usize {
    let block = content.blocks().get(entry.block);
    if block.is_some_and(|block| block.span.start < entry.span.start) {
        return entry.span.start;
    }
    let first = (0..entry.block).rev().take_while(|&above| sight::belongs_below(content, above)).last();
    content.blocks().get(first.unwrap_or(entry.block)).map_or(0, |block| block.span.start)
}

/// Where nothing tells, it is execution.
fn first_cost(sights: &[Sight<'_>], phase: usize) -> i64 {
    if phase == 1 || !sights.is_empty() { 0 } else { -1 }
}

fn backtrack(best: Points, came_from: &[[usize; 4]]) -> Vec<usize> {
    let mut phase = (0..4).max_by_key(|&phase| (best.get(phase).copied(), phase == 1)).unwrap_or(1);
    let mut phases = Vec::with_capacity(came_from.len());
    for from in came_from.iter().rev() {
        phases.push(phase);
        phase = from.get(phase).copied().unwrap_or_default();
    }
    phases.reverse();
    phases
}
