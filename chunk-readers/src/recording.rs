//! Recordings of a terminal as events of the recorder policy.

mod ansi;
mod asciicast;
mod typescript;

use crate::{Format, ReadError};
use ansi::Plain;
pub use chunk_core::types::Origin;
use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, BufRead, Read},
    rc::Rc,
};

/// Whether escape sequences stay in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Ansi {
    /// They are removed: colours, cursor movements, titles, and control characters but for tab, line feed and carriage return.
    #[default]
    Remove,
    /// They are kept.
    Keep,
}

impl Ansi {
    /// What this word of a flag asks for: `keep` or `remove`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "keep" => Some(Self::Keep),
            "remove" => Some(Self::Remove),
            _ => None,
        }
    }
}

/// An event of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recorded {
    /// When it happened, in milliseconds since 1970-01-01 UTC, or since the start of a recording that does not say when it was made.
    pub at_ms: i64,
    /// What happened.
    pub what: What,
    /// The line of the recording, or of its timing file, 1-based.
    pub line: usize,
    /// The byte of the recording at which the event stands.
    pub byte: u64,
}

/// What happened in an event.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// Text came out of the terminal.
    Output(String),
    /// Text went into it.
    Input(String),
    /// Something without text: a marker, a resize, the program's exit, a signal; with the format's word for it and its data.
    Marker(String, String),
}

/// The events of a recording: an iterator that has one line in memory. A line that cannot be read is an error, and the next ones are read.
///
/// ```
/// use chunk_readers::recording::{Events, What};
///
/// let cast = "{\"version\":2,\"width\":80,\"height\":24}\n[0.5,\"o\",\"\\u001b[1mhi\\u001b[0m\\r\\n\"]\n";
/// let event = Events::asciicast(cast.as_bytes(), Default::default()).next().unwrap()?;
/// assert_eq!((event.at_ms, event.line, event.what), (500, 2, What::Output("hi\r\n".into())));
/// # Ok::<(), chunk_readers::ReadError>(())
/// ```
pub struct Events<'r> {
    source: Box<dyn Iterator<Item = Result<Recorded, ReadError>> + 'r>,
    output: Plain,
    input: Plain,
    ansi: Ansi,
}

impl<'r> Events<'r> {
    /// The events of an asciicast, version 2 or 3.
    pub fn asciicast(cast: impl BufRead + 'r, ansi: Ansi) -> Self {
        Self::new(asciicast::events(cast), ansi)
    }

    /// The events of a typescript of `script`, by its timing file: classic (`--timing`) or advanced (`--log-timing` with input).
    pub fn typescript(timing: impl BufRead + 'r, typescript: impl Read + 'r, ansi: Ansi) -> Self {
        Self::new(typescript::events(timing, typescript), ansi)
    }

    fn new(source: impl Iterator<Item = Result<Recorded, ReadError>> + 'r, ansi: Ansi) -> Self {
        Self { source: Box::new(source), output: Plain::default(), input: Plain::default(), ansi }
    }
}

impl Iterator for Events<'_> {
    type Item = Result<Recorded, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut next = self.source.next()?;
        if let (Ok(event), Ansi::Remove) = (&mut next, self.ansi) {
            match &mut event.what {
                What::Output(text) => *text = self.output.of(text),
                What::Input(text) => *text = self.input.of(text),
                What::Marker(..) => {}
            }
        }
        Some(next)
    }
}

/// A recording as the log that the recorder policy reads, made while it is read: for each event a line, whose offset names the line and the byte of
/// the recording. An event that cannot be read is a line that is no event, so that the recorder knows of the gap; what is wrong with it is in
/// [`damaged`](Self::damaged).
pub struct Log<'r> {
    events: Events<'r>,
    segment: u64,
    line: Vec<u8>,
    used: usize,
    /// How many lines of the recording have a line in the log.
    lines: usize,
    damaged: Damaged,
}

/// What is wrong with lines of a recording, by their numbers; filled while its log is read.
pub type Damaged = Rc<RefCell<BTreeMap<usize, ReadError>>>;

impl<'r> Log<'r> {
    /// The log of these events, as the segment of this number.
    #[must_use]
    pub fn new(events: Events<'r>, segment: u64) -> Self {
        Self { events, segment, line: Vec::new(), used: 0, lines: 0, damaged: Damaged::default() }
    }

    /// The events that could not be read, as far as the log was read.
    #[must_use]
    pub fn damaged(&self) -> Damaged {
        Rc::clone(&self.damaged)
    }

    /// The log of a file in this format, if it is one file.
    ///
    /// # Errors
    /// [`ReadError`] if the format is no recording of a single file.
    pub fn of(format: Format, file: impl BufRead + 'r, ansi: Ansi, segment: u64) -> Result<Self, ReadError> {
        match format {
            Format::Asciicast => Ok(Self::new(Events::asciicast(file, ansi), segment)),
            Format::Typescript => Err(ReadError::whole("a typescript comes with its timing file; give both")),
            other => Err(ReadError::whole(format_args!("{other} is no format of recordings"))),
        }
    }

    /// Makes the next lines; `false` at the end.
    fn advance(&mut self) -> bool {
        self.line.clear();
        self.used = 0;
        let Some(next) = self.events.next() else { return false };
        let line = match &next {
            Ok(event) => event.line,
            Err(error) => match error.origin() {
                Some(Origin::Line(line)) => *line,
                _ => self.lines + 1,
            },
        };
        // Lines of the recording without an event, such as its header, are blank: so lines of the log have the numbers of the recording's.
        self.line.resize(line.saturating_sub(self.lines + 1), b'\n');
        self.lines = line;
        match next {
            Ok(event) => self.write(&event),
            Err(error) => {
                // No event.
                self.line.extend_from_slice(b"[]\n");
                self.damaged.borrow_mut().insert(line, error);
            }
        }
        true
    }

    fn write(&mut self, event: &Recorded) {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let kind = match &event.what {
            What::Output(text) => format!(r#""event_type":"egress_output","text":{}"#, quoted(text)),
            What::Input(text) => format!(r#""event_type":"ingress_text","text":{}"#, quoted(text)),
            What::Marker(kind, details) => format!(
                r#""event_type":"control_marker","control_marker_type":{},"details":{}"#,
                quoted(kind),
                quoted(details)
            ),
        };
        let Self { segment, .. } = self;
        let Recorded { at_ms, line, byte, .. } = event;
        let json = format!(
            r#"{{"offset":{{"segment_id":{segment},"ordinal":{line},"byte_offset":{byte}}},"event":{{"schema_version":"ft.recorder.event.v1","event_id":"{line}","pane_id":0,"occurred_at_ms":{at_ms},{kind}}}}}"#
        );
        self.line.extend_from_slice(json.as_bytes());
        self.line.push(b'\n');
    }
}

impl Read for Log<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Log<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.used >= self.line.len() {
            if !self.advance() {
                return Ok(&[]);
            }
        }
        Ok(self.line.get(self.used..).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.used = (self.used + amount).min(self.line.len());
    }
}
