//! `chunk recorder`.

use crate::{
    command::{Flag, Input, PolicyCommand, SinkOf, Stream, record_flags},
    error::Error,
    foreign::Foreign,
    profile::{Profile, schemas},
    redact::masked,
    report::Taker,
};
use chunk_readers::{
    Format, Kind,
    recording::{Damaged, Events, Log},
};
use chunk_recorder::{
    Chunker, Framing, LogFormat, RecorderChunk, RecorderError, RecorderPolicy, SortedLog,
    chunk_core::{Position, Sink},
};
use std::{io::BufRead, ops::ControlFlow};

const EXAMPLES: &str = "\
All files given, or of a folder all files, are one stream: a line of JSON for each event, or an
append log. Writes a line of JSON for each chunk.

Examples:
  chunk recorder events.jsonl > chunks.jsonl
  cat events.jsonl | chunk recorder --max-chunk-chars 4000
  chunk recorder --sort events.jsonl -o chunks.jsonl";

#[derive(Debug, Default, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Recorder {
    /// The input is the recorder's own append log; without this, its first bytes tell
    #[arg(long)]
    append_log: bool,
    /// Read everything and sort it, instead of refusing events that come out of order
    #[arg(long)]
    sort: bool,
    /// The most characters of a chunk, overlap included [default: 1800]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_chunk_chars: Option<String>,
    /// How many characters of the chunk before are repeated [default: 120]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    overlap_chars: Option<String>,
    /// Write over what looks like a secret with X before anything is chunked; places stay those of the source
    #[arg(long)]
    redact: bool,
    #[command(flatten)]
    foreign: Foreign,
}

impl PolicyCommand for Recorder {
    type Policy = RecorderPolicy;

    const PROFILE: &'static Profile = &Profile {
        keys: chunk_records::RECORDER,
        schemas: schemas!("recorder"),
        own_flags: &["sort", "append-log", "redact", "from", "ansi"],
        wants: "nothing was chunked: recorder takes events, a line of JSON each, with the schema_version \
                ft.recorder.event.v1; for other texts there are tokens, markdown and hybrid",
        ..Profile::of::<RecorderPolicy>()
    };

    record_flags!(foreign, redact, sort, append_log);

    fn flags(&self) -> Vec<Flag<'_>> {
        vec![
            Flag { key: "max_chunk_chars", value: self.max_chunk_chars.as_deref() },
            Flag { key: "overlap_chars", value: self.overlap_chars.as_deref() },
        ]
    }

    fn stream<'p>(&self, policy: &'p RecorderPolicy, line_limit: usize) -> Option<Box<dyn Stream + 'p>> {
        let mut format = LogFormat::default();
        format.framing = self.append_log.then_some(Framing::AppendLog);
        format.limit = line_limit;
        format.rewrite = self.redact.then_some(masked);
        let into = match self.sort {
            true => Into::Log(SortedLog::default()),
            false => Into::Chunks(Box::new(policy.chunker())),
        };
        Some(Box::new(Reading { policy, format, foreign: self.foreign.clone(), timing: None, into }))
    }
}

/// The inputs of a run as they are read.
struct Reading<'p> {
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

impl Stream for Reading<'_> {
    fn read(
        &mut self,
        input: Input<'_>,
        taker: &mut Taker<'_>,
        bad: &mut dyn FnMut(Error) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let Self { policy, format, into, .. } = self;
        let Some((input, damaged)) = as_log(input, &self.foreign, &mut self.timing, format.segment_id)?
        else {
            return Ok(());
        };
        let warnings = match (into, input) {
            (Into::Chunks(chunker), input) => {
                let mut sink = sink(policy, taker);
                let mut bad = |error, _: &mut dyn Sink<RecorderChunk>| bad(cause(error, &damaged));
                let read = match input {
                    Input::Ahead(input) => chunker.read_ahead(input, *format, &mut sink, &mut bad),
                    Input::Live(input) => chunker.read(input, *format, &mut sink, &mut bad),
                };
                read.map_err(as_ours)?
            }
            (Into::Log(log), Input::Ahead(input)) => {
                log.read(input, *format, |error| bad(cause(error, &damaged)))
            }
            (Into::Log(log), Input::Live(input)) => {
                log.read(input, *format, |error| bad(cause(error, &damaged)))
            }
        };
        taker.seen.warnings.extend(warnings);
        format.segment_id += 1;
        Ok(())
    }

    /// Where events are sorted, there is no gap, since nobody knows where among them those of the unreadable input would be.
    fn skip(&mut self, taker: &mut Taker<'_>) {
        if let Into::Chunks(chunker) = &mut self.into {
            // A taker that breaks off knows why.
            let _ = chunker.gap(&mut sink(self.policy, taker));
        }
        self.format.segment_id += 1;
    }

    fn finish(self: Box<Self>, taker: &mut Taker<'_>) -> Result<(), Error> {
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

/// The input as a log: itself, or what a recording of another program is as one, with its lines that cannot be read. `None` for the timing file of a typescript, which is kept in
/// `timing` until the typescript comes.
fn as_log<'i>(
    input: Input<'i>,
    foreign: &Foreign,
    timing: &mut Option<Vec<u8>>,
    segment: u64,
) -> Result<Option<(Input<'i>, Damaged)>, Error> {
    let unreadable = |error: std::io::Error| Error::reading(&error);
    // The first bytes tell what it is; they stay in the buffer.
    let mut input = match input {
        Input::Ahead(mut input) => {
            let head = input.fill_buf().map_err(unreadable)?;
            if foreign.format(Kind::Recording, "", head)?.is_none() {
                return Ok(Some((Input::Ahead(input), Damaged::default())));
            }
            input as Box<dyn BufRead + 'i>
        }
        Input::Live(input) => input,
    };
    let format = foreign.format(Kind::Recording, "", input.fill_buf().map_err(unreadable)?)?;
    let events = match format {
        None => return Ok(Some((Input::Live(input), Damaged::default()))),
        Some(Format::Typescript) => match timing.take() {
            None => {
                let mut bytes = Vec::new();
                input.read_to_end(&mut bytes).map_err(unreadable)?;
                *timing = Some(bytes);
                return Ok(None);
            }
            Some(timing) => Events::typescript(std::io::Cursor::new(timing), input, foreign.ansi()),
        },
        Some(_) => Events::asciicast(input, foreign.ansi()),
    };
    let log = Log::new(events, segment);
    let damaged = log.damaged();
    Ok(Some((Input::Live(Box::new(log)), damaged)))
}

/// The recorder's error about a line, or what is wrong with the recording there.
fn cause(error: RecorderError, damaged: &Damaged) -> Error {
    let damaged = match error.position() {
        Some(Position::Line(line)) => damaged.borrow_mut().remove(&line),
        _ => None,
    };
    damaged.map_or_else(|| as_ours(error), |damaged| Error::refused(damaged.to_string()))
}

fn sink<'t, 'k>(
    policy: &'t RecorderPolicy,
    to: &'t mut Taker<'k>,
) -> SinkOf<'t, 't, Recorder, &'t mut Taker<'k>> {
    SinkOf { policy, unit: None, to }
}

fn as_ours(error: RecorderError) -> Error {
    if error.is_io() { Error::unreadable(error.to_string()) } else { Error::refused(error.to_string()) }
}
