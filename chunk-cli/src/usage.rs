//! The message about arguments that cannot be parsed: clap's, with better advice where its own would mislead.

use crate::{profile::Profile, registry, settings::flag_of, shown::shown_argument};
use clap::{
    Arg, Command,
    builder::StyledStr,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use similar::{Algorithm, capture_diff_slices, diff_ratio};
use std::{ffi::OsString, path::Path};

/// `error`, which is about these `arguments` of `command` (the program's name first), with our advice.
pub(crate) fn advised(mut error: Error, command: &Command, arguments: &[OsString]) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            text(ContextKind::InvalidSubcommand).filter(|name| Path::new(name).exists()).map(|path| {
                let names = registry::names().join(", ");
                format!("say first by which policy: {names}; for example: chunk markdown {path}")
            })
        }
        ErrorKind::UnknownArgument => text(ContextKind::InvalidArg)
            .filter(|option| option.starts_with("--"))
            .and_then(|option| match error.get(ContextKind::SuggestedArg) {
                // If it is only misspelled, clap suggests the right spelling; it also does where little is the same.
                Some(ContextValue::String(meant)) if is_near(&option, meant) => None,
                _ => own_options(command, arguments.get(1)?),
            }),
        ErrorKind::InvalidValue => text(ContextKind::InvalidArg)
            .filter(|option| option.starts_with("--format "))
            .filter(|_| arguments.get(1).is_some_and(|name| has(command, name, "explain")))
            .map(|_| "with --explain, there are text and json".to_owned()),
        _ => None,
    };
    let typed: Vec<_> = error.context().filter_map(|(kind, value)| Some((kind, as_shown(value)?))).collect();
    for (kind, value) in typed {
        error.insert(kind, value);
    }
    if let Some(advice) = advice {
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(advice)]));
    }
    error
}

/// An argument in a message, made safe to show.
fn as_shown(value: &ContextValue) -> Option<ContextValue> {
    match value {
        ContextValue::String(typed) => Some(ContextValue::String(shown_argument(typed))),
        _ => None,
    }
}

/// The arguments of `check` and `inspect`, which make chunks as a run does, with a run's flags for settings as `--set`: `--max-tokens 512` is
/// `--set max-tokens=512`. `command` makes the whole command.
pub(crate) fn with_settings(arguments: Vec<OsString>, command: fn() -> Command) -> Vec<OsString> {
    let Some(subcommand) = arguments.get(1).filter(|name| *name == "check" || *name == "inspect").cloned()
    else {
        return arguments;
    };
    let (command, names) = (&command(), registry::settings_with_flags());
    let mut all = Vec::new();
    let mut left = arguments.into_iter().peekable();
    while let Some(argument) = left.next() {
        let option =
            argument.to_str().and_then(|text| text.strip_prefix("--")).unwrap_or_default().to_owned();
        let (name, given) =
            option.split_once('=').map_or((&*option, None), |(name, value)| (name, Some(value)));
        let is_setting = |(_, key): &&(&Profile, &str)| flag_of(key).strip_prefix("--") == Some(name);
        let setting = names.iter().find(is_setting).filter(|_| !has(command, &subcommand, name));
        let Some((profile, _)) = setting else {
            all.push(argument);
            continue;
        };
        let takes =
            flag(command, profile.contract.policy, name).is_some_and(|flag| flag.get_action().takes_values());
        let value = match given {
            Some(value) => value.into(),
            None if takes => left.next().unwrap_or_default(),
            None => "true".into(),
        };
        let mut assignment = OsString::from(format!("{name}="));
        assignment.push(value);
        all.extend(["--set".into(), assignment]);
    }
    all
}

/// Whether an option that was typed has two thirds of its letters in common with the one that may be meant.
fn is_near(typed: &str, meant: &str) -> bool {
    let letters = |option: &str| option.trim_start_matches('-').chars().collect::<Vec<_>>();
    let (typed, meant) = (letters(typed), letters(meant));
    let same = capture_diff_slices(Algorithm::Myers, &typed, &meant);
    diff_ratio(&same, typed.len(), meant.len()) >= 2.0 / 3.0
}

/// Whether a subcommand has the option `--long`.
fn has(command: &Command, subcommand: &OsString, long: &str) -> bool {
    subcommand.to_str().is_some_and(|name| flag(command, name, long).is_some())
}

fn flag<'c>(command: &'c Command, subcommand: &str, long: &str) -> Option<&'c Arg> {
    let mut options = command.find_subcommand(subcommand)?.get_arguments();
    options.find(|option| option.get_long() == Some(long))
}

/// The options that a policy's subcommand does not share with the others, as advice.
fn own_options(command: &Command, subcommand: &OsString) -> Option<String> {
    let name = subcommand.to_str().filter(|name| registry::names().contains(name))?;
    let own = command.find_subcommand(name)?.get_arguments();
    let own = own.filter(|option| option.get_help_heading().is_none()).filter_map(|option| option.get_long());
    let own: Vec<_> = own.filter(|long| *long != "help").map(|long| format!("--{long}")).collect();
    Some(format!("{name} has {}; all others: chunk {name} --help", own.join(", ")))
}
