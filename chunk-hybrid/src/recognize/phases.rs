//! The phases of a task (H17): planning, execution, verification, reflection. The entries of a log (its headings, paragraphs and items)
//! are labelled by a linear chain: one model says how much an entry speaks for each phase, a second one how much it speaks for a change
//! of phase. `features` is what the models see.

mod features;

use crate::model::{BIT, Linear, Node, Weights, best_labels};
use crate::record::{EventBasedConfig, Phase, Score};
use crate::text::{Instant, ParsedContent, is_heading};
pub(crate) use features::Headings;
pub use features::{LABELS, layouts};
use std::ops::Range;

/// The phases in the order of [`LABELS`].
const PHASES: [Phase; 4] = [Phase::Planning, Phase::Execution, Phase::Verification, Phase::Reflection];

/// An entry of a log, and the phase it belongs to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Event {
    /// Its phase.
    pub phase: Phase,
    /// Whether a heading or label says so.
    pub is_said: bool,
    /// Its bytes, with those of the headings right above it.
    pub span: Range<usize>,
    /// The index of its block.
    pub(crate) block: usize,
    /// When it was written, in milliseconds.
    pub(crate) ms: Option<i64>,
}

/// The models of phases and of changes of phase.
#[derive(Debug, Clone)]
pub(crate) struct PhaseModel {
    labels: Linear<4>,
    changes: Linear<1>,
}

impl PhaseModel {
    /// The model of these weights.
    pub(super) fn new(weights: &Weights) -> Self {
        let [labels, changes] = layouts(weights.vocabulary());
        Self {
            labels: weights.linear("phases", labels, LABELS),
            changes: weights.linear("changes", changes, ["change"]),
        }
    }
}

/// What the models are fitted to: for each entry in order, where it starts, the features for a phase, and those for a change.
#[cfg(feature = "training")]
pub fn samples<'c>(
    content: &'c ParsedContent<'_>,
    layouts: [&'c crate::model::Layout; 2],
) -> impl Iterator<Item = (usize, [Vec<crate::model::Feature>; 2])> {
    let headings = Headings::new(content);
    let entries = features::entries(content, &headings, content.body(), layouts);
    let samples: Vec<_> = entries.map(|entry| (entry.block.start, [entry.features, entry.changes])).collect();
    samples.into_iter()
}

/// The entries of `scope` with their phases. A heading is no entry of its own here, but belongs to the entry after it.
pub(crate) fn phases(
    content: &ParsedContent<'_>,
    model: &PhaseModel,
    headings: &Headings<'_>,
    stamps: &[(usize, Instant)],
    config: &EventBasedConfig,
    scope: &Range<usize>,
) -> Vec<Event> {
    let surcharge = surcharge(config);
    let PhaseModel { labels, changes } = model;
    let (mut nodes, mut blocks) = (Vec::new(), Vec::new());
    for entry in features::entries(content, headings, scope.clone(), [labels.layout(), changes.layout()]) {
        let [change] = changes.scores(&entry.changes);
        let mut scores = labels.scores(&entry.features);
        // A single bit: exactly one phase is named.
        let named = entry.named.is_power_of_two().then(|| entry.named.trailing_zeros() as usize);
        for (phase, points) in [(entry.said, SAID), (named, NAMED)] {
            if let Some(score) = phase.and_then(|phase| scores.get_mut(phase)) {
                *score += points;
            }
        }
        nodes.push(Node { scores, change: change - surcharge });
        blocks.push((entry.block, entry.said.is_some()));
    }
    let mut events: Vec<Event> = Vec::new();
    // Where the first of the headings right above the next entry starts.
    let mut heading_start: Option<usize> = None;
    // What the phase of the entry before adds to each phase of an entry.
    let after = LABELS.map(|before| {
        let number = labels.layout().find(&format!("after:{before}"));
        number.map_or([0; 4], |number| labels.weights(number).map(i64::from))
    });
    for (phase, (block, is_said)) in best_labels(&after, &nodes).into_iter().zip(blocks) {
        let Some(phase) = PHASES.get(phase) else { continue };
        let start = heading_start.take().unwrap_or(block.start);
        if is_heading(block) {
            heading_start = Some(start);
            continue;
        }
        let first = stamps.get(stamps.partition_point(|(at, _)| *at < block.start));
        let ms = first.filter(|(at, _)| *at < block.end).map(|(_, instant)| instant.ms);
        events.push(Event { phase: *phase, is_said, span: start..block.end, block: block.number, ms });
    }
    if !stamps.is_empty() {
        join_short(&mut events, i64::from(config.min_phase_duration) * 1000);
    }
    events
}

/// What is added to a phase that a heading or label names (H17): in the documents that the model was fitted to, such names are rarer than
/// in logs that are kept by phases.
const NAMED: i64 = 4 * BIT;

/// What is added to a phase that a heading or label of the table of readings means: it decides, whatever the models say.
const SAID: i64 = 64 * BIT;

/// What a change of phase costs beside what the model says: nothing at the default `phaseDetectionSensitivity`, four bits at the
/// sensitivity 0, and minus four bits at 1.
fn surcharge(config: &EventBasedConfig) -> i64 {
    const BITS: i64 = 4;
    let default = EventBasedConfig::default().phase_detection_sensitivity;
    let of = |share: f64| Score::of_setting(share).thousandths() as i64;
    let (own, usual) = (of(config.phase_detection_sensitivity), of(default));
    let span = if own < usual { usual } else { 1000 - usual };
    (usual - own) * BITS * BIT / span.max(1)
}

/// Makes a phase that lasts less than `least` ms the one before it, or if there is none, the one after it. A phase lasts until the next one
/// begins; how long the last one lasts is not known.
fn join_short(events: &mut [Event], least: i64) {
    let runs: Vec<(Phase, usize, Option<i64>)> = events
        .chunk_by(|event, next| event.phase == next.phase)
        .filter_map(|run| Some((run.first()?.phase, run.len(), run.iter().find_map(|event| event.ms))))
        .collect();
    let (mut before, mut own) = (None, events.iter_mut());
    for (index, (phase, length, start)) in runs.iter().enumerate() {
        let next = runs.get(index + 1);
        let lasts = next.and_then(|(.., end)| Some((*end)? - (*start)?));
        let is_short = lasts.is_some_and(|lasts| (0..least).contains(&lasts));
        let phase = if is_short { before.or(next.map(|(next, ..)| *next)).unwrap_or(*phase) } else { *phase };
        own.by_ref().take(*length).for_each(|event| event.phase = phase);
        before = Some(phase);
    }
}
