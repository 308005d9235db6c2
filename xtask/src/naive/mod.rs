//! `cargo xtask naive POLICY …`: a second implementation of each contract but hybrid, the naive reading: clause by clause, without
//! regard for speed. The crates' tests compare the libraries with these readings, and contain them; they share no code with
//! the libraries except what their first lines name. The command takes the arguments that fixtures/README.md describes, so
//! that `cargo xtask conformance --impl "cargo xtask naive"` runs the suite over it.

#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the readings are tests: what they cannot read must stop them"
)]

mod backlog;
mod documents;
mod markdown;
mod reading;
mod recorder;
mod settings;
mod tokens;

use crate::Answer;
use documents::Input;
use reading::{Known, Read, Reading};
use std::io::Write;

#[derive(clap::Args)]
pub struct Arguments {
    /// The policy to chunk by
    #[arg(value_parser = POLICIES)]
    policy: String,
    /// A setting, its value in JSON
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    known: Known,
    #[command(flatten)]
    input: Input,
    /// Accepted because the suite passes it; there is no summary to leave out
    #[arg(long)]
    quiet: bool,
}

const POLICIES: [&str; 4] = ["backlog", "markdown", "recorder", "tokens"];

/// Chunks the documents. The exit status is as in fixtures/README.md: 0, 1 if a document was refused, 2 if the settings were.
pub fn run(arguments: &Arguments) -> Answer {
    let settings = settings::object(&arguments.set)?;
    let reading: Box<dyn Reading> = match &*arguments.policy {
        "backlog" => Box::new(backlog::Backlog::new(&settings)?),
        "recorder" => Box::new(recorder::Recorder::new(&settings)?),
        "tokens" => Box::new(tokens::Tokens::new(&settings)?),
        _ => Box::new(markdown::Markdown::new(&settings)?),
    };
    for code in reading.warnings() {
        eprintln!("warning: the settings [{code}]");
    }
    let mut out = std::io::stdout().lock();
    let mut all_well = true;
    for document in arguments.input.documents()? {
        let Read { records, warnings, error } = reading.read(&document, &arguments.known);
        out.write_all(records.as_bytes())?;
        for code in warnings {
            eprintln!("warning: {} [{code}]", document.path);
        }
        if let Some(message) = error {
            all_well = false;
            eprintln!("error: {}: {message}", document.path);
        }
    }
    Ok(all_well)
}
