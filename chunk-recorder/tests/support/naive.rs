//! The contract once more, clause by clause, without regard to speed: over characters instead of bytes, over the whole stream
//! instead of as it comes, with every text built afresh whenever it is needed, and the glue of R11 as a second pass, as the
//! contract's text describes it. It is the oracle of the differential test and of the fixtures.
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]

use super::parse::{Item, Logged, Offset, What, file};
use chunk_recorder::{LoggedEvent, Payload, RecorderConfig, chunk_core::ContentHash};
use std::fmt::Write;

type Chars = Vec<char>;

/// What a stream comes to.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Read {
    /// The records, one JSON line each.
    pub(crate) records: Vec<String>,
    /// The places of bad records; of events out of order, what is wrong.
    pub(crate) errors: Vec<String>,
    pub(crate) is_torn: bool,
}

/// A file, from its bytes.
pub(crate) fn read(config: &RecorderConfig, bytes: &[u8]) -> Read {
    let (items, is_torn) = file(bytes);
    Read { is_torn, ..stream(config, &items) }
}

/// A stream, as it comes (R3, R17).
pub(crate) fn stream(config: &RecorderConfig, items: &[Item]) -> Read {
    let mut naive = Naive { config, events: Vec::new(), closed: Vec::new(), open: None };
    let mut errors = Vec::new();
    for item in items {
        match item {
            Item::Bad(place) => {
                errors.push(place.clone());
                naive.close(true);
            }
            Item::Event(event) => {
                let position = |event: &Logged| (event.offset.segment_id, event.offset.ordinal);
                if naive.events.last().is_some_and(|last| position(last) >= position(event)) {
                    errors.push("out of order".to_owned());
                    break;
                }
                naive.events.push(event);
                naive.event(naive.events.len() - 1);
            }
        }
    }
    naive.close(true);
    naive.attach_tails();
    Read { records: naive.records(), errors, is_torn: false }
}

/// The records of a slice of events, in any order.
pub(crate) fn records(config: &RecorderConfig, events: &[LoggedEvent<'_>]) -> Vec<String> {
    let mut events: Vec<&LoggedEvent<'_>> = events.iter().collect();
    events.sort_by_key(|event| (event.offset.segment_id, event.offset.ordinal));
    stream(config, &events.into_iter().map(item).collect::<Vec<_>>()).records
}

fn item(LoggedEvent { offset, event, .. }: &LoggedEvent<'_>) -> Item {
    Item::Event(Logged {
        offset: Offset {
            segment_id: offset.segment_id,
            ordinal: offset.ordinal,
            byte_offset: offset.byte_offset,
        },
        event_id: event.event_id.to_string(),
        pane_id: event.pane_id,
        session_id: event.session_id.as_ref().map(ToString::to_string),
        occurred_at_ms: event.occurred_at_ms,
        what: match &event.payload {
            Payload::Ingress { text } => What::Ingress(text.to_string()),
            Payload::Egress { text, is_gap } => What::Egress { text: text.to_string(), is_gap: *is_gap },
            Payload::Marker => What::Marker,
        },
    })
}

/// R4: the normalized text N.
pub(crate) fn normalized(text: &str) -> Chars {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    trim_lines(&text.chars().collect::<Chars>())
}

struct Naive<'n> {
    config: &'n RecorderConfig,
    events: Vec<&'n Logged>,
    closed: Vec<Chunk>,
    open: Option<Chunk>,
}

#[derive(Clone)]
struct Chunk {
    pieces: Vec<Piece>,
    /// Without its LF; empty if there is none.
    overlap: Chars,
    opened_soft: bool,
    closed_hard: bool,
}

/// The scalars `from..to` of an event's N.
#[derive(Clone)]
struct Piece {
    event: usize,
    from: usize,
    to: usize,
}

impl Naive<'_> {
    fn at(&self, event: usize) -> &Logged {
        self.events[event]
    }

    fn normalized(&self, event: usize) -> Chars {
        match &self.at(event).what {
            What::Ingress(text) | What::Egress { text, .. } => normalized(text),
            What::Marker => panic!("markers have no text"),
        }
    }

    /// R4: marker and trim on a slice of N.
    fn contribution(&self, event: usize, slice: &[char]) -> Chars {
        let marker = if self.is_ingress(event) { "[IN] " } else { "[OUT] " };
        trim_lines(&marker.chars().chain(slice.iter().copied()).collect::<Chars>())
    }

    fn is_ingress(&self, event: usize) -> bool {
        matches!(self.at(event).what, What::Ingress(_))
    }

    fn own_text(&self, chunk: &Chunk) -> Chars {
        let contributions: Vec<Chars> = chunk
            .pieces
            .iter()
            .map(|piece| self.contribution(piece.event, &self.normalized(piece.event)[piece.from..piece.to]))
            .collect();
        contributions.join(&'\n')
    }

    fn text(&self, chunk: &Chunk) -> Chars {
        let own = self.own_text(chunk);
        if chunk.overlap.is_empty() { own } else { [&*chunk.overlap, &['\n'], &own].concat() }
    }

    fn event(&mut self, event: usize) {
        // R6: any control or lifecycle event.
        if self.at(event).what == What::Marker {
            return self.close(true);
        }
        let n = self.normalized(event);
        let whole = self.contribution(event, &n);
        let cap = self.config.max_chunk_chars;
        if matches!(self.at(event).what, What::Egress { is_gap: true, .. }) {
            self.close(true);
            if n.iter().all(|c| c.is_whitespace()) {
                return;
            }
        }
        if let Some(open) = self.open.clone() {
            let last = open.pieces.last().unwrap().event;
            let jump = time(self.at(last)).abs_diff(time(self.at(event)));
            if self.at(last).pane_id != self.at(event).pane_id || jump > u128::from(self.config.hard_gap_ms) {
                self.close(true);
            } else if self.is_ingress(last) != self.is_ingress(event) {
                // R10; R8 for the over-long egress: chunk + LF + marker + 1 scalar.
                let marker = if n.first() == Some(&'\n') { 5 } else { 6 };
                let needed = if whole.len() > cap { marker + 1 } else { whole.len() };
                let glues = open.pieces.iter().all(|piece| self.is_ingress(piece.event))
                    && self.text(&open).len() < self.config.min_chunk_chars
                    && jump <= u128::from(self.config.merge_window_ms)
                    && self.holds(&open, event, needed);
                if !glues {
                    self.close(true);
                }
            } else if !self.holds(&open, event, whole.len()) {
                self.close(false);
            }
        }
        if whole.len() > cap {
            self.pieces(event, &n);
        } else {
            self.append(event, 0, n.len(), Some(whole.len()));
        }
    }

    /// R7: whether the limits hold with `needed` more scalars, and the event, in the chunk.
    fn holds(&self, chunk: &Chunk, event: usize, needed: usize) -> bool {
        let times: Vec<i128> = chunk
            .pieces
            .iter()
            .map(|piece| piece.event)
            .chain([event])
            .map(|event| time(self.at(event)))
            .collect();
        let window = times.iter().max().unwrap() - times.iter().min().unwrap();
        self.text(chunk).len() + 1 + needed <= self.config.max_chunk_chars
            && chunk.pieces.len() < self.config.max_chunk_events
            && window <= i128::from(self.config.max_window_ms)
    }

    /// R8.
    fn pieces(&mut self, event: usize, n: &[char]) {
        let mut from = 0;
        loop {
            let in_chunk = match &self.open {
                Some(open) => self.text(open).len() + 1,
                None => match self.overlap(None).len() {
                    0 => 0,
                    overlap => overlap + 1,
                },
            };
            let rest = &n[from..];
            let marker = if self.is_ingress(event) { 5 } else { 6 } - usize::from(rest[0] == '\n');
            let room = self.config.max_chunk_chars - in_chunk - marker;
            if rest.len() <= room {
                return self.append(event, from, n.len(), None);
            }
            let line_end = (0..=room).rev().find(|&d| 2 * d >= room && rest[d] == '\n');
            let cut = line_end.unwrap_or_else(|| {
                let mut cut = room;
                while cut > 0 && rest[cut - 1].is_whitespace() {
                    cut -= 1;
                }
                if cut == 0 { room } else { cut }
            });
            self.append(event, from, from + cut, None);
            from += cut + usize::from(rest[cut] == '\n');
            if from == n.len() {
                return;
            }
            self.close(false);
        }
    }

    /// Puts scalars of an event into the open chunk or a new one. `whole` is the length of a whole event's
    /// contribution.
    fn append(&mut self, event: usize, from: usize, to: usize, whole: Option<usize>) {
        if self.open.is_none() {
            let overlap = self.overlap(whole);
            let opened_soft = self.closed.last().is_some_and(|chunk| !chunk.closed_hard);
            self.open = Some(Chunk { pieces: Vec::new(), overlap, opened_soft, closed_hard: false });
        }
        self.open.as_mut().unwrap().pieces.push(Piece { event, from, to });
    }

    /// R9: what the next chunk repeats of the one closed last.
    fn overlap(&self, whole: Option<usize>) -> Chars {
        let Some(before) = self.closed.last().filter(|chunk| !chunk.closed_hard) else { return Chars::new() };
        let cap = self.config.max_chunk_chars;
        let mut most = self.config.overlap_chars.min(cap / 2);
        if let Some(whole) = whole {
            most = most.min((cap - whole).saturating_sub(1));
        }
        let text = self.text(before);
        let overlap = text[text.len().saturating_sub(most)..].to_vec();
        if overlap.iter().all(|c| c.is_whitespace()) { Chars::new() } else { overlap }
    }

    fn close(&mut self, hard: bool) {
        if let Some(mut chunk) = self.open.take() {
            chunk.closed_hard = hard;
            self.closed.push(chunk);
        } else if let Some(last) = self.closed.last_mut() {
            last.closed_hard |= hard;
        }
    }

    /// R11.
    fn attach_tails(&mut self) {
        let mut chunks: Vec<Chunk> = Vec::new();
        for chunk in std::mem::take(&mut self.closed) {
            let own = self.own_text(&chunk).len();
            let first = chunk.pieces.first().unwrap();
            let mixed =
                chunk.pieces.iter().any(|piece| self.is_ingress(piece.event) != self.is_ingress(first.event));
            match chunks.last_mut() {
                Some(before)
                    if chunk.opened_soft
                        && chunk.closed_hard
                        && own < self.config.min_chunk_chars
                        && !mixed
                        && first.from == 0
                        && self.text(before).len() + 1 + own <= self.config.max_chunk_chars =>
                {
                    before.pieces.extend(chunk.pieces);
                    before.closed_hard = true;
                }
                _ => chunks.push(chunk),
            }
        }
        self.closed = chunks;
    }

    /// R12, R13.
    fn records(&self) -> Vec<String> {
        let mut records = Vec::new();
        let mut before: Option<(String, Offset)> = None;
        for chunk in &self.closed {
            let events: Vec<&Logged> = chunk.pieces.iter().map(|piece| self.at(piece.event)).collect();
            let (first, last) = (chunk.pieces.first().unwrap(), chunk.pieces.last().unwrap());
            let (start, end) = (self.events[first.event].offset, self.events[last.event].offset);
            let direction = match (self.is_ingress(first.event), self.is_ingress(last.event)) {
                (true, true) => "ingress",
                (false, false) => "egress",
                (true, false) => "mixed_glued",
                (false, true) => panic!("output followed by input is never glued"),
            };
            let session = events.first().unwrap().session_id.as_deref();
            let common = events.iter().all(|event| event.session_id.as_deref() == session);
            let text: String = self.text(chunk).iter().collect();
            let content_hash = ContentHash::of(&text);
            let source_hash = ContentHash::of(self.own_text(chunk).iter().collect::<String>());
            let id = ContentHash::of(format!(
                "ft.recorder.chunking.v1:{}:{direction}:{}:{}:{content_hash}",
                events[0].pane_id, start.ordinal, end.ordinal
            ));
            let bytes = |event, scalars: usize| -> usize {
                self.normalized(event)[..scalars].iter().map(|c| c.len_utf8()).sum()
            };
            let ids: Vec<String> = events.iter().map(|event| string(&event.event_id)).collect();
            let mut json = format!(
                r#"{{"chunk_id":"{id}","policy_version":"ft.recorder.chunking.v1","pane_id":{},"#,
                events[0].pane_id
            );
            let session = session.filter(|_| common).map_or("null".to_owned(), string);
            write!(json, r#""session_id":{session},"direction":"{direction}","#).unwrap();
            write!(json, r#""start_offset":{},"end_offset":{},"#, offset(start), offset(end)).unwrap();
            write!(json, r#""event_ids":[{}],"event_count":{},"#, ids.join(","), ids.len()).unwrap();
            write!(
                json,
                r#""occurred_at_start_ms":{},"occurred_at_end_ms":{},"#,
                events.iter().map(|event| event.occurred_at_ms).min().unwrap(),
                events.iter().map(|event| event.occurred_at_ms).max().unwrap()
            )
            .unwrap();
            write!(json, r#""text_chars":{},"content_hash":"{content_hash}","#, text.chars().count())
                .unwrap();
            write!(json, r#""text":{},"source_hash":"{source_hash}","#, string(&text)).unwrap();
            write!(
                json,
                r#""start_text_offset":{},"end_text_offset":{}"#,
                bytes(first.event, first.from),
                bytes(last.event, last.to)
            )
            .unwrap();
            if !chunk.overlap.is_empty() {
                let (from, source_end) = before.as_ref().unwrap();
                write!(
                    json,
                    r#","overlap":{{"from_chunk_id":"{from}","source_end_offset":{},"chars":{}}}"#,
                    offset(*source_end),
                    chunk.overlap.len()
                )
                .unwrap();
            }
            json.push('}');
            records.push(json);
            before = Some((id.to_string(), end));
        }
        records
    }
}

fn time(event: &Logged) -> i128 {
    i128::from(event.occurred_at_ms)
}

fn trim_lines(text: &[char]) -> Chars {
    let lines: Vec<Chars> = text
        .split(|&c| c == '\n')
        .map(|line| {
            let mut line = line.to_vec();
            while line.last().is_some_and(|c| c.is_whitespace()) {
                line.pop();
            }
            line
        })
        .collect();
    lines.join(&'\n')
}

fn offset(offset: Offset) -> String {
    let Offset { segment_id, ordinal, byte_offset } = offset;
    format!(r#"{{"segment_id":{segment_id},"ordinal":{ordinal},"byte_offset":{byte_offset}}}"#)
}

/// R12: a JSON string.
fn string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\u{8}' => json.push_str("\\b"),
            '\t' => json.push_str("\\t"),
            '\n' => json.push_str("\\n"),
            '\u{C}' => json.push_str("\\f"),
            '\r' => json.push_str("\\r"),
            '\0'..='\u{1F}' => write!(json, "\\u{:04x}", c as u32).unwrap(),
            _ => json.push(c),
        }
    }
    json + "\""
}
