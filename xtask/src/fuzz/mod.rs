//! `cargo xtask fuzz`: mutates inputs of the fixtures and gives them to a target, which checks what must hold. An input that
//! breaks a target is kept in `fixtures/crashes/TARGET`, and `cargo test --package xtask` replays it.
#![allow(clippy::disallowed_methods, reason = "a command of ours takes the time")]

mod mutate;
mod targets;

use crate::workspace::{Answer, root};
use chunk_core::{ContentHash, testkit::generate::Rng};
use std::{
    fs, io,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use targets::{ALL, Target};

#[derive(clap::Args)]
pub struct Arguments {
    /// The target to run
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(ALL.iter().map(|target| target.name)))]
    target: String,
    /// How long to run
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed: the same one gives the same inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(arguments: &Arguments) -> Answer {
    let target = ALL.iter().find(|target| target.name == arguments.target).ok_or("no such target")?;
    let corpus = corpus(target)?;
    let mut random = Rng::with_seed(arguments.seed);
    let begun = Instant::now();
    let (mut tried, mut bytes) = (0_u64, 0);
    while begun.elapsed() < Duration::from_secs(arguments.seconds) {
        let input = mutate::input(&mut random, &corpus);
        tried += 1;
        bytes += input.len();
        if let Err(what) = attempt(target, &input) {
            let input = shrink(target, input);
            let path = keep(target, &input)?;
            println!("{}: {what}\n{} bytes, kept in {}", target.name, input.len(), path.display());
            return Ok(false);
        }
    }
    println!("{}: {tried} inputs, {bytes} bytes, nothing found", target.name);
    Ok(true)
}

/// Runs the target on an input; the error is what does not hold, or the message of a panic.
fn attempt(target: &Target, input: &[u8]) -> Result<(), String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| (target.holds)(input)));
    panic::set_hook(hook);
    outcome.unwrap_or_else(|panic| {
        let said =
            panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", said.unwrap_or("?")))
    })
}

/// Removes the parts that the failure does not need, in ever smaller steps.
fn shrink(target: &Target, mut input: Vec<u8>) -> Vec<u8> {
    let mut part = input.len() / 2;
    while part > 0 {
        let mut at = 0;
        while at < input.len() {
            let end = input.len().min(at + part);
            let mut less = input.clone();
            less.drain(at..end);
            if attempt(target, &less).is_err() { input = less } else { at = end }
        }
        part /= 2;
    }
    input
}

fn folder(target: &Target) -> PathBuf {
    root().join("fixtures/crashes").join(target.name)
}

fn keep(target: &Target, input: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder(target))?;
    let name: String = ContentHash::of(input).to_string().chars().take(16).collect();
    let path = folder(target).join(name);
    fs::write(&path, input)?;
    Ok(path)
}

/// The inputs of the policy's cases, and those that broke the target before.
fn corpus(target: &Target) -> io::Result<Vec<Vec<u8>>> {
    const LONGEST: u64 = 64 << 10;
    let mut files = Vec::new();
    files_in(&root().join("fixtures").join(target.corpus), &mut files)?;
    files_in(&folder(target), &mut files)?;
    let is_input = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !matches!(&*name, "case.toml" | "ids.lock" | "config.json")
    };
    let mut corpus = vec![Vec::new()];
    for path in files.into_iter().filter(is_input) {
        if fs::metadata(&path)?.len() <= LONGEST {
            corpus.push(fs::read(path)?);
        }
    }
    Ok(corpus)
}

fn files_in(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let mut entries: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() { files_in(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs that once broke a target do so no more, nor do the inputs of the cases or a few mutations of them.
    #[test]
    fn every_target_holds() {
        for target in ALL {
            let corpus = corpus(target).unwrap();
            let mut random = Rng::with_seed(7);
            let mutated = (0..40).map(|_| mutate::input(&mut random, &corpus)).collect::<Vec<_>>();
            for input in corpus.iter().filter(|input| input.len() < 4_096).chain(&mutated) {
                let text = String::from_utf8_lossy(input);
                assert_eq!(attempt(target, input), Ok(()), "{}: {text:?}", target.name);
            }
        }
    }

    /// A target that can fail does, its panic is reported, and the input is reduced to what triggers it.
    #[test]
    fn faults_are_found_and_made_small() {
        let target = Target {
            name: "none",
            corpus: "recorder",
            holds: |input| if input.contains(&b'"') { panic!("a quote") } else { Ok(()) },
        };
        let corpus = corpus(&target).unwrap();
        let mut random = Rng::with_seed(1);
        let found = (0..100)
            .map(|_| mutate::input(&mut random, &corpus))
            .find(|input| attempt(&target, input).is_err());
        assert_eq!(attempt(&target, found.as_ref().unwrap()), Err("panic: a quote".to_owned()));
        assert_eq!(shrink(&target, found.unwrap()), b"\"");
    }
}
