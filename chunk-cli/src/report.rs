//! What became of a document: its chunks, its warnings, why it failed.

use crate::exit::Verdict;
use chunk_core::{Policy, Warning};

/// What a policy counts for its summary, beside documents and chunks.
pub(crate) trait Tally<P: Policy>: Default + Send {
    /// Counts a chunk.
    fn chunk(&mut self, policy: &P, chunk: &P::Chunk<'_>);

    /// Adds what another one has counted.
    fn add(&mut self, other: Self);

    /// What the summary says of it, such as `12 tokens`.
    fn summary(&self) -> String;
}

impl<P: Policy> Tally<P> for () {
    fn chunk(&mut self, _: &P, _: &P::Chunk<'_>) {}

    fn add(&mut self, (): Self) {}

    fn summary(&self) -> String {
        String::new()
    }
}

/// What became of one document.
pub(crate) struct Report<T> {
    /// What it is called to people: its path, and its line where it is one.
    pub(crate) place: String,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) chunks: usize,
    pub(crate) tally: T,
    pub(crate) fault: Option<Fault>,
    /// Whether there is one, or was one that has been told.
    pub(crate) is_faulty: bool,
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

pub(crate) fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
