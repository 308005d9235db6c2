//! Reads the phases and signals that were marked later in real documents which at first had only a strategy as their label. They
//! are in `phases.tsv` and `signals.tsv` in `fixtures/hybrid`, by the documents' names. Steps marked in the same way did not
//! improve the models.

use crate::{
    quality::labels::{Labels, Lines, Phase, Preference},
    root,
};
use std::{collections::BTreeMap, error::Error, fs};

/// The lines of a document on which phases and signals begin: those of its labels, or, if these have none, those that were marked
/// later ([`Reread`]).
#[derive(Debug, Default, Clone)]
pub struct Marked {
    pub phases: Vec<Phase>,
    pub signals: Vec<Preference>,
    /// Lines that may or may not be signals or steps.
    pub ambiguous: Vec<usize>,
}

impl Marked {
    /// The marks in a document's own labels.
    pub fn of(labels: &Labels) -> Self {
        Self {
            phases: labels.phases.clone(),
            signals: labels.preferences.clone(),
            ambiguous: labels.ambiguous.clone(),
        }
    }
}

/// The marks that were made later, by the names of documents.
pub struct Reread(BTreeMap<String, Marked>);

impl Reread {
    pub fn read() -> Result<Self, Box<dyn Error>> {
        let mut all: BTreeMap<String, Marked> = BTreeMap::new();
        each_mark("phases", |name, lines, phase| {
            let phase = Phase { line: lines.first(), phase };
            all.entry(name).or_default().phases.push(phase);
        })?;
        each_mark("signals", |name, line, decision_type| {
            let marked = all.entry(name).or_default();
            if decision_type == AMBIGUOUS {
                marked.ambiguous.extend(line.first()..=line.last());
            } else {
                let signal = Preference { line, decision_type, preferred: None, rejected: Vec::new() };
                marked.signals.push(signal);
            }
        })?;
        Ok(Self(all))
    }

    /// The marks of a document: those of its labels, if it has labels besides its strategy, otherwise those made later.
    pub fn marks(&self, name: &str, labels: &Labels) -> Marked {
        let is_labelled =
            !labels.phases.is_empty() || !labels.preferences.is_empty() || !labels.steps.is_empty();
        let read = self.0.get(name.trim_end_matches(".md")).filter(|_| !is_labelled);
        read.cloned().unwrap_or_else(|| Marked::of(labels))
    }
}

/// The mark of a line that may or may not be a signal.
const AMBIGUOUS: &str = "?";

/// Reads a table: a line for each document, with its name and its marks (`LINE=what` or `FIRST-LAST=what`), separated by tabs.
fn each_mark(table: &str, mut take: impl FnMut(String, Lines, String)) -> Result<(), Box<dyn Error>> {
    let path = format!("fixtures/hybrid/{table}.tsv");
    for (row, number) in fs::read_to_string(root().join(&path))?.lines().zip(1..) {
        let mut fields = row.split('\t');
        let name = fields.next().unwrap_or_default();
        for field in fields {
            let (lines, what) =
                mark(field).ok_or_else(|| format!("{path}:{number}: {field:?} is no mark"))?;
            take(name.to_owned(), lines, what.to_owned());
        }
    }
    Ok(())
}

fn mark(field: &str) -> Option<(Lines, &str)> {
    let (lines, what) = field.split_once('=')?;
    let lines = match lines.split_once('-') {
        Some((first, last)) => Lines::Several(first.parse().ok()?, last.parse().ok()?),
        None => Lines::One(lines.parse().ok()?),
    };
    Some((lines, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stands_on_a_line_or_on_several() {
        assert_eq!(mark("6=planning"), Some((Lines::One(6), "planning")));
        assert_eq!(mark("6-8=?"), Some((Lines::Several(6, 8), "?")));
        assert!(mark("planning").is_none() && mark("x=planning").is_none());
    }

    #[test]
    fn labels_count_before_what_was_read_later() {
        let own = serde_json::json!({
            "strategy": "event-based", "contentType": "note", "phases": [{ "line": 3, "phase": "planning" }],
        });
        let none = serde_json::json!({ "strategy": "event-based", "contentType": "note" });
        let lines = |labels: serde_json::Value| -> Vec<usize> {
            let read = Marked {
                phases: vec![Phase { line: 5, phase: "execution".to_owned() }],
                ..Marked::default()
            };
            let reread = Reread([("a".to_owned(), read)].into());
            let labels = serde_json::from_value(labels).unwrap();
            reread.marks("a.md", &labels).phases.iter().map(|phase| phase.line).collect()
        };
        assert_eq!((lines(own), lines(none)), (vec![3], vec![5]));
    }
}
