//! Cross-validation over repositories: models are fitted to some repositories' documents and measured on those left out.

use super::marks::Marks;
use crate::fit::{
    self,
    corpus::{Known, Origin},
    kind,
    rows::{self, Rows},
};
use chunk_hybrid::{
    ChunkingConfig, ChunkingSystem,
    training::{Models, Weights},
};
use rayon::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
};

/// The number of parts that the repositories are divided into.
const FOLDS: u32 = 10;

/// Measures the labelled ones of `documents` with models that were fitted to other repositories' documents: with their names
/// alone, and with their paths.
pub fn validate(documents: &[Known]) -> Result<[Marks; 2], Box<dyn Error>> {
    let real = || documents.iter().filter(|known| known.origin.is_real());
    let vocabulary = kind::vocabulary(real());
    let groups = rows::groups(real());
    let mut rows = Rows::default();
    rows.add(documents.iter(), &groups, &vocabulary);
    let folds = folds(documents, &groups);
    let measured: Vec<_> = (0..FOLDS)
        .into_par_iter()
        .map(|left_out| {
            let fits = |group| folds.get(&group) != Some(&left_out);
            let file = fit::file(&vocabulary, &rows.sections(fits));
            let models = Models::new(Weights::new(file));
            let system = ChunkingSystem::new(ChunkingConfig::default()).ok()?.with_models(models);
            let is_left_out = |known: &&Known| {
                let group = groups.get(&*known.repository).copied();
                known.origin == Origin::Labelled && group.is_some_and(|group| !fits(group))
            };
            let measured = || real().filter(is_left_out);
            Some([false, true].map(|with_path| Marks::compare(measured(), &system, with_path)))
        })
        .collect();
    let mut all = [Marks::default(), Marks::default()];
    for marks in measured {
        let marks = marks.ok_or("the default settings are refused")?;
        all.iter_mut().zip(marks).for_each(|(all, own)| *all += own);
    }
    Ok(all)
}

/// The part that each repository with labelled documents belongs to. They are dealt out in turn, in the order of their names.
fn folds(documents: &[Known], groups: &BTreeMap<&str, u32>) -> BTreeMap<u32, u32> {
    let labelled = documents.iter().filter(|known| known.origin == Origin::Labelled);
    let repositories: BTreeSet<&str> = labelled.map(|known| &*known.repository).collect();
    let numbers = repositories.into_iter().filter_map(|repository| groups.get(repository).copied());
    numbers.zip((0..FOLDS).cycle()).collect()
}
