//! Reads and writes the records of benchmark runs: `xtask/record/DATE.json`.

use crate::root;
use serde::{Deserialize, Serialize};
use std::{error::Error, fs};
#[cfg(feature = "peers")]
use std::{path::PathBuf, process::Command};

#[derive(Serialize, Deserialize)]
pub struct Record {
    pub commit: String,
    pub machine: Machine,
    pub rustc: String,
    /// The command line of the run.
    pub command: String,
    pub medians: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
pub struct Machine {
    pub arch: String,
    pub os: String,
    pub processor: String,
}

/// What one contestant took for one input.
#[derive(Serialize, Deserialize)]
pub struct Row {
    /// The kind of work.
    pub contest: String,
    pub input: String,
    pub contestant: String,
    pub memo: Memo,
    /// The size of the input.
    pub bytes: usize,
    /// The median CPU time of a round.
    pub median_ms: f64,
    /// The other costs, if it is a run of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<Process>,
}

/// Whether the contestant's memo already has the text's pre-tokens.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Memo {
    Cold,
    Warm,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Process {
    /// The shortest wall time: anything else that the machine does makes it longer.
    pub wall_ms: f64,
    /// The peak memory, in bytes.
    pub peak: u64,
    /// The size of the output, in bytes.
    pub output: u64,
}

impl Row {
    /// Megabytes (10^6 bytes) a second of CPU time.
    pub fn rate(&self) -> f64 {
        self.bytes as f64 / 1e3 / self.median_ms
    }
}

/// The latest record.
pub fn read() -> Result<Record, Box<dyn Error>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(root().join("xtask/record"))? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.is_file());
    let latest = paths.iter().max().ok_or("xtask/record is empty: run `cargo xtask bench --record`")?;
    serde_json::from_slice(&fs::read(latest)?)
        .map_err(|error| format!("{}: {error}", latest.display()).into())
}

#[cfg(feature = "peers")]
pub fn write(medians: Vec<Row>) -> Result<PathBuf, Box<dyn Error>> {
    let thousandths = |value: f64| (value * 1e3).round() / 1e3;
    let rounded = |row: Row| Row { median_ms: thousandths(row.median_ms), ..row };
    let record = Record {
        commit: output("git", &["rev-parse", "HEAD"])?,
        machine: Machine {
            arch: std::env::consts::ARCH.to_owned(),
            os: std::env::consts::OS.to_owned(),
            processor: processor(),
        },
        rustc: output("rustc", &["--version"])?,
        command: "cargo xtask ".to_owned() + &std::env::args().skip(1).collect::<Vec<_>>().join(" "),
        medians: medians.into_iter().map(rounded).collect(),
    };
    let path = root().join("xtask/record").join(format!("{}.json", output("date", &["+%F"])?));
    fs::create_dir_all(root().join("xtask/record"))?;
    fs::write(&path, serde_json::to_string_pretty(&record)? + "\n")?;
    Ok(path)
}

#[cfg(feature = "peers")]
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
    model.unwrap_or("unknown").trim().to_owned()
}

#[cfg(feature = "peers")]
fn output(program: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).args(arguments).current_dir(root()).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
