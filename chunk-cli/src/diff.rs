//! `chunk diff`: what an index of embeddings has to do to go from one set of records to another.
//!
//! Chunks are matched by the digest of the text that is embedded. Of the old side, only digests and the places of records are held in
//! memory; of the new side, which is read twice, nothing.

mod contracts;
mod matching;
mod piece;
mod reread;
#[cfg(feature = "sqlite")]
mod rows;
mod side;

use crate::{
    console::say,
    exit::{Broken, Verdict},
    registry::PolicyName,
    tally::counted,
};
use chunk_core::jsonl::write_record;
use clap::ValueEnum;
use matching::{Change, Matching, Old};
use piece::short_hash;
use reread::Rereader;
use serde::Serialize;
use side::{Side, unchanged};
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

const EXAMPLES: &str = "\
Examples:
  chunk diff old.jsonl new.jsonl
  chunk diff index-before/ index/ --format upserts > upserts.jsonl
  chunk diff sqlite:old.db sqlite:new.db --format deletes --exit-code";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Diff {
    /// What the index was made from: a file of records, a folder of --out-dir, or sqlite:PATH; no pipe, as it is read more
    /// than once
    #[arg(value_name = "OLD")]
    old: PathBuf,
    /// What it is to be made from, in the same forms
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// The policy that made the chunks; without this, a folder's manifest or the first record tells, and of a store that
    /// holds chunks of several the other side
    #[arg(long)]
    policy: Option<PolicyName>,
    /// summary: one line; jsonl: a line for each chunk, what becomes of it; upserts: the records to write; deletes: the
    /// ids to remove
    #[arg(long, value_name = "FORMAT", default_value = "summary")]
    format: Format,
    /// Exit with status 1 if there is anything to do
    #[arg(long)]
    exit_code: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Summary,
    Jsonl,
    Upserts,
    Deletes,
}

/// How many chunks of each kind.
#[derive(Debug, Default)]
struct Sums {
    kept: usize,
    moved: usize,
    added: usize,
    removed: usize,
}

/// A line of `--format jsonl`.
#[derive(Serialize)]
struct Line<'l> {
    change: Change,
    source: &'l str,
    id: Option<&'l str>,
    old_id: Option<&'l str>,
    content_hash: String,
}

impl Diff {
    pub(crate) fn run(&self) -> Result<Verdict, Broken> {
        let (mut old, mut new) = Side::both(&self.old, &self.new, self.policy)?;
        let mut sums = Sums::default();
        if self.format != Format::Jsonl {
            // Files that have not changed, by the manifests, are not read.
            sums.kept += unchanged(&mut old, &mut new);
        }
        let mut chunks = Vec::new();
        old.each(&mut |chunk| {
            chunks.push(Old::of(chunk));
            Ok(())
        })?;
        let mut matching = Matching::of(chunks)?;
        new.each(&mut |chunk| {
            matching.reserve(chunk);
            Ok(())
        })?;
        let mut out = BufWriter::with_capacity(64 << 10, io::stdout());
        let mut last_record = None;
        let mut rereader = Rereader::new(&old);
        // Digests of the ids of the new side.
        let mut ids = Vec::new();
        new.each(&mut |chunk| {
            let (change, before) = matching.take(chunk);
            *sums.of(change) += 1;
            match self.format {
                Format::Jsonl => {
                    let before = before.map(|place| rereader.read(place)).transpose()?;
                    // The same record has the same id.
                    let kept = (change == Change::Kept).then_some(chunk.id.as_str());
                    write(
                        &mut out,
                        &Line {
                            change,
                            source: &chunk.source,
                            id: Some(&chunk.id),
                            old_id: before.map_or(kept, |before| Some(&before.id)),
                            content_hash: chunk.content_hash.to_string(),
                        },
                    )?;
                }
                Format::Upserts if change != Change::Kept && last_record != Some(chunk.place.of_record()) => {
                    last_record = Some(chunk.place.of_record());
                    out.write_all(chunk.record)
                        .and_then(|()| out.write_all(b"\n"))
                        .map_err(Broken::stdout)?;
                }
                Format::Deletes => ids.push(short_hash(chunk.id.as_bytes())),
                _ => {}
            }
            Ok(())
        })?;
        ids.sort_unstable();
        for left in matching.left() {
            sums.removed += usize::from(!left.is_moved());
            let chunk = match self.format {
                Format::Jsonl if left.is_moved() => continue,
                Format::Jsonl | Format::Deletes => rereader.read(left.place)?,
                _ => continue,
            };
            if self.format == Format::Jsonl {
                write(
                    &mut out,
                    &Line {
                        change: Change::Removed,
                        source: &chunk.source,
                        id: None,
                        old_id: Some(&chunk.id),
                        content_hash: chunk.content_hash.to_string(),
                    },
                )?;
            } else if ids.binary_search(&short_hash(chunk.id.as_bytes())).is_err() {
                write(&mut out, &chunk.id)?;
            }
        }
        out.flush().map_err(Broken::stdout)?;
        self.end(&sums, out)
    }

    fn end(&self, sums: &Sums, mut out: impl Write) -> Result<Verdict, Broken> {
        let Sums { kept, moved, added, removed } = sums;
        let line = format!(
            "{} kept, {moved} moved, {added} added, {removed} removed: {} to embed",
            counted(*kept, "chunk"),
            counted(*added, "chunk")
        );
        match self.format {
            Format::Summary => writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Broken::stdout)?,
            _ => say(&line),
        }
        let is_same = moved + added + removed == 0;
        Ok(if is_same || !self.exit_code { Verdict::Well } else { Verdict::No })
    }
}

impl Sums {
    fn of(&mut self, change: Change) -> &mut usize {
        match change {
            Change::Kept => &mut self.kept,
            Change::Moved => &mut self.moved,
            Change::Added => &mut self.added,
            Change::Removed => &mut self.removed,
        }
    }
}

fn write(out: &mut impl Write, line: &impl Serialize) -> Result<(), Broken> {
    write_record(out, line).map_err(Broken::stdout)
}
