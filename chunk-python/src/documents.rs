//! Documents from Python, and the records and chunks that are made of them.

use crate::read::Turns;
use chunk_core::{CodePointIndex, Policy, Source, Warning};
use chunk_records::{Written, placed};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyString},
};

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

/// A warning's code and message.
pub(crate) type Said = (&'static str, String);

/// `(lines, places, warnings, error)`; places are in code points, and there are none if the contract gives none.
pub(crate) type Told<'py> = (Bound<'py, PyBytes>, Vec<(usize, usize)>, Vec<Said>, Option<String>);

/// The result for a document.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    written: Written,
    places: Vec<(usize, usize)>,
}

impl Outcome {
    pub(crate) fn told(self, py: Python<'_>) -> Told<'_> {
        let Written { lines, warnings, error, .. } = self.written;
        (PyBytes::new(py, &lines), self.places, warnings.iter().map(said).collect(), error)
    }
}

/// The records of a document, as the command writes them.
pub(crate) fn records<P: Policy>(policy: &P, source: Source<'_>) -> Outcome {
    Outcome { written: chunk_records::records(policy, source), places: Vec::new() }
}

/// The chunks of a document, each as a line of its own, with their places.
pub(crate) fn chunks<P: Policy>(policy: &P, source: Source<'_>) -> Outcome {
    let written = chunk_records::chunks(policy, source);
    let mut ranges = written.places.iter().flatten().peekable();
    let mut places = Vec::new();
    if ranges.peek().is_some() {
        let points = CodePointIndex::new(source.text().unwrap_or_default());
        places = ranges.map(|range| (points.code_point(range.start), points.code_point(range.end))).collect();
    }
    Outcome { written, places }
}

pub(crate) fn said(warning: &Warning) -> Said {
    (warning.code, placed(warning))
}
