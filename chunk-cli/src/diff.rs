//! `chunk diff`: what an index of embeddings has to do to go from one set of records to another.
//!
//! Chunks are matched by the digest of the text that is embedded. Digests and ids are held in memory; the records to write are read again.

mod chunks;
#[cfg(feature = "sqlite")]
mod rows;
mod side;

use crate::{
    console::{note, say},
    error::{Error, Verdict, trouble},
    policy::PolicyName,
    report::counted,
    shown::shown,
};
use chunk_core::jsonl::write_record;
use chunks::{Change, Known, Matched, Piece};
use clap::ValueEnum;
use serde::Serialize;
use side::{Side, unchanged};
use std::{
    collections::BTreeSet,
    io::{self, BufWriter, Write},
    path::PathBuf,
};

const EXAMPLES: &str = "\
Each chunk is kept (nothing to do), moved (the same text at another place or under another id: keep
its vector, write its record), added (embed it) or removed (delete it).

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
    /// The policy that made the chunks; without this, a folder's manifest or the first record shows it, and of a store that
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
    pub(crate) fn run(&self) -> Result<Verdict, Error> {
        let (mut old, mut new) = Side::both(&self.old, &self.new, self.policy)?;
        // Files that have not changed, by the manifests, are not read.
        let unread = if self.format == Format::Jsonl { 0 } else { unchanged(&mut old, &mut new) };
        let (before, now) = (old.chunks()?, new.chunks()?);
        let matched = Matched::of(&before, &now);
        let count = |wanted| matched.new.iter().filter(|(change, _)| *change == wanted).count();
        let removed = matched.old.iter().filter(|change| **change == Change::Removed).count();
        let [kept, moved, added] = [Change::Kept, Change::Moved, Change::Added].map(count);
        if now.is_empty() && unread == 0 && removed > 0 {
            let what =
                format!("{} has no chunks; look whether its run has found the documents", shown(&self.new));
            match self.format {
                Format::Deletes => return trouble(format!("{what}, or empty the index by hand")),
                _ => say(&format!("warning: {what}")),
            }
        }
        let mut out = BufWriter::with_capacity(64 << 10, io::stdout());
        match self.format {
            Format::Summary => {}
            Format::Jsonl => {
                for (chunk, (change, number)) in now.iter().zip(&matched.new) {
                    let old_id = number.and_then(|number| before.get(number)).map(|before| &*before.id);
                    write(&mut out, &Line::of(*change, chunk, Some(&chunk.id), old_id))?;
                }
                let gone = before.iter().zip(&matched.old).filter(|(_, change)| **change == Change::Removed);
                for (gone, _) in gone {
                    write(&mut out, &Line::of(Change::Removed, gone, None, Some(&gone.id)))?;
                }
            }
            Format::Upserts => {
                let (mut changes, mut last_record) = (matched.new.iter(), None);
                new.each(&mut |Piece { record, number, .. }| {
                    let is_kept = changes.next().is_some_and(|(change, _)| *change == Change::Kept);
                    if !is_kept && last_record != Some(number) {
                        last_record = Some(number);
                        out.write_all(record).and_then(|()| out.write_all(b"\n")).map_err(Error::stdout)?;
                    }
                    Ok(())
                })?;
            }
            Format::Deletes => {
                let ids: BTreeSet<&str> = now.iter().map(|chunk| &*chunk.id).collect();
                // Also the old ids of chunks that have moved.
                let left = before.iter().zip(&matched.old).filter(|(_, change)| **change != Change::Kept);
                for (chunk, _) in left.filter(|(chunk, _)| !ids.contains(&*chunk.id)) {
                    write(&mut out, &chunk.id)?;
                }
            }
        }
        out.flush().map_err(Error::stdout)?;
        let line = format!(
            "{} kept, {moved} moved, {added} added, {removed} removed: {} to embed",
            counted(unread + kept, "chunk"),
            counted(added, "chunk")
        );
        match self.format {
            Format::Summary => writeln!(out, "{line}").and_then(|()| out.flush()).map_err(Error::stdout)?,
            _ => note(&line),
        }
        let is_same = moved + added + removed == 0;
        Ok(if is_same || !self.exit_code { Verdict::Well } else { Verdict::No })
    }
}

fn write(out: &mut impl Write, line: &impl Serialize) -> Result<(), Error> {
    write_record(out, line).map_err(Error::stdout)
}
