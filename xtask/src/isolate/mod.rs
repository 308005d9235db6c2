//! `cargo xtask isolate`: each policy crate alone, as a user adds it: what comes with it, and how long it builds; and how long the
//! first command of the README does.
#![allow(clippy::disallowed_methods, reason = "a command of ours takes the time")]

use crate::{
    cpu,
    workspace::{Answer, root},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    process::Command,
    time::Instant,
};

/// Which crates may come with each policy crate: a further one is a decision.
const ALLOWED: &str = include_str!("allowed.toml");

/// What the first command of the README builds.
const COMMAND: &str = "chunk-cli";

#[derive(clap::Args)]
pub struct Arguments {
    /// Answer no where a crate comes along that allowed.toml does not name, or one that it names does not
    #[arg(long)]
    check: bool,
    /// Build each crate from nothing, and the command as the README does, and say how long it took and what of processors
    #[arg(long)]
    time: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let allowed: BTreeMap<String, BTreeSet<String>> = toml::from_str(ALLOWED)?;
    let mut is_well = true;
    println!("{:20} {:>6} {:>8} {:>8}", "crate", "crates", "seconds", "of CPU");
    for (name, allowed) in &allowed {
        let found = dependencies(name)?;
        let time = if arguments.time { build(name, &[])? } else { String::new() };
        println!("{name:20} {:6} {time}", found.len());
        for more in found.difference(allowed) {
            is_well = false;
            println!("  {more} comes along, and is not allowed");
        }
        for less in allowed.difference(&found) {
            is_well = false;
            println!("  {less} is allowed, and does not come along any more");
        }
    }
    if arguments.time {
        let crates = dependencies(COMMAND)?.len();
        println!("{:20} {crates:6} {}", format!("{COMMAND} --release"), build(COMMAND, &["--release"])?);
    }
    Ok(is_well || !arguments.check)
}

/// The crates that are compiled with this one, on any machine, tests aside.
fn dependencies(name: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", name, "--edges", "normal,build", "--target", "all"])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(root())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let names = String::from_utf8(output.stdout)?;
    let names = names.lines().filter_map(|line| line.split(' ').next());
    Ok(names.filter(|found| !found.is_empty() && *found != name).map(str::to_owned).collect())
}

/// Builds a crate from nothing: the time it takes, and that of processors.
fn build(name: &str, options: &[&str]) -> Result<String, Box<dyn Error>> {
    let target = tempfile::tempdir()?;
    let (begun, used) = (Instant::now(), cpu::of_children()?);
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked", "--package", name, "--target-dir"])
        .arg(target.path())
        .args(options)
        .current_dir(root())
        .status()?;
    if status.success() {
        Ok(format!("{:8.1} {:8.1}", begun.elapsed().as_secs_f64(), cpu::of_children()? - used))
    } else {
        Err(format!("{name} does not build").into())
    }
}
