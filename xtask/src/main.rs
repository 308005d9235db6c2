//! The workspace's own commands, one per file or folder.
#![allow(clippy::disallowed_methods, reason = "a command of ours: nothing of it is output of a contract")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to people")]

mod bench;
mod binary;
mod bless;
mod ci;
mod clauses;
mod conformance;
mod cpu;
mod determinism;
mod faults;
mod generated;
mod ids;
mod ledger;
mod pathological;
mod policies;
mod release;
mod schemas;
mod secrets;
mod target;
mod vocabularies;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use workspace::{Answer, root};

/// Checks and measures the whole workspace.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every conformance case four ways: library, library on many threads, binary with files, binary with a pipe;
    /// with --python also through the Python package
    Conformance(conformance::Arguments),
    /// Generate the table of clauses and the cases that show them
    Clauses(clauses::Arguments),
    /// Check that builds, thread counts and orders of units give the same records, over all cases and generated units
    Determinism(determinism::Arguments),
    /// Write the library's output as the expected bytes of draft cases
    Bless(bless::Arguments),
    /// Check the ledger of frozen cases, and add new ones to it
    Ids(ids::Arguments),
    /// Time the libraries against their peers, in one run
    Bench(bench::Arguments),
    /// Measure how well secrets are redacted, over a file of cases
    Secrets(secrets::Arguments),
    /// Run hostile patterns of growing size; time, output and memory must stay within bounds
    Pathological(pathological::Arguments),
    /// Kill the command at many moments, and limit its files to many lengths: what is left must be the old output or the new, and
    /// a rerun clean
    Faults(faults::Arguments),
    /// Generate the schemas of each policy's records, which `chunk schema` prints
    Schemas(schemas::Arguments),
    /// Generate the vocabularies of tiktoken's encodings that are built into chunk-core
    Vocabularies(vocabularies::Arguments),
    /// Check that each crate can be published, and print the commands that do it
    Release(release::Arguments),
    /// Run everything that must pass before a change lands
    Ci,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Clauses(arguments) => clauses::run(&arguments),
        Command::Determinism(arguments) => determinism::run(&arguments),
        Command::Bless(arguments) => bless::run(&arguments),
        Command::Ids(arguments) => ids::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Secrets(arguments) => secrets::run(&arguments),
        Command::Pathological(arguments) => pathological::run(&arguments),
        Command::Faults(arguments) => faults::run(&arguments),
        Command::Schemas(arguments) => schemas::run(&arguments),
        Command::Vocabularies(arguments) => vocabularies::run(&arguments),
        Command::Release(arguments) => release::run(&arguments),
        Command::Ci => ci::run(),
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
