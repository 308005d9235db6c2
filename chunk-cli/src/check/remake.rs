//! Checking by making again: the records of a document must be those that it gives, byte for byte.

use super::{records::Records, sources::Sources};
use crate::exit::{Broken, trouble};
use chunk_core::{Policy, Source};
use serde_json::Value;

/// What a record says of the document it was made from.
#[derive(PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: String,
    /// What the caller knew of the document's times stands in the record alone.
    pub(crate) created_at_ms: Option<i64>,
    pub(crate) modified_at_ms: Option<i64>,
}

/// Goes through `records` and reports each that its document does not give, and each that is not there. `origin` is
/// `None` for what is no record of the policy.
pub(crate) fn check<P: Policy>(
    policy: &P,
    records: &mut Records<'_>,
    source: Option<&Sources<'_>>,
    origin: impl Fn(&Value) -> Option<Origin>,
) -> Result<(), Broken> {
    let Some(source) = source else {
        let name = P::CONTRACT.policy;
        return trouble(format!("records of {name} are compared with their documents: pass --source PATH"));
    };
    let mut current: Option<Remade> = None;
    records.each(|json| -> Result<Vec<String>, String> {
        let record: Value = serde_json::from_slice(json).map_err(|error| error.to_string())?;
        let origin = origin(&record).ok_or("it names no document")?;
        let mut violations = Vec::new();
        let remade = match current.take() {
            Some(same) if same.origin == origin => same,
            other => {
                violations.extend(other.and_then(|other| other.missing()));
                Remade::new(policy, source, origin)?
            }
        };
        violations.extend(current.insert(remade).compare(json, &record));
        Ok(violations)
    })?;
    current.and_then(|last| last.missing()).map_or(Ok(()), |missing| records.violation(missing))
}

/// The records that a document gives, of which some were met.
struct Remade {
    origin: Origin,
    records: Vec<Vec<u8>>,
    met: usize,
}

impl Remade {
    fn new<P: Policy>(policy: &P, source: &Sources<'_>, origin: Origin) -> Result<Self, String> {
        let bytes = source.read(&origin.path)?;
        let refused = |error: &dyn std::fmt::Display| format!("{}: {error}", origin.path);
        let mut document = Source::new(&origin.path, &bytes);
        document.created_at_ms = origin.created_at_ms;
        document.modified_at_ms = origin.modified_at_ms;
        let unit = policy.unit(document).map_err(|error| refused(&error))?;
        let mut jsonl = Vec::new();
        policy.write_jsonl(unit, &mut jsonl, &mut |_| {}).map_err(|error| refused(&error))?;
        let lines = jsonl.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let records = lines.map(<[u8]>::to_vec).collect();
        Ok(Self { origin, records, met: 0 })
    }

    /// What is wrong with the record that comes next.
    fn compare(&mut self, json: &[u8], found: &Value) -> Option<String> {
        let expected = self.records.get(self.met);
        self.met += 1;
        let Some(expected) = expected else {
            return Some(format!("{} gives only {} records", self.origin.path, self.records.len()));
        };
        if expected == json {
            return None;
        }
        let expected: Value = serde_json::from_slice(expected).unwrap_or_default();
        Some(difference(found, &expected, "").unwrap_or_else(|| {
            "the values are right, the bytes are not: keys in another order, or spaces or escapes".to_owned()
        }))
    }

    fn missing(&self) -> Option<String> {
        let missing = self.records.len().checked_sub(self.met).filter(|&missing| missing > 0)?;
        Some(format!("{missing} of {} records of {} are missing", self.records.len(), self.origin.path))
    }
}

/// The first place in which `found` is not as `expected`.
fn difference(found: &Value, expected: &Value, place: &str) -> Option<String> {
    if let (Value::Object(found), Value::Object(expected)) = (found, expected) {
        let missing = expected.keys().find(|key| !found.contains_key(*key));
        if let Some(key) = missing.or_else(|| found.keys().find(|key| !expected.contains_key(*key))) {
            let what = if missing.is_some() { "is not there" } else { "is none of the contract's" };
            return Some(format!("{place}{key} {what}"));
        }
        return expected
            .iter()
            .find_map(|(key, expected)| difference(found.get(key)?, expected, &format!("{place}{key}.")));
    }
    (found != expected).then(|| {
        format!("{} is {}, the document gives {}", place.trim_end_matches('.'), short(found), short(expected))
    })
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
