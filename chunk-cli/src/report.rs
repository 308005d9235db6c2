//! The report of a document: its chunks, its warnings, why it failed.

use crate::error::{Error, Reach};
use chunk_core::{Chunk, Warning, jsonl::write_json, types::Metadata};
use chunk_records::Piece;
use std::{collections::BTreeMap, fmt, ops::Range};

/// What became of one document.
pub(crate) struct Report {
    pub(crate) spot: Spot,
    pub(crate) seen: Seen,
    pub(crate) error: Option<Error>,
    /// Whether the document is at fault, by the error or by those of its records that have been shown already.
    pub(crate) is_faulty: bool,
}

impl Report {
    pub(crate) fn new(spot: Spot, seen: Seen, error: Option<Error>) -> Self {
        let is_faulty = error.as_ref().is_some_and(|error| error.reach != Reach::Note);
        Self { spot, seen, error, is_faulty }
    }
}

/// What messages call a document.
pub(crate) struct Spot {
    /// The path of its file, or `stdin`.
    pub(crate) input: String,
    /// Its line there, if it is a line.
    pub(crate) line: Option<usize>,
}

impl Spot {
    pub(crate) fn whole(input: impl fmt::Display) -> Self {
        Self { input: input.to_string(), line: None }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}: line {line}", self.input),
            None => f.write_str(&self.input),
        }
    }
}

/// What was counted of a document, and its warnings.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) chunks: usize,
    pub(crate) tally: Tally,
    pub(crate) warnings: Vec<Warning>,
    /// The ids of its chunks, if they are wanted.
    pub(crate) ids: Option<Vec<String>>,
}

impl Seen {
    /// Counts a chunk.
    pub(crate) fn chunk(&mut self, id: Option<&str>) {
        self.chunks += 1;
        if let Some(ids) = &mut self.ids {
            ids.extend(id.map(str::to_owned));
        }
    }
}

/// Counts chunks and warnings, and hands each chunk on as a [`Piece`], until that fails.
pub(crate) struct Taker<'t> {
    pub(crate) seen: &'t mut Seen,
    take: &'t mut dyn FnMut(Piece<'_>) -> Result<(), Error>,
    pub(crate) failed: Option<Error>,
    /// The name of the document that is chunked, if its file holds several.
    pub(crate) document: Option<String>,
    /// What was kept of it, if that is not in its chunks.
    pub(crate) kept: Metadata,
    json: Vec<u8>,
}

impl<'t> Taker<'t> {
    pub(crate) fn new(seen: &'t mut Seen, take: &'t mut dyn FnMut(Piece<'_>) -> Result<(), Error>) -> Self {
        Self { seen, take, failed: None, document: None, kept: Metadata::new(), json: Vec::new() }
    }

    pub(crate) fn piece(&mut self, chunk: &impl Chunk, bytes: Option<Range<usize>>) -> Result<(), Error> {
        self.seen.chunk(chunk.id());
        self.json.clear();
        write_json(&mut self.json, chunk).map_err(|error| Error::refused(error.to_string()))?;
        let (document, id, tokens) = (self.document.as_deref(), chunk.id(), chunk.tokens());
        let (text, json, kept) = (chunk.text(), &self.json, &self.kept);
        (self.take)(Piece { document, id, text, tokens, bytes, json, kept })
    }

    /// # Errors
    /// If a chunk could not be handed on.
    pub(crate) fn finish(self) -> Result<(), Error> {
        self.failed.map_or(Ok(()), Err)
    }
}

/// What a run changed in a folder or a store: numbers of documents.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Changes {
    pub(crate) written: usize,
    pub(crate) unchanged: usize,
    /// Those of earlier runs that are gone.
    pub(crate) removed: usize,
    /// Of a store, how many chunks of the run's documents have no embedding, and how many documents have such chunks.
    pub(crate) to_embed: Option<(usize, usize)>,
}

impl Changes {
    /// Counts a document.
    pub(crate) fn add(&mut self, is_written: bool) {
        *(if is_written { &mut self.written } else { &mut self.unchanged }) += 1;
    }
}

/// What a policy counts for its summary, besides documents and chunks: sums by their names, such as `tokens`.
pub(crate) type Tally = BTreeMap<String, usize>;

pub(crate) fn add(tally: &mut Tally, name: &str, number: usize) {
    *tally.entry(name.to_owned()).or_default() += number;
}

/// The sum of this name; 0 if nothing was added to it.
pub(crate) fn sum(tally: &Tally, name: &str) -> usize {
    tally.get(name).copied().unwrap_or_default()
}

/// `1 chunk`, `2 chunks`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
