//! `cargo xtask bench`: contestants side by side, interleaved in one run, each checked before it counts.

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
#[cfg(feature = "peers")]
mod record;
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
    /// Measured rounds of each contestant; the median counts
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Write the medians to xtask/record/DATE.json
    #[arg(long)]
    record: bool,
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
    measure(arguments)
}

/// This command again, optimized and with its peers, which nothing else needs to compile.
#[cfg(not(feature = "peers"))]
fn measure(_: &Arguments) -> Answer {
    let mut again = Command::new(env!("CARGO"));
    again.args(["run", "--quiet", "--release", "--package", "xtask", "--features", "peers", "--"]);
    Ok(again.args(std::env::args_os().skip(1)).status()?.success())
}

#[cfg(feature = "peers")]
fn measure(arguments: &Arguments) -> Answer {
    let mut rows = Vec::new();
    for input in corpus::inputs(arguments.path.as_deref(), arguments.bytes)? {
        rows.extend(counting::contest(&input, arguments.rounds)?);
        rows.extend(tokens::contest(&input, arguments.rounds)?);
        rows.extend(markdown::contest(&input, arguments.rounds)?);
        rows.extend(hybrid::contest(&input, arguments.rounds)?);
    }
    if arguments.record {
        println!("\nrecorded in {}", record::write(&rows)?.display());
    }
    Ok(true)
}
