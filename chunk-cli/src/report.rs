//! The report of a document: its chunks, its warnings, why it failed.

use crate::{any_chunk::AnyChunk, exit::Verdict, tally::Tally};
use chunk_core::Warning;
use std::fmt;

/// What became of one document.
pub(crate) struct Report {
    pub(crate) spot: Spot,
    pub(crate) seen: Seen,
    pub(crate) fault: Option<Fault>,
    /// Whether there is a fault, or was one that has been shown already.
    pub(crate) is_faulty: bool,
}

impl Report {
    pub(crate) fn new(spot: Spot, seen: Seen, fault: Option<Fault>) -> Self {
        let is_faulty = fault.as_ref().is_some_and(|fault| fault.verdict != Verdict::Well);
        Self { spot, seen, fault, is_faulty }
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
    /// A fault of the document.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self { message: message.into(), verdict: Verdict::No }
    }

    /// The same, of a document that was no document at all: that is a note, and no failure.
    pub(crate) fn into_note(self) -> Self {
        Self { verdict: Verdict::Well, ..self }
    }

    /// A fault of reading it.
    pub(crate) fn unreadable(message: impl Into<String>) -> Self {
        Self { message: message.into(), verdict: Verdict::Unreadable }
    }
}

/// Why a document could not be chunked, or its records not be written.
pub(crate) enum Problem {
    /// It is reported, and the other documents go on.
    Refused(Fault),
    /// Nothing can go on.
    Unwritable(String),
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault)
    }
}
