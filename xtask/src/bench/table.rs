//! Generates the tables of docs/benchmarks.md from the latest record, and its plots.

use super::{
    axis::logarithmic,
    beside,
    plot::Bar,
    record::{self, Memo, Record, Row},
};
use crate::{Answer, generated};
use std::{error::Error, fmt::Write};

const COMMAND: &str = "cargo xtask bench --table";

/// Writes the tables and plots; with `is_check`, only says whether they are there already.
pub fn run(is_check: bool) -> Answer {
    let record = record::read()?;
    let (beside, mut plots) = beside::page()?;
    plots.push(("libraries", libraries(&record.medians)));
    let mut are_same = true;
    for (name, plot) in plots {
        are_same &= generated::file(&format!("docs/benchmarks/{name}.svg"), plot, COMMAND, is_check)?;
    }
    let all = beside + &tables(&record)?;
    Ok(generated::part("docs/benchmarks.md", &all, COMMAND, is_check)? && are_same)
}

/// The speed of the libraries on our pages.
fn libraries(rows: &[Row]) -> String {
    let is_shown = |row: &&Row| {
        row.input == "our pages"
            && row.process.is_none()
            && row.memo == Memo::Cold
            && row.contestant != "parsing and counting alone"
    };
    let mut bars: Vec<Bar> = rows
        .iter()
        .filter(is_shown)
        .map(|row| Bar {
            name: format!("{}: {}", row.contest, row.contestant),
            value: row.rate(),
            label: format!("{:.1}", row.rate()),
            range: None,
            is_marked: row.contestant.starts_with("chunk-"),
        })
        .collect();
    bars.dedup_by(|one, other| one.name == other.name);
    logarithmic("Speed of the libraries on our pages, MB/s", bars, 1.0, 1000.0)
}

fn tables(record: &Record) -> Result<String, Box<dyn Error>> {
    let Record { machine, rustc, command, medians, .. } = record;
    let mut out = String::new();
    writeln!(out, "## The libraries and the command\n")?;
    writeln!(out, "![Speed of the libraries on our pages](benchmarks/libraries.svg)")?;
    writeln!(out, "\n`{command}` on {} ({}, {}), {rustc}:\n", machine.processor, machine.arch, machine.os)?;
    counting(&mut out, medians)?;
    chunking(&mut out, medians)?;
    commands(&mut out, medians)?;
    Ok(out)
}

/// The table of counting: a row for each text, a column for each contestant.
fn counting(out: &mut String, rows: &[Row]) -> std::fmt::Result {
    writeln!(
        out,
        "| exact counts, MB/s | chunk-core | memo warm | splintr | memo warm | tiktoken-rs | chunk-core is |"
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|---:|")?;
    let rows: Vec<_> = rows.iter().filter(|row| row.contest == "counting").collect();
    let mut texts: Vec<_> = rows.iter().map(|row| row.input.as_str()).collect();
    texts.dedup();
    for text in texts {
        let rate = |contestant: &str, memo: Memo| {
            let is = |row: &&&Row| row.input == text && row.contestant == contestant && row.memo == memo;
            rows.iter().find(is).map(|row| row.rate())
        };
        let ours = rate("chunk-core", Memo::Cold);
        let tiktoken = rate("tiktoken-rs", Memo::Cold);
        let times = ours.zip(tiktoken).map(|(ours, theirs)| ours / theirs);
        let columns = [
            ours,
            rate("chunk-core", Memo::Warm),
            rate("splintr", Memo::Cold),
            rate("splintr", Memo::Warm),
            tiktoken,
        ];
        write!(out, "| {text} |")?;
        for rate in columns {
            write!(out, " {} |", rate.map_or("-".to_owned(), |rate| format!("{rate:.1}")))?;
        }
        writeln!(out, " {} |", times.map_or("-".to_owned(), |times| format!("{times:.1}×")))?;
    }
    writeln!(out)
}

/// The table of chunking: our library's rate for each text, and that of each peer.
fn chunking(out: &mut String, rows: &[Row]) -> std::fmt::Result {
    writeln!(out, "| chunks of | by | MB/s | beside | MB/s | times |")?;
    writeln!(out, "|---|---|---:|---|---:|---:|")?;
    let is_chunking = |row: &&Row| row.contest != "counting" && row.process.is_none();
    let rows: Vec<_> = rows.iter().filter(is_chunking).collect();
    for contest in rows.chunk_by(|a, b| (&a.contest, &a.input) == (&b.contest, &b.input)) {
        let Some((ours, others)) = contest.split_first() else { continue };
        let head =
            format!("| {}, {} | {} | {:.1} |", ours.input, megabytes(ours), ours.contestant, ours.rate());
        for other in others {
            let (rate, times) = (other.rate(), ours.rate() / other.rate());
            writeln!(out, "{head} {} | {rate:.1} | {times:.2}× |", other.contestant)?;
        }
        if others.is_empty() {
            writeln!(out, "{head} - | - | - |")?;
        }
    }
    writeln!(out)
}

/// The table of whole runs of the command.
fn commands(out: &mut String, rows: &[Row]) -> std::fmt::Result {
    writeln!(out, "| from files to a file | | CPU, ms | time, ms | memory, MB | written, MB |")?;
    writeln!(out, "|---|---|---:|---:|---:|---:|")?;
    for row in rows {
        let Some(process) = row.process else { continue };
        let (memory, written) = (process.peak as f64 / 1e6, process.output as f64 / 1e6);
        writeln!(
            out,
            "| {}, {} | `{}` | {:.1} | {:.1} | {memory:.1} | {written:.2} |",
            row.input,
            megabytes(row),
            row.contestant,
            row.median_ms,
            process.wall_ms,
        )?;
    }
    writeln!(out)
}

fn megabytes(row: &Row) -> String {
    format!("{:.2} MB", row.bytes as f64 / 1e6)
}
