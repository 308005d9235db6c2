//! The selector on documents of repositories that it was not fitted to: fitted to all others, measured on those left out.

use crate::{
    fit::{
        corpus::{Known, Origin},
        kind,
        train::Row,
    },
    rate::Rate,
};
use chunk_hybrid::{ParsedContent, Part, model::Linear, training::strategies_by};
use std::collections::BTreeMap;

/// So many times a part of the repositories is left out.
const FOLDS: usize = 10;

/// How the selector did, by kind of document.
#[derive(Default)]
pub struct Selected {
    /// For each strategy that is right, how often which was taken: `mixed` if several.
    pub taken: BTreeMap<(String, String), usize>,
    pub all: Rate,
    pub unmixed: Rate,
    pub mixed: Rate,
    /// For each tenth of confidence, how often it was right.
    pub calibration: [Rate; 10],
    pub failures: Vec<String>,
}

/// The selector on the labelled ones of `documents`, with their paths and without.
pub fn validate(documents: &[Known]) -> [Selected; 2] {
    let vocabulary = kind::vocabulary(documents);
    let layout = kind::layout(&vocabulary);
    let rows: Vec<Vec<Row>> = documents.iter().map(|known| kind::rows(known, 0, &layout)).collect();
    let folds = folds(documents);
    let mut selected = [Selected::default(), Selected::default()];
    for fold in 0..FOLDS {
        let others =
            rows.iter().zip(&folds).filter(|(_, own)| **own != Some(fold)).flat_map(|(rows, _)| rows);
        let section = kind::fit(&others.collect::<Vec<_>>(), &layout);
        let model = kind::model(&section, &vocabulary);
        for (known, _) in documents.iter().zip(&folds).filter(|(_, own)| **own == Some(fold)) {
            if known.origin == Origin::Labelled {
                for (with_path, selected) in [false, true].into_iter().zip(&mut selected) {
                    selected.judge(known, &model, with_path);
                }
            }
        }
    }
    selected
}

/// The part that each document belongs to: that of its repository, the labelled ones' dealt out in the order of names.
fn folds(documents: &[Known]) -> Vec<Option<usize>> {
    let labelled = documents.iter().filter(|known| known.origin == Origin::Labelled);
    let repositories: std::collections::BTreeSet<&str> = labelled.map(|known| &*known.repository).collect();
    let numbers: BTreeMap<&str, usize> = repositories.into_iter().zip((0..FOLDS).cycle()).collect();
    documents.iter().map(|known| numbers.get(&*known.repository).copied()).collect()
}

impl Selected {
    fn judge(&mut self, known: &Known, model: &Linear<4>, with_path: bool) {
        let document = known.document(with_path);
        let content = ParsedContent::with_vocabulary(document, model.layout().vocabulary());
        let (parts, confidence) = strategies_by(&content, model);
        let labels = &known.labels;
        let right = if labels.sections.is_empty() {
            parts.iter().all(|part| part.strategy == labels.strategy)
        } else {
            labels.sections.iter().all(|section| {
                let holds = |part: &&Part| (part.start_line..=part.end_line).contains(&section.line);
                let mut own = parts.iter().filter(holds).peekable();
                own.peek().is_some() && own.all(|part| part.strategy == section.strategy)
            })
        };
        self.all.count(right);
        if labels.sections.is_empty() {
            self.unmixed.count(right)
        } else {
            self.mixed.count(right)
        }
        let taken = match parts.as_slice() {
            [part] => &*part.strategy,
            _ => "mixed",
        };
        *self.taken.entry((labels.strategy.clone(), taken.to_owned())).or_default() += 1;
        if parts.len() == 1
            && let Some(tenth) = self.calibration.get_mut((confidence.thousandths() as usize / 100).min(9))
        {
            tenth.count(right);
        }
        if !right {
            self.failures.push(format!(
                "{} ({}): {} taken for {taken}, confidence {confidence}",
                known.name, document.path, labels.strategy
            ));
        }
    }
}
