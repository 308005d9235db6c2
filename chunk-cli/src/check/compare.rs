//! Compares records with those that their sources give (C3), in the order in which a run gives them. Each is looked up by its digest;
//! neither side is held in memory.

use super::{
    difference::difference,
    records::{Place, Violation},
    remake::{Receiver, Remake},
};
use crate::{exit::Broken, json_error, shown::shown_name};
use chunk_core::ContentHash;
use serde_json::Value;
use std::collections::BTreeMap;

/// How many bytes of changed records are kept, to show where they differ from what the sources give. Further ones are only reported as
/// changed.
const KEPT: usize = 64 << 20;

/// What the sources give, and which of it has been found among the records.
#[derive(Clone)]
pub(super) struct Comparison {
    documents: Vec<Document>,
    /// The first document of each name.
    names: BTreeMap<String, usize>,
    expected: Vec<Expected>,
    /// The numbers of the expected records, sorted by their digests and then by number.
    by_digest: Vec<usize>,
    /// One more than the highest number of the records found so far in this file: a lower number is then out of order.
    next: usize,
    changed: Vec<Changed>,
    /// The bytes of `changed`.
    kept: usize,
}

#[derive(Clone)]
struct Document {
    name: String,
    /// The number of its first record.
    first: usize,
    /// How many records it has.
    count: usize,
    /// One more than the highest number of its records found so far.
    next: usize,
    /// The hash of its bytes; `None` if it cannot be chunked.
    hash: Option<ContentHash>,
}

/// A record that the sources give.
#[derive(Clone)]
struct Expected {
    digest: ContentHash,
    /// The number of its document.
    document: usize,
    fate: Fate,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Missing,
    /// It was found, or the changed record in its place was reported.
    Settled,
    /// The changed record of this number is in its place.
    Changed(usize),
}

/// What is known of a record by its digest.
enum Found {
    /// It is the expected record of this number.
    Missing(usize),
    /// It was expected, and something stands in its place already.
    Settled,
    Nowhere,
}

/// A record that no source gives.
#[derive(Clone)]
struct Changed {
    place: Place,
    json: Vec<u8>,
}

impl Comparison {
    pub(super) fn new(remake: &Remake<'_>) -> Result<Self, Broken> {
        let mut comparison = Self {
            documents: Vec::new(),
            names: BTreeMap::new(),
            expected: Vec::new(),
            by_digest: Vec::new(),
            next: 0,
            changed: Vec::new(),
            kept: 0,
        };
        remake.run(&mut comparison, true)?;
        comparison.by_digest = (0..comparison.expected.len()).collect();
        let expected = &comparison.expected;
        comparison.by_digest.sort_by_key(|number| expected.get(*number).map(|record| record.digest));
        Ok(comparison)
    }

    /// Begins a file of records: those of a folder may be given in any order.
    pub(super) fn begin_file(&mut self) {
        self.next = 0;
    }

    /// The documents that can be chunked, with the hashes of their bytes.
    pub(super) fn hashes(&self) -> BTreeMap<String, ContentHash> {
        self.documents.iter().filter_map(|document| Some((document.name.clone(), document.hash?))).collect()
    }

    /// Compares a record, which holds its document's name at `pointer`.
    pub(super) fn take(&mut self, place: &Place, json: &[u8], pointer: Option<&str>) -> Option<Violation> {
        match self.find(ContentHash::of(json)) {
            Found::Missing(number) => self.found(place, number),
            Found::Settled => {
                Some(Violation::new(place, "given twice: the same record stands before it".to_owned()))
            }
            Found::Nowhere => self.unknown(place, json, pointer),
        }
    }

    /// The expected record of this digest that is still missing, the next one if it is.
    fn find(&self, wanted: ContentHash) -> Found {
        let digest = |number: usize| self.expected.get(number).map(|record| record.digest);
        let is_missing = |number: &usize| self.expected.get(*number).is_some_and(Expected::is_missing);
        if digest(self.next) == Some(wanted) && is_missing(&self.next) {
            return Found::Missing(self.next);
        }
        let start = self.by_digest.partition_point(|number| digest(*number) < Some(wanted));
        let same = self.by_digest.get(start..).unwrap_or_default();
        let mut same = same.iter().copied().take_while(|number| digest(*number) == Some(wanted)).peekable();
        match (same.peek().is_some(), same.find(is_missing)) {
            (_, Some(number)) => Found::Missing(number),
            (true, None) => Found::Settled,
            (false, None) => Found::Nowhere,
        }
    }

    /// Notes that an expected record has been found, which is a violation if a later one stands before it.
    fn found(&mut self, place: &Place, number: usize) -> Option<Violation> {
        let record = self.expected.get_mut(number)?;
        record.fate = Fate::Settled;
        let document = self.documents.get_mut(record.document)?;
        document.next = document.next.max(number + 1);
        let is_out_of_order = number < self.next;
        self.next = self.next.max(number + 1);
        is_out_of_order.then(|| {
            let own = number - document.first + 1;
            let name = shown_name(&document.name);
            let what =
                format!("out of order: it is record {own} of {name}, and a later one stands before it");
            Violation::new(place, what)
        })
    }

    /// What is wrong with a record that no source gives; `None` if [`finish`](Self::finish) is to find that out.
    fn unknown(&mut self, place: &Place, json: &[u8], pointer: Option<&str>) -> Option<Violation> {
        let record: Value = match serde_json::from_slice(json) {
            Ok(record) => record,
            Err(error) => {
                return Some(Violation::new(place, format!("no JSON: {}", json_error::shown(&error))));
            }
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
        let is_free = |number: &usize| self.expected.get(*number).is_some_and(Expected::is_missing);
        let end = document.first + document.count;
        let expected = Some(document.next).filter(|next| *next < end).filter(is_free);
        let Some(number) = expected.or_else(|| (document.first..end).find(is_free)) else {
            let what = format!("one too many: {} gives {} in all", shown_name(&name), document.count);
            return Some(Violation::new(place, what));
        };
        document.next = document.next.max(number + 1);
        self.next = self.next.max(number + 1);
        let record = self.expected.get_mut(number)?;
        record.fate = Fate::Settled;
        self.kept += json.len();
        if self.kept > KEPT {
            let own = number - document.first + 1;
            let what = format!("it is not what {} gives as record {own}", shown_name(&name));
            return Some(Violation::new(place, what));
        }
        record.fate = Fate::Changed(self.changed.len());
        self.changed.push(Changed { place: place.clone(), json: json.to_vec() });
        None
    }

    /// Whether there are records about which [`finish`](Self::finish) is to report.
    #[cfg(test)]
    pub(super) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// The remaining violations: which records are missing, and where changed ones differ. `files` names those that were read.
    pub(super) fn finish(self, remake: &Remake<'_>, files: &str) -> Result<Vec<Violation>, Broken> {
        let mut violations = Vec::new();
        for document in &self.documents {
            let numbers = document.first..document.first + document.count;
            let missing: Vec<_> = numbers
                .filter(|&number| self.expected.get(number).is_some_and(Expected::is_missing))
                .collect();
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
            let mut explained = Explained { comparison: &self, number: 0, violations: Vec::new() };
            remake.run(&mut explained, false)?;
            violations.extend(explained.violations);
        }
        Ok(violations)
    }
}

impl Receiver for Comparison {
    fn refused(&mut self) {
        if let Some(document) = self.documents.last_mut() {
            document.hash = None;
        }
    }

    fn document(&mut self, name: &str, bytes: &[u8]) {
        let (number, first) = (self.documents.len(), self.expected.len());
        let hash = Some(ContentHash::of(bytes));
        self.documents.push(Document { name: name.to_owned(), first, count: 0, next: first, hash });
        self.names.entry(name.to_owned()).or_insert(number);
    }

    fn record(&mut self, json: &[u8]) {
        let document = self.documents.len().saturating_sub(1);
        self.expected.push(Expected { digest: ContentHash::of(json), document, fate: Fate::Missing });
        if let Some(document) = self.documents.last_mut() {
            document.count += 1;
        }
    }
}

impl Expected {
    fn is_missing(&self) -> bool {
        self.fate == Fate::Missing
    }
}

/// Finds where changed records differ from those that the sources give.
struct Explained<'c> {
    comparison: &'c Comparison,
    number: usize,
    violations: Vec<Violation>,
}

impl Receiver for Explained<'_> {
    fn document(&mut self, _: &str, _: &[u8]) {}

    fn record(&mut self, json: &[u8]) {
        let fate = self.comparison.expected.get(self.number).map(|record| record.fate);
        if let Some(Fate::Changed(number)) = fate
            && let Some(changed) = self.comparison.changed.get(number)
        {
            let found = serde_json::from_slice(&changed.json).unwrap_or_default();
            let expected = serde_json::from_slice(json).unwrap_or_default();
            let what = difference(&found, &expected, "the document gives").unwrap_or_else(|| {
                "the values are right, the bytes are not: keys in another order, or spaces or escapes"
                    .to_owned()
            });
            self.violations.push(Violation::new(&changed.place, what));
        }
        self.number += 1;
    }
}
