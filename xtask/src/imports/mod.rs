//! `cargo xtask imports`: checks which modules of a crate import each other. There may be no cycles and, if the crate has a
//! `layers.toml`, no imports upwards.

mod cycle;
mod layers;
mod modules;
mod paths;

use crate::workspace::{Answer, root};
use layers::Layers;
use modules::Crate;
use std::{fs, io, path::PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    /// Fail if there is a cycle, or an import that violates the layers
    #[arg(long)]
    check: bool,
    /// Only this crate, listing every import of every module
    #[arg(long, value_name = "CRATE")]
    of: Option<String>,
}

pub fn run(arguments: &Arguments) -> Answer {
    let mut is_well = true;
    for folder in crates()? {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if arguments.of.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let found = Crate::read(&folder)?;
        if arguments.of.is_some() {
            print!("{}", found.listing());
        }
        let layers = Layers::read(&folder)?;
        let against: Vec<String> = layers.map_or_else(Vec::new, |layers| layers.faults(&found));
        if !against.is_empty() {
            is_well = false;
            println!("{name}:\n{}", against.join("\n"));
        }
        let faults: Vec<String> =
            cycle::cycles(&found.imports).iter().map(|cycle| found.describe(cycle)).collect();
        if faults.is_empty() {
            println!("{name}: {} modules, no cycle", found.modules.len());
        } else {
            is_well = false;
            println!("{name}:\n{}", faults.join("\n"));
        }
    }
    Ok(is_well || !arguments.check)
}

/// The folders of all crates of the workspace.
fn crates() -> io::Result<Vec<PathBuf>> {
    let mut crates = Vec::new();
    for entry in fs::read_dir(root())? {
        let folder = entry?.path();
        if folder.join("Cargo.toml").is_file() && folder.join("src").is_dir() {
            crates.push(folder);
        }
    }
    crates.sort();
    Ok(crates)
}
