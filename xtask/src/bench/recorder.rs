//! The contest of chunk-recorder: chunks of events in memory.

#[path = "../../../chunk-recorder/benches/recording/mod.rs"]
mod recording;

use super::{
    contest::{self, Contestant},
    corpus::Input,
    record::Row,
};
use chunk_recorder::{RecorderPolicy, Unit, chunk_core::Policy};
use recording::{Recording, line, text_of};

/// Recordings and how many bytes of text each has. Typing is shorter: a megabyte of it would be a month at the keyboard.
const RECORDINGS: [(Recording, usize); 4] = [
    (Recording::Output, 10_000_000),
    (Recording::Flood, 10_000_000),
    (Recording::Typing, 32_000),
    (Recording::Keys, 16_000),
];

pub fn contests(rounds: usize) -> Result<Vec<Row>, String> {
    let policy = RecorderPolicy::default();
    let mut rows = Vec::new();
    for (recording, bytes) in RECORDINGS {
        let events = recording.events_of(bytes);
        let name = recording.name().to_owned();
        // Rates are of text.
        let input = Input { name, text: events.iter().map(text_of).collect(), is_script: false };
        let chunks = |_: &str| policy.collect(Unit::Events(&events)).unwrap_or_default().chunks;
        let contestants = [Contestant::new("chunk-recorder", chunks)];
        rows.extend(contest::run("recorder", &input, rounds, &contestants, |_, chunks| !chunks.is_empty())?);
    }
    Ok(rows)
}

/// A log of output with this many bytes of text.
pub fn log(bytes: usize) -> String {
    Recording::Output.events_of(bytes).iter().map(line).collect()
}
