//! Training sequences of the model of phases (H17), which are the entries of documents whose phases are labelled, and its fit.

use super::{
    chain::{self, Node, Sequence, Settings},
    corpus::{Known, Origin},
    train::Features,
};
use chunk_core::LineIndex;
use chunk_hybrid::{
    Document,
    training::{self, CHANGES, PHASES, Vocabulary},
};

/// The features of labels and of changes.
#[derive(Debug, Clone, Default)]
pub struct ChainFeatures {
    pub labels: Features,
    pub changes: Features,
}

/// The entries of a document with their phases; `None` if none are labelled. Entries before the first label have its phase.
pub fn sequence(
    document: &Known,
    group: u32,
    vocabulary: &Vocabulary,
    features: &mut ChainFeatures,
) -> Option<Sequence> {
    let first = document.marks.phases.first()?;
    let label_of = |name: &str| PHASES.labels.iter().position(|label| *label == name);
    let content = training::read(Document::new(&document.name, &document.text), vocabulary);
    let lines = LineIndex::new(content.text());
    let mut entries: Vec<(usize, Node)> = Vec::new();
    PHASES.each(&content, |candidate, found| {
        let own = features.labels.numbered(&found, vocabulary);
        entries
            .push((lines.line(candidate.span.start), Node { label: 0, features: own, changes: Vec::new() }));
    });
    let mut nodes = entries.iter_mut().map(|(_, node)| node);
    CHANGES.each(&content, |_, found| {
        if let Some(node) = nodes.next() {
            node.changes = features.changes.numbered(&found, vocabulary);
        }
    });
    // An entry has the last phase that begins before its end.
    let ends: Vec<usize> = entries.iter().skip(1).map(|(line, _)| *line).chain([usize::MAX]).collect();
    for ((_, node), end) in entries.iter_mut().zip(ends) {
        let begun = document.marks.phases.iter().take_while(|phase| phase.line < end).last();
        node.label = label_of(&begun.unwrap_or(first).phase)?;
    }
    let nodes = entries.into_iter().map(|(_, node)| node).collect();
    let weight = if document.origin == Origin::Own { OWN } else { 1.0 };
    Some(Sequence { weight, group, nodes })
}

/// How much a document counts that was written for a test: its phases are shorter than those of real documents.
const OWN: f64 = 0.1;

/// The penalties are strong, since there are a few thousand entries and more features than that.
const SETTINGS: Settings = Settings { l2: 20.0, l2_change: 10.0, l2_pair: 0.1, iterations: 60 };

/// Added to the fitted bias of a change: what counts is that boundaries are found, and most entries are not boundaries. The best
/// of 0, 0.5, … 2 in cross-validation.
const CHANGE: f64 = 1.5;

/// Smaller weights, in natural logarithms, make no measurable difference.
const SMALL: f64 = 0.02;

/// Fits the chain to sequences, and gives the sections of the weights file.
pub fn fit(sequences: &[&Sequence], features: &ChainFeatures) -> String {
    let ChainFeatures { labels, changes } = features;
    let fitted = chain::fit::<4>(sequences, labels.names.len(), changes.names.len(), &SETTINGS);
    let (mut own, mut labels) = (fitted.labels.without(SMALL), labels.clone());
    let mut change = fitted.change.without(SMALL);
    change.bias[0] += CHANGE;
    for (label, weights) in PHASES.labels.into_iter().zip(fitted.after) {
        labels.names.push(format!("after:{label}"));
        own.weights.push(weights);
    }
    own.section(PHASES.name, PHASES.labels, &labels) + &change.section(CHANGES.name, CHANGES.labels, changes)
}
