//! What is said of a call that cannot be read: clap's message, with other advice where its own would lead astray.

use crate::registry;
use clap::{
    Command,
    builder::StyledStr,
    error::{ContextKind, ContextValue, Error, ErrorKind},
};
use std::{ffi::OsString, path::Path};

/// `error` about `arguments`, the program's name first, of `command`.
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
        // What is spelled almost right, clap itself knows.
        ErrorKind::UnknownArgument if error.get(ContextKind::SuggestedArg).is_none() => {
            text(ContextKind::InvalidArg)
                .filter(|option| option.starts_with("--"))
                .and_then(|_| own_options(command, arguments.get(1)?))
        }
        _ => None,
    };
    if let Some(advice) = advice {
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(advice)]));
    }
    error
}

/// The options that a policy's subcommand does not share with the others, which are those of its sizes.
fn own_options(command: &Command, subcommand: &OsString) -> Option<String> {
    let name = subcommand.to_str().filter(|name| registry::names().contains(name))?;
    let own = command.find_subcommand(name)?.get_arguments();
    let own = own.filter(|option| option.get_help_heading().is_none()).filter_map(|option| option.get_long());
    let own: Vec<_> = own.filter(|long| *long != "help").map(|long| format!("--{long}")).collect();
    Some(format!("{name} has {}; all others: chunk {name} --help", own.join(", ")))
}
