//! The phases of a task (H17): planning, execution, verification, reflection. A linear chain over the headings,
//! paragraphs and items of a document: what each says speaks for a phase, what it is for or against a change of phase.

mod features;
mod slots;

use crate::{
    model::{BIT, Chain, Feature, Labelling, Layout, Linear, Node, Weights},
    record::{config::EventBasedConfig, metadata::Phase, score::Score},
    text::{
        block::{SmallIndex, is_heading},
        document::ParsedContent,
        time::Instant,
    },
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
    /// Its first time stamp, by its place among the document's.
    stamp: SmallIndex,
}

impl Event {
    /// Its bytes.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.range()
    }

    /// The number of its block.
    pub(crate) const fn block(&self) -> usize {
        self.block as usize
    }
}

/// The entries of a part of a document. Each is made where it is asked for: a text can be all entries.
#[derive(Debug)]
pub struct Events<'c> {
    content: &'c ParsedContent<'c>,
    stamps: &'c [(usize, Instant)],
    scope: Range<usize>,
    /// The phase of each, by its place in [`PHASES`].
    labels: Vec<u8>,
}

/// What decides about phases.
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

/// Gives what the model sees of each entry of a document, in order: where it starts, what speaks for a phase, and what
/// speaks for a change.
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

/// What a heading or label that names one phase is worth beside what the model says (H17): such names are rarer in the
/// documents that it was fitted to than in logs that are kept by phases.
const NAMED: i64 = 4 * BIT;

/// How much more than its weights say a change costs: nothing at the default sensitivity, so many bits more at 0 and as
/// many less at 1 (`phaseDetectionSensitivity`).
fn surcharge(config: &EventBasedConfig) -> i64 {
    const BITS: i64 = 4;
    let default = EventBasedConfig::default().phase_detection_sensitivity;
    let of = |share: f64| Score::of_setting(share).thousandths() as i64;
    let (own, usual) = (of(config.phase_detection_sensitivity), of(default));
    let span = if own < usual { usual } else { 1000 - usual };
    (usual - own) * BITS * BIT / span.max(1)
}

impl Events<'_> {
    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = Event> + '_ {
        let mut labels = self.labels.iter();
        // Where the headings right above the next entry start.
        let mut start: Option<usize> = None;
        features::blocks(self.content, &self.scope).filter_map(move |(block, number)| {
            let above = start.take().unwrap_or(block.span().start);
            if is_heading(&block) {
                start = Some(above);
                return None;
            }
            let phase = *PHASES.get(usize::from(*labels.next()?))?;
            let first = self.stamps.partition_point(|(at, _)| *at < block.span().start);
            let own = self.stamps.get(first).filter(|(at, _)| *at < block.span().end);
            let stamp = SmallIndex::new(own.map(|_| first));
            let span = SmallRange::new(&(above..block.span().end));
            Some(Event { phase, span, block: number as u32, stamp })
        })
    }

    /// When one was written, in milliseconds.
    pub(crate) fn ms(&self, event: &Event) -> Option<i64> {
        event.stamp.get().and_then(|place| self.stamps.get(place)).map(|(_, instant)| instant.ms)
    }

    /// The labels, where a phase that is over before `least` ms has become the phase before it, else the one after it. It is over when
    /// the next one begins; no time stamp says when the last one is over.
    fn without_short(&self, least: i64) -> Vec<u8> {
        let mut joined = Vec::with_capacity(self.labels.len());
        let mut times = self.iter().map(|event| self.ms(&event));
        // Each with its first time.
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
