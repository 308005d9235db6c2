//! Documents from Python, and the records and chunks that are made of them.

use crate::read::Turns;
use chunk_core::{CodePointIndex, JsonlSink, Policy, Source, Warning, Witness};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyString},
};
use std::ops::Range;

/// A document's content, borrowed from Python: no copy is made.
pub(crate) enum Content {
    /// A `str`.
    Text(PyBackedStr),
    /// The `bytes` of a file: UTF-8, or a log.
    Bytes(PyBackedBytes),
}

impl FromPyObject<'_, '_> for Content {
    type Error = PyErr;

    fn extract(document: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = document.extract() {
            return Ok(Self::Text(text));
        }
        if document.is_instance_of::<PyString>() {
            // It has lone surrogates, which are not valid UTF-8: the policy will report where.
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

/// What the caller knows of documents besides their names.
#[derive(Debug, Clone, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Known {
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at_ms: Option<i64>,
    turns: Turns,
    doctype: Option<String>,
}

impl Known {
    pub(crate) fn source<'s>(&'s self, path: &'s str, bytes: &'s [u8]) -> Source<'s> {
        let mut source = Source::new(path, bytes);
        source.revision = self.revision.as_deref();
        source.created_at_ms = self.created_at_ms;
        source.modified_at_ms = self.modified_at_ms;
        source.turns = &self.turns.0;
        source.doctype = self.doctype.as_deref();
        source
    }
}

/// The result for a document.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The records or chunks, as lines of JSON.
    pub(crate) lines: Vec<u8>,
    /// The start and end of each chunk in the document, in code points, if the contract gives them.
    places: Vec<(usize, usize)>,
    warnings: Vec<Said>,
    /// Why it was refused. A recorder's log may have chunks nevertheless (R17).
    error: Option<String>,
}

/// A warning's code and message.
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

/// The chunks of a document, each as a line of its own, with their places.
pub(crate) fn chunks<P: Policy>(policy: &P, source: Source<'_>) -> Outcome {
    let mut outcome = Outcome::default();
    let unit = match policy.unit(source) {
        Ok(unit) => unit,
        Err(error) => return Outcome { error: Some(error.to_string()), ..outcome },
    };
    let mut seen = Seen { policy, unit: unit.clone(), ranges: Vec::new(), warnings: Vec::new() };
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

/// Collects the ranges of chunks, and the warnings, while chunks are written.
struct Seen<'u, P: Policy> {
    policy: &'u P,
    unit: P::Unit<'u>,
    ranges: Vec<Range<usize>>,
    warnings: Vec<Said>,
}

impl<P: Policy> Witness<P> for Seen<'_, P> {
    fn chunk(&mut self, chunk: &P::Chunk<'_>) {
        self.ranges.extend(self.policy.source_bytes(self.unit.clone(), chunk));
    }

    fn warning(&mut self, warning: Warning) {
        self.warnings.push(said(warning));
    }
}

pub(crate) fn said(warning: Warning) -> Said {
    (warning.code, warning.at.map_or_else(String::new, |at| format!("{at}: ")) + &warning.message)
}
