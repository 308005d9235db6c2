//! A contest: the same work by several contestants, by turns, so that a machine whose speed drifts slows all of them.

use super::corpus::Input;
use cpu_time::ThreadTime;
use std::time::Duration;

/// One way to do the work.
pub struct Contestant<'c, T> {
    /// What it is called in the table.
    pub name: &'static str,
    /// Does the work once.
    pub run: Box<dyn Fn(&str) -> T + Sync + 'c>,
}

/// A line of the table.
pub struct Row {
    /// What was done, to what, by whom.
    pub contest: &'static str,
    pub input: String,
    pub contestant: &'static str,
    /// Size of the input.
    pub bytes: usize,
    /// Median CPU time of a round.
    pub median: Duration,
}

impl Row {
    /// Megabytes (10^6 bytes) a second.
    pub fn rate(&self) -> f64 {
        self.bytes as f64 / 1e6 / self.median.as_secs_f64()
    }
}

/// Runs all contestants `rounds` times by turns, after a round that is not counted, each in a fresh thread: what a
/// thread remembers of former work does not help. The time of commands that a contestant runs is its own. The first one's time is the measure of the others.
///
/// # Errors
/// If a contestant's answer does not pass `check`, which sees the first contestant's answer as well.
pub fn run<T: Send>(
    contest: &'static str,
    input: &Input,
    rounds: usize,
    contestants: &[Contestant<'_, T>],
    check: impl Fn(&T, &T) -> bool,
) -> Result<Vec<Row>, String> {
    let mut times = vec![Vec::new(); contestants.len()];
    for round in 0..=rounds {
        let mut first = None;
        for (contestant, times) in contestants.iter().zip(&mut times) {
            let (answer, time) = timed(|| (contestant.run)(&input.text))?;
            if !check(first.as_ref().unwrap_or(&answer), &answer) {
                return Err(format!("{contest}, {}: {} gives another answer", input.name, contestant.name));
            }
            first.get_or_insert(answer);
            if round > 0 {
                times.push(time);
            }
        }
    }
    let rows: Vec<_> = contestants
        .iter()
        .zip(times)
        .map(|(contestant, times)| Row {
            contest,
            input: input.name.clone(),
            contestant: contestant.name,
            bytes: input.text.len(),
            median: median(times),
        })
        .collect();
    print(&rows);
    Ok(rows)
}

fn timed<T: Send>(work: impl FnOnce() -> T + Send) -> Result<(T, Duration), String> {
    let measured = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let (start, children) = (ThreadTime::now(), children());
            let answer = work();
            (answer, start.elapsed() + self::children().saturating_sub(children))
        });
        thread.join()
    });
    measured.map_err(|_| "a contestant panicked".to_owned())
}

/// The CPU time of all commands that were run and have ended.
#[cfg(unix)]
fn children() -> Duration {
    use nix::sys::{
        resource::{UsageWho, getrusage},
        time::TimeValLike,
    };
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    [usage.user_time(), usage.system_time()]
        .into_iter()
        .map(|time| Duration::from_micros(u64::try_from(time.num_microseconds()).unwrap_or_default()))
        .sum()
}

#[cfg(not(unix))]
fn children() -> Duration {
    Duration::ZERO
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn print(rows: &[Row]) {
    let slowest = rows.iter().map(Row::rate).fold(f64::INFINITY, f64::min);
    for row in rows {
        println!(
            "{:10} {:16} {:6.2} MB  {:36} {:9.1} ms {:9.2} MB/s {:7.1}×",
            row.contest,
            row.input,
            row.bytes as f64 / 1e6,
            row.contestant,
            row.median.as_secs_f64() * 1e3,
            row.rate(),
            row.rate() / slowest,
        );
    }
}
