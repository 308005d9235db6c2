//! What the command prints about itself: its policies, completions, manual pages.

use crate::{
    console::print,
    error::{Error, Verdict, trouble},
    registry::PROFILES,
};
use clap::Command;
use clap_complete::Shell;
use std::fmt::Write as _;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  chunk completions bash > ~/.local/share/bash-completion/completions/chunk"
)]
pub(crate) struct Completions {
    shell: Shell,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  chunk man tokens | man -l -")]
pub(crate) struct Man {
    /// The subcommand that the page is about; without one, chunk itself
    #[arg(value_name = "SUBCOMMAND")]
    subcommand: Option<String>,
}

/// `chunk policies`: name, contract version and purpose, a line each.
pub(crate) fn policies(command: &Command) -> Result<Verdict, Error> {
    let mut table = String::new();
    for contract in PROFILES.iter().map(|profile| profile.contract) {
        let about = command.find_subcommand(contract.policy).and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{:<10} {:<24} {about}", contract.policy, contract.version);
    }
    print(table.as_bytes())
}

impl Completions {
    pub(crate) fn print(&self, mut command: Command) -> Result<Verdict, Error> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "chunk", &mut script);
        print(&script)
    }
}

impl Man {
    pub(crate) fn print(&self, mut command: Command) -> Result<Verdict, Error> {
        command.build();
        let command = match &self.subcommand {
            None => command,
            Some(name) => match command.find_subcommand(name) {
                Some(found) => found.clone(),
                None => return trouble(format!("there is no subcommand {name}; `chunk --help` lists them")),
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).map_err(Error::stdout)?;
        print(&page)
    }
}
