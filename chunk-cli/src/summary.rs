//! Reports what became of the documents: errors and warnings of each as its turn comes, their sums in one line at the end.

use crate::{
    console::Console,
    exit::Verdict,
    message_cap::MessageCap,
    report::{Fault, Report},
    tally::{Tally, counted},
};
use std::{collections::BTreeMap, fmt};

/// How many warnings of a kind are shown.
const SHOWN: usize = 3;
/// The kind of the notes about files that are no text.
const NO_TEXT: &str = "no-text";

/// The sums over all documents so far.
pub(crate) struct Summary {
    console: Console,
    errors: MessageCap,
    documents: usize,
    failed: usize,
    /// Files that are no documents.
    passed_over: usize,
    warnings: usize,
    /// How many warnings, and notes, there were of each kind.
    kinds: BTreeMap<&'static str, usize>,
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
            errors: MessageCap::new("error"),
            documents: 0,
            failed: 0,
            passed_over: 0,
            warnings: 0,
            kinds: BTreeMap::new(),
            chunks: 0,
            tally: Tally::default(),
            verdict: Verdict::Well,
            is_complete: true,
        }
    }

    /// Enters the report of a document, and shows its warnings and errors.
    pub(crate) fn enter(&mut self, report: &Report) {
        let Report { spot, seen, fault, is_faulty } = report;
        self.turn(&spot.input);
        for warning in &seen.warnings {
            self.tell_of_kind(warning.code, &format!("warning: {spot}: {warning}"));
        }
        match fault {
            Some(fault) if fault.verdict == Verdict::Well => {
                self.passed_over += 1;
                self.tell_of_kind(NO_TEXT, &format!("note: {spot}: {}", fault.message));
            }
            Some(fault) if spot.line.is_some() => self.tell_of_line(spot, fault),
            Some(fault) => self.tell(spot, fault),
            None => {}
        }
        self.failed += usize::from(*is_faulty);
        self.documents += usize::from(fault.is_none() || *is_faulty);
        self.warnings += seen.warnings.len();
        self.chunks += seen.chunks;
        self.tally.add_all(&seen.tally);
        self.console.progress(self.documents);
    }

    /// Shows a warning or a note, unless there were several of its kind already.
    fn tell_of_kind(&mut self, kind: &'static str, line: &str) {
        let count = self.kinds.entry(kind).or_default();
        *count += 1;
        if self.console.is_verbose || *count <= SHOWN {
            self.console.say(line);
        }
    }

    /// Shows what is wrong with a record of a stream at once, unless the messages about that input are too many already.
    pub(crate) fn tell_of_record(&mut self, input: &str, fault: &Fault) {
        self.turn(input);
        self.tell_of_line(input, fault);
    }

    /// Shows what is wrong with a line, or a record, of the input whose turn it is. That it cannot be read is always shown.
    fn tell_of_line(&mut self, place: impl fmt::Display, fault: &Fault) {
        self.verdict = self.verdict.max(fault.verdict);
        if fault.verdict == Verdict::Unreadable || self.errors.allows_one_more() {
            self.tell(place, fault);
        }
    }

    fn tell(&mut self, place: impl fmt::Display, fault: &Fault) {
        self.console.say(&format!("error: {place}: {}", fault.message));
        self.verdict = self.verdict.max(fault.verdict);
    }

    /// Begins the turn of `input`.
    fn turn(&mut self, input: &str) {
        self.errors.turn(input).iter().for_each(|line| self.console.say(line));
    }

    /// Ends the turn of the last input.
    fn end(&mut self) {
        self.errors.end().iter().for_each(|line| self.console.say(line));
    }

    /// Shows `advice` if documents failed and nothing was chunked.
    pub(crate) fn advise_if_in_vain(&mut self, advice: &str) {
        if self.failed > 0 && self.chunks == 0 {
            self.end();
            self.console.say(&format!("note: {advice}"));
        }
    }

    /// Ends the run, with a line of sums if `is_wanted`, to which `show_tally` adds those of the policy.
    pub(crate) fn close(mut self, is_wanted: bool, show_tally: fn(&Tally) -> String) -> Verdict {
        self.console.end_progress();
        self.end();
        for (kind, count) in self.kinds.iter().filter(|_| !self.console.is_verbose) {
            if let more @ 1.. = count.saturating_sub(SHOWN) {
                let what = if *kind == NO_TEXT { "note" } else { "warning" };
                self.console.say(&format!("{what}: and {more} more of the kind [{kind}]; -v shows all"));
            }
        }
        if is_wanted {
            self.console.say(&self.line(show_tally(&self.tally)));
        }
        self.verdict
    }

    /// One line: `12 documents, 1 failed, 80 chunks, 60312 tokens`.
    fn line(&self, tally: String) -> String {
        let mut parts = vec![counted(self.documents, "document")];
        if self.failed > 0 {
            parts.push(format!("{} failed", self.failed));
        }
        if self.passed_over > 0 {
            parts.push(format!("{} passed over", counted(self.passed_over, "file")));
        }
        if self.warnings > 0 {
            parts.push(counted(self.warnings, "warning"));
        }
        parts.push(counted(self.chunks, "chunk"));
        parts.push(tally);
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}
