//! The record of a run: `xtask/record/DATE.json`.

use super::contest::Row;
use crate::root;
use serde_json::json;
use std::{error::Error, fs, path::PathBuf, process::Command};

pub fn write(rows: &[Row]) -> Result<PathBuf, Box<dyn Error>> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "contest": row.contest,
                "input": row.input,
                "bytes": row.bytes,
                "contestant": row.contestant,
                "median_ms": thousandths(row.median.as_secs_f64() * 1e3),
                "mb_per_s": thousandths(row.rate()),
            })
        })
        .collect();
    let record = json!({
        "machine": {"processor": processor(), "os": std::env::consts::OS, "arch": std::env::consts::ARCH},
        "rustc": output("rustc", &["--version"])?,
        "commit": output("git", &["rev-parse", "HEAD"])?,
        "medians": rows,
    });
    let path = root().join("xtask/record").join(format!("{}.json", output("date", &["+%F"])?));
    fs::create_dir_all(root().join("xtask/record"))?;
    fs::write(&path, format!("{record:#}\n"))?;
    Ok(path)
}

fn thousandths(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
    model.unwrap_or("unknown").trim().to_owned()
}

fn output(program: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).args(arguments).current_dir(root()).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
