//! `cargo xtask bench`: times our libraries and their peers, taking turns in one run, and checks each one's output.

mod axis;
mod beside;
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
#[path = "../../../chunk-cli/src/eval/plot.rs"]
mod plot;
mod record;
#[cfg(feature = "peers")]
mod recorder;
#[cfg(feature = "peers")]
mod scripts;
mod table;
#[cfg(feature = "peers")]
mod tokens;

use crate::Answer;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Arguments {
    /// Measure on the texts in this folder as well; each file is one input
    path: Option<PathBuf>,
    /// Bytes of each generated text
    #[arg(long, default_value_t = 1 << 20)]
    bytes: usize,
    /// Only this contest
    #[arg(long, value_parser = ["counting", "tokens", "markdown", "hybrid", "recorder", "command"])]
    only: Option<String>,
    /// Measured rounds for each contestant, of which the median counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Write the medians to xtask/record/DATE.json
    #[arg(long)]
    record: bool,
    /// Write the tables and plots of docs/benchmarks.md from the records instead
    #[arg(long)]
    table: bool,
    /// Write nothing; fail if the tables are not those of the latest record
    #[arg(long, requires = "table")]
    check: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    if arguments.table {
        return table::run(arguments.check);
    }
    measure(arguments)
}

/// Runs this command again, optimized and compiled with its peers.
#[cfg(not(feature = "peers"))]
fn measure(_: &Arguments) -> Answer {
    let mut again = std::process::Command::new(env!("CARGO"));
    again.args(["run", "--quiet", "--release", "--package", "xtask", "--features", "peers", "--"]);
    Ok(again.args(std::env::args_os().skip(1)).status()?.success())
}

#[cfg(feature = "peers")]
fn measure(arguments: &Arguments) -> Answer {
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
        rows.extend(recorder::contests(arguments.rounds)?);
    }
    if wants("command") {
        rows.extend(command::contests(&crate::binary::build("release")?, arguments.rounds)?);
    }
    if arguments.record {
        println!("\nrecorded in {}", record::write(rows)?.display());
    }
    Ok(true)
}
