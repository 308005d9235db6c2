//! The contests of chunk-recorder: the library on events in memory, and from JSONL to JSONL, with both contestants as
//! commands.

#[path = "../../../../chunk-recorder/benches/recording/mod.rs"]
mod recording;
mod usual;

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_recorder::{LoggedEvent, RecorderChunk, RecorderConfig, RecorderPolicy, Unit, chunk_core::Policy};
use recording::{Recording, line, text_of};
use std::{
    env,
    error::Error,
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process::Command,
};

const USUAL: &str = "as it is usually written";

/// The measured rate of an existing Rust library, in MB of text a second: for 184,000 events of 342 bytes, on a machine like
/// the one of the README's figures. It cannot be run here; from JSONL to JSONL it cannot be faster than this.
const KNOWN_RATE: f64 = 63.0;

/// All recordings: output and floods of 1 and 10 MB of text, output so long that a command's start does not matter, and
/// typing, which is shorter, since a megabyte of it would be a month at the keyboard.
pub fn contests(command: &Path, rounds: usize) -> Result<Vec<Row>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for (recording, bytes) in [
        (Recording::Output, 1_000_000),
        (Recording::Output, 10_000_000),
        (Recording::Output, 60_000_000),
        (Recording::Flood, 1_000_000),
        (Recording::Flood, 10_000_000),
        (Recording::Typing, 32_000),
        (Recording::Keys, 16_000),
    ] {
        let contest = Contest::prepare(recording, bytes, folder.path())?;
        rows.extend(contest.library(rounds)?);
        let jsonl = contest.jsonl(command, rounds)?;
        if let (Recording::Output, Some(ours)) = (recording, jsonl.first()) {
            println!("{:10} {:.1}× the known {KNOWN_RATE} MB/s", "", ours.rate() / KNOWN_RATE);
        }
        rows.extend(jsonl);
    }
    Ok(rows)
}

/// A log of output with this many bytes of text.
pub fn log(bytes: usize) -> String {
    Recording::Output.events_of(bytes).iter().map(line).collect()
}

/// Runs the other contestant as a command: writes the chunks of a log to stdout.
pub fn usual(log: &Path) -> Result<(), Box<dyn Error>> {
    let events = usual::read(&fs::read_to_string(log)?)?;
    let mut out = BufWriter::with_capacity(64 << 10, io::stdout());
    usual::write(&usual::chunk(&RecorderConfig::default(), &events), &mut out)?;
    Ok(out.flush()?)
}

/// A recording in all the forms that contestants need.
struct Contest {
    /// Its texts, concatenated, since rates are of text.
    input: Input,
    events: Vec<LoggedEvent<'static>>,
    jsonl: String,
    file: PathBuf,
    config: RecorderConfig,
    policy: RecorderPolicy,
}

impl Contest {
    fn prepare(recording: Recording, bytes: usize, folder: &Path) -> Result<Self, String> {
        let events = recording.events_of(bytes);
        let jsonl: String = events.iter().map(line).collect();
        let file = folder.join("recording.jsonl");
        fs::write(&file, &jsonl).map_err(|error| error.to_string())?;
        let config = RecorderConfig::default();
        Ok(Self {
            input: Input {
                name: recording.name().to_owned(),
                text: events.iter().map(text_of).collect(),
                is_script: false,
            },
            events,
            jsonl,
            file,
            policy: RecorderPolicy::new(config.clone()).map_err(|error| error.to_string())?,
            config,
        })
    }

    fn library(&self, rounds: usize) -> Result<Vec<Row>, String> {
        let usual = usual::read(&self.jsonl).map_err(|error| error.to_string())?;
        let contestants = [
            Contestant::new("chunk-recorder", |_| {
                Chunks::Ours(self.policy.collect(Unit::Events(&self.events)).unwrap_or_default().chunks)
            }),
            Contestant::new(USUAL, |_| Chunks::Usual(usual::chunk(&self.config, &usual))),
        ];
        contest::run("recorder", &self.input, rounds, &contestants, |first, other| {
            !first.jsonl().is_empty() && first.jsonl() == other.jsonl()
        })
    }

    fn jsonl(&self, command: &Path, rounds: usize) -> Result<Vec<Row>, String> {
        let this = env::current_exe().map_err(|error| error.to_string())?;
        let contestants: [Contestant<'_, Option<PathBuf>>; 2] = [
            Contestant::new("chunk recorder", |_| {
                self.answer("ours", Command::new(command).args(["recorder", "--quiet", "-j", "1"]))
            }),
            Contestant::new(USUAL, |_| self.answer("usual", Command::new(&this).args(["bench", "--usual"]))),
        ];
        contest::run("JSONL", &self.input, rounds, &contestants, |first, other| {
            let read = |file: &Option<PathBuf>| file.as_ref().and_then(|file| fs::read(file).ok());
            read(first).is_some_and(|first| !first.is_empty() && Some(first) == read(other))
        })
    }

    /// The file with a command's output for the log; `None` if the command fails.
    fn answer(&self, name: &str, command: &mut Command) -> Option<PathBuf> {
        let answer = self.file.with_file_name(name);
        let status = command.arg(&self.file).stdout(File::create(&answer).ok()?).status();
        status.is_ok_and(|status| status.success()).then_some(answer)
    }
}

/// Chunks, which become records only when they are compared, after the time is taken.
enum Chunks {
    Ours(Vec<RecorderChunk>),
    Usual(Vec<usual::Record>),
}

impl Chunks {
    fn jsonl(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let written = match self {
            Self::Ours(chunks) => chunks
                .iter()
                .try_for_each(|chunk| chunk_recorder::chunk_core::jsonl::write_record(&mut out, chunk)),
            Self::Usual(records) => usual::write(records, &mut out),
        };
        written.map_or_else(|_| Vec::new(), |()| out)
    }
}
