//! `cargo xtask inspect`: measures how long a browser takes to show the page of `chunk inspect`.

#[path = "../../chunk-cli/tests/cli/browser.rs"]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a module of tests")]
mod browser;

use crate::{Answer, binary, sizes};
use serde_json::Value;
use std::{error::Error, fs, process::Command};

#[derive(clap::Args)]
pub struct Arguments {
    /// The document's size in bytes; it is the contracts of this repository, repeated
    #[arg(long, default_value_t = 5_000_000)]
    bytes: usize,
}

const RUNS: usize = 5;

/// The script that reports when the first cards are laid out, in milliseconds since navigation began.
const SCRIPT: &str = "document.body.getBoundingClientRect();
say({ first: performance.now(), cards: document.querySelectorAll('.chunk').length, chunks: chunks.length });";

pub fn run(arguments: &Arguments) -> Answer {
    let program = binary::build("release")?;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("a.md"), document(arguments.bytes)?)?;
    let page = Command::new(program)
        .args(["inspect", "a.md", "--policy", "markdown", "--html", "page.html"])
        .current_dir(folder.path())
        .status()?;
    if !page.success() {
        return Err("the page was not made".into());
    }
    let mut times = Vec::new();
    let mut shown = Value::Null;
    for _ in 0..RUNS {
        shown = browser::ask(folder.path(), SCRIPT, false)
            .ok_or("there is no chromium; .ci/browser installs it")?;
        times.extend(shown.get("first").and_then(Value::as_f64));
    }
    times.sort_by(f64::total_cmp);
    let count = |key| shown.get(key).and_then(Value::as_u64).unwrap_or_default();
    println!(
        "{} bytes, a page of {}: {} of {} cards after {:.0} ms, median of {RUNS} ({:.0} to {:.0})",
        arguments.bytes,
        fs::metadata(folder.path().join("page.html"))?.len(),
        count("cards"),
        count("chunks"),
        times.get(RUNS / 2).ok_or("no time was told")?,
        times.first().copied().unwrap_or_default(),
        times.last().copied().unwrap_or_default(),
    );
    Ok(true)
}

/// The contracts of this repository, repeated, cut at a line end to at most `bytes` bytes.
fn document(bytes: usize) -> Result<String, Box<dyn Error>> {
    let contracts = sizes::contracts()?;
    let mut document = String::with_capacity(bytes);
    for line in contracts.iter().cycle().flat_map(|(_, text)| text.split_inclusive('\n')) {
        if document.len() + line.len() > bytes {
            break;
        }
        document.push_str(line);
    }
    Ok(document)
}
