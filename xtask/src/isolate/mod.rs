//! `cargo xtask isolate`: for each policy crate alone, as a user adds it, which crates it depends on and how long it takes to
//! build; and how long the README's first command takes.
#![allow(clippy::disallowed_methods, reason = "a command of ours takes the time")]

use crate::{
    cpu,
    workspace::{Answer, root},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    path::Path,
    process::Command,
    time::Instant,
};

/// The crates that each policy crate may depend on, directly or not.
const ALLOWED: &str = include_str!("allowed.toml");

/// The crate that the README's first command builds.
const COMMAND: &str = "chunk-cli";

#[derive(clap::Args)]
pub struct Arguments {
    /// Fail if the dependencies are not exactly those that allowed.toml lists
    #[arg(long)]
    check: bool,
    /// Measure the wall and CPU time of clean builds: of each crate in an otherwise empty project with Cargo's own profiles, and
    /// of the command as the README builds it
    #[arg(long)]
    time: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    let allowed: BTreeMap<String, BTreeSet<String>> = toml::from_str(ALLOWED)?;
    let mut is_well = true;
    println!("{:20} {:>6} {:>17} {:>17}", "", "", "cargo build", "--release");
    println!("{:20} {:>6}{}", "crate", "crates", format!(" {:>8} {:>8}", "seconds", "of CPU").repeat(2));
    for (name, allowed) in &allowed {
        let found = dependencies(name)?;
        print!("{name:20} {:6}", found.len());
        if arguments.time {
            let project = project(name)?;
            for options in [&[][..], &["--release"]] {
                print!(" {}", build(project.path(), options)?);
            }
        }
        println!();
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
        let time = build(root(), &["--package", COMMAND, "--release"])?;
        println!("{COMMAND:20} {crates:6} {:17} {time}", "");
    }
    Ok(is_well || !arguments.check)
}

/// The crates that this one depends on, for any target, without those of tests.
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

/// An empty project that depends on this crate alone.
fn project(name: &str) -> Result<tempfile::TempDir, Box<dyn Error>> {
    let project = tempfile::tempdir()?;
    let path = root().join(name);
    let manifest = format!(
        "[package]\nname = \"project\"\nedition = \"2024\"\n\n[dependencies]\n{name} = {{ path = {path:?} }}\n\n[workspace]\n"
    );
    fs::write(project.path().join("Cargo.toml"), manifest)?;
    fs::copy(root().join("Cargo.lock"), project.path().join("Cargo.lock"))?;
    fs::create_dir(project.path().join("src"))?;
    fs::write(project.path().join("src/lib.rs"), "")?;
    Ok(project)
}

/// Makes a clean build of the project in a folder, and returns the wall and CPU seconds it took, as two columns.
fn build(folder: &Path, options: &[&str]) -> Result<String, Box<dyn Error>> {
    let target = tempfile::tempdir()?;
    let (begun, used) = (Instant::now(), cpu::of_children()?);
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--target-dir"])
        .arg(target.path())
        .args(options)
        .current_dir(folder)
        .status()?;
    if status.success() {
        Ok(format!("{:8.1} {:8.1}", begun.elapsed().as_secs_f64(), cpu::of_children()? - used))
    } else {
        Err(format!("{} does not build", folder.display()).into())
    }
}
