//! Training sequences of the model of phases (H17), which are the entries of documents whose phases are labelled, and its fit.

use super::{
    chain::{self, FittedChain, Node, Sequence, Settings},
    corpus::{Known, Origin},
};
use chunk_core::LineIndex;
use chunk_hybrid::{
    Document,
    training::{self, Layout, PHASE_LABELS, Vocabulary, phase_layouts, phase_samples},
};

/// The layouts of the features of labels and of changes, over a vocabulary.
pub struct Layouts {
    pub labels: Layout,
    pub changes: Layout,
}

impl Layouts {
    pub fn new(vocabulary: &Vocabulary) -> Self {
        let [labels, changes] = phase_layouts(vocabulary);
        Self { labels, changes }
    }
}

/// The entries of a document with their phases; `None` if none are labelled. Entries before the first label have its phase.
pub fn sequence(document: &Known, group: u32, layouts: &Layouts) -> Option<Sequence> {
    let first = document.marks.phases.first()?;
    let label_of = |name: &str| PHASE_LABELS.iter().position(|label| *label == name);
    let content = training::read(Document::new(&document.name, &document.text), layouts.labels.vocabulary());
    let lines = LineIndex::new(content.text());
    let mut entries: Vec<(usize, Node)> = Vec::new();
    for (start, [features, changes]) in phase_samples(&content, [&layouts.labels, &layouts.changes]) {
        entries.push((lines.line(start), Node { label: 0, features, changes }));
    }
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

/// Fits the chain to sequences.
pub fn fit(sequences: &[&Sequence], layouts: &Layouts) -> FittedChain<4> {
    let mut fitted = chain::fit::<4>(sequences, layouts.labels.size(), layouts.changes.size(), &SETTINGS);
    fitted.labels = fitted.labels.without(SMALL);
    fitted.change = fitted.change.without(SMALL);
    fitted.change.bias[0] += CHANGE;
    let after = PHASE_LABELS.map(|label| layouts.labels.find(&format!("after:{label}")));
    for (number, row) in after.into_iter().zip(fitted.after) {
        if let Some(own) = number.and_then(|number| fitted.labels.weights.get_mut(number as usize)) {
            *own = row;
        }
    }
    fitted
}

/// The sections of the weights file.
pub fn sections(fitted: &FittedChain<4>, layouts: &Layouts) -> String {
    fitted.labels.section("phases", PHASE_LABELS, &layouts.labels)
        + &fitted.change.section("changes", ["change"], &layouts.changes)
}
