//! The command, from files to a file: what a whole run takes, on one core and on two, how much memory, and how much it writes.

use super::{
    corpus,
    record::{Memo, Process, Row},
    recorder,
};
use crate::{Answer, pathological::measure};
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// So many bytes are a document whose chunking is mostly the command's start, so many a large one, and so many a folder: of one as small as
/// a document the start, which is on one core, would be a tenth of the time.
const SMALL: usize = 20_000;
const LARGE: usize = 10_000_000;
const FOLDER: usize = 50_000_000;

const ITEM: &str = "backlog/products/demo/items/task/0000/DEMO-TSK-0001_read.md";

const POLICIES: [&str; 3] = ["tokens", "markdown", "hybrid"];

pub fn contests(command: &Path, rounds: usize) -> Result<Vec<Row>, Box<dyn Error>> {
    let place = tempfile::tempdir()?;
    let bench = Bench { command, folder: place.path(), rounds };
    let pages = corpus::ours("md");
    bench.write("small.md", &pages, SMALL)?;
    bench.write("large.md", &pages, LARGE)?;
    bench.write_folder(&pages)?;
    let mut rows = Vec::new();
    for policy in POLICIES {
        rows.extend(bench.contest("a page", policy, &["small.md"], &["1"])?);
    }
    for policy in POLICIES {
        rows.extend(bench.contest("a document", policy, &["large.md"], &["1", "2"])?);
    }
    for policy in POLICIES {
        rows.extend(bench.contest("a folder", policy, &["pages"], &["1", "2"])?);
    }
    bench.write_item(&pages)?;
    rows.extend(bench.contest("an item", "backlog", &["backlog"], &["1"])?);
    fs::write(bench.folder.join("small.jsonl"), recorder::log(SMALL))?;
    rows.extend(bench.contest("a short log", "recorder", &["small.jsonl"], &["1"])?);
    fs::write(bench.folder.join("log.jsonl"), recorder::log(LARGE))?;
    rows.extend(bench.contest("a log", "recorder", &["log.jsonl"], &["1", "2"])?);
    Ok(rows)
}

struct Bench<'b> {
    command: &'b Path,
    folder: &'b Path,
    rounds: usize,
}

impl Bench<'_> {
    /// Writes a file of `bytes` bytes: these pages, again and again. (Of what a document says twice hybrid leaves out the second.)
    fn write(&self, name: &str, pages: &[PathBuf], bytes: usize) -> Answer {
        let mut text = String::new();
        for page in pages.iter().cycle() {
            text += &fs::read_to_string(page)?;
            text.push('\n');
            if text.len() >= bytes {
                break;
            }
        }
        text.truncate(text.floor_char_boundary(bytes));
        fs::write(self.folder.join(name), text)?;
        Ok(true)
    }

    /// Writes a page as a work item.
    fn write_item(&self, pages: &[PathBuf]) -> Answer {
        let item = self.folder.join(ITEM);
        fs::create_dir_all(item.parent().unwrap_or(self.folder))?;
        self.write(ITEM, pages, SMALL)?;
        let text = fs::read_to_string(&item)?;
        fs::write(
            item,
            format!(
                "---\nid: DEMO-TSK-0001\ntype: Task\ntitle: Read\nstate: Done\n---\n\n# Context\n\n{text}"
            ),
        )?;
        Ok(true)
    }

    /// Writes a folder of files of a page each.
    fn write_folder(&self, pages: &[PathBuf]) -> Answer {
        let folder = self.folder.join("pages");
        fs::create_dir(&folder)?;
        let mut bytes = 0;
        for (number, page) in pages.iter().cycle().enumerate() {
            bytes += fs::copy(page, folder.join(format!("{number:04}.md")))?;
            if bytes >= FOLDER as u64 {
                break;
            }
        }
        Ok(true)
    }

    /// The same input by each number of jobs, by turns: what they write has to be the same.
    fn contest(
        &self,
        input: &str,
        policy: &str,
        paths: &[&str],
        jobs: &[&str],
    ) -> Result<Vec<Row>, Box<dyn Error>> {
        let mut bytes = 0;
        for path in paths {
            bytes += size(&self.folder.join(path))?;
        }
        let mut runs: Vec<Vec<(f64, Process)>> = vec![Vec::new(); jobs.len()];
        for _ in 0..self.rounds.max(1) {
            let mut written: Option<Vec<u8>> = None;
            for (jobs, runs) in jobs.iter().zip(&mut runs) {
                runs.push(self.run(policy, paths, jobs)?);
                let output = fs::read(self.folder.join("out.jsonl"))?;
                if output.is_empty() || written.as_ref().is_some_and(|written| *written != output) {
                    return Err(format!("chunk {policy} -j {jobs}, {input}: other bytes, or none").into());
                }
                written = Some(output);
            }
        }
        let row = |(jobs, mut runs): (&&str, Vec<(f64, Process)>)| {
            runs.sort_by(|a, b| a.0.total_cmp(&b.0));
            let &(median_ms, process) = runs.get(runs.len() / 2)?;
            let wall_ms = runs.iter().map(|(_, process)| process.wall_ms).fold(f64::INFINITY, f64::min);
            let row = Row {
                contest: "command".to_owned(),
                input: input.to_owned(),
                contestant: format!("chunk {policy} -j {jobs}"),
                memo: Memo::Cold,
                bytes,
                median_ms,
                process: Some(Process { wall_ms, ..process }),
            };
            print(&row, wall_ms);
            Some(row)
        };
        Ok(jobs.iter().zip(runs).filter_map(row).collect())
    }

    /// One run: milliseconds of CPU time, and the rest.
    fn run(&self, policy: &str, paths: &[&str], jobs: &str) -> Result<(f64, Process), Box<dyn Error>> {
        let arguments =
            [&[policy, "--quiet", "--progress=never", "-o", "out.jsonl", "-j", jobs], paths].concat();
        let begun = Instant::now();
        let cost = measure::run_in(self.command, &arguments, Path::new("/dev/null"), self.folder)?;
        let wall_ms = (begun.elapsed().as_secs_f64() * 1e6).round() / 1e3;
        if cost.status != Some(0) {
            return Err(format!("chunk {} failed", arguments.join(" ")).into());
        }
        let output = size(&self.folder.join("out.jsonl"))? as u64;
        Ok((cost.seconds * 1e3, Process { wall_ms, peak: cost.peak, output }))
    }
}

/// Bytes of a file, or of all in a folder.
fn size(path: &Path) -> Result<usize, Box<dyn Error>> {
    if !path.is_dir() {
        return Ok(usize::try_from(fs::metadata(path)?.len())?);
    }
    let mut bytes = 0;
    for entry in fs::read_dir(path)? {
        bytes += size(&entry?.path())?;
    }
    Ok(bytes)
}

fn print(row: &Row, wall_ms: f64) {
    let Some(process) = row.process else { return };
    println!(
        "{:10} {:16} {:6.2} MB  {:36} {:9.1} ms of CPU, {:9.1} ms, {:6.1} MB of memory, {:6.2} MB written",
        row.contest,
        row.input,
        row.bytes as f64 / 1e6,
        row.contestant,
        row.median_ms,
        wall_ms,
        process.peak as f64 / 1e6,
        process.output as f64 / 1e6,
    );
}
