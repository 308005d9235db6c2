//! R14, C3: checks that a file of chunks is what its log gives.

use crate::{LogOffset, RecorderChunk, RecorderError, RecorderPolicy, SortedLog, error::Kind};
use chunk_core::{
    Chunks, json_error,
    jsonl::{LINE_LIMIT, Lines},
};
use serde_json::Value;
use std::{cmp::Ordering, collections::BTreeSet, fmt, io::BufRead, iter::Peekable, vec};

/// Something in a file of chunks that differs from what its log gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Discrepancy {
    /// The line of the chunk, 1-based. For what is missing at the end it is the last line, or 1 if the file is empty.
    pub line: usize,
    /// What the matter is, in one sentence without a final full stop.
    pub message: String,
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Checks a file of chunks, one record a line, against the log it was made from, chunked by `policy`, which has to have the settings that
/// the records were made with.
///
/// It chunks the log again, and each record has to be what comes out, in every key (C3): none may be missing, come twice, be in
/// another place, or be made with other settings. A line is the same if it is the same JSON. It takes one pass over the log,
/// whatever the records are.
///
/// # Errors
/// [`RecorderError`] if `chunks` cannot be read, or two events of the log have the same position.
pub fn verify(
    policy: &RecorderPolicy,
    chunks: impl BufRead,
    log: &SortedLog,
) -> Result<Vec<Discrepancy>, RecorderError> {
    let mut made = Chunks::default();
    let chunked = policy.chunk_sorted(log, &mut made);
    let mut expected = made.into_iter().peekable();
    let mut lines = Lines::new(chunks, LINE_LIMIT);
    let mut found = Vec::new();
    let mut last = 1;
    while let Some(line) = lines.next_line() {
        let line = line.map_err(Kind::Line)?;
        last = line.number;
        let messages = compare(line.bytes, &mut expected);
        found.extend(messages.into_iter().map(|message| Discrepancy { line: last, message }));
    }
    chunked?;
    let missing = skip_while(&mut expected, "after", |_| true);
    found.extend(missing.map(|message| Discrepancy { line: last, message }));
    Ok(found)
}

type Expected = Peekable<vec::IntoIter<RecorderChunk>>;

/// What is wrong with a record, a sentence for each fault. Takes from `expected` what it was compared with, and what is missing before it.
fn compare(json: &[u8], expected: &mut Expected) -> Vec<String> {
    if expected.next_if(|expected| record_of(expected) == json).is_some() {
        return Vec::new();
    }
    let chunk: RecorderChunk = match serde_json::from_slice(json) {
        Ok(chunk) => chunk,
        Err(error) => return vec![format!("no chunk record: {}", json_error(&error))],
    };
    let missing = skip_while(expected, "before", |expected| order(expected, &chunk).is_lt());
    let mut found: Vec<_> = missing.into_iter().collect();
    match expected.next_if(|expected| order(expected, &chunk).is_eq()) {
        Some(expected) => {
            let parse = |json: &[u8]| serde_json::from_slice(json).unwrap_or_default();
            found.extend(differences(&parse(json), &parse(&record_of(&expected))));
        }
        None => {
            let at = place(&chunk);
            found.push(format!("the log gives no chunk that starts at {at}, or it came before"));
        }
    }
    found
}

/// Skips chunks for which there is no record, and reports them.
fn skip_while(
    expected: &mut Expected,
    side: &str,
    is_missing: impl Fn(&RecorderChunk) -> bool,
) -> Option<String> {
    let first = place(&expected.next_if(&is_missing)?);
    let mut count = 1;
    while expected.next_if(&is_missing).is_some() {
        count += 1;
    }
    let missing = match count {
        1 => "a chunk is missing that starts".to_owned(),
        _ => format!("{count} chunks are missing, of which the first starts"),
    };
    Some(format!("{side} this: {missing} at {first}"))
}

/// The record of a chunk, as it is written.
fn record_of(chunk: &RecorderChunk) -> Vec<u8> {
    // A record of strings and numbers is always JSON.
    serde_json::to_vec(chunk).unwrap_or_default()
}

/// The order of chunks: by their starts.
fn order(a: &RecorderChunk, b: &RecorderChunk) -> Ordering {
    a.start_offset.order(&b.start_offset).then(a.start_text_offset.cmp(&b.start_text_offset))
}

fn place(chunk: &RecorderChunk) -> String {
    let at: LogOffset = chunk.start_offset;
    match chunk.start_text_offset {
        0 => at.to_string(),
        byte => format!("{at}, byte {byte} of its text"),
    }
}

/// The keys in which a record differs from the one that the log gives.
fn differences(record: &Value, expected: &Value) -> Vec<String> {
    let (Some(record), Some(expected)) = (record.as_object(), expected.as_object()) else {
        return vec!["no JSON object".to_owned()];
    };
    let keys: BTreeSet<_> = record.keys().chain(expected.keys()).collect();
    let shown = |value: Option<&Value>| value.map_or_else(|| "absent".to_owned(), Value::to_string);
    keys.into_iter()
        .map(|key| (key, record.get(key), expected.get(key)))
        .filter(|(_, is, should)| is != should)
        .map(|(key, is, should)| format!("{key} is {}, the log gives {}", shown(is), shown(should)))
        .collect()
}
