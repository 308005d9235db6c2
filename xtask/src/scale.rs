//! `cargo xtask scale`: puts a million chunks through the command: into a store, again unchanged, and with a full-text
//! index; then through `chunk diff`, whose memory per chunk must not exceed a bound.
#![allow(clippy::disallowed_methods, reason = "a command of ours takes the time")]

use crate::{Answer, binary, pathological::measure};
use std::{error::Error, fmt::Write as _, fs, path::Path, time::Instant};

/// Sections per document, each of which is a chunk.
const SECTIONS: usize = 100;
/// One document in this many is changed.
const CHANGED: usize = 100;
/// The most bytes that `chunk diff` may use for each chunk of the old side, above what an empty run uses; this allows for
/// the spare capacity of its lists.
const MAX_BYTES_PER_CHUNK: u64 = 160;

#[derive(clap::Args)]
pub struct Arguments {
    /// How many chunks
    #[arg(long, default_value_t = 1_000_000)]
    chunks: usize,
}

pub fn run(arguments: &Arguments) -> Answer {
    let documents = arguments.chunks.div_ceil(SECTIONS);
    let chunks = documents * SECTIONS;
    let place = tempfile::tempdir()?;
    let folder = place.path();
    let chunk = Bench { program: &binary::build("release")?, folder };
    for number in 0..documents {
        write(folder, number, "")?;
    }
    println!("{documents} documents, {chunks} chunks");
    let make = ["markdown", "in", "--chunk-overlap", "0", "--quiet", "--progress=never"];
    let with = |more: &[&'static str]| [&make[..], more].concat();
    chunk.measure("JSON Lines", chunks, &with(&["-o", "old.jsonl"]))?;
    chunk.measure("a new store", chunks, &with(&["--store", "sqlite:a.db"]))?;
    chunk.measure("unchanged", chunks, &with(&["--store", "sqlite:a.db"]))?;
    chunk.measure("unchanged, --prune", chunks, &with(&["--store", "sqlite:a.db", "--prune"]))?;
    chunk.measure("a new store, --full-text", chunks, &with(&["--store", "sqlite:b.db", "--full-text"]))?;
    for name in ["old.jsonl", "a.db", "b.db"] {
        println!("{name}: {} MB", fs::metadata(folder.join(name))?.len() / 1_000_000);
    }
    for number in (0..documents).step_by(CHANGED) {
        write(folder, number, " anew")?;
    }
    chunk.measure("one document in a hundred changed", chunks, &with(&["--store", "sqlite:a.db"]))?;
    chunk.measure("JSON Lines", chunks, &with(&["-o", "new.jsonl"]))?;
    fs::write(folder.join("empty.jsonl"), "")?;
    let empty = chunk.measure("diff, summary, of nothing", 0, &["diff", "empty.jsonl", "empty.jsonl"])?;
    let mut is_well = true;
    for format in ["summary", "jsonl", "upserts", "deletes"] {
        let arguments = ["diff", "old.jsonl", "new.jsonl", "--format", format];
        let peak = chunk.measure(&format!("diff, {format}"), chunks, &arguments)?;
        let per_chunk = peak.saturating_sub(empty) / chunks as u64;
        println!("{:44} {per_chunk} bytes a chunk", "");
        is_well &= per_chunk <= MAX_BYTES_PER_CHUNK;
    }
    Ok(is_well)
}

/// Writes a document whose sections all differ.
fn write(folder: &Path, number: usize, edited: &str) -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    for section in 0..SECTIONS {
        writeln!(
            text,
            "# Part {section} of {number}\n\nWhat document {number} has to say of part {section}{edited} is said in a sentence \
             or two. The next part says more of it.\n"
        )?;
    }
    let folder = folder.join("in").join(format!("{:03}", number / 100));
    fs::create_dir_all(&folder)?;
    Ok(fs::write(folder.join(format!("{number}.md")), text)?)
}

struct Bench<'b> {
    program: &'b Path,
    folder: &'b Path,
}

impl Bench<'_> {
    /// Runs the command and prints its time and memory; returns its peak memory.
    fn measure(&self, what: &str, chunks: usize, arguments: &[&str]) -> Result<u64, Box<dyn Error>> {
        let begun = Instant::now();
        let cost = measure::run_in(self.program, arguments, Path::new("/dev/null"), self.folder)?;
        let seconds = begun.elapsed().as_secs_f64();
        if cost.status != Some(0) {
            return Err(format!("{what}: the command failed").into());
        }
        #[expect(clippy::cast_precision_loss, reason = "chunks are few")]
        let rate = chunks as f64 / seconds;
        println!(
            "{what:44} {seconds:7.1} s {:7.1} s of CPU {rate:9.0} chunks/s {:5} MB at most",
            cost.seconds,
            cost.peak / 1_000_000
        );
        Ok(cost.peak)
    }
}
