//! Compares records with those that their sources give (C3), in the order in which a run gives them.

use super::{
    difference::difference,
    records::{Place, Violation},
};
use crate::{
    chunking::Chunking,
    documents::{Documents, Loaded},
    error::Error,
    find::Found,
    json,
    options::Format,
    output::Output,
    report::Seen,
    shown::shown_name,
    summary::Summary,
};
use chunk_core::ContentHash;
use serde_json::Value;
use std::{collections::BTreeMap, rc::Rc};

/// What the sources give, and which of it has been found among the records.
#[derive(Clone, Default)]
pub(super) struct Comparison {
    documents: Vec<Document>,
    /// The first document of each name.
    names: BTreeMap<String, usize>,
    pub(super) expected: Vec<Expected>,
    /// The numbers of the expected records, by their digests.
    by_digest: BTreeMap<ContentHash, Vec<usize>>,
    /// One more than the highest number of the records found so far in this file: a lower number is then out of order.
    next: usize,
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

/// What was made of a document again.
#[derive(Default)]
struct Remade {
    name: String,
    /// The hash of its bytes; `None` if it cannot be chunked, or is a stream.
    hash: Option<ContentHash>,
    /// Its records, a line each.
    records: Vec<u8>,
}

/// A record that the sources give.
#[derive(Clone)]
pub(super) struct Expected {
    pub(super) json: Rc<[u8]>,
    /// The number of its document.
    document: usize,
    /// Whether neither it nor a changed one in its place was found.
    is_missing: bool,
}

impl Comparison {
    /// What `found` gives: each a document, or all of them one stream. Of those that cannot be chunked, there are warnings.
    pub(super) fn new(chunking: &Chunking<'_>, format: Format, found: &[Found]) -> Result<Self, Error> {
        let (mut new, mut summary) = (Self::default(), Summary::of_sources());
        if chunking.policy.profile().keys.is_stream {
            let mut output = Output::memory();
            chunking.stream_into(found, &mut summary, &mut output)?;
            let records = output.into_memory();
            new.expect(&Remade { name: "the source".to_owned(), hash: None, records });
        } else {
            let work = |_, loaded: &Loaded<'_>, seen: &mut Seen, remade: &mut Option<Remade>| {
                let source = loaded.source();
                let remade = remade.insert(Remade::default());
                source.path.clone_into(&mut remade.name);
                chunking.write(source, None, &mut remade.records, seen)?;
                remade.hash = Some(ContentHash::of(source.bytes));
                Ok(())
            };
            chunking.each(Documents::new(format, found, &chunking.reader), work, |remade, report| {
                remade.iter().for_each(|remade| new.expect(remade));
                summary.enter(&report);
                Ok(true)
            })?;
        }
        summary.close(false, chunking.policy.profile().summary, None);
        Ok(new)
    }

    fn expect(&mut self, remade: &Remade) {
        let Remade { name, hash, records } = remade;
        let (document, first) = (self.documents.len(), self.expected.len());
        for json in records.split(|&byte| byte == b'\n').filter(|json| !json.is_empty()) {
            self.by_digest.entry(ContentHash::of(json)).or_default().push(self.expected.len());
            self.expected.push(Expected { json: json.into(), document, is_missing: true });
        }
        let count = self.expected.len() - first;
        self.documents.push(Document { name: name.clone(), first, count, next: first, hash: *hash });
        self.names.entry(name.clone()).or_insert(document);
    }

    /// Begins a file of records: those of a folder may be given in any order.
    pub(super) const fn begin_file(&mut self) {
        self.next = 0;
    }

    /// The documents that can be chunked, with the hashes of their bytes.
    pub(super) fn hashes(&self) -> BTreeMap<String, ContentHash> {
        self.documents.iter().filter_map(|document| Some((document.name.clone(), document.hash?))).collect()
    }

    /// Compares a record, which holds its document's name at `pointer`.
    pub(super) fn take(&mut self, place: &Place, json: &[u8], pointer: Option<&str>) -> Option<Violation> {
        let Some(same) = self.by_digest.get(&ContentHash::of(json)) else {
            return Some(Violation::new(place, self.unknown(json, pointer)));
        };
        let is_missing = |number: &&usize| self.expected.get(**number).is_some_and(|it| it.is_missing);
        let next = same.iter().find(|number| **number == self.next).filter(is_missing);
        let Some(&number) = next.or_else(|| same.iter().find(is_missing)) else {
            return Some(Violation::new(place, "given twice: the same record comes before it".to_owned()));
        };
        let is_out_of_order = number < self.next;
        let (_, document) = self.settle(number)?;
        let (own, name) = (number - document.first + 1, shown_name(&document.name));
        let what = format!("out of order: it is record {own} of {name}, and a later one comes before it");
        is_out_of_order.then(|| Violation::new(place, what))
    }

    /// Notes that an expected record, or a changed one in its place, has been found.
    fn settle(&mut self, number: usize) -> Option<(Rc<[u8]>, &Document)> {
        let record = self.expected.get_mut(number)?;
        record.is_missing = false;
        let document = self.documents.get_mut(record.document)?;
        document.next = document.next.max(number + 1);
        self.next = self.next.max(number + 1);
        Some((Rc::clone(&record.json), document))
    }

    /// What is wrong with a record that no source gives.
    fn unknown(&mut self, json: &[u8], pointer: Option<&str>) -> String {
        let record: Value = match serde_json::from_slice(json) {
            Ok(record) => record,
            Err(error) => return format!("no JSON: {}", json::error_shown(&error)),
        };
        let name = match pointer {
            None => self.documents.first().map(|document| document.name.clone()).unwrap_or_default(),
            Some(pointer) => match record.pointer(pointer).and_then(Value::as_str) {
                Some(name) => name.to_owned(),
                None => {
                    let key = pointer.trim_start_matches('/').replace('/', ".");
                    return format!("it names no document: {key} is no string");
                }
            },
        };
        let Some(document) = self.names.get(&name).and_then(|&number| self.documents.get(number)) else {
            return format!("--source has no document {}, or it gives no records", shown_name(&name));
        };
        let is_missing = |number: &usize| self.expected.get(*number).is_some_and(|it| it.is_missing);
        let end = document.first + document.count;
        let expected = Some(document.next).filter(|next| *next < end).filter(is_missing);
        let Some(number) = expected.or_else(|| (document.first..end).find(is_missing)) else {
            return format!("one too many: {} gives {} in all", shown_name(&name), document.count);
        };
        let expected = self.settle(number).map(|(json, _)| serde_json::from_slice(&json).unwrap_or_default());
        difference(&record, &expected.unwrap_or_default(), "the document gives").unwrap_or_else(|| {
            "the values are right, the bytes are not: keys in another order, or spaces or escapes".to_owned()
        })
    }

    /// The records that are missing in all `files` that were read.
    pub(super) fn finish(&self, files: &str) -> Vec<Violation> {
        let mut violations = Vec::new();
        for document in &self.documents {
            let own = self.expected.iter().skip(document.first).take(document.count);
            let missing = own.clone().filter(|record| record.is_missing).count();
            let Some(first) = own.clone().position(|record| record.is_missing) else { continue };
            let (name, all) = (shown_name(&document.name), document.count);
            let what = if missing == all {
                format!("no record of {name}, which gives {all}; chunk it, or leave it out of --source")
            } else {
                format!("{missing} of {all} records of {name} are missing, the first is record {}", first + 1)
            };
            violations.push(Violation::of_files(files, what));
        }
        violations
    }
}
