use crate::{
    LogOffset, LoggedEvent, RecorderChunk, RecorderError, RecorderPolicy,
    error::Kind,
    replay::{self, LastText},
};
use chunk_core::{
    is_white_space,
    jsonl::{LINE_LIMIT, Lines},
};
use serde_json::Value;
use std::{collections::BTreeSet, fmt, io::BufRead, mem};

/// Something in a file of chunks that its log does not bear out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    /// The line of the chunk, 1-based; the last line for what is missing at the end.
    pub line: usize,
    /// What is the matter, in one sentence without a final dot.
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
/// [`RecorderError`] if `chunks` cannot be read.
pub fn verify(
    policy: &RecorderPolicy,
    chunks: impl BufRead,
    log: &[LoggedEvent<'_>],
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
    found.extend(verifier.finish().into_iter().map(|message| Discrepancy { line: last, message }));
    Ok(found)
}

/// Checks the records of chunks, one after the other, against the log they were made from.
///
/// Each chunk is rebuilt from the log by its span, and with the chunk before it where it repeats that one (R14);
/// every key of the record has to be what comes out, hashes and ids included. No chunk may be above the cap (R7),
/// chunks have to come in the order of their starts, and every text event has to be in them once.
#[derive(Debug)]
pub struct Verifier<'v, 'e> {
    policy: &'v RecorderPolicy,
    log: &'v [LoggedEvent<'e>],
    covered: Covered,
    before: Option<RecorderChunk>,
    texts: LastText,
    /// What is wrong with the record being checked.
    found: Vec<String>,
}

/// How far the chunks so far have covered the log.
#[derive(Debug)]
struct Covered {
    /// All events before this one.
    events: usize,
    /// And of this one's normalized text, these bytes; `None` if a chunk ended before it.
    text: Option<usize>,
}

impl<'v, 'e> Verifier<'v, 'e> {
    /// Checks against `log`, which is sorted, as [`collect_events`](crate::collect_events) gives it.
    #[must_use]
    pub fn new(policy: &'v RecorderPolicy, log: &'v [LoggedEvent<'e>]) -> Self {
        let covered = Covered { events: 0, text: None };
        Self { policy, log, covered, before: None, texts: LastText::default(), found: Vec::new() }
    }

    /// What is wrong with the next record, a sentence each.
    pub fn record(&mut self, json: &[u8]) -> Vec<String> {
        match serde_json::from_slice(json) {
            Ok(chunk) => self.chunk(chunk),
            Err(error) => self.add(format!("no chunk record: {error}")),
        }
        mem::take(&mut self.found)
    }

    /// What is missing behind the last record.
    #[must_use]
    pub fn finish(mut self) -> Vec<String> {
        self.skipped(self.log.len());
        self.found
    }

    fn add(&mut self, message: String) {
        self.found.push(message);
    }

    fn chunk(&mut self, chunk: RecorderChunk) {
        self.rebuild(&chunk);
        let cap = self.policy.config().max_chunk_chars;
        if chunk.text_chars > cap {
            self.add(format!("text_chars is {}, above max_chunk_chars {cap}", chunk.text_chars));
        }
        self.cover(&chunk);
        self.before = Some(chunk);
    }

    /// Compares the record with the one that the log gives for its span.
    fn rebuild(&mut self, chunk: &RecorderChunk) {
        let start = self.index(chunk.start_offset);
        let end = self.log.partition_point(|event| event.offset.order(&chunk.end_offset).is_le());
        let events = self.log.get(start..end).unwrap_or_default();
        let draft = replay::draft(self.before.as_ref(), events, chunk, &mut self.texts);
        let before = self.before.as_ref().map_or("", |before| &before.chunk_id);
        let keys = |chunk| serde_json::to_value(chunk).unwrap_or_default();
        match draft.map(|draft| draft.seal(before)) {
            Err(error) => self.add(error.to_string()),
            Ok(rebuilt) if rebuilt != *chunk => self.compare(&keys(chunk), &keys(&rebuilt)),
            Ok(_) => {}
        }
    }

    fn compare(&mut self, chunk: &Value, rebuilt: &Value) {
        let (Some(chunk), Some(rebuilt)) = (chunk.as_object(), rebuilt.as_object()) else { return };
        for key in chunk.keys().chain(rebuilt.keys()).collect::<BTreeSet<_>>() {
            let (is, should) = (chunk.get(key), rebuilt.get(key));
            if is != should {
                let shown =
                    |value: Option<&Value>| value.map_or_else(|| "absent".to_owned(), Value::to_string);
                self.add(format!("{key} is {}, the log gives {}", shown(is), shown(should)));
            }
        }
    }

    /// Compares where the chunk starts with where the one before it ended.
    fn cover(&mut self, chunk: &RecorderChunk) {
        let start = self.index(chunk.start_offset);
        let resumed = self.covered.text.filter(|_| start == self.covered.events);
        match resumed {
            None if start < self.covered.events => {
                self.add(format!("it starts at {}, which a chunk before it has covered", chunk.start_offset));
            }
            None => {
                self.skipped(start);
                if chunk.start_text_offset != 0 {
                    self.add(format!(
                        "the first {} bytes of its first event are in no chunk",
                        chunk.start_text_offset
                    ));
                }
            }
            Some(end) => {
                // The line end at a cut belongs to neither piece (R8).
                let text = self.text(start);
                let next = end + usize::from(text.as_bytes().get(end) == Some(&b'\n'));
                if chunk.start_text_offset != next {
                    self.add(format!(
                        "start_text_offset is {}, the piece before gives {next}",
                        chunk.start_text_offset
                    ));
                }
            }
        }
        let end = self.index(chunk.end_offset);
        let text = self.text(end);
        let is_whole = text.get(chunk.end_text_offset..).is_none_or(|rest| rest.is_empty() || rest == "\n");
        self.covered = if is_whole {
            Covered { events: end + 1, text: None }
        } else {
            Covered { events: end, text: Some(chunk.end_text_offset) }
        };
    }

    /// Nothing between what is covered and the event `next` may have text for a chunk.
    fn skipped(&mut self, next: usize) {
        if self.covered.text.is_some() {
            self.add("the rest of the last event of the chunk before is in no chunk".to_owned());
        }
        let from = self.covered.events + usize::from(self.covered.text.is_some());
        for event in self.log.get(from..next).unwrap_or_default() {
            let Some((_, text)) = event.event.text() else { continue };
            if !event.event.is_gap() || !text.chars().all(is_white_space) {
                self.add(format!("the event {:?} at {} is in no chunk", event.event.event_id, event.offset));
            }
        }
    }

    fn text(&mut self, event: usize) -> &str {
        self.log.get(event).and_then(|logged| self.texts.of(logged)).map_or("", |(_, text)| text)
    }

    /// The index of the first event that does not stand before `offset`.
    fn index(&self, offset: LogOffset) -> usize {
        self.log.partition_point(|event| event.offset.order(&offset).is_lt())
    }
}
