//! `cargo xtask bench`: contestants side by side, interleaved in one run, each checked before it counts.

#[cfg(feature = "peers")]
mod command;
#[cfg(feature = "peers")]
mod contest;
#[cfg(feature = "peers")]
mod corpus;
#[cfg(feature = "peers")]
mod counting;
#[cfg(feature = "peers")]
mod hybrid;
#[cfg(feature = "peers")]
mod markdown;
mod record;
#[cfg(feature = "peers")]
mod recorder;
#[cfg(feature = "peers")]
mod scripts;
mod table;
#[cfg(feature = "peers")]
mod tokens;

use crate::{Answer, root};
use std::{path::PathBuf, process::Command};

#[derive(clap::Args)]
pub struct Arguments {
    /// Measure on the texts of this folder as well (every file is one input)
    path: Option<PathBuf>,
    /// Bytes of each generated text
    #[arg(long, default_value_t = 1 << 20)]
    bytes: usize,
    /// Only this contest
    #[arg(long, value_parser = ["counting", "tokens", "markdown", "hybrid", "recorder", "command"])]
    only: Option<String>,
    /// Measured rounds of each contestant; the median counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Write the medians to xtask/record/DATE.json
    #[arg(long)]
    record: bool,
    /// Write the tables of the README of the latest record instead
    #[arg(long)]
    table: bool,
    /// Write nothing; tables that are not those of the latest record are a failure
    #[arg(long, requires = "table")]
    check: bool,
    /// Be the recorder's other contestant: write the chunks of this log to stdout
    #[arg(long, hide = true)]
    usual: Option<PathBuf>,
    /// Run the criterion benchmarks of the library parts instead
    #[arg(long)]
    parts: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    if arguments.parts {
        return Ok(Command::new(env!("CARGO"))
            .args(["bench", "--workspace"])
            .current_dir(root())
            .status()?
            .success());
    }
    if arguments.table {
        return table::run(arguments.check);
    }
    measure(arguments)
}

/// This command again, optimized and with its peers, which nothing else needs to compile.
#[cfg(not(feature = "peers"))]
fn measure(_: &Arguments) -> Answer {
    crate::with_peers::run()
}

#[cfg(feature = "peers")]
fn measure(arguments: &Arguments) -> Answer {
    if let Some(log) = &arguments.usual {
        return recorder::usual(log).map(|()| true);
    }
    let wants = |contest: &str| arguments.only.as_deref().is_none_or(|only| only == contest);
    let mut rows = Vec::new();
    for input in corpus::inputs(arguments.path.as_deref(), arguments.bytes)? {
        if wants("counting") {
            rows.extend(counting::contest(&input, arguments.rounds)?);
        }
        if input.is_script {
            continue;
        }
        if wants("tokens") {
            rows.extend(tokens::contest(&input, arguments.rounds)?);
        }
        if wants("markdown") {
            rows.extend(markdown::contest(&input, arguments.rounds)?);
        }
        if wants("hybrid") {
            rows.extend(hybrid::contest(&input, arguments.rounds)?);
        }
    }
    if wants("markdown") {
        rows.extend(markdown::contest(&corpus::large()?, arguments.rounds)?);
    }
    if wants("recorder") {
        rows.extend(recorder::contests(&crate::binary::build("release")?, arguments.rounds)?);
    }
    if wants("command") {
        rows.extend(command::contests(&crate::binary::build("release")?, arguments.rounds)?);
    }
    if arguments.record {
        println!("\nrecorded in {}", record::write(rows)?.display());
    }
    Ok(true)
}
