//! `cargo xtask conformance`: every case, four ways, all failures at once.

use crate::{
    Answer,
    binary::{self, Binary},
    policies::{Entry, Selection},
};
use chunk_core::testkit::{Case, Failures, Outcome};
use rayon::prelude::*;
use std::collections::BTreeMap;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    selection: Selection,
    /// Run this program instead of ours, called as `CMD POLICY …` (see fixtures/README.md)
    #[arg(long = "impl", value_name = "CMD")]
    implementation: Option<String>,
}

type Run<'r> = Box<dyn Fn(&Entry, &Case) -> Result<Outcome, String> + Sync + 'r>;

pub fn run(arguments: &Arguments) -> Answer {
    let cases = arguments.selection.cases()?;
    let binary = match &arguments.implementation {
        Some(command) => Binary::of(command)?,
        None => Binary::build()?,
    };
    let mut ways: Vec<(&str, Run<'_>)> = Vec::new();
    if arguments.implementation.is_none() {
        ways.push(("library", Box::new(|entry, case| Ok((entry.run)(case)))));
        ways.push(("threads", Box::new(on_threads)));
    }
    ways.push(("file", Box::new(|entry, case| binary.run(entry.name, case, binary::Input::Files))));
    ways.push(("pipe", Box::new(|entry, case| binary.run(entry.name, case, binary::Input::Pipe))));

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

/// The case by eight threads at once, which must agree.
fn on_threads(entry: &Entry, case: &Case) -> Result<Outcome, String> {
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| (entry.run)(case))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    match outcomes.split_first() {
        Some((first, others)) if others.len() == 7 && others.iter().all(|other| other == first) => {
            Ok(first.clone())
        }
        _ => Err("eight threads disagree".to_owned()),
    }
}
