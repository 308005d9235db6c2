//! Runs a command again, compiled with the peers that it is compared with; nothing else needs them.

use crate::Answer;
use std::process::Command;

/// Any arguments, for the second run.
#[derive(clap::Args)]
pub struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    #[allow(dead_code, reason = "the second run reads them from the command line")]
    all: Vec<String>,
}

pub fn run() -> Answer {
    let mut again = Command::new(env!("CARGO"));
    again.args(["run", "--quiet", "--release", "--package", "xtask", "--features", "peers", "--"]);
    Ok(again.args(std::env::args_os().skip(1)).status()?.success())
}
