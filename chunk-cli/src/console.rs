//! Writes to stderr, for people: errors, warnings, progress, the summary. And to stdout, for commands whose answer is short.

use crate::{
    environment::now,
    error::{Error, Verdict},
    shown::message,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::{self, Write},
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// When progress is shown, and colours are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    // On a terminal; progress when the work takes longer than a second.
    Auto,
    // Progress from the start.
    Always,
    Never,
}

/// How long work may take before a progress bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) struct Console {
    progress: When,
    /// Whether all warnings are shown, not only a few of each kind.
    pub(crate) is_verbose: bool,
    /// How many documents there are, if that is known.
    total: Option<usize>,
    watch: Instant,
    bar: Option<ProgressBar>,
}

impl Console {
    pub(crate) fn new(progress: When, total: Option<usize>, is_verbose: bool) -> Self {
        Self { progress, is_verbose, total, watch: now(), bar: None }
    }

    pub(crate) fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(line)),
            None => say(line),
        }
    }

    /// Removes the progress bar.
    pub(crate) fn end_progress(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Shows that `done` documents are done, if it is time to, where stderr is a terminal.
    pub(crate) fn progress(&mut self, done: usize) {
        let elapsed = self.watch.elapsed();
        let is_time = self.progress == When::Always || self.progress == When::Auto && elapsed >= PATIENCE;
        if is_time {
            self.bar.get_or_insert_with(|| bar(self.total, elapsed)).set_position(done as u64);
        }
    }
}

impl Default for Console {
    /// One that shows no progress.
    fn default() -> Self {
        Self::new(When::Never, None, false)
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.end_progress();
    }
}

/// What becomes of lines for stderr.
static STDERR: Mutex<Stderr> = Mutex::new(Stderr { is_quiet: false, held: None });

struct Stderr {
    /// Whether notes are left out.
    is_quiet: bool,
    /// The lines of a run inside of another command, while there is one.
    held: Option<Vec<String>>,
}

fn stderr() -> MutexGuard<'static, Stderr> {
    STDERR.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has notes left out from now on, or not.
pub(crate) fn set_quiet(is_quiet: bool) {
    stderr().is_quiet = is_quiet;
}

/// Writes a line to stderr. If that fails, there is nobody to report it to.
pub(crate) fn say(line: &str) {
    match &mut stderr().held {
        Some(lines) => lines.push(line.to_owned()),
        None => _ = writeln!(io::stderr(), "{}", message(line)),
    }
}

/// The same of a line that `--quiet` leaves out.
pub(crate) fn note(line: &str) {
    if !stderr().is_quiet {
        say(line);
    }
}

/// Does `work`, and returns what it would have written to stderr.
pub(crate) fn held<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let own = mem::replace(&mut *stderr(), Stderr { is_quiet: false, held: Some(Vec::new()) });
    let done = work();
    let lines = mem::replace(&mut *stderr(), own).held.unwrap_or_default();
    (done, lines)
}

/// Writes the whole answer of a command to stdout.
pub(crate) fn print(bytes: &[u8]) -> Result<Verdict, Error> {
    let mut stdout = io::stdout();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(Error::stdout)?;
    Ok(Verdict::Well)
}

fn bar(total: Option<usize>, elapsed: Duration) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => {
            (ProgressBar::new(total as u64), "{wide_bar} {human_pos}/{human_len} documents, {eta} left")
        }
        None => (ProgressBar::no_length(), "{spinner} {human_pos} documents in {elapsed}"),
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.with_style(style).with_elapsed(elapsed)
}
