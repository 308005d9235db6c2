//! Training samples of the model of kinds: whole documents and sections.

use super::{
    corpus::{Known, Origin},
    train::{Features, Fitted, Row, Settings, multinomial},
};
use chunk_core::slice;
use chunk_hybrid::{
    ContentType, STRATEGIES,
    training::{self, KIND, ONE, TYPE_MODEL, Vocabulary, kind_features, sections},
};
use std::{collections::BTreeMap, ops::Range};

/// The settings of the fit, chosen by cross-validation over repositories.
const SETTINGS: Settings = Settings { l2: 1.4, iterations: 60, scale: 1.0 / ONE as f64 };

/// How much a document counts: less if its label is only its place, which is noisy, or if it was written for a test. `None` for
/// single sentences, which say little about the kind of a document.
const fn weight(origin: Origin) -> Option<f64> {
    match origin {
        Origin::Labelled | Origin::Skimmed => Some(1.0),
        Origin::Unsure => Some(0.8),
        Origin::Placed => Some(0.3),
        Origin::Own => Some(0.2),
        Origin::Sentence => None,
    }
}

/// The weight of a section of an unmixed document, relative to the document: it mostly has the document's kind.
const OF_WHOLE: f64 = 0.2;

/// The least bytes of such a section; shorter ones say too little.
const LONG: usize = 240;

/// How many repositories a word of the vocabulary must occur in.
const REPOSITORIES: usize = 10;

/// Weights below this, in natural logarithms, make no measurable difference.
const SMALL: f64 = 0.05;

/// The words that enough repositories use, in order.
pub fn vocabulary<'k>(documents: impl IntoIterator<Item = &'k Known>) -> Vocabulary {
    let mut users: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for known in documents {
        let content = training::read(known.document(false), &Vocabulary::default());
        let mut add = |word: &str| {
            let users = users.entry(word.to_owned()).or_default();
            if users.len() < REPOSITORIES && !users.contains(&&*known.repository) && !word.is_empty() {
                users.push(&known.repository);
            }
        };
        training::each_word(&content, &mut add);
        known.path.iter().for_each(|path| {
            path.to_lowercase().split(|c: char| !c.is_alphanumeric()).for_each(&mut add);
        });
    }
    let common = users.iter().filter(|(_, users)| users.len() >= REPOSITORIES);
    Vocabulary::new(common.map(|(word, _)| &**word))
}

/// A document's rows; `group` is the number of its repository.
pub fn rows(known: &Known, group: u32, vocabulary: &Vocabulary, features: &mut Features) -> Vec<Row> {
    let Some(own) = weight(known.origin) else { return Vec::new() };
    let content = training::read(known.document(true), vocabulary);
    let number = |strategy: &str| STRATEGIES.iter().position(|other| *other == strategy);
    let mut row = |label, weight, part: Option<&Range<usize>>| {
        let found = kind_features(&content, vocabulary, part);
        Row { label, weight, group, features: features.numbered(&found, vocabulary) }
    };
    let mut rows = Vec::new();
    let whole = number(&known.labels.strategy);
    if let Some(label) = whole {
        rows.push(row(label, own, None));
    }
    if known.origin == Origin::Placed {
        return rows;
    }
    for span in sections(&content) {
        let line_of =
            |at: usize| slice(content.text(), 0..at).bytes().filter(|byte| *byte == b'\n').count() + 1;
        let (first, last) = (line_of(span.start), line_of(span.end.saturating_sub(1)));
        let labelled = known.labels.sections.iter().find(|section| (first..=last).contains(&section.line));
        let label = labelled.and_then(|section| number(&section.strategy));
        if let Some(label) = label {
            rows.push(row(label, own, Some(&span)));
        } else if let Some(label) = whole.filter(|_| span.len() >= LONG) {
            rows.push(row(label, own * OF_WHOLE, Some(&span)));
        }
    }
    rows
}

/// A document's row for the model of types, which distinguishes the types of one strategy; `None` if its label is not a type of
/// the contract, or its strategy is another one.
pub fn type_row(known: &Known, group: u32, vocabulary: &Vocabulary, features: &mut Features) -> Option<Row> {
    let name = match &*known.labels.content_type {
        "procedure" | "instructions" => "sop",
        "documentation" => "note",
        "work-log" | "retrospective" => "task-log",
        name => name,
    };
    let label = ContentType::ALL.into_iter().position(|own| own.name() == name)?;
    ContentType::ALL.get(label).filter(|own| own.strategy() == known.labels.strategy)?;
    let content = training::read(known.document(true), vocabulary);
    let found = kind_features(&content, vocabulary, None);
    Some(Row { label, weight: 1.0, group, features: features.numbered(&found, vocabulary) })
}

/// Types differ in few words, so the penalty leaves only strong weights.
const TYPE_SETTINGS: Settings = Settings { l2: 3.0, ..SETTINGS };

/// The weights file's section for the model of types.
pub fn fit_types(rows: &[&Row], features: &Features) -> String {
    let fitted = multinomial::<9>(rows, features.names.len(), &TYPE_SETTINGS).without(3.0 * SMALL);
    section(fitted, TYPE_MODEL, ContentType::ALL.map(ContentType::name), features)
}

/// The weights file's section for the model of kinds, fitted to `rows`.
pub fn fit(rows: &[&Row], features: &Features) -> String {
    let fitted = multinomial::<4>(rows, features.names.len(), &SETTINGS).without(SMALL);
    section(fitted, KIND, STRATEGIES, features)
}

fn section<const LABELS: usize>(
    mut fitted: Fitted<LABELS>,
    name: &str,
    labels: [&str; LABELS],
    features: &Features,
) -> String {
    // Values are in units of ONE, and so are the scores.
    fitted.bias = fitted.bias.map(|own| own * ONE as f64);
    fitted.section(name, labels, features)
}
