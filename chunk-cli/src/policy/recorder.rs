//! `chunk recorder`.

use super::sink::{Counted, SinkOf};
use crate::{
    error::{Error, Reach, without_number},
    flags::PolicyFlags,
    foreign::Foreign,
    profile::Profile,
    report::{Taker, Tally},
};
use chunk_backlog::redact::masked;
use chunk_readers::{
    Format, Kind,
    recording::{Damaged, Events, Log},
};
use chunk_recorder::{
    Chunker, Framing, LogFormat, RecorderChunk, RecorderError, RecorderPolicy, SortedLog,
    chunk_core::{Sink, types::Position},
};
use std::{io::BufRead, ops::ControlFlow};

const EXAMPLES: &str = "\
All files given, or of a folder all files, are one stream: a line of JSON for each event, or an
append log. Writes a line of JSON for each chunk.

Examples:
  chunk recorder events.jsonl > chunks.jsonl
  cat events.jsonl | chunk recorder --max-chunk-chars 4000
  chunk recorder --sort events.jsonl -o chunks.jsonl";

pub(super) static PROFILE: Profile = Profile {
    keys: chunk_records::RECORDER,
    after_help: EXAMPLES,
    record_flags: &[&["sort", "append-log", "redact", "from", "ansi"]],
    wants: "nothing was chunked: recorder takes events, a line of JSON each, with the schema_version \
            ft.recorder.event.v1; for other texts there are tokens, markdown and hybrid",
    ..Profile::of::<RecorderPolicy>()
};

impl Counted for RecorderPolicy {
    fn count(&self, _: &RecorderChunk, _: &mut Tally) {}
}

/// What a stream is read from.
pub(crate) enum Input {
    /// May be read ahead of the chunking, by another thread.
    Ahead(Box<dyn BufRead + Send>),
    /// May keep its reader waiting, so all that has been read is chunked before more is read.
    Live(Box<dyn BufRead>),
}

impl Input {
    /// The same, for a reader that reads nothing ahead.
    fn live(self) -> Box<dyn BufRead> {
        match self {
            Self::Ahead(input) => input,
            Self::Live(input) => input,
        }
    }
}

/// The inputs of a run as they are read and chunked as one stream.
pub(crate) struct Reading<'p> {
    policy: &'p RecorderPolicy,
    format: LogFormat,
    foreign: Foreign,
    timing: Option<Vec<u8>>,
    into: Into<'p>,
}

/// Where events go.
enum Into<'p> {
    /// They are chunked as they come.
    Chunks(Box<Chunker<'p>>),
    /// All are read, then sorted and chunked.
    Log(SortedLog),
}

impl<'p> Reading<'p> {
    pub(super) fn new(policy: &'p RecorderPolicy, flags: &PolicyFlags, line_limit: usize) -> Self {
        let mut format = LogFormat::default();
        format.framing = flags.append_log.then_some(Framing::AppendLog);
        format.limit = line_limit;
        format.rewrite = flags.redact.then_some(masked);
        let into = match flags.sort {
            true => Into::Log(SortedLog::default()),
            false => Into::Chunks(Box::new(policy.chunker())),
        };
        Self { policy, format, foreign: flags.foreign.clone(), timing: None, into }
    }

    /// Reads the next input to its end. Calls `bad` for a record that is at fault, and reads on after it unless
    /// `bad` breaks off. An error ends the stream, and hands over the chunk that was open.
    pub(crate) fn read(
        &mut self,
        input: Input,
        taker: &mut Taker<'_>,
        bad: &mut dyn FnMut(Error) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let Self { policy, format, into, .. } = self;
        let Some((input, damaged, is_other)) =
            as_log(input, &self.foreign, &mut self.timing, format.segment_id)?
        else {
            return Ok(());
        };
        let mut is_told = false;
        let mut bad = |error: RecorderError| {
            let is_line = is_other && matches!(error.position(), Some(Position::Line(_)));
            let said = error.to_string();
            let error = cause(error, &damaged);
            bad(match is_line {
                true if is_told => Error { reach: Reach::Line, ..error },
                true => {
                    is_told = true;
                    Error::refused(format!("{said}; {OTHER}"))
                }
                false => error,
            })
        };
        let warnings = match (into, input) {
            (Into::Chunks(chunker), input) => {
                let mut sink = sink(policy, taker);
                let mut bad = |error, _: &mut dyn Sink<RecorderChunk>| bad(error);
                let read = match input {
                    Input::Ahead(input) => chunker.read_ahead(input, *format, &mut sink, &mut bad),
                    Input::Live(input) => chunker.read(input, *format, &mut sink, &mut bad),
                };
                read.map_err(as_ours)?
            }
            (Into::Log(log), input) => log.read(input.live(), *format, bad),
        };
        taker.seen.warnings.extend(warnings);
        format.segment_id += 1;
        Ok(())
    }

    /// Notes that an input could not be read, so that the stream has a gap.
    /// Where events are sorted, there is no gap, since nobody knows where among them those of the unreadable input would be.
    pub(crate) fn skip(&mut self, taker: &mut Taker<'_>) {
        if let Into::Chunks(chunker) = &mut self.into {
            // A taker that breaks off knows why.
            let _ = chunker.gap(&mut sink(self.policy, taker));
        }
        self.format.segment_id += 1;
    }

    /// Hands over the chunk that is still open, after the last input.
    pub(crate) fn finish(self, taker: &mut Taker<'_>) -> Result<(), Error> {
        let mut sink = sink(self.policy, taker);
        match self.into {
            Into::Chunks(chunker) => {
                let _ = chunker.finish(&mut sink);
                Ok(())
            }
            Into::Log(log) => self.policy.chunk_sorted(&log, &mut sink).map_err(as_ours),
        }
    }
}

/// The input as a log: itself, or what a recording of another program is as one, with its lines that cannot be read, and whether it is
/// plainly no log. `None` for the timing file of a typescript, which is kept in
/// `timing` until the typescript comes.
fn as_log(
    input: Input,
    foreign: &Foreign,
    timing: &mut Option<Vec<u8>>,
    segment: u64,
) -> Result<Option<(Input, Damaged, bool)>, Error> {
    let unreadable = |error: std::io::Error| Error::reading(&error);
    // The first bytes tell what it is; they stay in the buffer.
    let mut input = input;
    let head = match &mut input {
        Input::Ahead(input) => input.fill_buf(),
        Input::Live(input) => input.fill_buf(),
    };
    let head = head.map_err(unreadable)?;
    let is_other = is_no_object(head);
    let Some(format) = foreign.format(Kind::Recording, "", head)? else {
        return Ok(Some((input, Damaged::default(), is_other)));
    };
    let mut input = input.live();
    let events = match format {
        Format::Typescript => match timing.take() {
            None => {
                let mut bytes = Vec::new();
                input.read_to_end(&mut bytes).map_err(unreadable)?;
                *timing = Some(bytes);
                return Ok(None);
            }
            Some(timing) => Events::typescript(std::io::Cursor::new(timing), input, foreign.ansi()),
        },
        _ => Events::asciicast(input, foreign.ansi()),
    };
    let log = Log::new(events, segment);
    let damaged = log.damaged();
    Ok(Some((Input::Live(Box::new(log)), damaged, false)))
}

/// What is said of a file whose first line is no JSON object, once.
const OTHER: &str =
    "this is no recorder log: leave the file out, or chunk it with tokens, markdown or hybrid";

/// Whether a text that begins so has a first line that is no JSON object: it does not begin as one, or has the brace alone.
fn is_no_object(head: &[u8]) -> bool {
    let text = head.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(head).trim_ascii_start();
    match text.split_first() {
        None => false,
        Some((b'{', rest)) => rest.iter().find(|byte| !b" \t\r".contains(byte)) == Some(&b'\n'),
        Some(_) => true,
    }
}

/// The recorder's error about a line, or what is wrong with the recording there.
fn cause(error: RecorderError, damaged: &Damaged) -> Error {
    let damaged = match error.position() {
        Some(Position::Line(line)) => damaged.borrow_mut().remove(&line),
        _ => None,
    };
    damaged.map_or_else(|| as_ours(error), |damaged| Error::refused(damaged.to_string()))
}

fn sink<'s, 't>(policy: &'s RecorderPolicy, to: &'s mut Taker<'t>) -> SinkOf<'s, 's, 't, RecorderPolicy> {
    SinkOf { policy, unit: None, to }
}

fn as_ours(error: RecorderError) -> Error {
    let message = error.to_string();
    if error.is_io() { Error::unreadable(without_number(&message)) } else { Error::refused(message) }
}
