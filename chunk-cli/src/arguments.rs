//! The command line as a whole: every subcommand, and the module that runs it.

use crate::{
    check, diff,
    environment::Environment,
    error::{Error, Verdict},
    eval, foreign, inspect, manual,
    policy::{backlog::Backlog, hybrid::Hybrid, markdown::Markdown, recorder::Recorder, tokens::Tokens},
    run::Run,
    schema,
};
use clap::CommandFactory;

const AFTER_HELP: &str = "Example: chunk tokens notes.txt > notes.jsonl (chunk man: exit status)";

/// Deterministic chunks of text for embedding and retrieval
#[derive(clap::Parser)]
#[command(name = "chunk", version, after_help = AFTER_HELP, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Taken by every command, so that a script need not know which of them has something to say
    #[arg(short, long, global = true, hide = true)]
    quiet: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Work items and decision records, secrets redacted
    Backlog(Box<Run<Backlog>>),
    /// Logs, notes, decisions, procedures: each by what it holds
    Hybrid(Box<Run<Hybrid>>),
    /// Markdown: sections and blocks, citable by file and lines
    Markdown(Box<Run<Markdown>>),
    /// The event stream of a terminal recorder, chunked as it comes
    Recorder(Box<Run<Recorder>>),
    /// Plain text: sentences and paragraphs, up to a number of tokens
    Tokens(Box<Run<Tokens>>),
    /// Check chunks against their contract and their sources
    Check(check::Check),
    /// Compare two runs: what an index has to embed, move and remove
    Diff(diff::Diff),
    /// Compare settings: which hold the answers to your questions
    Eval(eval::Eval),
    /// Show a document's chunks, and why each begins where it does
    Inspect(inspect::Inspect),
    /// Print the schema of a policy's records
    Schema(schema::SchemaOf),
    /// List the policies (the first five commands) and their contracts
    #[command(after_help = "Example:\n  chunk policies")]
    Policies,
    /// List the formats of other programs that are read
    #[command(after_help = "Example:\n  chunk formats")]
    Formats,
    /// Print a completion script for a shell
    // Wanted once; the list of commands is to fit a screen.
    #[command(hide = true)]
    Completions(manual::Completions),
    /// Print a manual page
    Man(manual::Man),
}

impl Cli {
    /// The arguments of `chunk check`, if it is that.
    #[cfg(test)]
    pub(crate) fn check(&self) -> Option<&check::Check> {
        match &self.command {
            Command::Check(check) => Some(check),
            _ => None,
        }
    }

    pub(crate) fn run(self) -> Result<Verdict, Error> {
        match self.command {
            Command::Backlog(run) => run.run(&Environment::read()),
            Command::Hybrid(run) => run.run(&Environment::read()),
            Command::Markdown(run) => run.run(&Environment::read()),
            Command::Recorder(run) => run.run(&Environment::read()),
            Command::Tokens(run) => run.run(&Environment::read()),
            Command::Check(check) => check.run(&Environment::read()),
            Command::Diff(diff) => diff.run(self.quiet),
            Command::Eval(eval) => eval.run(self.quiet),
            Command::Inspect(inspect) => inspect.run(&Environment::read(), self.quiet),
            Command::Schema(schema) => schema.print(),
            Command::Policies => manual::policies(&Self::command()),
            Command::Formats => foreign::formats(),
            Command::Completions(completions) => completions.print(Self::command()),
            Command::Man(man) => man.print(Self::command()),
        }
    }
}
