//! `cargo xtask determinism`: checks that records have the same bytes in every build, with any number of threads and in any
//! order of the units. Every conformance case and many generated units go through each build of the command; all must give
//! the records of the first build on one thread.
// Holds: P1

mod units;

use crate::{
    Answer,
    binary::{Binary, Input},
    policies::Selection,
    target::Target,
};
use std::{error::Error, time::Instant};
use units::Batch;

#[derive(clap::Args)]
pub struct Arguments {
    /// How many units to generate, for all policies together
    #[arg(long, default_value_t = 10_000)]
    units: usize,
    /// The profiles that the command is built in
    #[arg(long, value_delimiter = ',', default_value = "dev,release")]
    profiles: Vec<String>,
    /// Build the command for this target too, and run it under an emulator
    #[arg(long, value_name = "TRIPLE", value_parser = Target::find)]
    target: Vec<&'static Target>,
}

/// The runs of each batch: the number of threads, and whether the units are shuffled.
const RUNS: [(&str, bool); 4] = [("1", false), ("2", false), ("8", false), ("8", true)];

pub fn run(arguments: &Arguments) -> Answer {
    let mut builds: Vec<(String, Binary)> = Vec::new();
    for profile in &arguments.profiles {
        builds.push((profile.clone(), Binary::build_in(profile)?));
    }
    for target in &arguments.target {
        builds.push((target.triple.to_owned(), Binary::build_for(target)?));
    }
    let cases = Selection::default().cases()?;
    let batches = units::generate(arguments.units);
    let mut expected: Vec<Vec<u8>> = Vec::new();
    let mut differences = Vec::new();
    for (build, binary) in &builds {
        #[expect(clippy::disallowed_methods, reason = "for the line that says how long it took")]
        let start = Instant::now();
        for (entry, case) in &cases {
            let found = binary.run(entry.name, case, Input::Pipe)?.differences(case);
            differences
                .extend(found.iter().map(|how| format!("{build}: {}/{}: {how}", entry.name, case.name())));
        }
        let mut bytes = 0;
        for (number, batch) in batches.iter().enumerate() {
            for (jobs, shuffled) in RUNS {
                let records = records(binary, batch, jobs, shuffled)?;
                bytes += records.len();
                match expected.get(number) {
                    None => expected.push(records),
                    Some(expected) if same(expected, &records, shuffled) => {}
                    Some(_) => differences.push(format!(
                        "{build}: {} with {jobs} threads{}: other records than {} with 1 thread",
                        batch.policy,
                        if shuffled { ", shuffled" } else { "" },
                        builds.first().map_or("", |(first, _)| first)
                    )),
                }
            }
        }
        println!(
            "{build}: {} cases, {} units four times, {bytes} bytes of records, {:.1} s",
            cases.len(),
            batches.iter().map(Batch::len).sum::<usize>(),
            start.elapsed().as_secs_f64()
        );
    }
    for difference in &differences {
        println!("{difference}");
    }
    println!("{} differ", differences.len());
    Ok(differences.is_empty())
}

/// The records of a batch; each of a recorder's streams is a run of its own, one after the other.
fn records(binary: &Binary, batch: &Batch, jobs: &str, shuffled: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut records = Vec::new();
    for input in batch.inputs(shuffled) {
        let output = binary.pipe(batch.policy, &[&batch.arguments[..], &["-j", jobs]].concat(), input)?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{}: {}: {message}", batch.policy, output.status).into());
        }
        records.extend(output.stdout);
    }
    Ok(records)
}

/// Whether these are the same records, in the same order unless the units were shuffled.
fn same(a: &[u8], b: &[u8], shuffled: bool) -> bool {
    let sorted = |records: &[u8]| {
        let mut lines: Vec<Vec<u8>> = records.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        lines.sort_unstable();
        lines
    };
    a == b || shuffled && sorted(a) == sorted(b)
}
