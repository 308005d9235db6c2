//! The message about arguments that cannot be parsed: clap's, with better advice where its own would mislead.

use crate::{registry, settings::flag_of, shown::shown_argument};
use clap::{
    Arg, Command,
    builder::StyledStr,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
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
            .and_then(|option| match set_instead(&option, command, arguments) {
                // If it is only misspelled, clap suggests the right spelling.
                None if error.get(ContextKind::SuggestedArg).is_none() => {
                    own_options(command, arguments.get(1)?)
                }
                advice => advice,
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

/// Advice to pass a policy's flag `option` as `--set`, if the subcommand takes settings only that way.
fn set_instead(option: &str, command: &Command, arguments: &[OsString]) -> Option<String> {
    let name = arguments.get(1)?;
    if registry::names().iter().any(|policy| name == policy) || !has(command, name, "set") {
        return None;
    }
    let mut settings = registry::settings_with_flags().into_iter();
    let (profile, key) = settings.find(|(_, key)| flag_of(key) == option)?;
    let policy = profile.contract.policy;
    let value = match flag(command, policy, option.trim_start_matches('-'))?.get_action().takes_values() {
        true => value_of(option, arguments).unwrap_or("VALUE"),
        false => "true",
    };
    Some(format!("it is a setting of {policy}: pass --set {key}={value}"))
}

/// The value that is given to `option`.
fn value_of<'a>(option: &str, arguments: &'a [OsString]) -> Option<&'a str> {
    let mut texts = arguments.iter().map(|argument| argument.to_str().unwrap_or_default());
    match texts.find_map(|text| text.strip_prefix(option))? {
        "" => texts.next().filter(|value| !value.starts_with("--")),
        value => value.strip_prefix('='),
    }
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
