//! The command line as a whole: every subcommand, and the module that runs it; and the message about arguments that cannot be parsed, which is
//! clap's, with better advice where its own would mislead.

use crate::{
    check,
    console::set_quiet,
    diff,
    error::{Error, Verdict},
    eval,
    flags::{Given, OF_POLICIES},
    foreign, inspect, manual,
    options::PROVENANCE,
    policy::{self, PROFILES, PolicyName},
    profile::Profile,
    run::Run,
    shown::shown_argument,
};
use clap::{
    Arg, Command as Clap, CommandFactory,
    builder::{Resettable, StringValueParser, StyledStr, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, ffi::OsString, path::Path};

const AFTER_HELP: &str = "Also: help COMMAND, version, completions SHELL. Example: chunk inspect README.md";

/// The flags that say something of documents, of which a stream has none.
const OF_DOCUMENTS: [&str; 8] =
    ["input", "id-field", "text-field", "id", "file-limit", "pre", "out-dir", "omit"];

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
            policy.args(settings()).after_help(profile.after_help).mut_args(|arg| own(arg, profile))
        })
    };
    let command = PROFILES.iter().fold(Cli::command(), of_policy);
    ["check", "inspect"].into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| command.args(settings()).mut_args(of_all))
    })
}

/// The settings of all policies as arguments, each flag once.
fn settings() -> impl Iterator<Item = Arg> {
    let mut known = BTreeSet::new();
    let all = PROFILES.iter().flat_map(|profile| profile.settings);
    all.filter(move |setting| known.insert(setting.flag)).map(|setting| {
        let arg = Arg::new(setting.flag).long(setting.flag).value_parser(StringValueParser::new().map(Given));
        let arg = arg.help(setting.help).help_heading(OF_POLICIES);
        match setting.value {
            "" => arg.num_args(0).default_missing_value("true"),
            value => arg.value_name(value).allow_negative_numbers(true),
        }
    })
}

/// A flag in the help of one policy: hidden if the policy does not have it. Settings come first.
fn own(arg: Arg, profile: &Profile) -> Arg {
    let long = arg.get_long().unwrap_or_default().to_owned();
    match arg.get_help_heading() {
        Some(OF_POLICIES) => {
            let arg = arg.hide(!profile.has(&long)).help_heading(Resettable::Reset);
            match profile.settings.iter().enumerate().find(|(_, setting)| setting.flag == long) {
                Some((order, setting)) => arg.help(setting.help).display_order(order),
                None => arg,
            }
        }
        Some(PROVENANCE) => arg.hide(!profile.recorded.contains(&&*long)),
        _ => arg.hide(profile.keys.is_stream && OF_DOCUMENTS.contains(&&*long)),
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
    let own = policies.iter().flat_map(|profile| profile.settings).filter(|setting| setting.flag == long);
    let help = match own.map(|setting| setting.help).collect::<BTreeSet<_>>().len() {
        0 | 1 => arg.get_help().map(ToString::to_string).unwrap_or_default(),
        _ => "for each what its own --help says".to_owned(),
    };
    arg.help(format!("{}: {help}", names.join(", ")))
}

/// `error`, which is about these `arguments` of `command` (the program's name first), with our advice.
pub(crate) fn advised(mut error: clap::Error, command: &Clap, arguments: &[OsString]) -> clap::Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            text(ContextKind::InvalidSubcommand).and_then(|word| in_place_of_a_command(&word))
        }
        ErrorKind::MissingRequiredArgument if arguments.get(1).is_some_and(|command| command == "diff") => Some(
            "diff compares the records of two runs: chunk markdown docs -o old.jsonl, later the same with -o new.jsonl, then \
             chunk diff old.jsonl new.jsonl"
                .to_owned(),
        ),
        ErrorKind::UnknownArgument => {
            let option = text(ContextKind::InvalidArg).unwrap_or_default();
            // If it is only misspelled, clap suggests the right spelling; it also does where little is the same.
            let is_misspelled = text(ContextKind::SuggestedArg)
                .is_some_and(|meant| is_near(&option, &meant) && is_shown(command, arguments, &meant));
            if !is_misspelled && error.remove(ContextKind::SuggestedArg).is_some() {
                // It shows how that one is used.
                error.remove(ContextKind::Usage);
            }
            // How a file of that name is named.
            if !Path::new(&option).exists() {
                error.remove(ContextKind::Suggested);
            }
            let subcommand = arguments.get(1).filter(|_| option.starts_with("--"));
            subcommand.and_then(|subcommand| {
                let without_flag = setting_without_flag(subcommand, &option);
                without_flag.or_else(|| own_options(subcommand, &option).filter(|_| !is_misspelled))
            })
        }
        ErrorKind::InvalidValue => text(ContextKind::InvalidArg)
            .filter(|option| option.starts_with("--format "))
            .filter(|_| arguments.get(1).is_some_and(|name| name == "hybrid"))
            .map(|_| "with --explain, there are text and json".to_owned()),
        _ => None,
    };
    let typed = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(typed) => Some((kind, shown_argument(typed))),
        _ => None,
    });
    for (kind, typed) in typed.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(typed));
    }
    if let Some(advice) = advice {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(advice)]));
    }
    error
}

/// Whether two thirds of the letters of an option that was typed are those of the one that may be meant.
fn is_near(typed: &str, meant: &str) -> bool {
    let (typed, meant) = (typed.trim_start_matches('-'), meant.trim_start_matches('-'));
    strsim::normalized_damerau_levenshtein(typed, meant) >= 2.0 / 3.0
}

/// How a setting is given that has no option of its own, if `option` spells its key.
fn setting_without_flag(subcommand: &OsString, option: &str) -> Option<String> {
    let profile = policy::policy_of(subcommand.to_str()?)?.profile();
    let settings: Value = serde_json::from_str(&(profile.in_force)(&json!({})).ok()?).ok()?;
    let letters = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    if profile.settings.iter().any(|setting| letters(setting.flag) == letters(option)) {
        return None;
    }
    let key = settings.as_object()?.keys().find(|key| letters(key) == letters(option))?;
    Some(format!("{option} is no option, but a setting of {}: --set {key}=…", profile.contract.policy))
}

/// Whether the help of the command that was called has this option.
fn is_shown(command: &Clap, arguments: &[OsString], option: &str) -> bool {
    let called = arguments.get(1).and_then(|name| command.find_subcommand(name));
    let mut options = called.into_iter().flat_map(Clap::get_arguments);
    options.any(|known| known.get_long() == option.strip_prefix("--") && !known.is_hide_set())
}

/// What to do about a word where a command has to be: the path of a document, or a setting.
fn in_place_of_a_command(word: &str) -> Option<String> {
    if Path::new(word).exists() {
        let names = policy::names().join(", ");
        return Some(format!(
            "before {word}, name the policy that chunks it, as in chunk markdown {word}; there are {names}"
        ));
    }
    let flag = word.trim_start_matches('-').replace('_', "-");
    let has = |profile: &&&Profile| profile.settings.iter().any(|setting| setting.flag == flag);
    let policy = PROFILES.iter().find(has)?.contract.policy;
    Some(format!("this is a setting of {policy}: chunk {policy} PATH --{flag} …"))
}

/// The options that a policy does not share with all others, as advice in the place of `option`.
fn own_options(subcommand: &OsString, option: &str) -> Option<String> {
    let profile = policy::policy_of(subcommand.to_str()?)?.profile();
    let name = profile.contract.policy;
    let own: Vec<_> =
        profile.settings.iter().map(|setting| setting.flag).chain(profile.other_flags()).collect();
    let without = profile.without(&shown_argument(option.trim_start_matches("--")));
    Some(format!("{without}; {name} has --{}; all others: chunk {name} --help", own.join(", --")))
}
