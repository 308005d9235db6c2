//! A contest: several contestants do the same work, by turns, so that a machine whose speed drifts slows all of them.

use super::{
    corpus::Input,
    record::{Memo, Row},
};
use crate::cpu;
use cpu_time::ThreadTime;
use fastrand::Rng;
use std::time::Duration;

/// One way to do the work.
pub struct Contestant<'c, T> {
    /// Its name in the table.
    name: &'static str,
    memo: Memo,
    forget: Box<dyn Fn() + Sync + 'c>,
    /// Does the work once.
    run: Box<dyn Fn(&str) -> T + Sync + 'c>,
}

impl<'c, T> Contestant<'c, T> {
    /// A contestant that runs in a fresh thread each time, so that a memo of the thread's earlier work does not help.
    pub fn new(name: &'static str, run: impl Fn(&str) -> T + Sync + 'c) -> Self {
        Self { name, memo: Memo::Cold, forget: Box::new(|| ()), run: Box::new(run) }
    }

    /// The same contestant, with a function that clears the memo that its threads share.
    pub fn forgetting(self, forget: impl Fn() + Sync + 'c) -> Self {
        Self { forget: Box::new(forget), ..self }
    }

    /// The same contestant, timed after it has done the same work in the same thread.
    pub fn warm(self) -> Self {
        Self { memo: Memo::Warm, ..self }
    }

    /// Clears or warms its memo before the work is timed.
    fn prepare(&self, text: &str) {
        match self.memo {
            Memo::Cold => (self.forget)(),
            Memo::Warm => drop((self.run)(text)),
        }
    }
}

/// Runs all contestants `rounds` times by turns, after a round that is not counted. Their order differs from round to round, since
/// each finds the processor's caches as the one before left them. The time of commands that a contestant runs counts as its own.
///
/// # Errors
/// If a contestant's answer does not pass `check`, which gets the first contestant's answer and this one.
pub fn run<T: Send>(
    contest: &'static str,
    input: &Input,
    rounds: usize,
    contestants: &[Contestant<'_, T>],
    check: impl Fn(&T, &T) -> bool,
) -> Result<Vec<Row>, String> {
    let mut times = vec![Vec::new(); contestants.len()];
    let mut random = Rng::with_seed(1);
    let mut first = None;
    for round in 0..=rounds {
        let mut turns: Vec<_> = contestants.iter().zip(&mut times).collect();
        if round > 0 {
            random.shuffle(&mut turns);
        }
        for (contestant, times) in turns {
            let (answer, time) = timed(contestant, &input.text)?;
            if !check(first.as_ref().unwrap_or(&answer), &answer) {
                return Err(format!("{contest}, {}: {} gives another answer", input.name, contestant.name));
            }
            first.get_or_insert(answer);
            if round > 0 {
                times.push(time);
            }
        }
    }
    let row = |(contestant, times): (&Contestant<'_, T>, Vec<Duration>)| Row {
        contest: contest.to_owned(),
        input: input.name.clone(),
        contestant: contestant.name.to_owned(),
        memo: contestant.memo,
        bytes: input.text.len(),
        median_ms: median(times).as_secs_f64() * 1e3,
        process: None,
    };
    let rows: Vec<_> = contestants.iter().zip(times).map(row).collect();
    print(&rows);
    Ok(rows)
}

fn timed<T: Send>(contestant: &Contestant<'_, T>, text: &str) -> Result<(T, Duration), String> {
    let measured = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            contestant.prepare(text);
            let (start, children_before) = (ThreadTime::now(), children());
            let answer = (contestant.run)(text);
            (answer, start.elapsed() + children().saturating_sub(children_before))
        });
        thread.join()
    });
    measured.map_err(|_| "a contestant panicked".to_owned())
}

/// The CPU time of all commands that were run and have ended; zero if the system does not report it.
fn children() -> Duration {
    cpu::of_children().map_or(Duration::ZERO, Duration::from_secs_f64)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn print(rows: &[Row]) {
    let slowest = rows.iter().map(Row::rate).fold(f64::INFINITY, f64::min);
    for row in rows {
        let memo = if row.memo == Memo::Warm { "warm" } else { "cold" };
        println!(
            "{:10} {:16} {:6.2} MB  {:36} {:5} {:9.1} ms {:9.2} MB/s {:7.1}×",
            row.contest,
            row.input,
            row.bytes as f64 / 1e6,
            row.contestant,
            memo,
            row.median_ms,
            row.rate(),
            row.rate() / slowest,
        );
    }
}
