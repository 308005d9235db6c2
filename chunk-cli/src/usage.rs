//! The message about arguments that cannot be parsed: clap's, with better advice where its own would mislead.

use crate::{policy, profile::Profile, shown::shown_argument};
use clap::{
    Command,
    builder::StyledStr,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use serde_json::{Value, json};
use std::{ffi::OsString, path::Path};

/// `error`, which is about these `arguments` of `command` (the program's name first), with our advice.
pub(crate) fn advised(mut error: Error, command: &Command, arguments: &[OsString]) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            text(ContextKind::InvalidSubcommand).and_then(|word| in_place_of_a_command(&word))
        }
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
            let policy = arguments.get(1).and_then(|command| policy::policy_of(command.to_str()?));
            policy.filter(|_| option.starts_with("--")).and_then(|policy| {
                let profile = policy.profile();
                let without = || {
                    let without = profile.without(&shown_argument(option.trim_start_matches("--")));
                    format!(
                        "{without}; --set sets what has no option of its own, and --show-config lists that"
                    )
                };
                setting_without_flag(profile, &option).or_else(|| (!is_misspelled).then(without))
            })
        }
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
fn setting_without_flag(profile: &Profile, option: &str) -> Option<String> {
    let settings: Value = serde_json::from_str(&(profile.in_force)(&json!({})).ok()?).ok()?;
    let letters = |name: &str| name.replace(['-', '_'], "").to_ascii_lowercase();
    if profile.settings().any(|setting| letters(setting.flag) == letters(option)) {
        return None;
    }
    let key = settings.as_object()?.keys().find(|key| letters(key) == letters(option))?;
    Some(format!("{option} is no option, but a setting of {}: --set {key}=…", profile.contract.policy))
}

/// Whether the help of the command that was called has this option.
fn is_shown(command: &Command, arguments: &[OsString], option: &str) -> bool {
    let called = arguments.get(1).and_then(|name| command.find_subcommand(name));
    let mut options = called.into_iter().flat_map(Command::get_arguments);
    options.any(|known| known.get_long() == option.strip_prefix("--") && !known.is_hide_set())
}

/// What to do about the path of a document where a command has to be.
fn in_place_of_a_command(word: &str) -> Option<String> {
    let names = policy::names().join(", ");
    let is_path = Path::new(word).exists();
    is_path.then(|| {
        format!(
            "before {word}, name the policy that chunks it, as in chunk markdown {word}; there are {names}"
        )
    })
}
