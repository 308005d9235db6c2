//! `cargo xtask engines`: checks that Spark and Ray give, row by row, what one local run gives.

use crate::workspace::{Answer, root};
use std::process::Command;

#[derive(clap::Args)]
pub struct Arguments {
    /// An interpreter with chunk_policies, pyarrow, and PySpark or Ray; an engine that is missing is skipped, with a message
    #[arg(long, value_name = "PYTHON", default_value = "python3")]
    python: String,
    /// Measure throughput over this many megabytes instead
    #[arg(long, value_name = "MB")]
    time: Option<u32>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut python = Command::new(&arguments.python);
    python.arg(root().join("chunk-python/examples/engines.py")).arg("--root").arg(root());
    if let Some(megabytes) = arguments.time {
        python.arg("--time").arg(megabytes.to_string());
    }
    let status = python.status().map_err(|error| format!("cannot run {}: {error}", arguments.python))?;
    Ok(status.success())
}
