//! What became of all documents: each told as its turn comes, their sums in one line at the end.

use crate::{
    console::Console,
    exit::Verdict,
    report::{Fault, Report, Tally, counted},
};
use chunk_core::Policy;

/// The sums over all documents so far.
pub(crate) struct Summary<T> {
    console: Console,
    documents: u64,
    failed: u64,
    warnings: u64,
    chunks: usize,
    tally: T,
    verdict: Verdict,
}

impl<T> Summary<T> {
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
            self.tell(&report.place, fault);
        }
        self.failed += u64::from(report.is_faulty);
        self.documents += 1;
        self.warnings += report.warnings.len() as u64;
        self.chunks += report.chunks;
        self.tally.add(report.tally);
        self.console.progress(self.documents);
    }

    /// Tells what is wrong with a document, or with a record in it, at once.
    pub(crate) fn tell(&mut self, place: &str, fault: &Fault) {
        self.console.say(&format!("error: {place}: {}", fault.message));
        self.verdict = self.verdict.max(fault.verdict);
    }

    /// Says what would be right, where documents failed and nothing was chunked.
    pub(crate) fn advise_if_in_vain(&self, advice: &str) {
        if self.failed > 0 && self.chunks == 0 {
            self.console.say(advice);
        }
    }

    /// Ends with the summary, where it is wanted.
    pub(crate) fn close<P: Policy>(mut self, with_summary: bool) -> Verdict
    where
        T: Tally<P>,
    {
        self.console.end_progress();
        if with_summary {
            self.console.say(&self.line());
        }
        self.verdict
    }

    /// One line: `12 documents, 1 failed, 80 chunks, 60312 tokens`.
    fn line<P: Policy>(&self) -> String
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
