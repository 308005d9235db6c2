//! `cargo xtask pathological`: runs the command over hostile patterns of growing size. Time, memory and output must grow linearly.
// Holds: P4, P5

pub mod measure;
mod pattern;
mod patterns;

use crate::{binary, workspace::Answer};
use measure::Cost;
use pattern::Pattern;
use std::{
    error::Error,
    ffi::OsString,
    fs,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

/// The highest factor by which a cost may grow when the input doubles.
const MOST_GROWTH: f64 = 2.3;
/// Up to this CPU time, in seconds, a run's time is noise.
const NOISE: f64 = 0.2;
/// Up to this much memory in bytes, above that of a run over almost nothing, its growth is that of buffers.
const BUFFERS: f64 = 32.0 * 1024.0 * 1024.0;
/// The most output bytes: for each input byte, and for each record. A contract may demand a record for each heading.
const MOST_OUTPUT: (f64, f64) = (30.0, 2048.0);
/// Up to this much output for each input byte, its growth is that of a step: from some length on, a part is cut in another way.
const SMALL_OUTPUT: f64 = 4.0;
/// The smallest input, in bytes; and of `--fast`, whose command is built for tests and slower.
const SMALLEST: usize = 256 << 10;
const SMALLEST_FAST: usize = 128 << 10;
/// How often a run that seems to take too long is repeated, together with the one of half the size, since a machine's speed
/// varies.
const RETRIES: usize = 6;

/// Each policy, and with an option and its value: hybrid by each strategy that can be asked for, as by default it selects one; and an encoding
/// whose pattern is another.
const POLICIES: [(&str, &[&str]); 10] = [
    ("recorder", &[]),
    ("tokens", &[]),
    ("markdown", &[]),
    ("markdown", &["--encoding", "o200k_base"]),
    ("backlog", &[]),
    ("hybrid", &[]),
    ("hybrid", &["--strategy", "event-based"]),
    ("hybrid", &["--strategy", "semantic-boundary"]),
    ("hybrid", &["--strategy", "preference-signal"]),
    ("hybrid", &["--strategy", "step-based"]),
];
/// `--fast` runs one pattern in this many, and none with an option.
const FAST: usize = 16;

#[derive(clap::Args)]
pub struct Arguments {
    /// Run one in sixteen patterns, up to 512 KiB, with the command as it is built for tests
    #[arg(long)]
    fast: bool,
    /// Only this policy
    #[arg(long)]
    policy: Option<String>,
    /// Only the patterns whose name contains this
    #[arg(long)]
    pattern: Option<String>,
    /// The largest input, in KiB
    #[arg(long, value_name = "KIB", default_value_t = 4096)]
    to: usize,
    /// Test this program instead of ours
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// Print every run, not only those that fail
    #[arg(long)]
    all: bool,
    /// Run a command and print its cost
    #[arg(long, hide = true, num_args = 1.., allow_hyphen_values = true)]
    watch: Vec<OsString>,
}

pub fn run(arguments: &Arguments) -> Answer {
    if !arguments.watch.is_empty() {
        return measure::watch(&arguments.watch);
    }
    if cfg!(not(target_os = "linux")) {
        println!("left out: how much memory a process took is asked of Linux");
        return Ok(true);
    }
    let (profile, sizes) = match arguments.fast {
        true => ("dev", SMALLEST_FAST..=SMALLEST_FAST << 2),
        false => ("release", SMALLEST..=arguments.to << 10),
    };
    let program = arguments.program.clone().map_or_else(|| binary::build(profile), Ok)?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("input");
    println!(
        "{:17} {:34} {:>8} {:>8} {:>9} {:>9} {:>9}",
        "policy", "pattern", "KiB", "ms", "out KiB", "MiB", "B a byte"
    );
    let (mut series, mut failed) = (0, 0);
    for (policy, options) in POLICIES {
        if arguments.policy.as_ref().is_some_and(|only| only != policy)
            || arguments.fast && !options.is_empty()
        {
            continue;
        }
        let runs = Runs { program: &program, policy, options, file: &file, all: arguments.all };
        let base = runs.cost(b"a\n")?.peak;
        let mut most = (0.0, "none");
        for (number, pattern) in patterns::ALL.iter().enumerate() {
            let is_named = arguments.pattern.as_ref().is_none_or(|part| pattern.name.contains(part.as_str()));
            if !pattern.is_for(policy) || !is_named || arguments.fast && !number.is_multiple_of(FAST) {
                continue;
            }
            series += 1;
            let (is_well, memory) = runs.run(pattern, &sizes, base)?;
            failed += usize::from(!is_well);
            if memory > most.0 {
                most = (memory, pattern.name);
            }
        }
        let name = runs.name();
        println!("{name:17} at most {:.0} bytes of memory a byte: {}", most.0, most.1);
    }
    println!("\n{series} series, {failed} failed");
    Ok(failed == 0)
}

/// The runs of one policy.
struct Runs<'c> {
    program: &'c Path,
    policy: &'c str,
    options: &'c [&'c str],
    file: &'c Path,
    all: bool,
}

impl Runs<'_> {
    /// The policy, or the value of its option.
    fn name(&self) -> &str {
        self.options.last().unwrap_or(&self.policy)
    }

    fn cost(&self, input: &[u8]) -> Result<Cost, Box<dyn Error>> {
        fs::write(self.file, input)?;
        let mut arguments = vec![self.policy, "--quiet"];
        arguments.extend(self.options);
        if self.policy != "recorder" {
            arguments.extend(["--jobs", "1", "--id", "products/demo/items/task/0000/DEMO-TSK-0001_start.md"]);
        }
        arguments.push("-");
        measure::run_in(self.program, &arguments, self.file, Path::new("."))
    }

    /// Runs the pattern at the smallest of these sizes and each doubling, until a run fails; returns whether none did, and the bytes of
    /// memory for each byte of the last input.
    fn run(
        &self,
        pattern: &Pattern,
        sizes: &RangeInclusive<usize>,
        base: u64,
    ) -> Result<(bool, f64), Box<dyn Error>> {
        let mut smaller: Vec<Run> = Vec::new();
        let mut half = Vec::new();
        let mut size = *sizes.start();
        while sizes.contains(&size) {
            let input = pattern.input(self.policy, size);
            let mut run = Run::new(&input, self.cost(&input)?, base);
            for _ in 0..RETRIES {
                if grows(&smaller, &run, |run| run.seconds, NOISE)
                    && let Some(before) = smaller.last_mut()
                {
                    before.seconds = self.cost(&half)?.seconds;
                    run.seconds = self.cost(&input)?.seconds;
                }
            }
            let faults = run.faults(&smaller);
            if self.all || !faults.is_empty() {
                println!(
                    "{:17} {:34} {:8} {:8.0} {:9.0} {:9.1} {:9.1} {}",
                    self.name(),
                    pattern.name,
                    size >> 10,
                    run.seconds * 1e3,
                    run.output / 1024.0,
                    run.memory / 1024.0 / 1024.0,
                    run.memory / run.input,
                    faults.join(", ")
                );
            }
            if !faults.is_empty() {
                return Ok((false, run.memory / run.input));
            }
            smaller.push(run);
            half = input;
            size *= 2;
        }
        Ok((true, smaller.last().map_or(0.0, |run| run.memory / run.input)))
    }
}

/// What a run cost; numbers other than the seconds are bytes.
struct Run {
    has_ended: bool,
    seconds: f64,
    input: f64,
    output: f64,
    /// The output that the input's bytes may take, and its records.
    most_output: f64,
    /// Peak memory above that of a run over almost nothing.
    memory: f64,
}

impl Run {
    #[expect(clippy::cast_precision_loss, reason = "sizes of a few gigabytes at most")]
    fn new(input: &[u8], cost: Cost, base: u64) -> Self {
        let input = input.len() as f64;
        Self {
            has_ended: matches!(cost.status, Some(0 | 1)),
            seconds: cost.seconds,
            input,
            output: cost.output as f64,
            most_output: MOST_OUTPUT.0 * input + MOST_OUTPUT.1 * cost.records as f64,
            memory: cost.peak.saturating_sub(base) as f64,
        }
    }

    /// What is wrong with it, compared with the runs over smaller inputs.
    fn faults(&self, smaller: &[Self]) -> Vec<&'static str> {
        let output = grows(smaller, self, |run| run.output, SMALL_OUTPUT * self.input)
            || self.output > self.most_output;
        let faults = [
            (!self.has_ended, "DIED"),
            (grows(smaller, self, |run| run.seconds, NOISE), "TIME"),
            (output, "OUTPUT"),
            (grows(smaller, self, |run| run.memory, BUFFERS), "MEMORY"),
        ];
        faults.into_iter().filter(|(is, _)| *is).map(|(_, fault)| fault).collect()
    }
}

/// The one rule: a cost above `floor` grows too fast if it is more than [`MOST_GROWTH`] for each doubling from each of the smaller
/// inputs, the smallest of which comes first. From the last one alone, a text in which steps are found at only some sizes would seem
/// to grow.
fn grows(smaller: &[Run], run: &Run, cost: impl Fn(&Run) -> f64, floor: f64) -> bool {
    let is_above = |(doublings, before): (i32, &Run)| {
        cost(run) > cost(before).max(floor / 2f64.powi(doublings)) * MOST_GROWTH.powi(doublings)
    };
    cost(run) > floor && !smaller.is_empty() && (1..).zip(smaller.iter().rev()).all(is_above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_does_from_each_smaller_size() {
        let grows = |costs: &[f64]| {
            let run = |seconds: &f64| Run {
                has_ended: true,
                seconds: *seconds,
                input: 0.0,
                output: 0.0,
                most_output: 0.0,
                memory: 0.0,
            };
            let runs: Vec<Run> = costs.iter().map(run).collect();
            let (last, smaller) = runs.split_last().unwrap();
            super::grows(smaller, last, |run| run.seconds, NOISE)
        };
        // Quadratic; and the same after a constant cost.
        assert!(grows(&[1.0, 4.0, 16.0]));
        assert!(grows(&[0.2, 0.3, 0.7, 2.3, 8.7]));
        // Linear; with more work at some sizes; the first; noise.
        assert!(!grows(&[1.0, 2.0, 4.0, 8.0]));
        assert!(!grows(&[1.0, 0.1, 0.2, 9.0]));
        assert!(!grows(&[5.0]));
        assert!(!grows(&[0.01, 0.19]));
    }
}
