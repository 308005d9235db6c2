//! Records against those that their sources give. Each is looked up by its digest, so records of different documents
//! may stand in any order, and neither side is held in memory; those of one document are in order.

use super::{
    difference::difference,
    records::{Place, Violation},
    remake::{Receiver, Remake},
};
use crate::{exit::Broken, shown::shown_name};
use chunk_core::ContentHash;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How many bytes of records are kept to be told apart from what the sources give; the rest is told without the place.
const KEPT: usize = 64 << 20;

/// What the sources give, and what of it was met.
#[derive(Clone)]
pub(super) struct Comparison {
    documents: Vec<Document>,
    /// The first document of each name.
    names: BTreeMap<String, usize>,
    /// The expected records that were not met, by digest and number.
    unmet: BTreeSet<(ContentHash, usize)>,
    /// Those that were, by digest, with the place.
    met: BTreeMap<ContentHash, Place>,
    /// The document of each expected record.
    owners: Vec<usize>,
    is_accounted_for: Vec<bool>,
    changed: Vec<Changed>,
    kept: usize,
}

#[derive(Clone)]
struct Document {
    name: String,
    /// The number of its first record, and how many it has.
    first: usize,
    count: usize,
    /// The number behind that of its last record met; where, to say that a later one is out of order.
    next: usize,
}

/// A record that no source gives, and the one that it stands for.
#[derive(Clone)]
struct Changed {
    place: Place,
    json: Vec<u8>,
    expected: usize,
}

impl Comparison {
    pub(super) fn new(remake: &Remake<'_>) -> Result<Self, Broken> {
        let mut comparison = Self {
            documents: Vec::new(),
            names: BTreeMap::new(),
            unmet: BTreeSet::new(),
            met: BTreeMap::new(),
            owners: Vec::new(),
            is_accounted_for: Vec::new(),
            changed: Vec::new(),
            kept: 0,
        };
        remake.run(&mut comparison, true)?;
        comparison.is_accounted_for = vec![false; comparison.owners.len()];
        Ok(comparison)
    }

    /// Compares a record, whose document's name stands at `pointer`.
    pub(super) fn take(&mut self, place: &Place, json: &[u8], pointer: Option<&str>) -> Option<Violation> {
        let hash = ContentHash::of(json);
        if let Some(&(_, number)) = self.unmet.range((hash, 0)..=(hash, usize::MAX)).next() {
            self.unmet.remove(&(hash, number));
            self.met.insert(hash, place.clone());
            if let Some(accounted) = self.is_accounted_for.get_mut(number) {
                *accounted = true;
            }
            let document = self.documents.get_mut(*self.owners.get(number)?)?;
            let is_behind = number < document.next;
            document.next = document.next.max(number + 1);
            return is_behind.then(|| {
                let own = number - document.first + 1;
                let what = format!(
                    "out of order: it is record {own} of {}, and a later one stands before it",
                    shown_name(&document.name)
                );
                Violation::new(place, what)
            });
        }
        if self.met.contains_key(&hash) {
            return Some(Violation::new(place, "given twice: the same record stands before it".to_owned()));
        }
        self.unknown(place, json, pointer)
    }

    /// What is wrong with a record that no source gives; `None` if that is still to be found.
    fn unknown(&mut self, place: &Place, json: &[u8], pointer: Option<&str>) -> Option<Violation> {
        let record: Value = match serde_json::from_slice(json) {
            Ok(record) => record,
            Err(error) => return Some(Violation::new(place, format!("no JSON: {error}"))),
        };
        let name = match pointer {
            None => self.documents.first().map(|document| document.name.clone()).unwrap_or_default(),
            Some(pointer) => match record.pointer(pointer).and_then(Value::as_str) {
                Some(name) => name.to_owned(),
                None => {
                    let key = pointer.trim_start_matches('/').replace('/', ".");
                    return Some(Violation::new(place, format!("it names no document: {key} is no string")));
                }
            },
        };
        let Some(document) = self.names.get(&name).and_then(|&number| self.documents.get_mut(number)) else {
            let what = format!("--source has no document {}, or it gives no records", shown_name(&name));
            return Some(Violation::new(place, what));
        };
        let is_free = |number: &usize| self.is_accounted_for.get(*number) == Some(&false);
        let end = document.first + document.count;
        let expected = Some(document.next).filter(|next| *next < end).filter(is_free);
        let Some(expected) = expected.or_else(|| (document.first..end).find(is_free)) else {
            let what = format!("one too many: {} gives {} in all", shown_name(&name), document.count);
            return Some(Violation::new(place, what));
        };
        document.next = document.next.max(expected + 1);
        if let Some(accounted) = self.is_accounted_for.get_mut(expected) {
            *accounted = true;
        }
        self.kept += json.len();
        if self.kept > KEPT {
            let own = expected - document.first + 1;
            let what = format!("it is not what {} gives as record {own}", shown_name(&name));
            return Some(Violation::new(place, what));
        }
        self.changed.push(Changed { place: place.clone(), json: json.to_vec(), expected });
        None
    }

    /// Whether a record was met that no source gives, which [`finish`](Self::finish) tells.
    #[cfg(test)]
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// What is left: where changed records differ, and what is missing. `files` are those that were read, for people.
    pub(super) fn finish(mut self, remake: &Remake<'_>, files: &str) -> Result<Vec<Violation>, Broken> {
        let mut violations = Vec::new();
        for document in &self.documents {
            let numbers = document.first..document.first + document.count;
            let missing: Vec<_> =
                numbers.filter(|&number| self.is_accounted_for.get(number) == Some(&false)).collect();
            let Some(first) = missing.first() else { continue };
            let name = shown_name(&document.name);
            let what = match missing.len() {
                all if all == document.count => {
                    format!("no record of {name}, which gives {all}; chunk it, or leave it out of --source")
                }
                some => format!(
                    "{some} of {} records of {name} are missing, the first is record {}",
                    document.count,
                    first - document.first + 1
                ),
            };
            violations.push(Violation::of_files(files, what));
        }
        if !self.changed.is_empty() {
            let mut explained = Explained { changed: BTreeMap::new(), number: 0, violations: Vec::new() };
            for changed in self.changed.drain(..) {
                explained.changed.insert(changed.expected, changed);
            }
            remake.run(&mut explained, false)?;
            violations.extend(explained.violations);
        }
        Ok(violations)
    }
}

impl Receiver for Comparison {
    fn document(&mut self, name: &str) {
        let (number, first) = (self.documents.len(), self.owners.len());
        self.documents.push(Document { name: name.to_owned(), first, count: 0, next: first });
        self.names.entry(name.to_owned()).or_insert(number);
    }

    fn record(&mut self, json: &[u8]) {
        self.unmet.insert((ContentHash::of(json), self.owners.len()));
        self.owners.push(self.documents.len().saturating_sub(1));
        if let Some(document) = self.documents.last_mut() {
            document.count += 1;
        }
    }
}

/// Tells changed records from those that the sources give.
struct Explained {
    changed: BTreeMap<usize, Changed>,
    number: usize,
    violations: Vec<Violation>,
}

impl Receiver for Explained {
    fn document(&mut self, _: &str) {}

    fn record(&mut self, json: &[u8]) {
        if let Some(changed) = self.changed.remove(&self.number) {
            let found = serde_json::from_slice(&changed.json).unwrap_or_default();
            let expected = serde_json::from_slice(json).unwrap_or_default();
            let what = difference(&found, &expected).unwrap_or_else(|| {
                "the values are right, the bytes are not: keys in another order, or spaces or escapes"
                    .to_owned()
            });
            self.violations.push(Violation::new(&changed.place, what));
        }
        self.number += 1;
    }
}
