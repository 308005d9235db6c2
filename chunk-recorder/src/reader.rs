//! R2, R17: reads the events of a log one at a time. A record that cannot be read is an error, after which the next one is read.

use crate::{
    Event, Framing, LogFormat, LogOffset, LoggedEvent, RecorderError,
    error::Kind,
    event::{object, present, read_json},
    log::LENGTH_BYTES,
    scan::Forms,
};
use chunk_core::{
    Warning,
    jsonl::{LineError, Lines},
    types::Position,
};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;
use std::{
    io::{self, BufRead, Chain, Cursor, Read},
    mem,
    ops::ControlFlow,
};

/// Reads the records of a log and hands them to `visit`, one at a time, with one in memory: events, and an error for each
/// record that is none (R17). A [`ControlFlow::Break`] of `visit` ends the reading, and so do its errors.
///
/// Returns a warning if the last record of an append log is torn; what comes before it was read.
///
/// ```
/// use chunk_recorder::read_events;
/// use std::ops::ControlFlow;
///
/// let log = br#"
/// {"schema_version":"ft.recorder.event.v1","event_id":"a","pane_id":1,"occurred_at_ms":0,"event_type":"ingress_text","text":"ls\n"}
/// {"schema_version":"ft.rec
/// {"schema_version":"ft.recorder.event.v1","event_id":"b","pane_id":1,"occurred_at_ms":40,"event_type":"egress_output","text":"a.txt\n"}
/// "#;
/// let (mut ids, mut bad) = (Vec::new(), Vec::new());
/// read_events(&log[..], Default::default(), |record| {
///     match record {
///         Ok(logged) => ids.push(logged.event.event_id.into_owned()),
///         Err(error) => bad.push(error.to_string()),
///     }
///     Ok(ControlFlow::Continue(()))
/// })?;
/// assert_eq!(ids, ["a", "b"]);
/// assert!(bad[0].starts_with("line 3: no recorder event: "));
/// # Ok::<(), chunk_recorder::RecorderError>(())
/// ```
///
/// # Errors
/// Those of `visit`, with line or byte: `|event| chunker.push(&event?, sink)` ends at the first bad record.
pub fn read_events(
    input: impl BufRead,
    format: LogFormat,
    mut visit: impl FnMut(Result<LoggedEvent<'_>, RecorderError>) -> Result<ControlFlow<()>, RecorderError>,
) -> Result<Option<Warning>, RecorderError> {
    let mut reader = Reader::new(input, format);
    while let Some(visited) = reader.next_with(&mut visit) {
        if visited?.is_break() {
            return Ok(None);
        }
    }
    Ok(reader.warning())
}

/// A log being read.
#[derive(Debug)]
pub(crate) struct Reader<R> {
    format: LogFormat,
    /// The position of the next record, unless it brings its own.
    offset: LogOffset,
    state: State<R>,
    /// The forms of the lines or records read last.
    forms: Forms,
    /// A record of an append log; kept for its memory.
    record: Vec<u8>,
    torn: Option<Warning>,
}

#[derive(Debug)]
enum State<R> {
    Unread(R),
    Jsonl(Lines<Chain<Cursor<Vec<u8>>, R>>),
    AppendLog(Chain<Cursor<Vec<u8>>, R>),
    Ended,
}

impl<R: BufRead> Reader<R> {
    pub(crate) fn new(input: R, format: LogFormat) -> Self {
        Self {
            offset: LogOffset {
                segment_id: format.segment_id,
                ordinal: format.ordinal,
                byte_offset: format.byte_offset,
            },
            format,
            state: State::Unread(input),
            forms: Forms::default(),
            record: Vec::new(),
            torn: None,
        }
    }

    /// How many bytes come before the record that was read last.
    pub(crate) const fn bytes_before_last(&self) -> u64 {
        self.offset.byte_offset - self.format.byte_offset
    }

    /// Takes the warning about a log that was read to its end, if there is one.
    pub(crate) fn warning(&mut self) -> Option<Warning> {
        self.torn.take()
    }

    /// Hands the next record to `take`. Returns what `take` returned, its error with the place of the record; `None` at the end.
    pub(crate) fn next_with<T>(
        &mut self,
        take: impl FnOnce(Result<LoggedEvent<'_>, RecorderError>) -> Result<T, RecorderError>,
    ) -> Option<Result<T, RecorderError>> {
        if let State::Unread(_) = self.state
            && let Err(error) = self.start()
        {
            return Some(take(Err(error)));
        }
        let Self { state, forms, offset, format, record, torn } = self;
        let is_jsonl = matches!(state, State::Jsonl(_));
        // Where the next record is, unless its error says that itself; its bytes; and whether nothing can be read after it.
        let (at, bytes, is_last) = match state {
            State::Unread(_) | State::Ended => return None,
            State::Jsonl(lines) => loop {
                match lines.next_line() {
                    None => {
                        *state = State::Ended;
                        return None;
                    }
                    Some(Err(mark @ LineError::ByteOrderMark)) => {
                        let error = Kind::Event(mark.to_string()).into();
                        break (Some(Position::Line(1)), Err(error), false);
                    }
                    Some(Err(error)) => {
                        let error = RecorderError::from(Kind::Line(error));
                        let is_io = error.is_io();
                        break (None, Err(error), is_io);
                    }
                    Some(Ok(line)) if line.bytes.trim_ascii().is_empty() => {}
                    Some(Ok(line)) => {
                        offset.byte_offset = format.byte_offset + line.byte_offset;
                        break (Some(Position::Line(line.number)), Ok(line.bytes), false);
                    }
                }
            },
            State::AppendLog(input) => {
                let at = Position::Byte(usize::try_from(offset.byte_offset).unwrap_or(usize::MAX));
                match next_record(input, record, format.limit) {
                    Ok(Record::Whole) => (Some(at), Ok(record.as_slice()), false),
                    Ok(Record::End) => {
                        *state = State::Ended;
                        return None;
                    }
                    Ok(Record::Torn { length }) => {
                        *torn = Some(torn_record(record.len(), length).at(at));
                        *state = State::Ended;
                        return None;
                    }
                    Ok(Record::BadLength(bad)) => (Some(at), Err(bad.into()), true),
                    Err(error) => (Some(at), Err(Kind::Read(error).into()), true),
                }
            }
        };
        let here = *offset;
        let event = bytes.and_then(|bytes| match forms.read(bytes) {
            Some((None, event)) => Ok(LoggedEvent::new(here, event)),
            Some((Some(offset), event)) if is_jsonl => Ok(LoggedEvent { offset, event }),
            _ if is_jsonl => utf8(bytes).and_then(|json| event_of_unusual_line(json, here)),
            _ => Ok(LoggedEvent::new(here, utf8(bytes).and_then(Event::from_json)?)),
        });
        let taken = take(format.rewritten(event).map_err(|error| error.or_at(at)));
        offset.ordinal += 1;
        if !is_jsonl {
            offset.byte_offset += LENGTH_BYTES + record.len() as u64;
        }
        if is_last {
            *state = State::Ended;
        }
        Some(taken.map_err(|error| error.or_at(at)))
    }

    /// Starts reading; detects the framing unless it is given.
    fn start(&mut self) -> Result<(), RecorderError> {
        let State::Unread(mut input) = mem::replace(&mut self.state, State::Ended) else { return Ok(()) };
        let mut head = Vec::new();
        let framing = match self.format.framing {
            Some(framing) => framing,
            None => Framing::detect(&mut input, self.format.limit, &mut head)?,
        };
        let input = Cursor::new(head).chain(input);
        self.state = match framing {
            Framing::Jsonl => State::Jsonl(Lines::new(input, self.format.limit)),
            Framing::AppendLog => State::AppendLog(input),
        };
        Ok(())
    }
}

/// The event of a line that [`Forms`] do not read: with the position it is wrapped in, or else with the position `bare`.
pub(crate) fn event_of_unusual_line(json: &str, bare: LogOffset) -> Result<LoggedEvent<'_>, RecorderError> {
    #[derive(Deserialize)]
    struct Wrapped<'l> {
        #[serde(borrow, default, deserialize_with = "present")]
        offset: Option<&'l RawValue>,
        #[serde(borrow, default, deserialize_with = "present")]
        event: Option<&'l RawValue>,
    }
    // A bare event may have an `offset` or an `event` of its own, which holds anything.
    if let Ok(Wrapped { offset: Some(offset), event: Some(event) }) = object(json).and_then(read_json) {
        let offset = object(offset.get()).and_then(read_json).map_err(Kind::Position)?;
        return Ok(LoggedEvent { offset, event: Event::from_json(event.get())? });
    }
    Ok(LoggedEvent { offset: bare, event: Event::from_json(json)? })
}

/// What was read of an append log.
enum Record {
    Whole,
    /// It has fewer bytes than it announces.
    Torn {
        length: u64,
    },
    /// Its length is wrong, so nothing after it can be found.
    BadLength(Kind),
    End,
}

/// Reads a length and that many bytes into `record`.
fn next_record(input: &mut impl BufRead, record: &mut Vec<u8>, limit: usize) -> io::Result<Record> {
    record.clear();
    input.take(LENGTH_BYTES).read_to_end(record)?;
    let Ok(length) = <[u8; 4]>::try_from(&**record) else {
        let length = LENGTH_BYTES;
        return Ok(if record.is_empty() { Record::End } else { Record::Torn { length } });
    };
    let length = u64::from(u32::from_le_bytes(length));
    record.clear();
    if length == 0 || length > limit as u64 {
        let unread = LENGTH_BYTES + io::copy(input, &mut io::sink())?;
        return Ok(Record::BadLength(match length {
            0 => Kind::EmptyRecord { unread },
            _ => Kind::RecordTooLong { length, limit, unread },
        }));
    }
    input.take(length).read_to_end(record)?;
    Ok(match record.len() as u64 == length {
        true => Record::Whole,
        false if is_start_of_json(record) => Record::Torn { length },
        false => {
            let unread = LENGTH_BYTES + record.len() as u64;
            Record::BadLength(Kind::DamagedLength { length, unread })
        }
    })
}

/// Whether more bytes could complete it to one JSON value. They could if the record was cut off, but not if its length is damaged,
/// so that it reaches into the records after it.
fn is_start_of_json(record: &[u8]) -> bool {
    let parse = |text: &[u8]| serde_json::from_slice::<IgnoredAny>(text);
    match parse(record) {
        Ok(_) => true,
        Err(error) if error.is_eof() => !ends_in_a_wrong_escape(record),
        // A number that lacks its last digits, such as `-` or `1.5e+`, is an error to the parser; a digit mends it.
        Err(_) => parse(&[record, b"0"].concat()).map_or_else(|error| error.is_eof(), |_| true),
    }
}

/// Whether fewer than four characters follow a last `\u`, and one of them is no hexadecimal digit. The parser looks at all four at once.
fn ends_in_a_wrong_escape(record: &[u8]) -> bool {
    let (before, tail) = record.split_at(record.len().saturating_sub("\\u000".len()));
    let Some(at) = tail.windows(2).rposition(|pair| pair == b"\\u") else { return false };
    let (escaped, digits) = tail.split_at(at);
    let backslashes = before.iter().chain(escaped).rev().take_while(|byte| **byte == b'\\').count();
    backslashes.is_multiple_of(2) && digits.iter().skip(2).any(|byte| !byte.is_ascii_hexdigit())
}

fn torn_record(bytes: usize, length: u64) -> Warning {
    let message = format!("the last record is torn, {bytes} of {length} bytes; the log ends before it");
    Warning::new("torn-record", message)
}

fn utf8(bytes: &[u8]) -> Result<&str, RecorderError> {
    std::str::from_utf8(bytes).map_err(|error| Kind::Utf8(error.valid_up_to()).into())
}
