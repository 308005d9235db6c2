//! `cargo xtask ci`: runs everything that must pass before a change lands, the tests last, so that the output ends with their summary.

use crate::{Answer, root};
use rayon::prelude::*;
use serde::Deserialize;
use std::{
    error::Error,
    io,
    path::PathBuf,
    process::{Command, Stdio},
    time::Instant,
};

// Neither `--all-targets` nor `--benches`: they make tests of the libraries that have none, too.
const STEPS: [&str; 13] = [
    "fmt --all --check",
    "clippy --quiet --workspace --lib --bins --tests --examples --bench * -- --deny warnings",
    "doc --quiet --workspace --no-deps",
    "xtask ids --check",
    "xtask clauses --check",
    "xtask bench --table --check",
    "xtask schemas --check",
    "xtask vocabularies --check",
    "training fit --check",
    "xtask release --check",
    "xtask conformance",
    "xtask pathological --fast",
    "test --quiet --workspace --doc",
];
const TESTS: [&str; 4] = ["test", "--workspace", "--tests", "--no-run"];

pub fn run() -> Answer {
    for step in STEPS {
        println!("$ cargo {step}");
        let begun = Instant::now();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(step.split(' ')).current_dir(root()).env("RUSTDOCFLAGS", "--deny warnings");
        if !cargo.status()?.success() {
            println!("failed: cargo {step}");
            return Ok(false);
        }
        println!("{:.1?}", begun.elapsed());
    }
    run_tests()
}

/// Runs the programs of tests side by side: at the end of each a single test is left, or few, and Cargo runs one program after the other.
fn run_tests() -> Answer {
    println!("$ cargo {}", TESTS.join(" "));
    let begun = Instant::now();
    let programs = test_programs()?;
    println!("{:.1?}", begun.elapsed());
    let outputs = programs.into_par_iter().map(|(program, folder)| {
        let output = Command::new(&program).current_dir(folder).stderr(Stdio::inherit()).output()?;
        println!("     Running {}\n{}", program.display(), String::from_utf8_lossy(&output.stdout));
        Ok::<_, io::Error>((!output.status.success()).then_some(program))
    });
    let failed: Vec<_> = outputs.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    failed.iter().for_each(|program| println!("failed: {}", program.display()));
    Ok(failed.is_empty())
}

/// The programs of tests, built, each with the folder of its package, where Cargo runs it.
fn test_programs() -> Result<Vec<(PathBuf, PathBuf)>, Box<dyn Error>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(TESTS).arg("--message-format=json-render-diagnostics").current_dir(root());
    let output = cargo.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err("the tests could not be built".into());
    }
    let messages = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    let programs = messages.filter_map(|message| match message {
        Ok(Message {
            executable: Some(program),
            manifest_path: Some(manifest),
            profile: Some(Profile { test: true }),
        }) => Some(Ok((program, manifest.parent()?.to_owned()))),
        Ok(_) => None,
        Err(error) => Some(Err(error.into())),
    });
    programs.collect()
}

/// What Cargo says of something that it built.
#[derive(Deserialize)]
struct Message {
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}
