//! A contest: the same work by several contestants, by turns, so that a machine whose speed drifts slows all of them.

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
    /// What it is called in the table.
    name: &'static str,
    memo: Memo,
    forget: Box<dyn Fn() + Sync + 'c>,
    /// Does the work once.
    run: Box<dyn Fn(&str) -> T + Sync + 'c>,
}

impl<'c, T> Contestant<'c, T> {
    /// In a fresh thread: what a thread remembers of former work does not help.
    pub fn new(name: &'static str, run: impl Fn(&str) -> T + Sync + 'c) -> Self {
        Self { name, memo: Memo::Cold, forget: Box::new(|| ()), run: Box::new(run) }
    }

    /// After something that makes it forget what is not its thread's.
    pub fn forgetting(self, forget: impl Fn() + Sync + 'c) -> Self {
        Self { forget: Box::new(forget), ..self }
    }

    /// After the same work in the same thread.
    pub fn warm(self) -> Self {
        Self { memo: Memo::Warm, ..self }
    }

    /// Does what comes before the work that is timed.
    fn prepare(&self, text: &str) {
        match self.memo {
            Memo::Cold => (self.forget)(),
            Memo::Warm => drop((self.run)(text)),
        }
    }
}

/// Runs all contestants `rounds` times by turns, after a round that is not counted. Whom one follows differs from round to round: it
/// finds the processor's caches as that one left them. The time of commands that a contestant runs is its own. The first one's time is the
/// measure of the others.
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
            let (start, children) = (ThreadTime::now(), children());
            let answer = (contestant.run)(text);
            (answer, start.elapsed() + self::children().saturating_sub(children))
        });
        thread.join()
    });
    measured.map_err(|_| "a contestant panicked".to_owned())
}

/// The CPU time of all commands that were run and have ended; none where the system does not tell.
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
