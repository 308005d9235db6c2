//! `cargo xtask conformance`: runs every case four ways, or through another program, Python or Node, and reports all failures at
//! once. The records, warnings and errors of each way are compared with the expected ones.
// Holds: P1, P7

use crate::{
    Answer,
    binary::{self, Binary},
    policies::{Entry, Selection},
    target::Target,
};
use chunk_testkit::{Case, Failures, Outcome};
use rayon::prelude::*;
use std::{collections::BTreeMap, path::PathBuf};

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Run this program instead of ours, called as `CMD POLICY …` (see fixtures/README.md)
    #[arg(long = "impl", value_name = "CMD")]
    implementation: Option<String>,
    /// Build our program for this target and run it under an emulator
    #[arg(long, value_name = "TRIPLE", value_parser = Target::find, conflicts_with = "implementation")]
    target: Option<&'static Target>,
    /// Run the cases through this interpreter's Python package instead
    #[arg(long, value_name = "PYTHON", num_args = 0..=1, default_missing_value = "python3")]
    #[arg(conflicts_with_all = ["implementation", "target"])]
    python: Option<String>,
    /// Run the cases through the npm package instead, by Node: the one whose `command.js` this is, or else one that is built first
    #[arg(long, value_name = "COMMAND.JS", num_args = 0..=1)]
    #[arg(conflicts_with_all = ["implementation", "target", "python"])]
    wasm: Option<Option<PathBuf>>,
}

/// How many threads share one policy.
const THREADS: usize = 8;

type Run = Box<dyn Fn(&Entry, &Case) -> Result<Outcome, String> + Sync>;

pub fn run(arguments: &Arguments) -> Answer {
    let cases = arguments.selection.cases()?;
    let mut ways: Vec<(&str, Run)> = Vec::new();
    if let Some(python) = &arguments.python {
        let program = Binary::python(python)?;
        ways.push(("python", Box::new(move |entry, case| program.run(entry.name, case, one_input(case)))));
    } else if let Some(command) = &arguments.wasm {
        let program = Binary::node(command.as_deref())?;
        ways.push(("wasm", Box::new(move |entry, case| program.run(entry.name, case, one_input(case)))));
    } else {
        let program = match (&arguments.implementation, arguments.target) {
            (Some(command), _) => Binary::of(command)?,
            (None, Some(target)) => Binary::build_for(target)
                .map_err(|error| format!("{}: {error}; {}", target.triple, target.needs()))?,
            (None, None) => {
                ways.push(("library", Box::new(|entry, case| Ok((entry.run)(case)))));
                ways.push(("threads", Box::new(|entry, case| (entry.run_shared)(case, THREADS))));
                Binary::build_in("dev")?
            }
        };
        for (way, input) in [("file", binary::Input::Files), ("pipe", binary::Input::Pipe)] {
            let program = program.clone();
            ways.push((way, Box::new(move |entry, case| program.run(entry.name, case, input))));
        }
    }

    let mut failures = Failures::default();
    let mut passed = 0;
    let mut table: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for (way, run) in &ways {
        let mut order: Vec<_> = (0..cases.len()).collect();
        fastrand::Rng::with_seed(cases.len() as u64).shuffle(&mut order);
        let outcomes: Vec<_> = order
            .par_iter()
            .filter_map(|&index| cases.get(index).map(|(entry, case)| (index, run(entry, case))))
            .collect();
        let outcomes: BTreeMap<_, _> = outcomes.into_iter().collect();
        for ((entry, case), outcome) in cases.iter().zip(outcomes.into_values()) {
            let differences = match outcome {
                Ok(outcome) if arguments.implementation.is_some() => {
                    with_expected_messages(outcome, case).differences(case)
                }
                Ok(outcome) => outcome.differences(case),
                Err(message) => vec![message],
            };
            let (run, conform) = table.entry((entry.name, way)).or_default();
            *run += 1;
            if differences.is_empty() {
                *conform += 1;
                passed += 1;
            }
            for difference in differences {
                failures.add(&format!("{}/{} ({way})", entry.name, case.name()), difference);
            }
        }
    }
    for ((policy, way), (run, conform)) in &table {
        println!("{policy:10} {way:8} {conform} of {run}");
    }
    let failed = cases.len() * ways.len() - passed;
    if let Err(failures) = failures.into_result() {
        println!("\n{failures}");
    }
    println!("\n{passed} passed, {failed} failed");
    Ok(failed == 0)
}

/// Half of the cases come as files and half through a pipe, so that both are tried and no case has to start an interpreter
/// twice.
fn one_input(case: &Case) -> binary::Input {
    if case.name().len().is_multiple_of(2) { binary::Input::Files } else { binary::Input::Pipe }
}

/// Replaces a foreign program's messages by the expected ones, for it may word them as it likes: only whether it refuses
/// the settings counts, and how many documents it refuses.
fn with_expected_messages(mut outcome: Outcome, case: &Case) -> Outcome {
    if outcome.errors.len() == case.about.fails.len() {
        outcome.errors.clone_from(&case.about.fails);
    }
    outcome.config_error = outcome.config_error.map(|own| own + &case.about.config_fails.concat());
    outcome
}
