//! Phase boundaries in documents of repositories that the model was not fitted to.

use super::{
    labels::Phase,
    score::{Matching, Tally},
};
use crate::fit::{
    chain::Sequence,
    corpus::{Known, Origin},
    phases,
};
use chunk_core::LineIndex;
use chunk_hybrid::{
    Document, EventBasedConfig, ParsedContent,
    model::Weights,
    training::{PhaseModel, phases_by_model},
};
use std::collections::{BTreeMap, BTreeSet};

const FOLDS: usize = 10;

pub fn validate(documents: &[Known], minimum: usize, own: bool) -> Tally {
    let vocabulary = vocabulary(documents, minimum);
    let layouts = phases::Layouts::new(&vocabulary);
    let repositories: BTreeSet<&str> = documents
        .iter()
        .filter(|known| known.origin == Origin::Labelled)
        .map(|known| &*known.repository)
        .collect();
    let numbers: BTreeMap<&str, usize> = repositories.into_iter().zip((0..FOLDS).cycle()).collect();
    let fold = |known: &Known| numbers.get(&*known.repository).copied();
    let sequences: Vec<Option<Sequence>> = documents
        .iter()
        .map(|known| phases::sequence(known, 0, &layouts).filter(|_| own || known.origin == Origin::Labelled))
        .collect();
    let mut all = Tally::default();
    for left_out in 0..FOLDS {
        let others = documents.iter().zip(&sequences).filter(|(known, _)| fold(known) != Some(left_out));
        let others: Vec<&Sequence> = others.filter_map(|(_, sequence)| sequence.as_ref()).collect();
        let fitted = phases::fit(&others, &layouts);
        let mut file = String::from("\n[vocabulary]\n");
        for word in (0..).map_while(|number| vocabulary.word(number)) {
            file += word;
            file.push('\n');
        }
        file += &phases::sections(&fitted, &layouts);
        let weights = Weights::new(&file);
        let model = PhaseModel::new(&weights);
        for known in documents.iter().filter(|known| fold(known) == Some(left_out)) {
            let Some((first, labels)) = known.labels.phases.split_first() else { continue };
            let content =
                ParsedContent::with_vocabulary(Document::new(&known.name, &known.text), weights.vocabulary());
            let lines = LineIndex::new(content.text());
            let mut found: Vec<Phase> = Vec::new();
            for event in phases_by_model(&content, &model, &EventBasedConfig::default()) {
                let phase = super::found::name(event.phase);
                if found.last().is_none_or(|last| last.phase != phase) {
                    found.push(Phase { line: lines.line(event.span.start), phase });
                }
            }
            found.retain(|phase| {
                phase.line > first.line + 1 || phase.line > first.line && phase.phase != first.phase
            });
            all += Matching::new(labels, &found, 1, |label, found| Some(label.line.abs_diff(found.line)))
                .tally();
        }
    }
    all
}

fn vocabulary(documents: &[Known], minimum: usize) -> chunk_hybrid::model::Vocabulary {
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for known in
        documents.iter().filter(|known| known.origin == Origin::Labelled && !known.labels.phases.is_empty())
    {
        for word in known.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            users.entry(word.to_lowercase()).or_default().insert(&known.repository);
        }
    }
    let words: Vec<_> =
        users.iter().filter(|(_, users)| users.len() >= minimum).map(|(word, _)| &**word).collect();
    chunk_hybrid::model::Vocabulary::new(words)
}
