//! What became of all documents: each told as its turn comes, their sums in one line at the end.

use crate::{
    console::Console,
    exit::Verdict,
    report::{Fault, Report},
    tally::{Tally, counted},
};

/// The sums over all documents so far.
pub(crate) struct Summary {
    console: Console,
    documents: usize,
    failed: usize,
    warnings: usize,
    chunks: usize,
    tally: Tally,
    verdict: Verdict,
    /// Whether all documents had their turn.
    pub(crate) is_complete: bool,
}

impl Summary {
    pub(crate) fn new(console: Console) -> Self {
        Self {
            console,
            documents: 0,
            failed: 0,
            warnings: 0,
            chunks: 0,
            tally: Tally::default(),
            verdict: Verdict::Well,
            is_complete: true,
        }
    }

    /// Enters what became of a document, and tells people what they should know.
    pub(crate) fn enter(&mut self, report: &Report) {
        let Report { place, seen, fault, is_faulty } = report;
        for warning in &seen.warnings {
            self.console.say(&format!("warning: {place}: {warning}"));
        }
        if let Some(fault) = fault {
            self.tell(place, fault);
        }
        self.failed += usize::from(*is_faulty);
        self.documents += 1;
        self.warnings += seen.warnings.len();
        self.chunks += seen.chunks;
        self.tally.add_all(&seen.tally);
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

    /// Ends with the summary, where it is wanted: what `told` says of the tally is its end.
    pub(crate) fn close(mut self, is_wanted: bool, told: fn(&Tally) -> String) -> Verdict {
        self.console.end_progress();
        if is_wanted {
            self.console.say(&self.line(told(&self.tally)));
        }
        self.verdict
    }

    /// One line: `12 documents, 1 failed, 80 chunks, 60312 tokens`.
    fn line(&self, told: String) -> String {
        let mut parts = vec![counted(self.documents, "document")];
        if self.failed > 0 {
            parts.push(format!("{} failed", self.failed));
        }
        if self.warnings > 0 {
            parts.push(counted(self.warnings, "warning"));
        }
        parts.push(counted(self.chunks, "chunk"));
        parts.push(told);
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}
