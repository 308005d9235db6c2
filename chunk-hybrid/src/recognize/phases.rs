//! The phases of a task (H17): planning, execution, verification, reflection. The entries of a log (its headings, paragraphs and items)
//! are labelled by a linear chain: one model says how much an entry speaks for each phase, a second one how much it speaks for a change
//! of phase. `features` is what the models see.

mod features;

use crate::model::{BIT, Feature, Node, Term, best_labels};
use crate::readings;
use crate::recognize::{models::Models, said};
use crate::record::{EventBasedConfig, Phase, Score};
use crate::text::{Block, Instant, ParsedContent, is_heading};
pub(crate) use features::LABELS;
pub use features::{CHANGES, PHASES};
use std::ops::Range;

/// The phases in the order of [`LABELS`].
const ALL: [Phase; 4] = [Phase::Planning, Phase::Execution, Phase::Verification, Phase::Reflection];

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

/// An entry as the models judge it.
pub(crate) struct Entry {
    /// The index of its block.
    pub(crate) block: usize,
    node: Node<4>,
    /// Whether a heading or label says its phase.
    is_said: bool,
}

/// The entries of a document, headings among them.
pub(crate) fn entries(content: &ParsedContent<'_>, models: &Models, config: &EventBasedConfig) -> Vec<Entry> {
    let surcharge = surcharge(config);
    let (mut entries, mut costs) = (Vec::new(), Vec::new());
    CHANGES.each(content, |_, found| {
        let [change] = models.changes().scores(&found);
        costs.push(change - surcharge);
    });
    let (headings, has_title) = (said::headings(content, &LABELS), features::has_title(content));
    PHASES.each(content, |candidate, found| {
        let Some((block, change)) = content.blocks().get(candidate.block).zip(costs.get(entries.len()))
        else {
            return;
        };
        let said = said_by_label(content, block).or_else(|| said_by_heading(content, &headings, block));
        let mut scores = models.phases().scores(&found);
        // A single bit: exactly one phase is named.
        let named = features::named(content, has_title, block);
        let named = named.is_power_of_two().then(|| named.trailing_zeros() as usize);
        for (phase, points) in [(said, SAID), (named, NAMED)] {
            if let Some(score) = phase.and_then(|phase| scores.get_mut(phase)) {
                *score += points;
            }
        }
        let node = Node { scores, change: *change };
        entries.push(Entry { block: block.number, node, is_said: said.is_some() });
    });
    entries
}

/// Entries that follow each other, with their phases. A heading is none of its own here, but belongs to the entry after it.
pub(crate) fn phases(
    content: &ParsedContent<'_>,
    models: &Models,
    entries: &[Entry],
    stamps: &[(usize, Instant)],
    config: &EventBasedConfig,
) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    // Where the first of the headings right above the next entry starts.
    let mut heading_start: Option<usize> = None;
    // What the phase of the entry before adds to each phase of an entry.
    let after = LABELS.map(|before| {
        models.phases().weights(&Feature { slot: "after", term: Term::Name(before), value: 1 }).map(i64::from)
    });
    let nodes: Vec<Node<4>> = entries.iter().map(|entry| entry.node).collect();
    for (phase, Entry { block, is_said, .. }) in best_labels(&after, &nodes).into_iter().zip(entries) {
        let Some((phase, block)) = ALL.get(phase).zip(content.blocks().get(*block)) else { continue };
        let start = heading_start.take().unwrap_or(block.start);
        if is_heading(block) {
            heading_start = Some(start);
            continue;
        }
        let first = stamps.get(stamps.partition_point(|(at, _)| *at < block.start));
        let ms = first.filter(|(at, _)| *at < block.end).map(|(_, instant)| instant.ms);
        events.push(Event {
            phase: *phase,
            is_said: *is_said,
            span: start..block.end,
            block: block.number,
            ms,
        });
    }
    if !stamps.is_empty() {
        join_short(&mut events, i64::from(config.min_phase_duration) * 1000);
    }
    events
}

/// The phase that the label of an entry says for certain: `[EXEC]`, `Phase: planning`.
fn said_by_label(content: &ParsedContent<'_>, block: &Block) -> Option<usize> {
    let (said, text) = said::label(content, block)?;
    let names_phase =
        content.slice(&said::label_of_entry(content, block)?.name()).eq_ignore_ascii_case("phase");
    let value = content.slice(&(text..block.end)).lines().next().filter(|_| names_phase);
    phase_of(&said).or_else(|| phase_of(&readings::meanings("label", value?)))
}

/// The phase that the heading above an entry says for certain, by what the `headings` of sections mean: of the entry right below it, for what
/// follows may be of another.
fn said_by_heading(
    content: &ParsedContent<'_>,
    headings: &[Option<&'static str>],
    block: &Block,
) -> Option<usize> {
    let is_first = content.blocks().get(block.number.wrapping_sub(1)).is_some_and(is_heading);
    let said = headings.get(content.section_of(block)?)?.as_slice();
    if is_first || is_heading(block) { phase_of(said) } else { None }
}

/// The phase among some meanings.
fn phase_of(meanings: &[&str]) -> Option<usize> {
    meanings.iter().find_map(|meaning| LABELS.iter().position(|name| name == meaning))
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
