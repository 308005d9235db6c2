//! The workspace's own commands, one per file or folder.
#![allow(clippy::disallowed_methods, reason = "a command of ours: nothing of it is output of a contract")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command line talks to people")]

mod bench;
mod binary;
mod bless;
#[cfg(feature = "peers")]
mod churn;
mod ci;
mod clauses;
mod conformance;
mod cpu;
#[cfg(test)]
mod depth;
mod determinism;
mod engines;
mod faults;
mod fuzz;
mod generated;
mod ids;
mod imports;
mod inspect;
mod isolate;
mod ledger;
mod licences;
mod metrics;
mod mutants;
mod naive;
mod pathological;
mod policies;
#[cfg(test)]
mod promises;
mod rate;
mod receivers;
mod release;
mod scale;
mod schemas;
mod secrets;
mod semver;
mod sizes;
mod target;
mod vocabularies;
#[cfg(not(feature = "peers"))]
mod with_peers;
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
    /// Chunk documents with the naive readings of the contracts, which are a second implementation
    Naive(naive::Arguments),
    /// Generate the table of clauses and the cases that show them
    Clauses(clauses::Arguments),
    /// Check that builds, thread counts and orders of units give the same records, over all cases and generated units
    Determinism(determinism::Arguments),
    /// Write the library's output as the expected bytes of draft cases
    Bless(bless::Arguments),
    /// Check the ledger of frozen cases, and add new ones to it
    Ids(ids::Arguments),
    /// List the cycles of modules that import each other, and the imports that violate a crate's layers.toml
    Imports(imports::Arguments),
    /// Measure how long a browser takes to show the page of `chunk inspect`
    Inspect(inspect::Arguments),
    /// Time the libraries against their peers, in one run
    Bench(bench::Arguments),
    /// Measure how much has to be embedded again after one sentence is edited, compared with other splitters
    #[cfg(feature = "peers")]
    Churn(churn::Arguments),
    /// Measure how much has to be embedded again after one sentence is edited, compared with other splitters
    #[cfg(not(feature = "peers"))]
    Churn(with_peers::Arguments),
    /// Measure the Markdown contract's success metrics over a folder of documents
    Metrics(metrics::Arguments),
    /// Measure how well secrets are redacted, over a file of cases
    Secrets(secrets::Arguments),
    /// Run hostile patterns of growing size; time, output and memory must stay within bounds
    Pathological(pathological::Arguments),
    /// Kill the command at many moments, and limit its files to many lengths: what is left must be the old output or the new, and
    /// a rerun clean
    Faults(faults::Arguments),
    /// Try mutated inputs on a target; an input that breaks it is kept, and replayed by the tests
    Fuzz(fuzz::Arguments),
    /// Run mutation tests over the code that decides boundaries, overlap and redaction
    Mutants(mutants::Arguments),
    /// Run every command of the pages in docs/receivers, against the real databases and libraries
    Receivers(receivers::Arguments),
    /// Put a million chunks through the command, into a store and through `chunk diff`
    Scale(scale::Arguments),
    /// Generate the schemas of each policy's records, which `chunk schema` prints
    Schemas(schemas::Arguments),
    /// Generate the vocabularies of tiktoken's encodings that are built into the command
    Vocabularies(vocabularies::Arguments),
    /// Measure what sizes and overlaps cost over this repository's contracts, for docs/sizes.md and docs/updates.md
    Sizes(sizes::Arguments),
    /// Check the licences of all dependencies, and that none comes in two versions, against deny.toml
    Licences,
    /// Count each policy crate's dependencies, and check them against the list of allowed ones
    Isolate(isolate::Arguments),
    /// Check that each crate can be published, and print the commands that do it
    Release(release::Arguments),
    /// Compare each crate's public API with that of its last tag
    Semver,
    /// Compare the output of Spark and Ray with that of one local run
    Engines(engines::Arguments),
    /// Run everything that must pass before a change lands
    Ci,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Conformance(arguments) => conformance::run(&arguments),
        Command::Naive(arguments) => naive::run(&arguments),
        Command::Clauses(arguments) => clauses::run(&arguments),
        Command::Determinism(arguments) => determinism::run(&arguments),
        Command::Bless(arguments) => bless::run(&arguments),
        Command::Ids(arguments) => ids::run(&arguments),
        Command::Imports(arguments) => imports::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        #[cfg(feature = "peers")]
        Command::Churn(arguments) => churn::run(&arguments),
        #[cfg(not(feature = "peers"))]
        Command::Churn(_) => with_peers::run(),
        Command::Metrics(arguments) => metrics::run(&arguments),
        Command::Secrets(arguments) => secrets::run(&arguments),
        Command::Pathological(arguments) => pathological::run(&arguments),
        Command::Faults(arguments) => faults::run(&arguments),
        Command::Fuzz(arguments) => fuzz::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Receivers(arguments) => receivers::run(&arguments),
        Command::Scale(arguments) => scale::run(&arguments),
        Command::Schemas(arguments) => schemas::run(&arguments),
        Command::Vocabularies(arguments) => vocabularies::run(&arguments),
        Command::Sizes(arguments) => sizes::run(&arguments),
        Command::Licences => licences::run(),
        Command::Isolate(arguments) => isolate::run(&arguments),
        Command::Release(arguments) => release::run(&arguments),
        Command::Semver => semver::run(),
        Command::Engines(arguments) => engines::run(&arguments),
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
