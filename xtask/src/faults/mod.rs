//! `cargo xtask faults`: kills the command at many moments, and limits its files to many lengths, for each kind of output.
//! Afterwards each file must be the old one or the new one, and a rerun must leave exactly what a clean run does.
// Holds: P9
#![allow(clippy::disallowed_methods, reason = "a command of ours takes the time")]

mod full;
mod kill;
mod output;
mod runs;

use crate::{binary, workspace::Answer};
use output::OUTPUTS;
use std::{fs, path::PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// At how many moments to kill a run, for each kind of output
    #[arg(long, default_value_t = 200)]
    moments: u32,
    /// To how many lengths to limit files, for each kind of output; shorter output is limited at every byte
    #[arg(long, default_value_t = 4_000)]
    lengths: u64,
    /// Only this kind of output
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(OUTPUTS.iter().map(|output| output.name)))]
    output: Option<String>,
    /// Test this program instead of ours
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let program = arguments.program.clone().map_or_else(|| binary::build("dev"), Ok)?;
    let program = fs::canonicalize(program)?;
    let mut is_well = true;
    for output in OUTPUTS {
        if arguments.output.as_ref().is_some_and(|only| only != output.name) {
            continue;
        }
        for (what, faults) in [
            ("killed", kill::faults(&program, output, arguments.moments)?),
            ("full", full::faults(&program, output, arguments.lengths)?),
        ] {
            println!("{:24} {what:8} {}", output.name, faults.tried);
            is_well &= faults.found.is_empty();
            faults.found.iter().take(10).for_each(|fault| println!("  {fault}"));
        }
    }
    Ok(is_well)
}
