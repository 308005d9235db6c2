//! What an edit costs: how many chunks have to be embedded again after a sentence was added to each document.

use super::{documents::Documents, rows::Row, rows::Try};
use crate::console::held;
use chunk_core::{paragraphs, unicode};
use std::{collections::BTreeSet, fs};

const SENTENCE: &str = " One more sentence is here.";

/// The chunks with a new text, on average over the documents, after each got a sentence at the end of its middle paragraph. `None` if the
/// setting does not take documents that are so changed, such as logs.
pub(super) fn churn(setting: &Try, rows: &[Row], documents: &Documents, patience: u64) -> Option<f64> {
    let work = tempfile::tempdir().ok()?;
    let sources: BTreeSet<&str> = rows.iter().map(|row| row.source.as_str()).collect();
    for source in &sources {
        let document = documents.get(source).filter(|document| document.log.is_none())?;
        let file = work.path().join(source);
        fs::create_dir_all(file.parent()?).ok()?;
        fs::write(&file, edited(&document.text)).ok()?;
    }
    let known: BTreeSet<(&str, &str)> =
        rows.iter().map(|row| (row.source.as_str(), row.embedded())).collect();
    let new = held(|| setting.rows(work.path(), patience)).0.ok()?;
    let changed = new.iter().filter(|row| !known.contains(&(row.source.as_str(), row.embedded()))).count();
    Some(changed as f64 / sources.len().max(1) as f64)
}

fn edited(text: &str) -> String {
    let whole: Vec<_> = paragraphs(text).collect();
    let middle = whole.get(whole.len() / 2).cloned().unwrap_or_default();
    let end = text.get(..middle.end).map_or(0, |before| unicode::trim_end(before).len());
    let (before, after) = text.split_at_checked(end).unwrap_or((text, ""));
    [before, SENTENCE, after].concat()
}
