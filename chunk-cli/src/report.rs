//! The report of a document: its chunks, its warnings, why it failed. And the summary of all: errors and warnings of each are shown as its turn
//! comes, their sums in one line at the end.

use crate::{
    console::{Console, When},
    error::{Error, Reach, Verdict},
};
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

/// All that are above 0: `12 above max_tokens, 80 tokens`.
pub(crate) fn sums(tally: &Tally) -> String {
    let above = tally.iter().filter(|(_, count)| **count > 0);
    let shown = above.map(|(name, count)| match name.as_str() {
        "tokens" => counted(*count, "token"),
        name => format!("{count} {name}"),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// `1 chunk`, `2 chunks`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// How many warnings of a kind are shown.
const SHOWN: usize = 3;
/// How many errors of the lines of one input are shown.
const MOST: usize = 10;

/// What messages of a kind begin with, and which those are: of a code, or about the lines of one input. If a file is not what it was taken for,
/// each of its lines has one, among which the one that helps would be lost.
type Kind = (String, String);

/// The sums over all documents so far.
#[derive(Default)]
pub(crate) struct Summary {
    console: Console,
    documents: usize,
    failed: usize,
    /// Files that are no documents.
    passed_over: usize,
    warnings: usize,
    /// How many messages there were of each kind, of how many that are shown.
    kinds: BTreeMap<Kind, (usize, usize)>,
    chunks: usize,
    tally: Tally,
    verdict: Verdict,
    /// What is said at the end of a run that chunked nothing.
    advice: &'static str,
    /// Whether the documents are the sources of records that are checked: then it only warns of those that cannot be chunked.
    is_of_sources: bool,
    /// Whether the documents are explained, and not chunked: then it has no chunks to count.
    pub(crate) is_of_explanations: bool,
    /// Whether the run stops at a document at fault.
    stops: bool,
    /// Whether all documents had their turn.
    pub(crate) is_complete: bool,
}

impl Summary {
    pub(crate) fn new(console: Console, stops: bool) -> Self {
        Self { console, stops, is_complete: true, ..Self::default() }
    }

    /// Warnings of those sources of records that cannot be chunked.
    pub(crate) fn of_sources(is_verbose: bool) -> Self {
        Self { is_of_sources: true, ..Self::new(Console::new(When::Never, None, is_verbose), false) }
    }

    /// Enters the report of a document, and shows its warnings and errors. Returns whether the run goes on.
    pub(crate) fn enter(&mut self, report: &Report) -> bool {
        let Report { spot, seen, error, is_faulty } = report;
        for warning in &seen.warnings {
            self.show_kind("warning", warning.code, &format!("warning: {spot}: {warning}"));
        }
        match error {
            Some(error) if error.reach == Reach::Note => {
                self.passed_over += 1;
                self.show_kind("note", "no-text", &format!("note: {spot}: {}", error.message));
            }
            Some(error) if spot.line.is_some() => self.show_line(&spot.input, spot, error),
            Some(error) => self.show(spot, error),
            None => {}
        }
        self.failed += usize::from(*is_faulty);
        self.documents += usize::from(error.is_none() || *is_faulty);
        self.warnings += seen.warnings.len();
        self.chunks += seen.chunks;
        seen.tally.iter().for_each(|(name, number)| add(&mut self.tally, name, *number));
        self.console.progress(self.documents);
        self.is_complete = !(self.stops && *is_faulty);
        self.is_complete
    }

    /// Shows a warning or a note, unless it is about a source, or there were several of its kind already.
    fn show_kind(&mut self, what: &str, code: &str, line: &str) {
        if !self.is_of_sources && self.is_shown((what.to_owned(), format!("of the kind [{code}]")), SHOWN) {
            self.console.say(line);
        }
    }

    /// Whether a message of this kind is among the first ones, or all are shown.
    fn is_shown(&mut self, kind: Kind, most: usize) -> bool {
        let (count, _) = self.kinds.entry(kind).and_modify(|(count, _)| *count += 1).or_insert((1, most));
        self.console.is_verbose || *count <= most
    }

    /// Shows what is wrong with a line, or a record, of `input`. That it cannot be read is always shown.
    pub(crate) fn show_line(&mut self, input: &str, place: impl fmt::Display, error: &Error) {
        self.verdict = self.verdict.max(error.verdict());
        let (kind, _) = self.kind();
        let is_shown = match error.reach {
            Reach::Line => self.is_shown((kind.to_owned(), "about the lines of such files".to_owned()), 0),
            Reach::Document => {
                self.is_shown((format!("{kind}: {input}"), "about its lines".to_owned()), MOST)
            }
            _ => true,
        };
        if is_shown {
            self.show(place, error);
        }
    }

    /// What messages about documents are, and what they begin with.
    const fn kind(&self) -> (&'static str, &'static str) {
        if self.is_of_sources { ("warning", "no records of it: ") } else { ("error", "") }
    }

    fn show(&mut self, place: impl fmt::Display, error: &Error) {
        let (kind, what) = self.kind();
        self.console.say(&format!("{kind}: {place}: {what}{}", error.message));
        self.verdict = self.verdict.max(error.verdict());
    }

    /// Ends with `advice` if documents failed and nothing was chunked.
    pub(crate) fn advise_if_in_vain(&mut self, advice: &'static str) {
        if self.failed > 0 && self.chunks == 0 && !self.is_of_sources {
            self.advice = advice;
        }
    }

    /// Ends the run, with a line of sums if `is_wanted`, to which `show_tally` adds those of the policy, with what it changed, and with the
    /// file that its settings come from.
    pub(crate) fn close(
        mut self,
        is_wanted: bool,
        show_tally: fn(&Tally, bool) -> String,
        changes: Option<Changes>,
        settings: Option<&str>,
    ) -> Verdict {
        self.console.end_progress();
        for ((what, kind), (count, most)) in self.kinds.iter().filter(|_| !self.console.is_verbose) {
            if let more @ 1.. = count.saturating_sub(*most) {
                self.console.say(&format!("{what}: and {more} more {kind}; -v shows all"));
            }
        }
        if !self.advice.is_empty() {
            self.console.say(&format!("note: {}", self.advice));
        }
        if is_wanted {
            let mut line = self.line(show_tally(&self.tally, self.console.is_verbose));
            if let Some(Changes { written, unchanged, removed, to_embed }) = changes {
                line += &format!("; {written} written, {unchanged} unchanged");
                if removed > 0 {
                    line += &format!(", {removed} removed");
                }
                if let Some((chunks, documents)) = to_embed {
                    let [chunks, documents] = [counted(chunks, "chunk"), counted(documents, "document")];
                    line += &format!("; to embed: {chunks} of {documents}");
                }
            }
            if let Some(file) = settings {
                line += &format!("; settings of {file}");
            }
            self.console.say(&line);
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
        if !self.is_of_explanations {
            parts.push(counted(self.chunks, "chunk"));
        }
        parts.push(tally);
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }
}
