//! `cargo xtask mutants`: mutates the code that decides where chunks begin and end, what they repeat and what is redacted. Each
//! mutant must make a test of its own crate fail, or be listed in docs/mutants.md with a reason.

use crate::workspace::{Answer, root};
use serde::Deserialize;
use std::{collections::BTreeMap, fs, process::Command};

/// The files that are mutated unless others are named.
const FILES: [&str; 10] = [
    // Boundary and glue: R6, R7, R10, R11
    "chunk-recorder/src/boundary.rs",
    "chunk-recorder/src/draft.rs",
    // Pack, and what fits: T3, M5, H6
    "chunk-tokens/src/pack.rs",
    "chunk-markdown/src/pack.rs",
    "chunk-hybrid/src/finish/sizes.rs",
    // Overlap: M6
    "chunk-markdown/src/overlap.rs",
    // Worklogs: B16 to B18
    "chunk-backlog/src/worklog.rs",
    // Redaction: B21
    "chunk-backlog/src/redact.rs",
    // Offset maps: C2
    "chunk-core/src/normalize.rs",
    "chunk-core/src/offsets.rs",
];

/// The percentage of mutants that has to be killed.
const WANTED: usize = 85;

#[derive(clap::Args)]
pub struct Arguments {
    /// The files to mutate; all of docs/mutants.md if none is named
    files: Vec<String>,
    /// Only one part of the mutants, such as 1/4
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Mutate the files in place, not in a copy, which would have to be compiled first: for a worktree that nobody edits
    #[arg(long)]
    in_place: bool,
}

pub fn run(arguments: &Arguments) -> Answer {
    if !Command::new(env!("CARGO")).args(["mutants", "--version"]).output()?.status.success() {
        return Err("there is no cargo-mutants: cargo install --locked cargo-mutants".into());
    }
    let folder = root().join("target/mutants");
    fs::create_dir_all(&folder)?;
    let mut mutants = Command::new(env!("CARGO"));
    mutants.current_dir(root()).args(["mutants", "--output"]).arg(&folder);
    let files = arguments.files.iter().map(String::as_str);
    let all = FILES.into_iter().filter(|_| arguments.files.is_empty());
    mutants.args(files.chain(all).flat_map(|file| ["--file", file]));
    if let Some(shard) = &arguments.shard {
        mutants.args(["--shard", shard]);
    }
    if arguments.in_place {
        mutants.arg("--in-place");
    }
    let status = mutants.args(["--", "--lib", "--tests"]).status()?;
    // 2: some mutants survive; 3: some time out. Both are in the report.
    if !matches!(status.code(), Some(0 | 2 | 3)) {
        return Err(format!("cargo mutants ended before its report: {status}").into());
    }
    let report: Report = serde_json::from_slice(&fs::read(folder.join("mutants.out/outcomes.json"))?)?;
    let scores = scores(&report);
    for (file, score) in &scores {
        println!("{file}: {} of {} killed", score.killed, score.tried);
    }
    let (killed, tried) =
        scores.values().fold((0, 0), |sum, score| (sum.0 + score.killed, sum.1 + score.tried));
    println!("{killed} of {tried} killed, {WANTED}% are wanted");
    Ok(tried > 0 && killed * 100 >= tried * WANTED)
}

/// The report of cargo-mutants.
#[derive(Deserialize)]
struct Report {
    outcomes: Vec<Outcome>,
}

#[derive(Deserialize)]
struct Outcome {
    scenario: Scenario,
    summary: String,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant { file: String },
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Score {
    killed: usize,
    tried: usize,
}

/// The score of each file. A mutant that does not compile is not counted; one that times out is killed.
fn scores(report: &Report) -> BTreeMap<&str, Score> {
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for Outcome { scenario, summary } in &report.outcomes {
        let Scenario::Mutant { file } = scenario else { continue };
        let is_killed = match &**summary {
            "CaughtMutant" | "Timeout" => true,
            "MissedMutant" => false,
            _ => continue,
        };
        let score = scores.entry(file).or_default();
        score.tried += 1;
        score.killed += usize::from(is_killed);
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lives_counts_against_its_file_and_what_does_not_compile_not_at_all() {
        let mutant =
            |summary| format!(r#"{{"scenario": {{"Mutant": {{"file": "a.rs"}}}}, "summary": "{summary}"}}"#);
        let mutants = ["CaughtMutant", "MissedMutant", "Timeout", "Unviable"].map(mutant).join(",");
        let report =
            format!(r#"{{"outcomes": [{{"scenario": "Baseline", "summary": "Success"}}, {mutants}]}}"#);
        let report: Report = serde_json::from_str(&report).unwrap();
        assert_eq!(scores(&report), BTreeMap::from([("a.rs", Score { killed: 2, tried: 3 })]));
    }

    #[test]
    fn every_file_is_there_and_stands_in_the_page() {
        let page = fs::read_to_string(root().join("docs/mutants.md")).unwrap();
        for file in FILES {
            assert!(root().join(file).is_file(), "{file}");
            assert!(page.contains(file), "{file}");
        }
    }
}
