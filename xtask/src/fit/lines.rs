//! Rows of the models that judge lines: decisions (H19) and steps (H20).

use super::{
    corpus::{Known, Origin},
    train::{Row, Settings, multinomial, sorted},
};
use crate::quality::score::same_option;
use chunk_core::{LineIndex, slice};
use chunk_hybrid::{
    Document, ParsedContent,
    model::{Feature, Layout, Vocabulary},
    training::{
        DECISION_LABELS, DECISION_SLOTS, DECISIONS, STEP_LABELS, STEP_SLOTS, STEPS, decision_samples,
        step_samples,
    },
};
use std::ops::{Range, RangeInclusive};

/// By cross-validation over repositories: features are held back much, since there are more of them than labels.
const SETTINGS: Settings = Settings { l2: 10.0, iterations: 60, scale: 1.0 };

/// Smaller weights, in natural logarithms, say nothing that could be measured.
const SMALL: f64 = 0.05;

/// Of the lines that are none in documents of other kinds every so-manieth is a row, and counts as much as all of them.
const EVERY: usize = 4;

/// How much a line counts, beside one of a real document of its own kind. By cross-validation.
struct Counts {
    /// Of a document that was written for a test.
    own: f64,
    /// Of a document of another kind: there are many of them, and the kind of the document speaks against what is found in it
    /// already. With more of it decisions and steps are lost, with less false ones are found.
    elsewhere: f64,
}

const DECISION: Counts = Counts { own: 0.6, elsewhere: 0.15 };
const STEP: Counts = Counts { own: 0.5, elsewhere: 0.1 };
/// What one of our own sentences counts: nearly all that is known of brief texts comes from them.
const SENTENCE: f64 = 8.0;

pub fn decision_layout(vocabulary: &Vocabulary) -> Layout {
    Layout::new(DECISION_SLOTS, vocabulary)
}

pub fn step_layout(vocabulary: &Vocabulary) -> Layout {
    Layout::new(STEP_SLOTS, vocabulary)
}

/// Something that a model judges: its lines and what is seen of it.
struct Unit {
    lines: RangeInclusive<usize>,
    span: Range<usize>,
    features: Vec<Feature>,
}

/// The rows of decisions in a document. Of several sentences on the line of a label, the one with most of its options is
/// meant; the others are left out, as ambiguous lines are.
pub fn decision_rows(known: &Known, group: u32, layout: &Layout) -> Vec<Row> {
    let content = parsed(known, layout);
    let units = units(&content, |take| decision_samples(&content, layout, take));
    let mut labels: Vec<Option<usize>> = vec![Some(0); units.len()];
    for (unit, label) in units.iter().zip(&mut labels) {
        if known.marks.ambiguous.iter().any(|line| unit.lines.contains(line)) {
            *label = None;
        }
    }
    for signal in &known.marks.signals {
        let (first, last) = (signal.line.first(), signal.line.last());
        let on_it: Vec<usize> = (0..units.len())
            .filter(|&unit| *units[unit].lines.start() <= last && *units[unit].lines.end() >= first)
            .collect();
        let held = |unit: usize| {
            let text = slice(content.text(), units[unit].span.clone());
            let options = signal.preferred.iter().chain(&signal.rejected);
            options.filter(|option| same_option(option, text)).count()
        };
        let best = on_it.iter().copied().rev().max_by_key(|&unit| held(unit));
        let label = DECISION_LABELS.iter().position(|label| *label == signal.decision_type);
        for unit in on_it {
            if Some(unit) == best {
                labels[unit] = label;
            } else if labels[unit] == Some(0) {
                labels[unit] = None;
            }
        }
    }
    rows(known, group, "preference-signal", &DECISION, units, labels)
}

/// The rows of steps in a document.
pub fn step_rows(known: &Known, group: u32, layout: &Layout) -> Vec<Row> {
    let content = parsed(known, layout);
    let units = units(&content, |take| step_samples(&content, layout, take));
    let mut labelled = vec![false; known.labels.steps.len()];
    let labels = units
        .iter()
        .map(|unit| {
            let line = *unit.lines.start();
            let steps = known.labels.steps.iter().zip(&mut labelled);
            let mut open = steps.filter(|(step, labelled)| step.line == line && !**labelled);
            if let Some((step, labelled)) = open.next() {
                *labelled = true;
                return STEP_LABELS.iter().position(|label| *label == step.kind);
            }
            let counts = !known.marks.ambiguous.iter().any(|line| unit.lines.contains(line))
                && !known.labels.steps.iter().any(|step| step.line == line);
            counts.then_some(0)
        })
        .collect();
    rows(known, group, "step-based", &STEP, units, labels)
}

fn parsed<'k>(known: &'k Known, layout: &Layout) -> ParsedContent<'k> {
    ParsedContent::with_vocabulary(Document::new(&known.name, &known.text), layout.vocabulary())
}

fn units(
    content: &ParsedContent<'_>,
    samples: impl FnOnce(&mut dyn FnMut(Range<usize>, &[Feature])),
) -> Vec<Unit> {
    let lines = LineIndex::new(content.text());
    let mut units = Vec::new();
    samples(&mut |span, features| {
        let last = lines.line(span.end.saturating_sub(1).max(span.start));
        units.push(Unit { lines: lines.line(span.start)..=last, span, features: sorted(features) });
    });
    units
}

/// A row for each unit with a label, `None` being left out. Where lines of another kind of document are labelled, in
/// mixed ones, nobody knows which they are.
fn rows(
    known: &Known,
    group: u32,
    kind: &str,
    counts: &Counts,
    units: Vec<Unit>,
    labels: Vec<Option<usize>>,
) -> Vec<Row> {
    let strategy = &known.labels.strategy;
    let is_known = match known.origin {
        // They were written to tell decisions from what looks like one.
        Origin::Sentence => kind == "preference-signal",
        Origin::Labelled | Origin::Own if strategy != kind => strategy != "mixed",
        // What looks like a step in them made steps no surer.
        Origin::Skimmed if strategy != kind => kind == "preference-signal" && strategy != "mixed",
        Origin::Unsure | Origin::Placed if strategy != kind => false,
        _ => !known.marks.signals.is_empty() || !known.labels.steps.is_empty(),
    };
    if !is_known {
        return Vec::new();
    }
    let origin = match known.origin {
        Origin::Own => counts.own,
        Origin::Sentence => SENTENCE,
        _ => 1.0,
    };
    let elsewhere = strategy != kind && known.origin != Origin::Sentence;
    let weight = if elsewhere { origin * counts.elsewhere * EVERY as f64 } else { origin };
    units
        .into_iter()
        .zip(labels)
        .enumerate()
        .filter(|(number, _)| !elsewhere || number % EVERY == 0)
        .filter_map(|(_, (unit, label))| Some(Row { label: label?, weight, group, features: unit.features }))
        .collect()
}

pub fn fit_decisions(rows: &[&Row], layout: &Layout) -> String {
    fit(DECISIONS, DECISION_LABELS, rows, layout)
}

pub fn fit_steps(rows: &[&Row], layout: &Layout) -> String {
    fit(STEPS, STEP_LABELS, rows, layout)
}

/// A feature must be seen in so many repositories: others say more about their document than about a line. The
/// repository's own documents, of group 0, are one each, and not counted.
const REPOSITORIES: usize = 4;
/// A feature of brief texts must be seen in so many of our own.
const SENTENCES: usize = 3;

fn fit(name: &str, labels: [&str; 5], rows: &[&Row], layout: &Layout) -> String {
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); layout.len()];
    for row in rows.iter().filter(|row| row.group > 0) {
        for feature in &row.features {
            let users = &mut users[feature.number as usize];
            if users.len() < REPOSITORIES && !users.contains(&row.group) {
                users.push(row.group);
            }
        }
    }
    // Brief texts are our own: what only they have counts if several sentences have it.
    let mut sentences = vec![0; layout.len()];
    for feature in rows.iter().filter(|row| row.group == 0).flat_map(|row| &row.features) {
        sentences[feature.number as usize] += 1;
    }
    let is_brief = |number| layout.name(number).is_some_and(|name| name.starts_with("brief-"));
    let is_known = |number: u32| {
        users[number as usize].len() >= REPOSITORIES
            || sentences[number as usize] >= SENTENCES && is_brief(number)
    };
    let kept: Vec<Row> = rows
        .iter()
        .map(|row| {
            let mut row = (*row).clone();
            row.features.retain(|feature| is_known(feature.number));
            row
        })
        .collect();
    let kept: Vec<&Row> = kept.iter().collect();
    multinomial::<5>(&kept, layout.len(), &SETTINGS).without(SMALL).section(name, labels, layout)
}
