use crate::{
    Event, RecorderError,
    error::Kind,
    event::{present, read_json},
    scan::Forms,
};
use chunk_core::{
    Position, Warning,
    jsonl::{LINE_LIMIT, Lines},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::{
    cmp::Ordering,
    fmt,
    io::{self, BufRead, Read},
    ops::ControlFlow,
};

/// Where in the append log an event stands (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogOffset {
    /// The segment.
    pub segment_id: u64,
    /// The event's number in the segment; may skip numbers.
    pub ordinal: u64,
    /// The byte at which its record starts. Never compared.
    pub byte_offset: u64,
}

impl LogOffset {
    /// The order of events: by segment and ordinal alone (R3).
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        (self.segment_id, self.ordinal).cmp(&(other.segment_id, other.ordinal))
    }
}

impl fmt::Display for LogOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "segment {} ordinal {}", self.segment_id, self.ordinal)
    }
}

/// An event and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEvent<'e> {
    /// Where it stands.
    pub offset: LogOffset,
    /// What happened.
    pub event: Event<'e>,
}

/// How events are written one behind the other (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// One JSON object a line: `{"offset":{…},"event":{…}}`, or a bare event.
    Jsonl,
    /// The recorder's own log: before each event its length in bytes, a little-endian u32.
    AppendLog,
}

impl Framing {
    /// The framing of a log that starts with `bytes`. Exact: the fourth byte of an append log is the highest of a
    /// length below 16 MiB and therefore NUL, which JSON never holds.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        if bytes.get(3) == Some(&0) { Self::AppendLog } else { Self::Jsonl }
    }
}

/// What a reader has to know of a log beside its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LogFormat {
    /// How its events are written. `None` if its first bytes are to tell, as [`Framing::of`] does.
    pub framing: Option<Framing>,
    /// The segment of events that do not bring their own position: 0, or the index of the file where several files
    /// are one stream.
    pub segment_id: u64,
    /// The longest line or record that is read, in bytes; 16 MiB by default.
    pub limit: usize,
}

impl Default for LogFormat {
    fn default() -> Self {
        Self { framing: None, segment_id: 0, limit: LINE_LIMIT }
    }
}

impl From<Framing> for LogFormat {
    fn from(framing: Framing) -> Self {
        Self { framing: Some(framing), ..Self::default() }
    }
}

/// Reads events and hands them to `visit`, one at a time, in memory of one event. A [`ControlFlow::Break`] of `visit`
/// ends the reading.
///
/// Returns a warning if the last record of an append log is torn; what is before it was read.
///
/// # Errors
/// [`RecorderError`] with line or byte: the first event that is none, and what `visit` returns.
pub fn read_events(
    mut input: impl BufRead,
    format: impl Into<LogFormat>,
    visit: impl FnMut(LoggedEvent<'_>) -> Result<ControlFlow<()>, RecorderError>,
) -> Result<Option<Warning>, RecorderError> {
    let format = format.into();
    let mut head = Vec::new();
    if format.framing.is_none() {
        input.by_ref().take(LENGTH_BYTES).read_to_end(&mut head).map_err(Kind::Read)?;
    }
    let framing = format.framing.unwrap_or_else(|| Framing::of(&head));
    let input = head.chain(input);
    match framing {
        Framing::Jsonl => read_jsonl(input, format, visit).map(|()| None),
        Framing::AppendLog => read_append_log(input, format, visit),
    }
}

/// All events of a log, sorted (R3), in memory: what `--sort` and replay need. With the warning, if there is one.
///
/// # Errors
/// Those of [`read_events`].
pub fn collect_events(
    input: impl BufRead,
    format: impl Into<LogFormat>,
) -> Result<(Vec<LoggedEvent<'static>>, Option<Warning>), RecorderError> {
    let mut events = Vec::new();
    let warning = read_events(input, format, |LoggedEvent { offset, event }| {
        events.push(LoggedEvent { offset, event: event.into_owned() });
        Ok(ControlFlow::Continue(()))
    })?;
    events.sort_by(|a, b| a.offset.order(&b.offset));
    Ok((events, warning))
}

fn read_jsonl(
    input: impl BufRead,
    LogFormat { segment_id, limit, .. }: LogFormat,
    mut visit: impl FnMut(LoggedEvent<'_>) -> Result<ControlFlow<()>, RecorderError>,
) -> Result<(), RecorderError> {
    let mut lines = Lines::new(input, limit);
    let mut forms = Forms::of_lines();
    let mut decoded = String::new();
    let mut ordinal = 0;
    while let Some(line) = lines.next_line() {
        let line = line.map_err(Kind::Line)?;
        if line.bytes.trim_ascii().is_empty() {
            continue;
        }
        let bare = LogOffset { segment_id, ordinal, byte_offset: line.byte_offset };
        let event = utf8(line.bytes).and_then(|json| match forms.read(json, &mut decoded) {
            Some(line) => {
                Ok(LoggedEvent { offset: line.offset.unwrap_or(bare), event: line.into_event(&*decoded) })
            }
            None => event_of_unusual_line(json, bare),
        });
        let visited = event.and_then(&mut visit);
        if visited.map_err(|error| error.at(Position::Line(line.number)))?.is_break() {
            break;
        }
        ordinal += 1;
    }
    Ok(())
}

/// The event of a line that [`Forms`] leave: with the position it is wrapped in, or with the position `bare`.
pub(crate) fn event_of_unusual_line(json: &str, bare: LogOffset) -> Result<LoggedEvent<'_>, RecorderError> {
    #[derive(Deserialize)]
    struct Wrapped<'l> {
        #[serde(borrow, default, deserialize_with = "present")]
        offset: Option<&'l RawValue>,
        #[serde(borrow, default, deserialize_with = "present")]
        event: Option<&'l RawValue>,
    }
    // A bare event may have an `offset` or an `event` of its own, which holds anything.
    if let Ok(Wrapped { offset: Some(offset), event: Some(event) }) = serde_json::from_str(json) {
        let offset = read_json(offset.get()).map_err(Kind::Position)?;
        return Ok(LoggedEvent { offset, event: Event::from_unusual_json(event.get())? });
    }
    Ok(LoggedEvent { offset: bare, event: Event::from_unusual_json(json)? })
}

fn read_append_log(
    mut input: impl BufRead,
    LogFormat { segment_id, limit, .. }: LogFormat,
    mut visit: impl FnMut(LoggedEvent<'_>) -> Result<ControlFlow<()>, RecorderError>,
) -> Result<Option<Warning>, RecorderError> {
    let mut offset = LogOffset { segment_id, ordinal: 0, byte_offset: 0 };
    let mut record = Vec::new();
    let mut forms = Forms::of_events();
    let mut decoded = String::new();
    loop {
        let (read, length) = match next_record(&mut input, &mut record, limit).map_err(Kind::Read)? {
            Record::Whole => (utf8(&record), record.len() as u64),
            Record::TooLong(length) => (Err(Kind::RecordTooLong { length, limit }.into()), length),
            Record::Torn => return Ok(Some(torn(offset.byte_offset))),
            Record::End => return Ok(None),
        };
        let event = read.and_then(|json| match forms.read(json, &mut decoded) {
            Some(line) => Ok(line.into_event(&*decoded)),
            None => Event::from_unusual_json(json),
        });
        let visited = event.and_then(|event| visit(LoggedEvent { offset, event }));
        let at = Position::Byte(usize::try_from(offset.byte_offset).unwrap_or(usize::MAX));
        if visited.map_err(|error| error.at(at))?.is_break() {
            return Ok(None);
        }
        offset.ordinal += 1;
        offset.byte_offset += LENGTH_BYTES + length;
    }
}

const LENGTH_BYTES: u64 = 4;

enum Record {
    Whole,
    TooLong(u64),
    Torn,
    End,
}

/// Reads a length and that many bytes into `record`. What is above the limit is passed over, not kept: only its end
/// tells a record that is too long from one that is torn.
fn next_record(input: &mut impl BufRead, record: &mut Vec<u8>, limit: usize) -> io::Result<Record> {
    record.clear();
    input.take(LENGTH_BYTES).read_to_end(record)?;
    let Ok(length) = <[u8; 4]>::try_from(&**record) else {
        return Ok(if record.is_empty() { Record::End } else { Record::Torn });
    };
    let length = u64::from(u32::from_le_bytes(length));
    record.clear();
    let mut body = input.take(length);
    let too_long = length > limit as u64;
    let read =
        if too_long { io::copy(&mut body, &mut io::sink())? } else { body.read_to_end(record)? as u64 };
    Ok(match read == length {
        false => Record::Torn,
        true if too_long => Record::TooLong(length),
        true => Record::Whole,
    })
}

fn torn(byte_offset: u64) -> Warning {
    let message = "the last record is torn; the log ends before it";
    let warning = Warning::new("torn-record", message);
    match usize::try_from(byte_offset) {
        Ok(byte) => warning.at(Position::Byte(byte)),
        Err(_) => warning,
    }
}

fn utf8(bytes: &[u8]) -> Result<&str, RecorderError> {
    std::str::from_utf8(bytes).map_err(|error| Kind::Utf8(error.valid_up_to()).into())
}
