//! Fits the models of chunk-hybrid, and measures what they recognize: `cargo training fit` and `cargo training quality`.
#![allow(clippy::disallowed_methods, reason = "a command of ours: nothing of it is output of a contract")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to people")]

mod fit;
mod quality;
mod rate;
mod readings;

use clap::Parser;
use std::{error::Error, path::Path, process::ExitCode};

/// Whether a command's checks passed, or why they could not be made.
type Answer = Result<bool, Box<dyn Error>>;

/// Fits the models of chunk-hybrid, and measures what they recognize.
#[derive(Parser)]
#[command(bin_name = "cargo training")]
enum Command {
    /// Fit the models to documents, and write their weights
    Fit(fit::Arguments),
    /// Measure what chunk-hybrid recognizes against human labels
    Quality(quality::Arguments),
    /// Print how often each row of the table of readings is right in labelled documents
    Readings(readings::Arguments),
}

fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Quality(arguments) => quality::run(&arguments),
        Command::Readings(arguments) => readings::run(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's root.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or_else(|| ".".as_ref())
}
