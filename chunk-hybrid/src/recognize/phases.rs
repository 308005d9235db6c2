//! The phases of a task (H17): planning, execution, verification, reflection. The entries of a log (its headings, paragraphs and items)
//! are labelled by a linear chain: one model says how much an entry speaks for each phase, a second one how much it speaks for a change
//! of phase. `features` is what the models see, `slots` names it.

mod features;
mod slots;

use crate::{
    model::{BIT, Chain, Feature, Labelling, Layout, Linear, Node, Weights},
    record::{config::EventBasedConfig, metadata::Phase, score::Score},
    text::{block::is_heading, document::ParsedContent, time::Instant},
};
use chunk_core::SmallRange;
pub use slots::{LABELS, SLOTS, change::SLOTS as CHANGE_SLOTS};
use std::ops::Range;

/// The phases in the order of [`LABELS`].
const PHASES: [Phase; 4] = [Phase::Planning, Phase::Execution, Phase::Verification, Phase::Reflection];

/// An entry of a log, and the phase it belongs to.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Event {
    /// Its phase.
    pub phase: Phase,
    span: SmallRange,
    block: u32,
    /// Its first time stamp, by its index among the document's.
    stamp: Option<usize>,
}

impl Event {
    /// Its bytes.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// The index of its block.
    pub(crate) const fn block(&self) -> usize {
        self.block as usize
    }
}

/// The entries of a part of a document, with their phases. An [`Event`] is made when it is asked for: a text can be all entries.
#[derive(Debug)]
pub struct Events<'c> {
    content: &'c ParsedContent<'c>,
    stamps: &'c [(usize, Instant)],
    scope: Range<usize>,
    /// The phase of each entry, by its index in [`PHASES`].
    labels: Vec<u8>,
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
        Self {
            labels: weights.linear("phases", SLOTS, LABELS),
            changes: weights.linear("changes", CHANGE_SLOTS, ["change"]),
        }
    }
}

/// What the models are fitted to: gives `take`, for each entry in order, where it starts, the features for a phase, and those for a change.
pub fn samples(
    content: &ParsedContent<'_>,
    labels: &Layout,
    changes: &Layout,
    mut take: impl FnMut(usize, &[Feature], &[Feature]),
) {
    features::entries(content, &content.body(), labels, changes, &mut |entry| {
        let start = content.blocks().get(entry.block).map_or(0, |block| block.span().start);
        take(start, entry.features, entry.changes);
    });
}

/// The entries of `scope` with their phases. A heading has the phase of the entry after it.
pub(crate) fn phases<'c>(
    content: &'c ParsedContent<'c>,
    model: &PhaseModel,
    stamps: &'c [(usize, Instant)],
    config: &EventBasedConfig,
    scope: &Range<usize>,
) -> Events<'c> {
    let surcharge = surcharge(config);
    let PhaseModel { labels, changes } = model;
    let mut labelling = Labelling::new(Chain::new(labels, slots::AFTER));
    let mut are_headings = Vec::new();
    features::entries(content, scope, labels.layout(), changes.layout(), &mut |entry| {
        let [change] = changes.scores(entry.changes);
        let mut scores = labels.scores(entry.features);
        // A single bit: exactly one phase is named.
        if entry.named.is_power_of_two()
            && let Some(score) = scores.get_mut(entry.named.trailing_zeros() as usize)
        {
            *score += NAMED;
        }
        labelling.add(Node { scores, change: change - surcharge });
        are_headings.push(entry.is_heading);
    });
    let (_, mut labels) = labelling.best();
    let mut are_headings = are_headings.into_iter();
    labels.retain(|_| are_headings.next() == Some(false));
    let mut events = Events { content, stamps, scope: scope.clone(), labels };
    if !stamps.is_empty() {
        events.labels = events.without_short(i64::from(config.min_phase_duration) * 1000);
    }
    events
}

/// What is added to a phase that a heading or label names (H17): in the documents that the model was fitted to, such names are rarer than
/// in logs that are kept by phases.
const NAMED: i64 = 4 * BIT;

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

impl Events<'_> {
    /// The entries, in order. A heading is no entry of its own here, but belongs to the entry after it.
    pub fn iter(&self) -> impl Iterator<Item = Event> + '_ {
        let mut labels = self.labels.iter();
        // Where the first of the headings right above the next entry starts.
        let mut heading_start: Option<usize> = None;
        features::blocks(self.content, &self.scope).filter_map(move |(block, number)| {
            let start = heading_start.take().unwrap_or(block.span().start);
            if is_heading(block) {
                heading_start = Some(start);
                return None;
            }
            let phase = *PHASES.get(usize::from(*labels.next()?))?;
            let first = self.stamps.partition_point(|(at, _)| *at < block.span().start);
            let has_stamp = self.stamps.get(first).is_some_and(|(at, _)| *at < block.span().end);
            let stamp = has_stamp.then_some(first);
            let span = SmallRange::new(&(start..block.span().end));
            Some(Event { phase, span, block: number as u32, stamp })
        })
    }

    /// When an entry was written, in milliseconds.
    pub(crate) fn ms(&self, event: &Event) -> Option<i64> {
        event.stamp.and_then(|place| self.stamps.get(place)).map(|(_, instant)| instant.ms)
    }

    /// The labels without phases that last less than `least` ms: such a phase becomes the one before it, or if there is none, the one
    /// after it. A phase lasts until the next one begins; how long the last one lasts is not known.
    fn without_short(&self, least: i64) -> Vec<u8> {
        let mut joined = Vec::with_capacity(self.labels.len());
        let mut times = self.iter().map(|event| self.ms(&event));
        // The runs of entries with the same label, each with its first time.
        let runs = self.labels.chunk_by(|label, next| label == next).map(|run| {
            let start = times.by_ref().take(run.len()).fold(None, Option::or);
            (run, start)
        });
        let mut runs = runs.peekable();
        let mut before = None;
        while let Some((run, start)) = runs.next() {
            let next = runs.peek().filter(|(_, next)| {
                start.zip(*next).is_some_and(|(start, end)| (0..least).contains(&(end - start)))
            });
            let around = next.and_then(|(next, _)| before.or(next.first().copied()));
            let label = around.or(run.first().copied()).unwrap_or_default();
            joined.resize(joined.len() + run.len(), label);
            before = Some(label);
        }
        joined
    }
}
