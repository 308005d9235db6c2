//! The recorder contract as it is usually written: owned events, a sorted copy of them, a new string for each text,
//! characters counted where they are needed, the chunks in a list, and a second pass that glues tails to the chunks before
//! them.
#![allow(clippy::string_slice, reason = "every cut is at a character boundary")]

use chunk_recorder::{Direction, LogOffset, RecorderConfig, chunk_core::ContentHash};
use serde::{Deserialize, Serialize};
use std::{io, io::Write};

#[derive(Clone, Deserialize)]
pub struct Logged {
    offset: LogOffset,
    event: Event,
}

#[derive(Clone, Deserialize)]
struct Event {
    event_id: String,
    pane_id: u64,
    session_id: Option<String>,
    occurred_at_ms: i64,
    event_type: EventType,
    #[serde(default)]
    text: String,
    #[serde(default)]
    is_gap: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EventType {
    IngressText,
    EgressOutput,
    ControlMarker,
    LifecycleMarker,
}

#[derive(Serialize)]
pub struct Record {
    chunk_id: String,
    policy_version: String,
    pane_id: u64,
    session_id: Option<String>,
    direction: Direction,
    start_offset: LogOffset,
    end_offset: LogOffset,
    event_ids: Vec<String>,
    event_count: usize,
    occurred_at_start_ms: i64,
    occurred_at_end_ms: i64,
    text_chars: usize,
    content_hash: String,
    text: String,
    source_hash: String,
    start_text_offset: usize,
    end_text_offset: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<Overlap>,
}

#[derive(Serialize)]
struct Overlap {
    from_chunk_id: String,
    source_end_offset: LogOffset,
    chars: usize,
}

pub fn read(jsonl: &str) -> serde_json::Result<Vec<Logged>> {
    jsonl.lines().map(serde_json::from_str).collect()
}

pub fn write(records: &[Record], out: &mut impl Write) -> io::Result<()> {
    for record in records {
        serde_json::to_writer(&mut *out, record)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

pub fn chunk(config: &RecorderConfig, events: &[Logged]) -> Vec<Record> {
    let mut events = events.to_vec();
    events.sort_by_key(|logged| (logged.offset.segment_id, logged.offset.ordinal));
    let mut chunker = Chunker { config, closed: Vec::new(), open: None };
    for logged in &events {
        chunker.push(logged);
    }
    chunker.close(true);
    records(attach_tails(chunker.closed, config))
}

struct Chunker<'c, 'e> {
    config: &'c RecorderConfig,
    closed: Vec<Chunk<'e>>,
    open: Option<Chunk<'e>>,
}

struct Chunk<'e> {
    events: Vec<&'e Logged>,
    direction: Direction,
    text: String,
    /// The text repeated from the chunk before, without its LF, and the offset at which that chunk ends.
    overlap: Option<(String, LogOffset)>,
    start_text: usize,
    end_text: usize,
    opened_soft: bool,
    closed_hard: bool,
}

impl<'e> Chunker<'_, 'e> {
    fn push(&mut self, logged: &'e Logged) {
        let event = &logged.event;
        let direction = match event.event_type {
            EventType::IngressText => Direction::Ingress,
            EventType::EgressOutput => Direction::Egress,
            EventType::ControlMarker | EventType::LifecycleMarker => return self.close(true),
        };
        let text = normalize(&event.text);
        let whole = contribution(direction, &text);
        let chars = whole.chars().count();
        if let Some(is_hard) = self.boundary(event, direction, chars, &text) {
            self.close(is_hard);
        }
        if event.is_gap && text.trim().is_empty() {
            return;
        }
        if chars > self.config.max_chunk_chars {
            self.push_pieces(logged, direction, &text);
        } else {
            let overlap = self.overlap((self.config.max_chunk_chars - chars).saturating_sub(1));
            self.append(logged, direction, &whole, 0, text.len(), overlap);
        }
    }

    /// The boundary before the event, if there is one: whether it is hard.
    fn boundary(&self, event: &Event, direction: Direction, chars: usize, text: &str) -> Option<bool> {
        let open = self.open.as_ref()?;
        let last = &open.events.last()?.event;
        let jump = last.occurred_at_ms.abs_diff(event.occurred_at_ms);
        if event.is_gap || last.pane_id != event.pane_id || jump > self.config.hard_gap_ms {
            return Some(true);
        }
        let last_direction = match open.direction {
            Direction::Ingress => Direction::Ingress,
            _ => Direction::Egress,
        };
        if last_direction == direction {
            return (!self.fits(open, event, chars)).then_some(false);
        }
        let needed =
            if chars > self.config.max_chunk_chars { marker_chars(direction, text) + 1 } else { chars };
        let glues = open.direction == Direction::Ingress
            && open.text.chars().count() < self.config.min_chunk_chars
            && jump <= self.config.merge_window_ms
            && self.fits(open, event, needed);
        (!glues).then_some(true)
    }

    fn fits(&self, open: &Chunk<'_>, event: &Event, chars: usize) -> bool {
        let times = open.events.iter().map(|logged| logged.event.occurred_at_ms);
        let earliest = times.clone().fold(event.occurred_at_ms, i64::min);
        let latest = times.fold(event.occurred_at_ms, i64::max);
        open.text.chars().count() + 1 + chars <= self.config.max_chunk_chars
            && open.events.len() < self.config.max_chunk_events
            && latest.abs_diff(earliest) <= self.config.max_window_ms
    }

    fn push_pieces(&mut self, logged: &'e Logged, direction: Direction, text: &str) {
        let mut from = 0;
        loop {
            let overlap = self.overlap(self.config.max_chunk_chars);
            let used = match (&self.open, &overlap) {
                (Some(open), _) => open.text.chars().count() + 1,
                (None, Some((overlap, _))) => overlap.chars().count() + 1,
                (None, None) => 0,
            };
            let rest = &text[from..];
            let room = self.config.max_chunk_chars - used - marker_chars(direction, rest);
            let Some((end, at_end)) = rest.char_indices().nth(room) else {
                let last = contribution(direction, rest);
                return self.append(logged, direction, &last, from, text.len(), overlap);
            };
            let half = rest.char_indices().nth(room.div_ceil(2)).map_or(end, |(half, _)| half);
            let line_end = rest[half..end + at_end.len_utf8()].rfind('\n').map(|at| half + at);
            let cut = line_end.unwrap_or_else(|| match rest[..end].trim_end().len() {
                0 => end,
                trimmed => trimmed,
            });
            let piece = contribution(direction, &rest[..cut]);
            self.append(logged, direction, &piece, from, from + cut, overlap);
            from += cut + usize::from(rest[cut..].starts_with('\n'));
            if from == text.len() {
                return;
            }
            self.close(false);
        }
    }

    fn append(
        &mut self,
        logged: &'e Logged,
        direction: Direction,
        contribution: &str,
        from: usize,
        to: usize,
        overlap: Option<(String, LogOffset)>,
    ) {
        let opened_soft = self.closed.last().is_some_and(|chunk| !chunk.closed_hard);
        let open = self.open.get_or_insert_with(|| Chunk {
            events: Vec::new(),
            direction,
            text: overlap.as_ref().map_or_else(String::new, |(overlap, _)| format!("{overlap}\n")),
            overlap,
            start_text: from,
            end_text: to,
            opened_soft,
            closed_hard: false,
        });
        if !open.events.is_empty() {
            open.text.push('\n');
        }
        if open.direction == Direction::Ingress && direction == Direction::Egress {
            open.direction = Direction::MixedGlued;
        }
        open.text.push_str(contribution);
        open.events.push(logged);
        open.end_text = to;
    }

    /// What a new chunk would repeat of the last one, at most `room` characters.
    fn overlap(&self, room: usize) -> Option<(String, LogOffset)> {
        if self.open.is_some() {
            return None;
        }
        let before = self.closed.last().filter(|chunk| !chunk.closed_hard)?;
        let most = self.config.overlap_chars.min(self.config.max_chunk_chars / 2).min(room);
        let chars = before.text.chars().count();
        let overlap: String = before.text.chars().skip(chars.saturating_sub(most)).collect();
        let end = before.events.last()?.offset;
        (!overlap.trim().is_empty()).then_some((overlap, end))
    }

    fn close(&mut self, is_hard: bool) {
        if let Some(mut chunk) = self.open.take() {
            chunk.closed_hard = is_hard;
            self.closed.push(chunk);
        }
    }
}

impl Chunk<'_> {
    fn own_text(&self) -> &str {
        match &self.overlap {
            Some((overlap, _)) => &self.text[overlap.len() + 1..],
            None => &self.text,
        }
    }
}

fn attach_tails<'e>(chunks: Vec<Chunk<'e>>, config: &RecorderConfig) -> Vec<Chunk<'e>> {
    let mut glued: Vec<Chunk<'e>> = Vec::new();
    for chunk in chunks {
        let own_chars = chunk.own_text().chars().count();
        let is_tail = chunk.opened_soft
            && chunk.closed_hard
            && chunk.start_text == 0
            && chunk.direction != Direction::MixedGlued
            && own_chars < config.min_chunk_chars;
        match glued.last_mut() {
            Some(before)
                if is_tail && before.text.chars().count() + 1 + own_chars <= config.max_chunk_chars =>
            {
                before.text.push('\n');
                before.text.push_str(chunk.own_text());
                before.events.extend(chunk.events);
                before.end_text = chunk.end_text;
                before.closed_hard = true;
            }
            _ => glued.push(chunk),
        }
    }
    glued
}

fn records(chunks: Vec<Chunk<'_>>) -> Vec<Record> {
    let mut records: Vec<Record> = Vec::new();
    for chunk in chunks {
        let (Some(first), Some(last)) = (chunk.events.first(), chunk.events.last()) else { continue };
        let events = || chunk.events.iter().map(|logged| &logged.event);
        let content_hash = ContentHash::of(&chunk.text).to_string();
        let source_hash = ContentHash::of(chunk.own_text()).to_string();
        let policy_version = "ft.recorder.chunking.v1".to_owned();
        let (pane_id, direction) = (first.event.pane_id, chunk.direction);
        let (start, end) = (first.offset.ordinal, last.offset.ordinal);
        let key = format!("{policy_version}:{pane_id}:{direction}:{start}:{end}:{content_hash}");
        let session_id = first.event.session_id.clone();
        let from_chunk_id = records.last().map(|record| record.chunk_id.clone());
        records.push(Record {
            chunk_id: ContentHash::of(key).to_string(),
            policy_version,
            pane_id,
            session_id: session_id.filter(|id| events().all(|event| event.session_id.as_ref() == Some(id))),
            direction,
            start_offset: first.offset,
            end_offset: last.offset,
            event_ids: events().map(|event| event.event_id.clone()).collect(),
            event_count: chunk.events.len(),
            occurred_at_start_ms: events().map(|event| event.occurred_at_ms).min().unwrap_or_default(),
            occurred_at_end_ms: events().map(|event| event.occurred_at_ms).max().unwrap_or_default(),
            text_chars: chunk.text.chars().count(),
            content_hash,
            source_hash,
            start_text_offset: chunk.start_text,
            end_text_offset: chunk.end_text,
            overlap: chunk.overlap.zip(from_chunk_id).map(|((overlap, source_end_offset), from_chunk_id)| {
                Overlap { from_chunk_id, source_end_offset, chars: overlap.chars().count() }
            }),
            text: chunk.text,
        });
    }
    records
}

fn normalize(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    trim_lines(text.strip_suffix('\n').unwrap_or(&text))
}

fn contribution(direction: Direction, text: &str) -> String {
    trim_lines(&format!("{}{text}", marker(direction)))
}

fn trim_lines(text: &str) -> String {
    text.split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn marker(direction: Direction) -> &'static str {
    if direction == Direction::Ingress { "[IN] " } else { "[OUT] " }
}

fn marker_chars(direction: Direction, text: &str) -> usize {
    marker(direction).len() - usize::from(text.is_empty() || text.starts_with('\n'))
}
