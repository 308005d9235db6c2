//! `cargo xtask pathological`: runs the command over hostile patterns of growing size. Time and output must grow linearly, and
//! memory must stay within bounds.

pub mod measure;
mod pattern;
mod patterns;

use crate::{binary, workspace::Answer};
use measure::Cost;
use pattern::Pattern;
use std::{
    collections::VecDeque,
    error::Error,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

/// The highest factor by which time may grow when the input doubles; output per input byte may grow by half of it.
const MOST_GROWTH: f64 = 2.3;
/// Below this CPU time, in seconds, a run's time is noise.
const NOISE: f64 = 0.2;
/// The most output bytes per input byte, not counting [`RECORD`] bytes for each record.
const MOST_OUTPUT: f64 = 30.0;
/// The bytes that the keys of a record may take: a contract may demand a record for each heading.
const RECORD: f64 = 1024.0;
/// The most memory in bytes, above that of a run over almost nothing: per input byte, and as a constant.
const MOST_MEMORY: (f64, f64) = (6.0, 32.0 * 1024.0 * 1024.0);
/// The largest input in bytes, by default.
const LARGEST: usize = 8 << 20;
/// How often a run that seems to take too long is repeated, together with the one of half the size, since a machine's speed
/// varies.
const RETRIES: usize = 6;

const POLICIES: [&str; 5] = ["recorder", "tokens", "markdown", "backlog", "hybrid"];
/// The strategies of hybrid, which selects one by what a pattern looks like; here each is also asked for.
const STRATEGIES: [&str; 4] = ["event-based", "semantic-boundary", "preference-signal", "step-based"];
/// `--fast` runs one pattern in this many, and each of these with only one of the strategies asked for.
const FAST: usize = 8;

#[derive(clap::Args)]
pub struct Arguments {
    /// Run one in eight patterns, up to 1 MiB, with the command as it is built for tests
    #[arg(long)]
    fast: bool,
    /// Only this policy
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(POLICIES))]
    policy: Option<String>,
    /// Only the patterns whose name contains this
    #[arg(long)]
    pattern: Option<String>,
    /// Run this many random patterns instead, combined from the units of the others
    #[arg(long, value_name = "COUNT")]
    random: Option<usize>,
    /// The seed of the random patterns: the same one gives the same patterns
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "random")]
    seed: u64,
    /// The largest input, in KiB
    #[arg(long, value_name = "KIB")]
    to: Option<usize>,
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
    let profile = if arguments.fast { "dev" } else { "release" };
    let program = arguments.program.clone().map_or_else(|| binary::build(profile), Ok)?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("input");
    let random = arguments.random.map(|count| patterns::random(arguments.seed, count));
    let patterns = random.as_deref().unwrap_or(patterns::ALL);
    let (mut pairs, mut refused, mut failed) = (0, 0, 0);
    println!(
        "{:17} {:34} {:>8} {:>8} {:>7} {:>7} {:>9}",
        "policy", "pattern", "KiB", "ms", "growth", "output", "MiB"
    );
    let selected = POLICIES.map(|policy| (policy, None)).into_iter();
    let asked = STRATEGIES.map(|strategy| ("hybrid", Some(strategy)));
    for (policy, strategy) in selected.chain(asked) {
        if arguments.policy.as_ref().is_some_and(|only| only != policy) {
            continue;
        }
        let runs = PolicyRuns { program: &program, policy, strategy, file: &file };
        let base = runs.cost(b"a\n")?.peak;
        for (number, pattern) in patterns.iter().enumerate() {
            let is_named = arguments.pattern.as_ref().is_none_or(|part| pattern.name.contains(part.as_str()));
            if !pattern.is_for(policy) || !is_named || arguments.fast && !runs.is_fast(number) {
                continue;
            }
            pairs += 1;
            let to = arguments.to.map_or(if arguments.fast { 1 << 20 } else { LARGEST }, |kib| kib << 10);
            match runs.run(pattern, to, base, arguments.all)? {
                Outcome::Failed => failed += 1,
                Outcome::Refused => refused += 1,
                Outcome::Passed => {}
            }
        }
    }
    println!(
        "\n{} patterns, {pairs} with their policies, {refused} of them refused, {failed} fall",
        patterns.len()
    );
    Ok(failed == 0)
}

/// How the runs of a pattern ended.
enum Outcome {
    Passed,
    /// Every input was refused with an error, within the bounds.
    Refused,
    /// A run exceeded a bound or died.
    Failed,
}

/// The runs of one policy.
struct PolicyRuns<'c> {
    program: &'c Path,
    policy: &'c str,
    /// The strategy that is asked for, if any.
    strategy: Option<&'c str>,
    file: &'c Path,
}

impl PolicyRuns<'_> {
    /// Whether the pattern of this number belongs to `--fast`.
    fn is_fast(&self, number: usize) -> bool {
        let turn = STRATEGIES.get(number / FAST % STRATEGIES.len()).copied();
        number.is_multiple_of(FAST) && (self.strategy.is_none() || self.strategy == turn)
    }

    fn cost(&self, input: &[u8]) -> Result<Cost, Box<dyn Error>> {
        fs::write(self.file, input)?;
        let mut arguments = vec![self.policy, "--quiet"];
        arguments.extend(self.strategy.into_iter().flat_map(|strategy| ["--strategy", strategy]));
        if self.policy != "recorder" {
            arguments.extend(["--jobs", "1", "--id", "products/demo/items/task/0000/DEMO-TSK-0001_start.md"]);
        }
        arguments.push("-");
        measure::run(self.program, &arguments, self.file)
    }

    /// Runs the pattern at 256 KiB and each doubling up to `to`, until a run breaks a bound.
    fn run(&self, pattern: &Pattern, to: usize, base: u64, all: bool) -> Result<Outcome, Box<dyn Error>> {
        let mut is_refused = true;
        let mut size = 256 << 10;
        let mut half = Vec::new();
        // The runs over smaller inputs, the largest first.
        let mut smaller: VecDeque<Run> = VecDeque::new();
        while size <= to {
            let input = pattern.input(self.policy, size);
            let mut run = Run::new(&input, self.cost(&input)?, base);
            for _ in 0..RETRIES {
                if run.takes_longer_than_linear(&smaller)
                    && let Some(before) = smaller.front_mut()
                {
                    before.seconds = self.cost(&half)?.seconds;
                    run.seconds = self.cost(&input)?.seconds;
                }
            }
            is_refused &= run.is_refused;
            let faults = run.faults(&smaller);
            if all || !faults.is_empty() {
                println!(
                    "{:17} {:34} {:8} {:8.0} {:7.2} {:7.2} {:9.1} {}",
                    self.strategy.unwrap_or(self.policy),
                    pattern.name,
                    size >> 10,
                    run.seconds * 1e3,
                    run.seconds / smaller.front().unwrap_or(&run).seconds,
                    run.output,
                    run.memory / f64::from(1 << 20),
                    faults.join(", ")
                );
            }
            if !faults.is_empty() {
                return Ok(Outcome::Failed);
            }
            smaller.push_front(run);
            half = input;
            size *= 2;
        }
        Ok(if is_refused { Outcome::Refused } else { Outcome::Passed })
    }
}

/// A run's costs, as they are compared with the bounds.
struct Run {
    has_ended: bool,
    is_refused: bool,
    seconds: f64,
    /// Output bytes per input byte.
    output: f64,
    /// The same, without [`RECORD`] bytes for each record.
    repeated: f64,
    /// Peak memory in bytes, above that of a run over almost nothing.
    memory: f64,
    most_memory: f64,
}

impl Run {
    #[expect(clippy::cast_precision_loss, reason = "sizes of a few gigabytes at most")]
    fn new(input: &[u8], cost: Cost, base: u64) -> Self {
        Self {
            has_ended: matches!(cost.status, Some(0 | 1)),
            is_refused: cost.status == Some(1) && cost.output == 0,
            seconds: cost.seconds,
            output: cost.output as f64 / input.len() as f64,
            repeated: (cost.output as f64 - RECORD * cost.records as f64) / input.len() as f64,
            memory: cost.peak.saturating_sub(base) as f64,
            most_memory: MOST_MEMORY.0 * input.len() as f64 + MOST_MEMORY.1,
        }
    }

    fn takes_longer_than_linear(&self, smaller: &VecDeque<Self>) -> bool {
        self.seconds > NOISE && grows(self.seconds, smaller.iter().map(|run| run.seconds), MOST_GROWTH)
    }

    /// What is wrong with it, compared with the runs over `smaller` inputs.
    fn faults(&self, smaller: &VecDeque<Self>) -> Vec<&'static str> {
        let is_longer =
            self.output > 1.0 && grows(self.output, smaller.iter().map(|run| run.output), MOST_GROWTH / 2.0);
        let faults = [
            (!self.has_ended, "DIED"),
            (self.takes_longer_than_linear(smaller), "TIME"),
            (self.repeated > MOST_OUTPUT || is_longer, "OUTPUT"),
            (self.memory > self.most_memory, "MEMORY"),
        ];
        faults.into_iter().filter(|(is, _)| *is).map(|(_, fault)| fault).collect()
    }
}

/// Whether a cost grows by more than `most` per doubling from each of the `smaller` inputs, which come largest first. From the
/// last one alone, a text in which steps are found at only some sizes would seem to grow.
fn grows(cost: f64, smaller: impl ExactSizeIterator<Item = f64>, most: f64) -> bool {
    smaller.len() > 0 && (1..).zip(smaller).all(|(doublings, before)| cost > before * most.powi(doublings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_does_from_each_smaller_size() {
        let grows = |costs: &[f64]| {
            let (last, smaller) = costs.split_last().unwrap();
            grows(*last, smaller.iter().rev().copied(), MOST_GROWTH)
        };
        // Quadratic; and the same after a constant cost.
        assert!(grows(&[1.0, 4.0, 16.0]));
        assert!(grows(&[0.2, 0.3, 0.7, 2.3, 8.7]));
        // Linear; with more work at some sizes; the first.
        assert!(!grows(&[1.0, 2.0, 4.0, 8.0]));
        assert!(!grows(&[1.0, 0.1, 0.2, 9.0]));
        assert!(!grows(&[5.0]));
    }
}
