//! `cargo xtask semver`: compares each crate's public API with that of its last tag, by cargo-semver-checks.

use crate::workspace::{Answer, CRATES, root};
use std::{error::Error, process::Command};

pub fn run() -> Answer {
    let is_installed =
        Command::new(env!("CARGO")).args(["semver-checks", "--version"]).output()?.status.success();
    let mut is_well = true;
    for name in CRATES.iter().filter(|name| **name != "chunk-cli") {
        match last_tag(name)? {
            None => println!("{name}: no tag {name}-v…, so there is nothing to compare with"),
            Some(tag) if is_installed => {
                println!("$ cargo semver-checks --package {name} --baseline-rev {tag}");
                let mut check = Command::new(env!("CARGO"));
                check.args(["semver-checks", "--package", name, "--baseline-rev", &tag]);
                is_well &= check.current_dir(root()).status()?.success();
            }
            Some(tag) => {
                is_well = false;
                println!("{name}: not compared with {tag}: cargo install --locked cargo-semver-checks");
            }
        }
    }
    Ok(is_well)
}

/// The tag of a crate's highest version.
fn last_tag(name: &str) -> Result<Option<String>, Box<dyn Error>> {
    let mut tags = Command::new("git");
    tags.args(["tag", "--list", "--sort=-version:refname", &format!("{name}-v*")]);
    let output = tags.current_dir(root()).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(String::from_utf8(output.stdout)?.lines().next().map(str::to_owned))
}
