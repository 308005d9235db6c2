//! The command line as a whole: every subcommand, and the module that runs it.

use crate::{
    check,
    console::set_quiet,
    diff,
    error::{Error, Verdict},
    eval,
    flags::{Given, OF_POLICIES},
    foreign, inspect, manual,
    options::{OF_DOCUMENTS, PROVENANCE},
    policy::{PROFILES, PolicyName},
    profile::Profile,
    run::Run,
};
use clap::{
    Arg, Command as Clap, CommandFactory,
    builder::{Resettable, StringValueParser, TypedValueParser},
};
use std::collections::BTreeSet;

const AFTER_HELP: &str = "Also: help COMMAND, version, completions SHELL. Example: chunk inspect README.md";

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
    Backlog(Box<Run>),
    /// Logs, notes, decisions, procedures: each by what it holds
    Hybrid(Box<Run>),
    /// Markdown: sections and blocks, citable by file and lines
    Markdown(Box<Run>),
    /// The event stream of a terminal recorder, chunked as it comes
    Recorder(Box<Run>),
    /// Plain text: sentences and paragraphs, up to a number of tokens
    Tokens(Box<Run>),
    /// Check chunks against their contract and their sources
    Check(check::Check),
    /// Compare two runs: what an index has to embed, move and remove
    Diff(diff::Diff),
    /// Compare settings: which hold the answers to your questions
    Eval(eval::Eval),
    /// Show a document's chunks, and why each begins where it does
    Inspect(inspect::Inspect),
    /// Print the schema of a policy's records
    Schema(manual::SchemaOf),
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
    pub(crate) fn run(self) -> Result<Verdict, Error> {
        set_quiet(self.quiet);
        match self.command {
            Command::Backlog(run) => run.run(PolicyName::Backlog),
            Command::Hybrid(run) => run.run(PolicyName::Hybrid),
            Command::Markdown(run) => run.run(PolicyName::Markdown),
            Command::Recorder(run) => run.run(PolicyName::Recorder),
            Command::Tokens(run) => run.run(PolicyName::Tokens),
            Command::Check(check) => check.run(),
            Command::Diff(diff) => diff.run(),
            Command::Eval(eval) => eval.run(),
            Command::Inspect(inspect) => inspect.run(self.quiet),
            Command::Schema(schema) => schema.print(),
            Command::Policies => manual::policies(&command()),
            Command::Formats => foreign::formats(),
            Command::Completions(completions) => completions.print(command()),
            Command::Man(man) => man.print(command()),
        }
    }
}

/// The command line. The help of a policy shows only its own flags, and that of `check` and `inspect` names the policies that have each.
pub(crate) fn command() -> Clap {
    let of_policy = |command: Clap, profile: &&Profile| {
        command.mut_subcommand(profile.contract.policy, |policy| {
            policy.args(settings(&[profile])).after_help(profile.after_help).mut_args(|arg| own(arg, profile))
        })
    };
    let command = PROFILES.iter().fold(Cli::command(), of_policy);
    ["check", "inspect"].into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| command.args(settings(&PROFILES)).mut_args(of_all))
    })
}

/// The settings of some policies as arguments, each flag once, before the others.
fn settings(profiles: &[&Profile]) -> Vec<Arg> {
    let mut known = BTreeSet::new();
    let all = profiles.iter().flat_map(|profile| profile.settings());
    let all = all.filter(move |setting| known.insert(setting.flag)).enumerate().map(|(order, setting)| {
        let arg = Arg::new(setting.flag).long(setting.flag).value_parser(StringValueParser::new().map(Given));
        let arg = arg.help(setting.help).help_heading(OF_POLICIES).display_order(order);
        match setting.value {
            "" => arg.num_args(0).default_missing_value("true"),
            value => arg.value_name(value).allow_negative_numbers(true),
        }
    });
    all.collect()
}

/// A flag in the help of one policy: hidden if the policy does not have it.
fn own(arg: Arg, profile: &Profile) -> Arg {
    let long = arg.get_long().unwrap_or_default().to_owned();
    match arg.get_help_heading() {
        Some(OF_POLICIES) => arg.hide(!profile.has(&long)).help_heading(Resettable::Reset),
        Some(PROVENANCE) => arg.hide(!profile.recorded.contains(&&*long)),
        _ => arg.hide(profile.keys.is_stream && (OF_DOCUMENTS.contains(&&*long) || long == "id")),
    }
}

/// A flag in the help of all policies: after the names of those that have it.
fn of_all(arg: Arg) -> Arg {
    if arg.get_help_heading() != Some(OF_POLICIES) {
        return arg;
    }
    let long = arg.get_long().unwrap_or_default();
    let policies: Vec<_> = PROFILES.iter().filter(|profile| profile.has(long)).collect();
    let names: Vec<_> = policies.iter().map(|profile| profile.contract.policy).collect();
    let own = policies.iter().flat_map(|profile| profile.settings()).filter(|setting| setting.flag == long);
    let help = match own.map(|setting| setting.help).collect::<BTreeSet<_>>().len() {
        0 | 1 => arg.get_help().map(ToString::to_string).unwrap_or_default(),
        _ => "for each what its own --help says".to_owned(),
    };
    arg.help(format!("{}: {help}", names.join(", ")))
}
