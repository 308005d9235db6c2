//! R9, R11, R12, R13: a chunk that is being filled, up to its record.

use crate::{
    LogOffset, LoggedEvent, RecorderChunk,
    assemble::{Contribution, last_chars},
    chunk::{Direction, Overlap, POLICY_VERSION},
};
use chunk_core::{ContentHash, is_white_space, slice};
use std::{borrow::Cow, ops::Range};

/// A chunk before it is hashed: everything else of its record, kept up to date event by event.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) pane_id: u64,
    pub(crate) direction: Direction,
    /// The time of the last event; times may run backwards.
    pub(crate) last_ms: i64,
    pub(crate) earliest_ms: i64,
    pub(crate) latest_ms: i64,
    pub(crate) event_ids: Vec<String>,
    /// Unicode scalar values of the text, overlap included.
    pub(crate) chars: usize,
    /// The byte of the first event's normalized text at which it starts.
    pub(crate) start_text: usize,
    /// The byte of the last event's normalized text at which it ends.
    end_text: usize,
    start: LogOffset,
    end: LogOffset,
    session_id: Option<String>,
    sessions_differ: bool,
    text: String,
    prefix: Prefix,
}

/// What comes before a draft's own text: the overlap and its LF, or nothing.
#[derive(Debug, Default)]
struct Prefix {
    bytes: usize,
    /// Unicode scalar values, without the LF.
    chars: usize,
    /// Where the chunk that it repeats ends; `None` without overlap.
    source_end: Option<LogOffset>,
}

impl Draft {
    /// An empty draft, whose first event will be `logged`, or a piece of it.
    pub(crate) fn new(logged: &LoggedEvent<'_>, direction: Direction) -> Self {
        let LoggedEvent { offset, event } = logged;
        Self {
            pane_id: event.pane_id,
            direction,
            last_ms: event.occurred_at_ms,
            earliest_ms: event.occurred_at_ms,
            latest_ms: event.occurred_at_ms,
            event_ids: Vec::new(),
            chars: 0,
            start_text: 0,
            end_text: 0,
            start: *offset,
            end: *offset,
            session_id: event.session_id.as_deref().map(str::to_owned),
            sessions_differ: false,
            text: String::new(),
            prefix: Prefix::default(),
        }
    }

    /// Starts the still empty draft with the last `overlap` characters of the draft before it and an LF, or with nothing if these
    /// are all white space (R9).
    pub(crate) fn after(mut self, before: &Self, overlap: usize) -> Self {
        // After a soft boundary the next chunk is usually about as long.
        self.text.reserve(before.text.len());
        self.event_ids.reserve(before.event_ids.len());
        let repeated = last_chars(&before.text, overlap);
        if !repeated.chars().all(is_white_space) {
            let chars = repeated.chars().count();
            self.text.push_str(repeated);
            self.text.push('\n');
            self.chars = chars + 1;
            self.prefix = Prefix { bytes: self.text.len(), chars, source_end: Some(before.end) };
        }
        self
    }

    /// Its text so far.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// The characters of the LF before the next contribution: one, or none before the first.
    pub(crate) const fn join(&self) -> usize {
        if self.event_ids.is_empty() { 0 } else { 1 }
    }

    /// The direction of the last event, with which the next one is compared.
    pub(crate) const fn last_direction(&self) -> Direction {
        match self.direction {
            Direction::MixedGlued => Direction::Egress,
            direction => direction,
        }
    }

    /// Unicode scalar values of the draft's own text, without the overlap.
    pub(crate) fn own_chars(&self) -> usize {
        self.chars - self.prefix.chars - usize::from(self.prefix.source_end.is_some())
    }

    /// Appends `part`, which is the bytes `span` of the event's normalized text.
    pub(crate) fn append(&mut self, logged: &LoggedEvent<'_>, part: Contribution<'_>, span: Range<usize>) {
        let LoggedEvent { offset, event } = logged;
        if self.event_ids.is_empty() {
            self.start_text = span.start;
        } else {
            self.text.push('\n');
            self.chars += 1;
            self.sessions_differ |= self.session_id.as_deref() != event.session_id.as_deref();
        }
        if part.direction() != self.last_direction() {
            self.direction = Direction::MixedGlued;
        }
        let part = part.trimmed();
        self.text.push_str(part.marker());
        self.text.push_str(part.text());
        self.chars += part.chars();
        self.event_ids.push(event.event_id.as_ref().to_owned());
        self.last_ms = event.occurred_at_ms;
        self.earliest_ms = self.earliest_ms.min(event.occurred_at_ms);
        self.latest_ms = self.latest_ms.max(event.occurred_at_ms);
        self.end = *offset;
        self.end_text = span.end;
    }

    /// Appends all of `tail` but its overlap (R11).
    pub(crate) fn attach(&mut self, tail: Self) {
        self.text.push('\n');
        self.text.push_str(slice(&tail.text, tail.prefix.bytes..tail.text.len()));
        self.chars += 1 + tail.own_chars();
        self.sessions_differ |= tail.sessions_differ || self.session_id != tail.session_id;
        self.event_ids.extend(tail.event_ids);
        self.earliest_ms = self.earliest_ms.min(tail.earliest_ms);
        self.latest_ms = self.latest_ms.max(tail.latest_ms);
        self.end = tail.end;
        self.end_text = tail.end_text;
    }

    /// Computes the hashes, which makes it the record. `previous_id` is the id of the chunk before it.
    pub(crate) fn seal(self, previous_id: &str) -> RecorderChunk {
        let overlap = self.prefix.source_end.map(|source_end_offset| Overlap {
            from_chunk_id: previous_id.to_owned(),
            source_end_offset,
            chars: self.prefix.chars,
        });
        let content_hash = ContentHash::of(&self.text);
        let source_hash = match overlap {
            Some(_) => ContentHash::of(slice(&self.text, self.prefix.bytes..self.text.len())),
            None => content_hash,
        };
        let (pane, direction, start, end) =
            (self.pane_id, self.direction, self.start.ordinal, self.end.ordinal);
        let id = format!("{POLICY_VERSION}:{pane}:{direction}:{start}:{end}:{content_hash}");
        RecorderChunk {
            chunk_id: ContentHash::of(id).to_string(),
            policy_version: Cow::Borrowed(POLICY_VERSION),
            pane_id: self.pane_id,
            session_id: self.session_id.filter(|_| !self.sessions_differ),
            direction: self.direction,
            start_offset: self.start,
            end_offset: self.end,
            event_count: self.event_ids.len(),
            event_ids: self.event_ids,
            occurred_at_start_ms: self.earliest_ms,
            occurred_at_end_ms: self.latest_ms,
            text_chars: self.chars,
            content_hash,
            text: self.text,
            source_hash,
            start_text_offset: self.start_text,
            end_text_offset: self.end_text,
            overlap,
        }
    }
}
