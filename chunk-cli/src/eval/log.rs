//! A recorder's log, whose lines hold the texts of events as JSON: where on its lines those texts are.

use chunk_core::unicode;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::BTreeMap, iter, ops::Range};

/// The events of a log that have a text.
#[derive(Default)]
pub(super) struct Log {
    /// Their texts, a line end after each.
    pub(super) text: String,
    events: Vec<Event>,
    /// The numbers of the events by their positions.
    by_position: BTreeMap<Position, usize>,
}

struct Event {
    /// The bytes of its line in the log.
    line: Range<usize>,
    /// The bytes of its text there, escaped as JSON has it.
    json: Range<usize>,
    /// Where its text starts in [`Log::text`].
    start: usize,
}

/// A position in a log; an event that does not bring its own has the number of its line, blank ones not counted (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
struct Position {
    segment_id: u64,
    ordinal: u64,
}

/// A line of a log: an event, or an event with its position.
#[derive(Deserialize)]
struct Line<'l> {
    offset: Option<Position>,
    #[serde(borrow)]
    event: Option<&'l RawValue>,
    #[serde(borrow)]
    event_type: Option<Cow<'l, str>>,
    #[serde(borrow)]
    text: Option<&'l RawValue>,
}

/// Which part of a log a chunk was made from: the keys of a row of `chunk recorder`.
#[derive(Deserialize)]
pub(super) struct Span {
    metadata: Keys,
}

#[derive(Deserialize)]
struct Keys {
    start_offset_segment_id: u64,
    start_offset_ordinal: u64,
    start_text_offset: usize,
    end_offset_segment_id: u64,
    end_offset_ordinal: u64,
    end_text_offset: usize,
}

impl Log {
    /// The log that is written in a document; `None` if its first line is no event.
    pub(super) fn of(document: &str) -> Option<Self> {
        let mut log = Self::default();
        let lines = document.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len();
            Some((*end - line.len(), line.strip_prefix('\u{FEFF}').unwrap_or(line)))
        });
        let lines = lines.filter(|(_, line)| !unicode::trim(line).is_empty());
        for (ordinal, (start, line)) in (0..).zip(lines) {
            let read = |json| serde_json::from_str::<Line<'_>>(json).ok();
            let event = read(line).and_then(|line| match (line.offset, line.event) {
                (Some(position), Some(event)) => Some((position, read(event.get())?)),
                _ => Some((Position { segment_id: 0, ordinal }, line)),
            });
            let Some((position, Line { event_type: Some(kind), text, .. })) = event else {
                if ordinal == 0 {
                    return None;
                }
                continue;
            };
            let Some(json) = text.filter(|_| ["ingress_text", "egress_output"].contains(&&*kind)) else {
                continue;
            };
            let Ok(text) = serde_json::from_str::<String>(json.get()) else { continue };
            let quote = json.get().as_ptr().addr() - document.as_ptr().addr();
            log.by_position.insert(position, log.events.len());
            log.events.push(Event {
                line: start..start + unicode::trim_end(line).len(),
                json: quote + 1..quote + json.get().len() - 1,
                start: log.text.len(),
            });
            log.text += &text;
            log.text.push('\n');
        }
        Some(log)
    }

    /// The bytes of the texts of all events, as they are in the log.
    pub(super) fn texts(&self) -> impl Iterator<Item = Range<usize>> {
        self.events.iter().map(|event| event.json.clone())
    }

    /// Where the event at this byte of the log, or after it, starts in [`Log::text`].
    pub(super) fn at(&self, byte: usize) -> usize {
        let event = self.events.get(self.events.partition_point(|event| event.line.end <= byte));
        event.map_or(self.text.len(), |event| event.start)
    }

    /// The bytes of the log with a part of [`Log::text`] that begins and ends with a character of an event.
    pub(super) fn held(&self, document: &str, part: Range<usize>) -> Option<Range<usize>> {
        let character = |at: usize| {
            let event =
                self.events.get(self.events.partition_point(|event| event.start <= at).checked_sub(1)?)?;
            let mut passed = event.start;
            characters(document, &event.json).find_map(|(bytes, c)| {
                passed += c.len_utf8();
                (passed > at).then_some(bytes)
            })
        };
        Some(character(part.start)?.start..character(part.end.checked_sub(1)?)?.end)
    }

    /// The bytes of the log that each of these chunks was made from: whole lines, but where a chunk begins or ends inside an event.
    pub(super) fn places(&self, document: &str, spans: &[Span]) -> Vec<Option<Range<usize>>> {
        // A long event is in many chunks, one after the other: it is read once.
        let mut last = (usize::MAX, Vec::new());
        let mut side = |segment_id, ordinal, offset, is_end| {
            let number = *self.by_position.get(&Position { segment_id, ordinal })?;
            let event = self.events.get(number)?;
            if last.0 != number {
                last = (number, solid(document, &event.json));
            }
            let before = last.1.partition_point(|(at, _)| *at < offset);
            match is_end {
                false if before == 0 => Some(event.line.start),
                false => last.1.get(before).map(|(_, bytes)| bytes.start),
                true if before == last.1.len() => Some(event.line.end),
                true => last.1.get(before.checked_sub(1)?).map(|(_, bytes)| bytes.end),
            }
        };
        let place = |Span { metadata: of }: &Span| {
            let start =
                side(of.start_offset_segment_id, of.start_offset_ordinal, of.start_text_offset, false)?;
            let end = side(of.end_offset_segment_id, of.end_offset_ordinal, of.end_text_offset, true)?;
            (start <= end).then_some(start..end)
        };
        spans.iter().map(place).collect()
    }
}

/// The characters of an event's text that are no white space: where each is in the text as chunks have it (R4), and its bytes in the log.
fn solid(document: &str, json: &Range<usize>) -> Vec<(usize, Range<usize>)> {
    let text: String = characters(document, json).map(|(_, c)| c).collect();
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines = text.strip_suffix('\n').unwrap_or(&text).split('\n').map(unicode::trim_end);
    let text = lines.collect::<Vec<_>>().join("\n");
    let is_solid = |c: char| !unicode::is_white_space(c);
    let here = characters(document, json).filter(|&(_, c)| is_solid(c));
    let there = text.char_indices().filter(|&(_, c)| is_solid(c));
    there.zip(here).map(|((at, _), (bytes, _))| (at, bytes)).collect()
}

/// The characters of a JSON string, and the bytes of each in the document.
fn characters<'d>(document: &'d str, json: &Range<usize>) -> impl Iterator<Item = (Range<usize>, char)> + 'd {
    let (mut at, end) = (json.start, json.end);
    iter::from_fn(move || {
        let rest = document.get(at..end)?;
        let start = at;
        let c = rest.chars().next()?;
        let (length, c) = match c {
            // Such as `\n`, `\u00e9`, and a pair of surrogates.
            '\\' => [2, 6, 12].into_iter().find_map(|length| {
                let c = serde_json::from_str(&format!("\"{}\"", rest.get(..length)?)).ok()?;
                Some((length, c))
            })?,
            c => (c.len_utf8(), c),
        };
        at += length;
        Some((start..at, c))
    })
}
