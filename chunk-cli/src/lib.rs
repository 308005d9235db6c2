//! The command `chunk`: finds documents, has a policy chunk them, and writes their records. It is a library only so that the Python
//! wheel can bring the same command; programs chunk with the policy crates.

mod arguments;
mod batch;
mod bedrock;
mod beneath;
mod check;
mod chunking;
mod console;
mod counter;
mod diff;
mod documents;
mod environment;
mod error;
mod eval;
mod find;
mod flags;
mod foreign;
mod gitignore;
mod in_order;
mod inputs;
mod inspect;
mod interrupt;
mod json;
mod line;
mod manual;
mod opened;
mod options;
mod out_dir;
mod output;
mod policy;
mod profile;
mod program;
mod report;
mod run;
mod settings;
mod shown;
#[cfg(feature = "sqlite")]
mod store;
mod usage;
mod walk;
mod whole_file;

pub use counter::{Counter, Fitted};

use arguments::Cli;
use clap::FromArgMatches;
use console::say;
use error::{Error, Reach, Verdict};
use std::{ffi::OsString, io::Write};

/// Runs the command with `arguments`, the program's name first, and returns the exit status.
///
/// It writes to stdout and stderr, reads the environment, and takes over the process's signals SIGINT, SIGTERM and SIGHUP.
///
/// ```
/// assert_eq!(chunk_cli::run(["chunk", "policies"]), 0);
/// ```
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    interrupt::watch();
    let arguments = without_words(arguments.into_iter().map(Into::into).collect());
    let mut command = arguments::command();
    let read = command.try_get_matches_from_mut(&arguments);
    let ending = match read.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.run(),
        Err(usage) => {
            let usage = usage::advised(usage.format(&mut command), &command, &arguments);
            let printed = usage.print().map_err(Error::stdout);
            if usage.use_stderr() {
                return 2;
            }
            printed.map(|()| Verdict::Well)
        }
    };
    // Called from a process that goes on, nobody else would write out what is still in the buffer.
    let ending = ending.and_then(|verdict| {
        std::io::stdout().flush().map_err(Error::stdout)?;
        Ok(verdict)
    });
    match ending {
        Ok(verdict) => verdict as u8,
        Err(error) => {
            if error.reach != Reach::ClosedPipe {
                say(&format!("error: {}", error.message));
            }
            error.verdict() as u8
        }
    }
}

/// `chunk help tokens` is `chunk tokens --help`, and `chunk version` is `chunk --version`.
fn without_words(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let flag = match arguments.get(1).and_then(|word| word.to_str()) {
        Some("help") => "--help",
        Some("version") => "--version",
        _ => return arguments,
    };
    arguments.remove(1);
    arguments.push(flag.into());
    arguments
}
