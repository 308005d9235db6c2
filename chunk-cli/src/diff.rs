//! `chunk diff`: what an index of embeddings has to do to go from one set of records to another.
//!
//! Chunks are matched by the digest of the text that is embedded. Of the old side, digests and ids are held in memory; of the new side,
//! which is read twice, nothing.

mod contracts;
mod matching;
mod piece;
#[cfg(feature = "sqlite")]
mod rows;
mod side;

use crate::{
    console::say,
    error::{Error, Verdict},
    registry::PolicyName,
    report::counted,
};
use chunk_core::jsonl::write_record;
use clap::ValueEnum;
use matching::{Change, Matching};
use piece::{Known, Piece, short_hash};
use serde::Serialize;
use side::{Side, unchanged};
use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
    rc::Rc,
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

impl<'l> Line<'l> {
    fn of(change: Change, chunk: &'l Known, id: Option<&'l str>, old_id: Option<&'l str>) -> Self {
        Self { change, source: &chunk.source, id, old_id, content_hash: chunk.content_hash.to_string() }
    }
}

impl Diff {
    pub(crate) fn run(&self, quiet: bool) -> Result<Verdict, Error> {
        let (mut old, mut new) = Side::both(&self.old, &self.new, self.policy)?;
        let mut sums = Sums::default();
        if self.format != Format::Jsonl {
            // Files that have not changed, by the manifests, are not read.
            sums.kept += unchanged(&mut old, &mut new);
        }
        let mut chunks: Vec<Known> = Vec::new();
        old.each(&mut |chunk| {
            let mut known = chunk.known;
            // The chunks of a document share its name.
            if let Some(before) = chunks.last().filter(|before| before.source == known.source) {
                known.source = Rc::clone(&before.source);
            }
            chunks.push(known);
            Ok(())
        })?;
        let mut matching = Matching::of(chunks);
        new.each(&mut |chunk| {
            matching.reserve(&chunk.known);
            Ok(())
        })?;
        matching.settle();
        let mut out = BufWriter::with_capacity(64 << 10, io::stdout());
        let mut last_record = None;
        // Digests of the ids of the new side.
        let mut ids = Vec::new();
        new.each(&mut |Piece { known, record, number }| {
            let (change, before) = matching.take(&known);
            *sums.of(change) += 1;
            match self.format {
                Format::Jsonl => {
                    // The same record has the same id.
                    let kept = (change == Change::Kept).then_some(&*known.id);
                    let old_id = before.map_or(kept, |before| Some(&before.id));
                    write(&mut out, &Line::of(change, &known, Some(&known.id), old_id))?;
                }
                Format::Upserts if change != Change::Kept && last_record != Some(number) => {
                    last_record = Some(number);
                    out.write_all(record).and_then(|()| out.write_all(b"\n")).map_err(Error::stdout)?;
                }
                Format::Deletes => ids.push(short_hash(known.id.as_bytes())),
                _ => {}
            }
            Ok(())
        })?;
        sums.removed = matching.removed().count();
        match self.format {
            Format::Jsonl => {
                for gone in matching.removed() {
                    write(&mut out, &Line::of(Change::Removed, gone, None, Some(&gone.id)))?;
                }
            }
            Format::Deletes => {
                ids.sort_unstable();
                let is_gone = |id: &str| ids.binary_search(&short_hash(id.as_bytes())).is_err();
                for left in matching.left().filter(|left| is_gone(&left.id)) {
                    write(&mut out, &left.id)?;
                }
            }
            Format::Summary | Format::Upserts => {}
        }
        out.flush().map_err(Error::stdout)?;
        self.end(&sums, quiet, out)
    }

    fn end(&self, sums: &Sums, quiet: bool, mut out: impl Write) -> Result<Verdict, Error> {
        let Sums { kept, moved, added, removed } = sums;
        let line = format!(
            "{} kept, {moved} moved, {added} added, {removed} removed: {} to embed",
            counted(*kept, "chunk"),
            counted(*added, "chunk")
        );
        match self.format {
            Format::Summary => writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Error::stdout)?,
            _ if quiet => {}
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

fn write(out: &mut impl Write, line: &impl Serialize) -> Result<(), Error> {
    write_record(out, line).map_err(Error::stdout)
}
