//! What became of the documents: told as each has its turn, summed up at the end.

use crate::{console::Console, end::Verdict};
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

/// What became of one document.
pub(crate) struct Report<T> {
    /// What it is called to people: its path, and its line where it is one.
    pub(crate) place: String,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) chunks: usize,
    pub(crate) tally: T,
    pub(crate) fault: Option<Fault>,
}

/// Why a document has no records, or not all.
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

/// The sums over all documents so far.
pub(crate) struct Ledger<T> {
    console: Console,
    documents: u64,
    failed: u64,
    warnings: u64,
    chunks: usize,
    tally: T,
    verdict: Verdict,
}

impl<T> Ledger<T> {
    pub(crate) fn new(console: Console) -> Self
    where
        T: Default,
    {
        Self {
            console,
            documents: 0,
            failed: 0,
            warnings: 0,
            chunks: 0,
            tally: T::default(),
            verdict: Verdict::Well,
        }
    }

    /// Enters what became of a document, and tells people what they should know.
    pub(crate) fn enter<P: Policy>(&mut self, report: Report<T>)
    where
        T: Tally<P>,
    {
        for warning in &report.warnings {
            self.console.say(&format!("warning: {}: {warning}", report.place));
        }
        if let Some(fault) = &report.fault {
            self.console.say(&format!("error: {}: {}", report.place, fault.message));
            self.failed += 1;
            self.verdict = self.verdict.max(fault.verdict);
        }
        self.documents += 1;
        self.warnings += report.warnings.len() as u64;
        self.chunks += report.chunks;
        self.tally.add(report.tally);
        self.console.progress(self.documents);
    }

    /// Ends with the summary, where it is wanted.
    pub(crate) fn close<P: Policy>(mut self, with_summary: bool) -> Verdict
    where
        T: Tally<P>,
    {
        self.console.end_progress();
        if with_summary {
            self.console.say(&self.summary());
        }
        self.verdict
    }

    /// One line: `12 documents, 1 failed, 80 chunks, 60312 tokens`.
    fn summary<P: Policy>(&self) -> String
    where
        T: Tally<P>,
    {
        let mut parts = vec![counted(self.documents, "document")];
        if self.failed > 0 {
            parts.push(format!("{} failed", self.failed));
        }
        if self.warnings > 0 {
            parts.push(counted(self.warnings, "warning"));
        }
        parts.push(counted(self.chunks as u64, "chunk"));
        parts.push(self.tally.summary());
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}

pub(crate) fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
