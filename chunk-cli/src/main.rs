//! The command `chunk`: finds documents, has a policy chunk them, writes the records.

mod arguments;
mod batch;
mod bedrock;
mod check;
mod chunking;
mod clock;
mod command;
mod console;
mod diff;
mod documents;
mod each;
mod encoding;
mod environment;
mod exit;
mod find;
mod inputs;
mod inspect;
mod interrupt;
mod line;
mod manual;
mod options;
mod ordered;
mod out_dir;
mod output;
mod policy;
mod registry;
mod report;
mod run;
mod schema;
mod settings;
mod shown;
#[cfg(feature = "sqlite")]
mod store;
mod summary;
mod temporary;
mod whole_file;

use arguments::Cli;
use clap::Parser;
use console::say;
use exit::{Broken, Verdict, exit_code};
use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::watch();
    let ending = match Cli::try_parse() {
        Ok(cli) => cli.run(),
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
