//! The contest of the command, from files to a file: the time of a whole run, on one core and on two, its memory, and the
//! size of its output.

use super::{
    corpus,
    record::{Memo, Process, Row},
    recorder,
};
use crate::{
    Answer,
    pathological::measure::{self, Cost},
};
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    thread,
};

/// Bytes of a document so short that the command's start takes most of the time.
const SMALL: usize = 20_000;
/// Bytes of a large document.
const LARGE: usize = 10_000_000;
/// Bytes of a folder. For one as small as a large document, the start, which uses one core, would be a tenth of the time.
const FOLDER: usize = 50_000_000;

/// Two folders, each with every other file of the folder `pages`.
const HALVES: [&str; 2] = ["half-0", "half-1"];

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
        rows.extend(bench.contest("a page", policy, &[("1", &["small.md"])])?);
    }
    for policy in POLICIES {
        rows.extend(bench.contest("a document", policy, &[("1", &["large.md"])])?);
    }
    for policy in POLICIES {
        // Two processes, each on one half, show what the machine can do, whatever makes two threads wait.
        let ways: [Way<'_>; 3] = [("1", &["pages"]), ("2", &["pages"]), ("1", &HALVES)];
        rows.extend(bench.contest("a folder", policy, &ways)?);
    }
    bench.write_item(&pages)?;
    rows.extend(bench.contest("an item", "backlog", &[("1", &["backlog"])])?);
    fs::write(bench.folder.join("small.jsonl"), recorder::log(SMALL))?;
    rows.extend(bench.contest("a short log", "recorder", &[("1", &["small.jsonl"])])?);
    fs::write(bench.folder.join("log.jsonl"), recorder::log(LARGE))?;
    rows.extend(bench.contest("a log", "recorder", &[("1", &["log.jsonl"]), ("2", &["log.jsonl"])])?);
    Ok(rows)
}

/// The number of jobs, and the inputs, each for a process of its own; all processes run at once.
type Way<'w> = (&'w str, &'w [&'w str]);

struct Bench<'b> {
    command: &'b Path,
    folder: &'b Path,
    rounds: usize,
}

impl Bench<'_> {
    /// Writes a file of at most `bytes` bytes, which is these pages, repeated. (Hybrid leaves out what a document repeats.)
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

    /// Writes a folder with a file for each page, and its two halves.
    fn write_folder(&self, pages: &[PathBuf]) -> Answer {
        for folder in HALVES.iter().chain(&["pages"]) {
            fs::create_dir(self.folder.join(folder))?;
        }
        let mut bytes = 0;
        for ((number, page), half) in pages.iter().cycle().enumerate().zip(HALVES.iter().cycle()) {
            let name = format!("{number:04}.md");
            bytes += fs::copy(page, self.folder.join("pages").join(&name))?;
            fs::copy(page, self.folder.join(half).join(&name))?;
            if bytes >= FOLDER as u64 {
                break;
            }
        }
        Ok(true)
    }

    /// Runs the same input in each of these ways, by turns. The output of a single process must be the same bytes each time;
    /// that of several processes must be as long.
    fn contest(&self, input: &str, policy: &str, ways: &[Way<'_>]) -> Result<Vec<Row>, Box<dyn Error>> {
        let mut runs: Vec<Vec<Run>> = ways.iter().map(|_| Vec::new()).collect();
        for _ in 0..self.rounds.max(1) {
            let mut first: Option<Vec<u8>> = None;
            for (&(jobs, paths), runs) in ways.iter().zip(&mut runs) {
                runs.push(self.run(policy, jobs, paths)?);
                let mut output = Vec::new();
                for number in 0..paths.len() {
                    output.extend(fs::read(self.folder.join(output_of(number)))?);
                }
                let is_other = |first: &Vec<u8>| match paths {
                    [_] => *first != output,
                    _ => first.len() != output.len(),
                };
                if output.is_empty() || first.as_ref().is_some_and(is_other) {
                    return Err(format!("chunk {policy} -j {jobs}, {input}: other bytes, or none").into());
                }
                first.get_or_insert(output);
            }
        }
        let mut rows = Vec::new();
        for (&(jobs, paths), mut runs) in ways.iter().zip(runs) {
            runs.sort_by(|a, b| a.cpu_ms.total_cmp(&b.cpu_ms));
            let Some(&Run { cpu_ms: median_ms, process }) = runs.get(runs.len() / 2) else { continue };
            let wall_ms = runs.iter().map(|run| run.process.wall_ms).fold(f64::INFINITY, f64::min);
            let mut bytes = 0;
            for path in paths {
                bytes += size(&self.folder.join(path))?;
            }
            let times = if paths.len() > 1 { format!("{} at once: ", paths.len()) } else { String::new() };
            let row = Row {
                contest: "command".to_owned(),
                input: input.to_owned(),
                contestant: format!("{times}chunk {policy} -j {jobs}"),
                memo: Memo::Cold,
                bytes,
                median_ms,
                process: Some(Process { wall_ms, ..process }),
            };
            print(&row, wall_ms);
            rows.push(row);
        }
        Ok(rows)
    }

    /// Runs a process for each path, all at once. Earlier output is removed first, since the same bytes would not be written
    /// again.
    fn run(&self, policy: &str, jobs: &str, paths: &[&str]) -> Result<Run, Box<dyn Error>> {
        for number in 0..paths.len() {
            let output = self.folder.join(output_of(number));
            if output.exists() {
                fs::remove_file(output)?;
            }
        }
        let costs: Vec<Result<Cost, String>> = thread::scope(|scope| {
            let start = |(number, path): (usize, &&str)| {
                let output = output_of(number);
                let arguments = [policy, "--quiet", "--progress=never", "-o", &output, "-j", jobs, path]
                    .map(str::to_owned);
                scope.spawn(move || {
                    let arguments = arguments.each_ref().map(String::as_str);
                    let run = measure::run_in(self.command, &arguments, Path::new("/dev/null"), self.folder);
                    run.map_err(|error| error.to_string())
                })
            };
            let started: Vec<_> = paths.iter().enumerate().map(start).collect();
            let failed = || Err("a thread failed".to_owned());
            started.into_iter().map(|thread| thread.join().unwrap_or_else(|_| failed())).collect()
        });
        let mut run = Run { cpu_ms: 0.0, process: Process { wall_ms: 0.0, peak: 0, output: 0 } };
        for (number, cost) in costs.into_iter().enumerate() {
            let cost = cost?;
            if cost.status != Some(0) {
                return Err(format!("chunk {policy} -j {jobs} failed for {paths:?}").into());
            }
            run.cpu_ms += cost.seconds * 1e3;
            run.process.wall_ms = run.process.wall_ms.max((cost.passed * 1e6).round() / 1e3);
            run.process.peak += cost.peak;
            run.process.output += size(&self.folder.join(output_of(number)))? as u64;
        }
        Ok(run)
    }
}

/// What one run of one way took.
#[derive(Clone, Copy)]
struct Run {
    cpu_ms: f64,
    process: Process,
}

/// The file that the process of this number writes to.
fn output_of(number: usize) -> String {
    format!("out-{number}.jsonl")
}

/// The bytes of a file, or of all files in a folder.
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
