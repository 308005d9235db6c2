//! What became of a document: its chunks, its warnings, why it failed.

use crate::{any_chunk::AnyChunk, exit::Verdict, tally::Tally};
use chunk_core::Warning;
use std::fmt;

/// What became of one document.
pub(crate) struct Report {
    pub(crate) spot: Spot,
    pub(crate) seen: Seen,
    pub(crate) fault: Option<Fault>,
    /// Whether there is one, or was one that has been told.
    pub(crate) is_faulty: bool,
}

impl Report {
    pub(crate) fn new(spot: Spot, seen: Seen, fault: Option<Fault>) -> Self {
        let is_faulty = fault.is_some();
        Self { spot, seen, fault, is_faulty }
    }
}

/// What a document is called to people.
pub(crate) struct Spot {
    /// The path of its file, or `stdin`.
    pub(crate) input: String,
    /// Its line there, where it is one.
    pub(crate) line: Option<usize>,
}

impl Spot {
    pub(crate) const fn whole(input: String) -> Self {
        Self { input, line: None }
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

/// What is to be told and counted of a document.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) chunks: usize,
    pub(crate) tally: Tally,
    pub(crate) warnings: Vec<Warning>,
    /// The ids of its chunks, where they are wanted.
    pub(crate) ids: Option<Vec<String>>,
}

impl Seen {
    pub(crate) fn chunk(&mut self, chunk: &dyn AnyChunk) {
        self.chunks += 1;
        chunk.count(&mut self.tally);
        if let Some(ids) = &mut self.ids {
            ids.extend(chunk.id().map(str::to_owned));
        }
    }
}

/// Why a document has no records, or not all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    pub(crate) verdict: Verdict,
}

impl Fault {
    /// The document is at fault.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self { message: message.into(), verdict: Verdict::No }
    }

    /// The machine is.
    pub(crate) fn unreadable(message: impl Into<String>) -> Self {
        Self { message: message.into(), verdict: Verdict::Unreadable }
    }
}

/// What keeps a document from being done.
pub(crate) enum Problem {
    /// It is told, and the others go on.
    Refused(Fault),
    /// Nothing goes on.
    Unwritable(String),
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}
