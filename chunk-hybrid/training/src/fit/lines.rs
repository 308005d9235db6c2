//! Training rows of the models that judge lines, decisions (H19) and steps (H20), and their fit.

use super::{
    corpus::{Known, Origin},
    train::{Feature, Features, Row, Settings, multinomial},
};
use crate::quality::score::same_option;
use chunk_core::{LineIndex, slice};
use chunk_hybrid::{
    Document, ParsedContent,
    training::{self, DECISIONS, Lines, STEPS, Vocabulary},
};
use std::ops::{Range, RangeInclusive};

/// Chosen by cross-validation over repositories. The penalty is strong, since there are more features than labels.
const SETTINGS: Settings = Settings { l2: 10.0, iterations: 60, scale: 1.0 };

/// Smaller weights, in natural logarithms, make no measurable difference.
const SMALL: f64 = 0.05;

/// In documents of other kinds, one line in this many becomes a row, with the weight of this many lines.
const EVERY: usize = 4;

/// How much a line counts, relative to one in a real document of the model's kind. Chosen by cross-validation.
struct Counts {
    /// A line in a document that was written for a test.
    own: f64,
    /// A line in a document of another kind: there are many of these, and the document's kind already counts against a finding.
    /// With a higher value decisions and steps are missed, with a lower one false ones are found.
    elsewhere: f64,
}

const DECISION: Counts = Counts { own: 0.6, elsewhere: 0.15 };
const STEP: Counts = Counts { own: 0.5, elsewhere: 0.1 };
/// How much one of our own sentences counts: nearly all the evidence about brief texts comes from them.
const SENTENCE: f64 = 8.0;

/// A part of a document that a model judges, with its lines and features.
struct Candidate {
    lines: RangeInclusive<usize>,
    span: Range<usize>,
    features: Vec<Feature>,
}

/// The rows of decisions in a document. Of several sentences on a label's line, the one with most of its options gets the label;
/// the others are left out, as ambiguous lines are.
pub fn decision_rows(
    known: &Known,
    group: u32,
    vocabulary: &Vocabulary,
    features: &mut Features,
) -> Vec<Row> {
    let content = training::read(Document::new(&known.name, &known.text), vocabulary);
    let candidates = candidates(&content, &DECISIONS, vocabulary, features);
    let mut labels: Vec<Option<usize>> = vec![Some(0); candidates.len()];
    for (candidate, label) in candidates.iter().zip(&mut labels) {
        if known.marks.ambiguous.iter().any(|line| candidate.lines.contains(line)) {
            *label = None;
        }
    }
    for signal in &known.marks.signals {
        let (first, last) = (signal.line.first(), signal.line.last());
        let on_line: Vec<usize> = (0..candidates.len())
            .filter(|&index| {
                let lines = &candidates[index].lines;
                *lines.start() <= last && *lines.end() >= first
            })
            .collect();
        let count_options = |index: usize| {
            let text = slice(content.text(), candidates[index].span.clone());
            let options = signal.preferred.iter().chain(&signal.rejected);
            options.filter(|option| same_option(option, text)).count()
        };
        let best = on_line.iter().copied().rev().max_by_key(|&index| count_options(index));
        let label = DECISIONS.labels.iter().position(|label| *label == signal.decision_type);
        for index in on_line {
            if Some(index) == best {
                labels[index] = label;
            } else if labels[index] == Some(0) {
                labels[index] = None;
            }
        }
    }
    rows(known, group, "preference-signal", &DECISION, candidates, labels)
}

/// The rows of steps in a document.
pub fn step_rows(known: &Known, group: u32, vocabulary: &Vocabulary, features: &mut Features) -> Vec<Row> {
    let content = training::read(Document::new(&known.name, &known.text), vocabulary);
    let candidates = candidates(&content, &STEPS, vocabulary, features);
    let mut labelled = vec![false; known.labels.steps.len()];
    let labels = candidates
        .iter()
        .map(|candidate| {
            let line = *candidate.lines.start();
            let steps = known.labels.steps.iter().zip(&mut labelled);
            let mut open = steps.filter(|(step, labelled)| step.line == line && !**labelled);
            if let Some((step, labelled)) = open.next() {
                *labelled = true;
                return STEPS.labels.iter().position(|label| *label == step.kind);
            }
            let counts = !known.marks.ambiguous.iter().any(|line| candidate.lines.contains(line))
                && !known.labels.steps.iter().any(|step| step.line == line);
            counts.then_some(0)
        })
        .collect();
    rows(known, group, "step-based", &STEP, candidates, labels)
}

fn candidates<About>(
    content: &ParsedContent<'_>,
    model: &Lines<About, 5>,
    vocabulary: &Vocabulary,
    features: &mut Features,
) -> Vec<Candidate> {
    let (lines, mut all) = (LineIndex::new(content.text()), Vec::new());
    model.each(content, |training::Candidate { span, .. }, found| {
        let last = lines.line(span.end.saturating_sub(1).max(span.start));
        let features = features.numbered(&found, vocabulary);
        all.push(Candidate { lines: lines.line(span.start)..=last, span, features });
    });
    all
}

/// A row for each candidate with a label, `None` being left out. A document gives no rows if its lines have no labels of this
/// kind and might still be of it, such as those of a mixed document.
fn rows(
    known: &Known,
    group: u32,
    kind: &str,
    counts: &Counts,
    candidates: Vec<Candidate>,
    labels: Vec<Option<usize>>,
) -> Vec<Row> {
    let strategy = &known.labels.strategy;
    let is_known = match known.origin {
        // Sentences were written to distinguish decisions from what looks like one.
        Origin::Sentence => kind == "preference-signal",
        Origin::Labelled | Origin::Own if strategy != kind => strategy != "mixed",
        // Rows of steps from these documents did not improve the model.
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
    candidates
        .into_iter()
        .zip(labels)
        .enumerate()
        .filter(|(number, _)| !elsewhere || number % EVERY == 0)
        .filter_map(|(_, (candidate, label))| {
            Some(Row { label: label?, weight, group, features: candidate.features })
        })
        .collect()
}

/// How many repositories a feature must occur in: a rarer one says more about its document than about a line. This repository's
/// own documents, of group 0, are not counted.
const REPOSITORIES: usize = 4;
/// In how many rows of our own a feature of brief texts must occur.
const SENTENCES: usize = 3;

/// The weights file's section for a model of lines, fitted to `rows`.
pub fn fit<About>(model: &Lines<About, 5>, rows: &[&Row], features: &Features) -> String {
    let size = features.names.len();
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); size];
    for row in rows.iter().filter(|row| row.group > 0) {
        for feature in &row.features {
            let users = &mut users[feature.number as usize];
            if users.len() < REPOSITORIES && !users.contains(&row.group) {
                users.push(row.group);
            }
        }
    }
    // Only our own documents have brief texts, so a feature of these is kept if several of our rows have it.
    let mut sentences = vec![0; size];
    for feature in rows.iter().filter(|row| row.group == 0).flat_map(|row| &row.features) {
        sentences[feature.number as usize] += 1;
    }
    let is_brief = |number: u32| features.names[number as usize].starts_with("brief-");
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
    multinomial::<5>(&kept, size, &SETTINGS).without(SMALL).section(model.name, model.labels, features)
}
