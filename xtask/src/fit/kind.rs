//! The model of kinds: whole documents, with their path and without, and the sections of mixed ones.

use super::{
    corpus::{Known, Origin},
    train::{Fitted, Row, Settings, multinomial},
};
use chunk_core::slice;
use chunk_hybrid::{
    ContentType, ParsedContent, STRATEGIES,
    model::{Layout, Vocabulary},
    training::{KIND, KIND_SLOTS, ONE, TYPE_MODEL, sample, sample_of_part, sections},
};
use std::collections::BTreeMap;

/// How it is fitted, by cross-validation over repositories.
const SETTINGS: Settings = Settings { l2: 1.4, iterations: 60, scale: 1.0 / ONE as f64 };

/// How much a document counts. Where one stands is a noisy label, and a document written for a test is not quite one.
/// `None` of what shows no kind: one sentence says little of what its document would be used for.
const fn weight(origin: Origin) -> Option<f64> {
    match origin {
        Origin::Labelled | Origin::Skimmed => Some(1.0),
        Origin::Unsure => Some(0.8),
        Origin::Placed => Some(0.3),
        Origin::Own => Some(0.2),
        Origin::Sentence => None,
    }
}

/// A section of an unmixed document mostly serves the document's purpose.
const OF_WHOLE: f64 = 0.2;

/// Shorter sections say too little, in bytes.
const LONG: usize = 240;

/// A word must stand in the documents of so many repositories.
const REPOSITORIES: usize = 10;

/// Weights below this say nothing that could be measured, in natural logarithms.
const SMALL: f64 = 0.05;

/// The words that enough repositories use, in order.
pub fn vocabulary<'k>(documents: impl IntoIterator<Item = &'k Known>) -> Vocabulary {
    let mut users: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for known in documents {
        let content = ParsedContent::with_vocabulary(known.document(false), &Vocabulary::default());
        let mut add = |word: &str| {
            let users = users.entry(word.to_owned()).or_default();
            if users.len() < REPOSITORIES && !users.contains(&&*known.repository) && !word.is_empty() {
                users.push(&known.repository);
            }
        };
        content.each_word(&mut add);
        known.path.iter().for_each(|path| {
            path.to_lowercase().split(|c: char| !c.is_alphanumeric()).for_each(&mut add);
        });
    }
    let common = users.iter().filter(|(_, users)| users.len() >= REPOSITORIES);
    Vocabulary::new(common.map(|(word, _)| &**word))
}

/// The layout of the model's features over a vocabulary.
pub fn layout(vocabulary: &Vocabulary) -> Layout {
    Layout::new(KIND_SLOTS, vocabulary)
}

/// A document's rows; `group` is the number of its repository.
pub fn rows(known: &Known, group: u32, layout: &Layout) -> Vec<Row> {
    let Some(own) = weight(known.origin) else { return Vec::new() };
    let content = ParsedContent::with_vocabulary(known.document(true), layout.vocabulary());
    let number = |strategy: &str| STRATEGIES.iter().position(|other| *other == strategy);
    let row = |label, weight, features| Row { label, weight, group, features };
    let mut rows = Vec::new();
    let whole = number(&known.labels.strategy);
    if let Some(label) = whole {
        // A path chosen by its folder would tell the label.
        let path = known.path.as_deref().filter(|_| known.origin == Origin::Labelled);
        let share = if path.is_some() { 0.5 } else { 1.0 };
        rows.push(row(label, own * share, sample(&content, layout, None)));
        rows.extend(path.map(|path| row(label, own * share, sample(&content, layout, Some(path)))));
    }
    if known.origin == Origin::Placed {
        return rows;
    }
    let parts = sections(&content);
    for span in parts {
        let line_of =
            |at: usize| slice(content.text(), 0..at).bytes().filter(|byte| *byte == b'\n').count() + 1;
        let (first, last) = (line_of(span.start), line_of(span.end.saturating_sub(1)));
        let labelled = known.labels.sections.iter().find(|section| (first..=last).contains(&section.line));
        let label = labelled.and_then(|section| number(&section.strategy));
        if let Some(label) = label {
            rows.push(row(label, own, sample_of_part(&content, layout, span)));
        } else if let Some(label) = whole.filter(|_| span.len() >= LONG) {
            rows.push(row(label, own * OF_WHOLE, sample_of_part(&content, layout, span)));
        }
    }
    rows
}

/// A document's row for the model of types, which tells the types of one strategy apart; `None` where no type of the
/// contract is labelled, or its strategy is another.
pub fn type_row(known: &Known, group: u32, layout: &Layout) -> Option<Row> {
    let name = match &*known.labels.content_type {
        "procedure" | "instructions" => "sop",
        "documentation" => "note",
        "work-log" | "retrospective" => "task-log",
        name => name,
    };
    let label = ContentType::ALL.into_iter().position(|own| own.name() == name)?;
    ContentType::ALL.get(label).filter(|own| own.strategy() == known.labels.strategy)?;
    let content = ParsedContent::with_vocabulary(known.document(true), layout.vocabulary());
    let features = sample(&content, layout, known.path.as_deref());
    Some(Row { label, weight: 1.0, group, features })
}

/// Types are few words apart: all but the strong weights are held back.
const TYPE_SETTINGS: Settings = Settings { l2: 3.0, ..SETTINGS };

/// The section of the model of types.
pub fn fit_types(rows: &[&Row], layout: &Layout) -> String {
    let fitted = multinomial::<9>(rows, layout.len(), &TYPE_SETTINGS);
    section(fitted, 3.0 * SMALL, TYPE_MODEL, ContentType::ALL.map(ContentType::name), layout)
}

/// The section of the model that is fitted to `rows`.
pub fn fit(rows: &[&Row], layout: &Layout) -> String {
    section(multinomial::<4>(rows, layout.len(), &SETTINGS), SMALL, KIND, STRATEGIES, layout)
}

fn section<const LABELS: usize>(
    fitted: Fitted<LABELS>,
    small: f64,
    name: &str,
    labels: [&str; LABELS],
    layout: &Layout,
) -> String {
    let Fitted { mut bias, mut weights } = fitted.without(small / ONE as f64);
    // Values come in units of ONE, and so the scores do.
    let units = ONE as f64;
    bias.iter_mut().for_each(|own| *own *= units);
    for own in &mut weights {
        own.iter_mut().for_each(|weight| *weight *= units);
    }
    Fitted { bias, weights }.section(name, labels, layout)
}
