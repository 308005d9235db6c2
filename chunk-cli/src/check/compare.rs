//! Compares records with those that their sources give (C3), in the order in which a run gives them.

use super::records::Violation;
use crate::{
    chunking::Chunking,
    error::{Error, Verdict},
    find::Found,
    json,
    report::{Summary, counted},
    shown::shown_name,
};
use chunk_core::ContentHash;
use chunk_records::Keys;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// What the sources give, and which of it has been found among the records.
#[derive(Default)]
pub(super) struct Comparison {
    documents: Vec<Document>,
    /// The first document of each name.
    names: BTreeMap<String, usize>,
    /// Every record that the sources give, with the number of its document.
    expected: Vec<(Vec<u8>, usize)>,
    /// The numbers of those of which neither they nor changed ones in their places were found.
    missing: BTreeSet<usize>,
    /// The numbers of the expected records, by their digests.
    by_digest: BTreeMap<ContentHash, Vec<usize>>,
    /// One more than the highest number of the records found so far in this file: a lower number is then out of order.
    next: usize,
    /// The document of the latest record that was found.
    latest: Option<usize>,
    /// The numbers of the documents whose records are not all as they should be.
    differing: BTreeSet<usize>,
    /// Whether some source cannot be read, so that nobody knows what it gives.
    pub(super) is_blind: bool,
}

struct Document {
    name: String,
    /// The numbers of its records.
    records: Range<usize>,
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

impl Comparison {
    /// What `found` gives: each a document, or all of them one stream. Of those that cannot be chunked, there are warnings, all of them if
    /// `is_verbose`.
    pub(super) fn new(chunking: &Chunking<'_>, found: &[Found], is_verbose: bool) -> Result<Self, Error> {
        let (mut new, mut summary) = (Self::default(), Summary::of_sources(is_verbose));
        if chunking.profile.keys.is_stream {
            let records = chunking.stream_to_memory(found, &mut summary)?;
            new.expect(&Remade { name: "the source".to_owned(), hash: None, records });
        } else {
            chunking.each(
                found,
                None,
                |_, loaded, seen, remade: &mut Option<Remade>, _| {
                    let source = loaded.source();
                    let remade = remade.insert(Remade::default());
                    source.path.clone_into(&mut remade.name);
                    chunking.write(loaded, &mut remade.records, seen)?;
                    remade.hash = Some(ContentHash::of(source.bytes));
                    Ok(())
                },
                |remade, report| {
                    remade.iter().for_each(|remade| new.expect(remade));
                    Ok(report.is_none_or(|report| summary.enter(&report)))
                },
            )?;
        }
        let verdict = summary.close(false, chunking.profile.summary, None, None);
        new.is_blind = verdict == Verdict::Unreadable;
        Ok(new)
    }

    fn expect(&mut self, remade: &Remade) {
        let Remade { name, hash, records } = remade;
        let (document, first) = (self.documents.len(), self.expected.len());
        for json in records.split(|&byte| byte == b'\n').filter(|json| !json.is_empty()) {
            self.by_digest.entry(ContentHash::of(json)).or_default().push(self.expected.len());
            self.expected.push((json.into(), document));
        }
        let records = first..self.expected.len();
        self.missing.extend(records.clone());
        self.documents.push(Document { name: name.clone(), records, next: first, hash: *hash });
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

    /// What is wrong with a record that has these keys, if anything.
    pub(super) fn take(&mut self, json: &[u8], keys: &Keys) -> Option<String> {
        let (document, what) = match self.by_digest.get(&ContentHash::of(json)) {
            None => self.unknown(json, keys),
            Some(same) => {
                let mut left = same.iter().copied().filter(|number| self.missing.contains(number));
                let next = left.clone().find(|number| *number == self.next).or_else(|| left.next());
                let number = next.or_else(|| same.first().copied())?;
                let (_, document) = *self.expected.get(number)?;
                let what = match next {
                    Some(_) => self.disorder(number, document),
                    None => Some("given twice: the same record comes before it".to_owned()),
                };
                if next.is_some() {
                    self.settle(number, document);
                }
                (Some(document), what?)
            }
        };
        self.differing.extend(document);
        Some(what)
    }

    /// What is wrong with the place of a record, if anything: those of a document are together and in order, in whatever files.
    fn disorder(&self, number: usize, at: usize) -> Option<String> {
        let document = self.documents.get(at)?;
        let is_apart = document.next > document.records.start && self.latest != Some(at);
        let why = match number < self.next.max(document.next) {
            true => "and a later one comes before it",
            false if is_apart => "and those of another document come between",
            false => return None,
        };
        let (own, name) = (number - document.records.start + 1, shown_name(&document.name));
        Some(format!("out of order: it is record {own} of {name}, {why}"))
    }

    /// How many documents have records that are not as they should be, and of how many, for the line that ends a check.
    pub(super) fn differing(&self, keys: &Keys) -> String {
        match self.differing.len() {
            count @ 1.. if !keys.is_stream => {
                format!("; {count} of {} differ", counted(self.documents.len(), "document"))
            }
            _ => String::new(),
        }
    }

    /// Notes that an expected record of a document, or a changed one in its place, has been found.
    fn settle(&mut self, number: usize, at: usize) {
        self.missing.remove(&number);
        self.latest = Some(at);
        self.next = self.next.max(number + 1);
        if let Some(document) = self.documents.get_mut(at) {
            document.next = document.next.max(number + 1);
        }
    }

    /// What is wrong with a record that no source gives, and the number of its document.
    fn unknown(&mut self, json: &[u8], keys: &Keys) -> (Option<usize>, String) {
        let record: Value = match serde_json::from_slice(json) {
            Ok(record) => record,
            Err(error) => return (None, json::error_shown(&error)),
        };
        let named = || record.pointer(keys.source).and_then(Value::as_str);
        // A stream's records are all of one document.
        let number =
            if keys.is_stream { Some(0) } else { named().and_then(|name| self.names.get(name).copied()) };
        let Some((number, document)) = number.and_then(|number| Some((number, self.documents.get(number)?)))
        else {
            let what = match named() {
                Some(name) => {
                    format!("--source has no document {}, or it gives no records", shown_name(name))
                }
                None => {
                    let key = keys.source.trim_start_matches('/').replace('/', ".");
                    format!("it names no document: {key} is no string")
                }
            };
            return (None, what);
        };
        let name = shown_name(&document.name).into_owned();
        let next = self.missing.range(document.next..document.records.end).next();
        let next = next.filter(|next| **next == document.next);
        let Some(missing) = next.or_else(|| self.missing.range(document.records.clone()).next()).copied()
        else {
            return (Some(number), format!("one too many: {name} gives {} in all", document.records.len()));
        };
        self.settle(missing, number);
        let expected = self.expected.get(missing).and_then(|(json, _)| serde_json::from_slice(json).ok());
        let expected: Value = expected.unwrap_or_default();
        let at = match (keys.is_stream, keys.lines_of(&expected)) {
            (true, _) => String::new(),
            (false, None) => format!("{name}: "),
            (false, Some((first, last))) if first == last => format!("{name}, line {first}: "),
            (false, Some((first, last))) => format!("{name}, lines {first} to {last}: "),
        };
        let what = difference(&record, &expected, "the document gives").unwrap_or_else(|| {
            "the values are right, the bytes are not: keys in another order, or spaces or escapes".to_owned()
        });
        (Some(number), at + &what)
    }

    /// The records that are missing in all `files` that were read.
    pub(super) fn finish(&mut self, files: &str) -> Vec<Violation> {
        let mut violations = Vec::new();
        for (number, document) in self.documents.iter().enumerate() {
            let mut own = self.missing.range(document.records.clone());
            let (missing, all) = (own.clone().count(), document.records.len());
            let Some(first) = own.next().map(|number| number - document.records.start) else { continue };
            let name = shown_name(&document.name);
            let what = if missing == all {
                format!("no record of {name}, which gives {all}; chunk it, or leave it out of --source")
            } else {
                format!("{missing} of {all} records of {name} are missing, the first is record {}", first + 1)
            };
            self.differing.insert(number);
            violations.push(Violation::of_files(files, what));
        }
        violations
    }
}

/// The first place in which `found` differs from `expected`; `gives` says where that is from: `the document gives`.
pub(super) fn difference(found: &Value, expected: &Value, gives: &str) -> Option<String> {
    at("", found, expected, gives)
}

fn at(place: &str, found: &Value, expected: &Value, gives: &str) -> Option<String> {
    let dot = if place.is_empty() { "" } else { "." };
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            if let Some(key) = expected.keys().find(|key| !found.contains_key(*key)) {
                return Some(format!("{place}{dot}{key} is not there"));
            }
            if let Some(key) = found.keys().find(|key| !expected.contains_key(*key)) {
                return Some(format!("{place}{dot}{key} is none of what {gives}"));
            }
            expected.iter().find_map(|(key, expected)| {
                at(&format!("{place}{dot}{key}"), found.get(key)?, expected, gives)
            })
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let mut pairs = found.iter().zip(expected).enumerate();
            pairs.find_map(|(number, (found, expected))| {
                at(&format!("{place}[{number}]"), found, expected, gives)
            })
        }
        (Value::String(found), Value::String(expected)) if found != expected => {
            Some(texts(place, found, expected, gives))
        }
        _ => (found != expected).then(|| format!("{place} is {}, {gives} {}", short(found), short(expected))),
    }
}

/// Two texts, from shortly before they differ.
fn texts(place: &str, found: &str, expected: &str, gives: &str) -> String {
    const BEFORE: usize = 20;
    let same = found.chars().zip(expected.chars()).take_while(|(found, expected)| found == expected).count();
    let from = |text: &str| Value::from(text.chars().skip(same.saturating_sub(BEFORE)).collect::<String>());
    let (found, expected) = (short(&from(found)), short(&from(expected)));
    if same <= BEFORE {
        return format!("{place} is {found}, {gives} {expected}");
    }
    format!("{place} differs at character {}: …{found}, {gives} …{expected}", same + 1)
}

/// The beginning of a value, for people.
fn short(value: &Value) -> String {
    const MOST: usize = 80;
    let json = value.to_string();
    match json.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", json.get(..end).unwrap_or_default()),
        None => json,
    }
}
