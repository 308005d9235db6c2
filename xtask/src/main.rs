//! The workspace's own commands. One file a command.
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
mod fit;
mod fuzz;
mod ids;
mod imports;
mod inspect;
mod isolate;
mod ledger;
mod licences;
mod made;
mod metrics;
mod mutants;
mod naive;
#[cfg(test)]
mod named;
mod pathological;
mod policies;
mod quality;
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
    /// with --python a fifth
    Conformance(conformance::Arguments),
    /// Chunk documents by the naive readings of the contracts: a second implementation
    Naive(naive::Arguments),
    /// Make the table of clauses by the cases that show them
    Clauses(clauses::Arguments),
    /// Compare builds, numbers of threads and orders of units over all cases and generated units
    Determinism(determinism::Arguments),
    /// Write what the library gives as the expected bytes of draft cases
    Bless(bless::Arguments),
    /// Check the ledger of frozen cases, and enter those that are new
    Ids(ids::Arguments),
    /// List the circles of modules that import each other, and the imports against a crate's layers.toml
    Imports(imports::Arguments),
    /// Time a browser with the page of `chunk inspect`
    Inspect(inspect::Arguments),
    /// Time the libraries beside their peers, in one run
    Bench(bench::Arguments),
    /// Measure how much has to be embedded again after a sentence of a document was edited, beside other splitters
    #[cfg(feature = "peers")]
    Churn(churn::Arguments),
    /// The same, which is compiled with its peers first
    #[cfg(not(feature = "peers"))]
    Churn(with_peers::Arguments),
    /// Measure what chunk-hybrid recognizes against what people marked, and its semantic boundaries
    Quality(quality::Arguments),
    /// Fit the models of chunk-hybrid to documents, and write their weights
    Fit(fit::Arguments),
    /// Measure the success metrics of the Markdown contract over a folder of documents
    Metrics(metrics::Arguments),
    /// Measure the redaction of secrets over a file of cases
    Secrets(secrets::Arguments),
    /// Run hostile patterns of growing size: time, output and memory have to keep their bounds
    Pathological(pathological::Arguments),
    /// Kill the command at many moments, and let its files grow to many lengths and no more: what stands must be old or new, and a
    /// rerun clean
    Faults(faults::Arguments),
    /// Try mutated inputs on a target; what breaks it is kept, and replayed by the tests
    Fuzz(fuzz::Arguments),
    /// Change the code that decides, a place at a time, and see whether the tests notice
    Mutants(mutants::Arguments),
    /// Run every command of the pages in docs/receivers on the real thing
    Receivers(receivers::Arguments),
    /// Put a million chunks through the command: into a store, and compared
    Scale(scale::Arguments),
    /// Write what the records of each policy look like, as `chunk schema` prints it
    Schemas(schemas::Arguments),
    /// Write the vocabularies of tiktoken's encodings that the command holds
    Vocabularies(vocabularies::Arguments),
    /// Measure what sizes and overlaps cost, over the contracts of this repository, for docs/sizes.md and docs/updates.md
    Sizes(sizes::Arguments),
    /// Check the licences of all that is compiled, and that nothing comes in two versions, against deny.toml
    Licences,
    /// List what comes along with each policy crate, and check it against the list of what may
    Isolate(isolate::Arguments),
    /// Check that each crate can be published, and say how
    Release(release::Arguments),
    /// Compare the interface of each crate with that of its last tag
    Semver,
    /// Compare what Spark and Ray give with one local run
    Engines(engines::Arguments),
    /// Everything that must pass before a change lands
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
        Command::Quality(arguments) => quality::run(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
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
