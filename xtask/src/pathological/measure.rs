//! Measures one run of the command: its CPU time, its peak memory, and the size of its output.

use crate::workspace::Answer;
use serde::{Deserialize, Serialize};
use std::{
    error::Error,
    ffi::OsString,
    fs::File,
    io::{self, Write},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

/// The cost of a run.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Cost {
    /// CPU time in seconds, user and system.
    pub seconds: f64,
    /// Wall time in seconds.
    pub passed: f64,
    /// Peak memory, in bytes.
    pub peak: u64,
    /// Output, in bytes.
    pub output: u64,
    /// Output, in records: lines.
    pub records: u64,
    /// Its exit status; `None` if it was killed.
    pub status: Option<i32>,
}

/// Runs `program` in a folder, as the only child of a process of its own, so that the usage of that process's children is this
/// run's.
pub fn run_in(
    program: &Path,
    arguments: &[&str],
    input: &Path,
    folder: &Path,
) -> Result<Cost, Box<dyn Error>> {
    let output = Command::new(std::env::current_exe()?)
        .args(["pathological", "--watch"])
        .arg(program)
        .args(arguments)
        .stdin(File::open(input)?)
        .current_dir(folder)
        .output()?;
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&output.stderr)).into())
}

/// The parent process: runs the command and prints its cost.
#[cfg(unix)]
pub fn watch(command: &[OsString]) -> Answer {
    use crate::cpu;
    use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};

    /// Limits, so that no run brings the machine down.
    const MOST_SECONDS: u64 = 120;
    const MOST_BYTES: u64 = 6 << 30;

    setrlimit(Resource::RLIMIT_CPU, MOST_SECONDS, MOST_SECONDS)?;
    setrlimit(Resource::RLIMIT_AS, MOST_BYTES, MOST_BYTES)?;
    let (program, arguments) = command.split_first().ok_or("no command")?;
    let begun = Instant::now();
    let mut child =
        Command::new(program).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let mut written = Written::default();
    if let Some(mut stdout) = child.stdout.take() {
        io::copy(&mut stdout, &mut written)?;
    }
    let Written { bytes: output, lines: records } = written;
    let status = child.wait()?.code();
    let passed = begun.elapsed().as_secs_f64();
    let seconds = cpu::of_children()?;
    let peak = u64::try_from(getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss())? << 10;
    println!("{}", serde_json::to_string(&Cost { seconds, passed, peak, output, records, status })?);
    Ok(true)
}

/// Counts what is written to it.
#[derive(Default)]
struct Written {
    bytes: u64,
    lines: u64,
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        self.lines += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
pub fn watch(_: &[OsString]) -> Answer {
    Err("what a process took is only known on Unix".into())
}
