//! What became of all documents: each told as its turn comes, their sums in one line at the end.

use crate::{
    console::Console,
    exit::Verdict,
    report::{Fault, Report},
    tally::{Tally, counted},
    told::Told,
};
use std::fmt;

/// The sums over all documents so far.
pub(crate) struct Summary {
    console: Console,
    told: Told,
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
            told: Told::new("error"),
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
        let Report { spot, seen, fault, is_faulty } = report;
        self.turn(&spot.input);
        for warning in &seen.warnings {
            self.console.say(&format!("warning: {spot}: {warning}"));
        }
        match fault {
            Some(fault) if spot.line.is_some() => self.tell_of_line(spot, fault),
            Some(fault) => self.tell(spot, fault),
            None => {}
        }
        self.failed += usize::from(*is_faulty);
        self.documents += 1;
        self.warnings += seen.warnings.len();
        self.chunks += seen.chunks;
        self.tally.add_all(&seen.tally);
        self.console.progress(self.documents);
    }

    /// Tells what is wrong with a record of a stream at once, unless that was told of many already.
    pub(crate) fn tell_of_record(&mut self, input: &str, fault: &Fault) {
        self.turn(input);
        self.tell_of_line(input, fault);
    }

    /// Tells what is wrong with a line, or a record, of the input whose turn it is. That it cannot be read is always told.
    fn tell_of_line(&mut self, place: impl fmt::Display, fault: &Fault) {
        self.verdict = self.verdict.max(fault.verdict);
        if fault.verdict == Verdict::Unreadable || self.told.one_more() {
            self.tell(place, fault);
        }
    }

    fn tell(&mut self, place: impl fmt::Display, fault: &Fault) {
        self.console.say(&format!("error: {place}: {}", fault.message));
        self.verdict = self.verdict.max(fault.verdict);
    }

    /// It is the turn of `input`.
    fn turn(&mut self, input: &str) {
        self.told.turn(input).iter().for_each(|line| self.console.say(line));
    }

    /// There is no further input.
    fn end(&mut self) {
        self.told.end().iter().for_each(|line| self.console.say(line));
    }

    /// Says what would be right, where documents failed and nothing was chunked.
    pub(crate) fn advise_if_in_vain(&mut self, advice: &str) {
        if self.failed > 0 && self.chunks == 0 {
            self.end();
            self.console.say(&format!("note: {advice}"));
        }
    }

    /// Ends with the summary, where it is wanted: what `told` says of the tally is its end.
    pub(crate) fn close(mut self, is_wanted: bool, told: fn(&Tally) -> String) -> Verdict {
        self.console.end_progress();
        self.end();
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
