//! Documents from Python, and what becomes of them.

use chunk_backlog::BacklogChunk;
use chunk_core::{Chunk, CodePointIndex, JsonlSink, Policy, Source, Warning, Witness};
use chunk_hybrid::HybridChunk;
use chunk_markdown::MarkdownChunk;
use chunk_recorder::RecorderChunk;
use chunk_tokens::TokenChunk;
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyString},
};
use std::ops::Range;

/// A document's content, borrowed from Python: no copy is made.
pub(crate) enum Content {
    /// As Python has text.
    Text(PyBackedStr),
    /// As files have it: UTF-8, or a log.
    Bytes(PyBackedBytes),
}

impl FromPyObject<'_, '_> for Content {
    type Error = PyErr;

    fn extract(document: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = document.extract() {
            return Ok(Self::Text(text));
        }
        if document.is_instance_of::<PyString>() {
            // It has lone surrogates, which no UTF-8 has: the policy says where.
            let bytes = document.call_method1("encode", ("utf-8", "surrogatepass"))?;
            return Ok(Self::Bytes(bytes.extract()?));
        }
        document.extract().map(Self::Bytes).map_err(|_| {
            let kind = document.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!("a document is a str or bytes, not {kind}"))
        })
    }
}

impl Content {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// What is known of documents beside their names.
#[derive(Debug, Clone, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Known {
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at_ms: Option<i64>,
}

impl Known {
    pub(crate) fn source<'s>(&'s self, path: &'s str, bytes: &'s [u8]) -> Source<'s> {
        let mut source = Source::new(path, bytes);
        source.revision = self.revision.as_deref();
        source.created_at_ms = self.created_at_ms;
        source.modified_at_ms = self.modified_at_ms;
        source
    }
}

/// What became of a document.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The records or chunks, a line of JSON each.
    pub(crate) lines: Vec<u8>,
    /// Where each chunk stands in the document, in code points, if the contract says where.
    places: Vec<(usize, usize)>,
    warnings: Vec<Said>,
    /// Why it was refused. A recorder's log may have chunks nevertheless (R17).
    error: Option<String>,
}

/// A warning's code and sentence.
pub(crate) type Said = (&'static str, String);

/// `(lines, places, warnings, error)`
pub(crate) type Told<'py> = (Bound<'py, PyBytes>, Vec<(usize, usize)>, Vec<Said>, Option<String>);

impl Outcome {
    pub(crate) fn told(self, py: Python<'_>) -> Told<'_> {
        (PyBytes::new(py, &self.lines), self.places, self.warnings, self.error)
    }
}

/// The records of a document, as the command writes them.
pub(crate) fn records<P: Policy>(policy: &P, source: Source<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    let Outcome { lines, warnings, error, .. } = &mut outcome;
    let mut warn = |warning: Warning| warnings.push(said(warning));
    *error = match policy.unit(source) {
        Ok(unit) => policy.write_jsonl(unit, lines, &mut warn).err().map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    };
    outcome
}

/// The chunks of a document, each a line by itself, with their places.
pub(crate) fn chunks<P: Policy>(policy: &P, source: Source<'_>) -> Outcome
where
    for<'u> P::Chunk<'u>: Placed,
{
    let mut outcome = Outcome::default();
    let mut seen = Seen { ranges: Vec::new(), warnings: Vec::new() };
    let unit = match policy.unit(source) {
        Ok(unit) => unit,
        Err(error) => return Outcome { error: Some(error.to_string()), ..outcome },
    };
    let mut sink = JsonlSink::<P>::new(&mut outcome.lines, &mut seen);
    let chunked = policy.chunk(unit, &mut sink);
    let written = sink.finish();
    outcome.error =
        chunked.map_err(|error| error.to_string()).and(written.map_err(|error| error.to_string())).err();
    if !seen.ranges.is_empty() {
        let points = CodePointIndex::new(source.text().unwrap_or_default());
        let place = |range: &Range<usize>| (points.code_point(range.start), points.code_point(range.end));
        outcome.places = seen.ranges.iter().map(place).collect();
    }
    outcome.warnings = seen.warnings;
    outcome
}

/// Notes where chunks stand while they are written.
struct Seen {
    ranges: Vec<Range<usize>>,
    warnings: Vec<Said>,
}

impl<P: Policy> Witness<P> for Seen
where
    for<'u> P::Chunk<'u>: Placed,
{
    fn chunk(&mut self, chunk: &P::Chunk<'_>) {
        self.ranges.extend(chunk.source_bytes());
    }

    fn warning(&mut self, warning: Warning) {
        self.warnings.push(said(warning));
    }
}

pub(crate) fn said(warning: Warning) -> Said {
    (warning.code, warning.at.map_or_else(String::new, |at| format!("{at}: ")) + &warning.message)
}

/// A chunk, as far as its contract says where in the document as given it stands.
pub(crate) trait Placed: Chunk {
    /// Its bytes.
    fn source_bytes(&self) -> Option<Range<usize>>;
}

impl Placed for TokenChunk<'_> {
    fn source_bytes(&self) -> Option<Range<usize>> {
        Some(self.source_start_byte..self.source_end_byte)
    }
}

impl Placed for MarkdownChunk<'_> {
    fn source_bytes(&self) -> Option<Range<usize>> {
        Some(self.source_start_byte..self.source_end_byte)
    }
}

impl Placed for HybridChunk<'_> {
    fn source_bytes(&self) -> Option<Range<usize>> {
        Some(self.place.start_byte..self.place.end_byte)
    }
}

/// A text of redacted and repeated parts is no slice of the document.
impl Placed for BacklogChunk<'_> {
    fn source_bytes(&self) -> Option<Range<usize>> {
        None
    }
}

/// A stream of events is no text.
impl Placed for RecorderChunk {
    fn source_bytes(&self) -> Option<Range<usize>> {
        None
    }
}
