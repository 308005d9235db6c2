//! The command `chunk`: finds documents, has a policy chunk them, writes the records.

mod batch;
mod check;
mod clock;
mod console;
mod documents;
mod end;
mod environment;
mod find;
mod interrupt;
mod ledger;
mod line;
mod manual;
mod options;
mod out_dir;
mod output;
mod policy;
mod remade;
mod run;
mod schema;
mod settings;
#[cfg(feature = "sqlite")]
mod store;
#[cfg(feature = "sqlite")]
mod stored;
mod stream;
mod turns;
mod whole_file;

use clap::Parser;
use console::say;
use end::{Broken, Verdict, exit_code};
use environment::Environment;
use std::process::ExitCode;

const AFTER_HELP: &str = "\
Example: chunk tokens notes.txt > notes.jsonl
Exit status: 0 well, 1 no or a document failed, 2 usage, settings or I/O";

/// Deterministic chunks for embedding and retrieval, each by a written contract
#[derive(Parser)]
#[command(name = "chunk", version, after_help = AFTER_HELP, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    #[command(flatten)]
    Policy(policy::PolicyRun),
    /// Check records against their contract and their sources
    Check(check::Check),
    /// Print the schema of a policy's records
    Schema(schema::SchemaOf),
    /// List the policies and the versions of their contracts
    #[command(after_help = "Example:\n  chunk policies")]
    Policies,
    /// Print a completion script for a shell
    Completions(manual::Completions),
    /// Print a manual page
    Man(manual::Man),
}

fn main() -> ExitCode {
    interrupt::watch();
    let ending = match Cli::try_parse() {
        Ok(cli) => cli.command.run(),
        Err(usage) => {
            let printed = usage.print().map_err(Broken::stdout);
            if usage.use_stderr() {
                return ExitCode::from(2);
            }
            printed.map(|()| Verdict::Well)
        }
    };
    if let Err(Broken::Trouble(message)) = &ending {
        say(&format!("error: {message}"));
    }
    exit_code(&ending)
}

impl Command {
    fn run(&self) -> Result<Verdict, Broken> {
        match self {
            Self::Policy(run) => run.run(&Environment::read()),
            Self::Check(check) => check.run(&Environment::read()),
            Self::Schema(schema) => schema.print(),
            Self::Policies => manual::policies(),
            Self::Completions(completions) => completions.print(),
            Self::Man(man) => man.print(),
        }
    }
}
