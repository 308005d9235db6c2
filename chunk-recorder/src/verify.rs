//! R14, C3: checks that a file of chunks is what its log gives.

use crate::{
    LogOffset, RecorderChunk, RecorderError, RecorderPolicy, SortedLog, chunks::Pulled, error::Kind,
};
use chunk_core::jsonl::{LINE_LIMIT, Lines, write_json};
use serde_json::Value;
use std::{cmp::Ordering, collections::BTreeSet, fmt, io::BufRead, mem};

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

/// Checks a file of chunks, one record a line, against the log it was made from: see [`Verifier`].
///
/// # Errors
/// [`RecorderError`] if `chunks` cannot be read, or two events of the log have the same position.
pub fn verify(
    policy: &RecorderPolicy,
    chunks: impl BufRead,
    log: &SortedLog,
) -> Result<Vec<Discrepancy>, RecorderError> {
    let mut verifier = Verifier::new(policy, log);
    let mut lines = Lines::new(chunks, LINE_LIMIT);
    let mut found = Vec::new();
    let mut last = 0;
    while let Some(line) = lines.next_line() {
        let line = line.map_err(Kind::Line)?;
        last = line.number;
        found.extend(
            verifier.record(line.bytes).into_iter().map(|message| Discrepancy { line: last, message }),
        );
    }
    let last = last.max(1);
    found.extend(verifier.finish()?.into_iter().map(|message| Discrepancy { line: last, message }));
    Ok(found)
}

/// Checks the records of chunks, one after the other, against the log they were made from.
///
/// It chunks the log again, and each record has to be what comes out, in every key (C3): none may be missing, come twice, be in
/// another place, or be made with other settings. A line is the same if it is the same JSON. It takes one pass over the log,
/// whatever the records are.
#[derive(Debug)]
pub struct Verifier<'v> {
    log: &'v SortedLog,
    /// The event that is pushed next.
    next: usize,
    pulled: Pulled<'v>,
    /// The chunk that the next record should be; `None` at the end of the log.
    expected: Option<RecorderChunk>,
    failed: Option<RecorderError>,
    /// The record of `expected`.
    json: Vec<u8>,
    /// What is wrong with the record being checked.
    found: Vec<String>,
}

impl<'v> Verifier<'v> {
    /// Checks against `log`, chunked by `policy`, which has to have the settings that the records were made with.
    #[must_use]
    pub fn new(policy: &'v RecorderPolicy, log: &'v SortedLog) -> Self {
        let pulled = Pulled::new(policy.chunker());
        let mut verifier =
            Self { log, next: 0, pulled, expected: None, failed: None, json: Vec::new(), found: Vec::new() };
        verifier.advance();
        verifier
    }

    /// Checks the next record, and returns what is wrong with it, a sentence for each fault.
    pub fn record(&mut self, json: &[u8]) -> Vec<String> {
        if self.expected.is_some() && self.json == json {
            self.advance();
        } else {
            match serde_json::from_slice(json) {
                Ok(chunk) => self.compare(&chunk, json),
                Err(error) => self.found.push(format!("no chunk record: {error}")),
            }
        }
        mem::take(&mut self.found)
    }

    /// What is missing after the last record.
    ///
    /// # Errors
    /// [`RecorderError`] if two events of the log have the same position (R3).
    pub fn finish(mut self) -> Result<Vec<String>, RecorderError> {
        self.skip_while("behind", |_| true);
        self.failed.map_or(Ok(self.found), Err)
    }

    /// Goes on to the next chunk of the log.
    fn advance(&mut self) {
        let Self { log, next, pulled, .. } = self;
        self.expected = match pulled.next(|chunker, ready| {
            let pushed = log.push(*next, chunker, ready)?;
            *next += 1;
            Some(pushed.map(|_| ()))
        }) {
            Some(Ok(chunk)) => Some(chunk),
            end => {
                self.failed = self.failed.take().or(end.and_then(Result::err));
                None
            }
        };
        self.json.clear();
        if let Some(expected) = &self.expected {
            // A record of strings and numbers is always JSON.
            let _ = write_json(&mut self.json, expected);
        }
    }

    /// Compares a record with the one expected, from which it differs by some byte.
    fn compare(&mut self, chunk: &RecorderChunk, json: &[u8]) {
        self.skip_while("before", |expected| order(expected, chunk).is_lt());
        match &self.expected {
            Some(expected) if order(expected, chunk).is_eq() => {
                let parse = |json| serde_json::from_slice(json).unwrap_or_default();
                let differences = differences(&parse(json), &parse(&self.json));
                self.found.extend(differences);
                self.advance();
            }
            _ => {
                let at = place(chunk);
                self.found.push(format!("the log gives no chunk that starts at {at}, or it came before"));
            }
        }
    }

    /// Skips chunks for which there is no record, and reports them.
    fn skip_while(&mut self, side: &str, is_missing: impl Fn(&RecorderChunk) -> bool) {
        let mut first = None;
        let mut count = 0_u64;
        while let Some(expected) = self.expected.take_if(|expected| is_missing(expected)) {
            count += 1;
            first.get_or_insert_with(|| place(&expected));
            self.advance();
        }
        if let Some(at) = first {
            let missing = match count {
                1 => "a chunk is missing that starts".to_owned(),
                _ => format!("{count} chunks are missing, of which the first starts"),
            };
            self.found.push(format!("{side} this: {missing} at {at}"));
        }
    }
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
