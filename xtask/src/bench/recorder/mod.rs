//! Recordings in chunks: the library on events in memory, and JSONL to JSONL, through the command as well.

#[path = "../../../../chunk-recorder/benches/recording/mod.rs"]
mod recording;
mod usual;

use super::{
    contest::{self, Contestant, Row},
    corpus::Input,
};
use chunk_recorder::{
    Framing, LoggedEvent, RecorderChunk, RecorderConfig, RecorderPolicy, Unit, chunk_core::Policy,
};
use recording::{Recording, line, text_of};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const USUAL: &str = "as it is usually written";

/// All recordings, 1 and 10 MB of text each. Of typing one recording has 16,000 keys, and no other is as long: a
/// megabyte of it would be a month at the keyboard.
pub fn contests(command: &Path, rounds: usize) -> Result<Vec<Row>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut rows = Vec::new();
    for (recording, bytes) in [
        (Recording::Output, 1_000_000),
        (Recording::Output, 10_000_000),
        (Recording::Flood, 1_000_000),
        (Recording::Flood, 10_000_000),
        (Recording::Typing, 32_000),
        (Recording::Keys, 16_000),
    ] {
        let contest = Contest::prepare(recording, bytes, folder.path())?;
        rows.extend(contest.library(rounds)?);
        rows.extend(contest.jsonl(command, rounds)?);
    }
    Ok(rows)
}

/// A recording in all its forms.
struct Contest {
    /// Its texts, one behind the other: rates are of text.
    input: Input,
    events: Vec<LoggedEvent<'static>>,
    jsonl: String,
    file: PathBuf,
    answer: PathBuf,
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
            input: Input { name: recording.name().to_owned(), text: events.iter().map(text_of).collect() },
            events,
            jsonl,
            file,
            answer: folder.join("chunks.jsonl"),
            policy: RecorderPolicy::new(config.clone()).map_err(|error| error.to_string())?,
            config,
        })
    }

    fn library(&self, rounds: usize) -> Result<Vec<Row>, String> {
        let usual = usual::read(&self.jsonl).map_err(|error| error.to_string())?;
        let contestants = [
            Contestant {
                name: "chunk-recorder",
                run: Box::new(|_| {
                    let chunks = self.policy.collect(Unit::Events(&self.events)).unwrap_or_default();
                    Chunks::Ours(chunks.chunks)
                }),
            },
            Contestant { name: USUAL, run: Box::new(|_| Chunks::Usual(usual::chunk(&self.config, &usual))) },
        ];
        contest::run("recorder", &self.input, rounds, &contestants, |first, other| {
            !first.jsonl().is_empty() && first.jsonl() == other.jsonl()
        })
    }

    fn jsonl(&self, command: &Path, rounds: usize) -> Result<Vec<Row>, String> {
        let contestants: [Contestant<'_, Vec<u8>>; 3] = [
            Contestant {
                name: "chunk-recorder",
                run: Box::new(|_| {
                    let unit = Unit::Log { bytes: self.jsonl.as_bytes(), framing: Framing::Jsonl };
                    let mut out = Vec::new();
                    // What fails gives another answer.
                    let _ = self.policy.write_jsonl(unit, &mut out, &mut |_| ());
                    out
                }),
            },
            Contestant { name: "chunk recorder, the command", run: Box::new(|_| self.command(command)) },
            Contestant {
                name: USUAL,
                run: Box::new(|_| {
                    let records = usual::chunk(&self.config, &usual::read(&self.jsonl).unwrap_or_default());
                    let mut out = Vec::new();
                    let _ = usual::write(&records, &mut out);
                    out
                }),
            },
        ];
        contest::run("JSONL", &self.input, rounds, &contestants, |first, other| {
            !first.is_empty() && first == other
        })
    }

    /// What the command makes of the file; nothing if it fails.
    fn command(&self, command: &Path) -> Vec<u8> {
        let Ok(answer) = File::create(&self.answer) else { return Vec::new() };
        let status = Command::new(command)
            .args(["recorder", "--quiet"])
            .arg(&self.file)
            .stdout(Stdio::from(answer))
            .status();
        match status {
            Ok(status) if status.success() => fs::read(&self.answer).unwrap_or_default(),
            _ => Vec::new(),
        }
    }
}

/// Chunks, to be compared as records when the time is taken.
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
