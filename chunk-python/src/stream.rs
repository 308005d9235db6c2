//! The recorder's streams: events that are pushed as they come, and files that are chunked while they are read.

use crate::settings::{read, refused};
use chunk_core::jsonl::write_record;
use chunk_recorder::{LineStream, LogFormat, RecorderChunk, RecorderChunks, RecorderPolicy};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use std::{
    fs::File,
    io::{self, BufReader},
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

fn policy(py: Python<'_>, settings: &str) -> PyResult<RecorderPolicy> {
    let settings =
        serde_json::from_str(settings).map_err(|error| PyValueError::new_err(error.to_string()))?;
    read::<RecorderPolicy>(&settings).and_then(RecorderPolicy::new).map_err(|error| refused(py, error))
}

/// A chunker that events are pushed to.
#[pyclass(frozen, module = "chunk_policies._native")]
pub(crate) struct EventStream(Mutex<LineStream>);

/// The chunks that are final, as lines of JSON, and the errors of records.
type Pushed<'py> = (Bound<'py, PyBytes>, Vec<String>);

#[pymethods]
impl EventStream {
    #[new]
    fn new(py: Python<'_>, settings: &str) -> PyResult<Self> {
        Ok(Self(Mutex::new(LineStream::new(policy(py, settings)?))))
    }

    /// Takes whole lines of JSONL.
    fn push<'py>(&self, py: Python<'py>, lines: &[u8]) -> PyResult<Pushed<'py>> {
        let pushed = py.detach(|| self.open().push(lines)).ok_or_else(finished)?;
        let (chunks, errors) = pushed;
        Ok((PyBytes::new(py, &written(&chunks)), errors.iter().map(ToString::to_string).collect()))
    }

    /// Ends the stream.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let chunks = py.detach(|| self.open().finish()).ok_or_else(finished)?;
        Ok(PyBytes::new(py, &written(&chunks)))
    }
}

impl EventStream {
    fn open(&self) -> MutexGuard<'_, LineStream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn finished() -> PyErr {
    PyValueError::new_err("the stream was finished; begin another one")
}

/// Chunks as lines of JSON.
fn written(chunks: &[RecorderChunk]) -> Vec<u8> {
    let mut lines = Vec::new();
    for chunk in chunks {
        // This cannot fail: a record can always be written as JSON, and the target is memory.
        let _ = write_record(&mut lines, chunk);
    }
    lines
}

/// The chunks of a file, as they become final while it is read.
#[pyclass(frozen, module = "chunk_policies._native")]
pub(crate) struct LogChunks(Mutex<RecorderChunks<'static, BufReader<File>>>);

/// A chunk as JSON, or the error.
type Next<'py> = (Option<Bound<'py, PyBytes>>, Option<String>);

#[pymethods]
impl LogChunks {
    #[new]
    fn new(py: Python<'_>, settings: &str, path: PathBuf) -> PyResult<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{error}: {}", path.display()));
        let file = File::open(&path).map_err(named)?;
        let policy = policy(py, settings)?;
        Ok(Self(Mutex::new(policy.into_chunks_of(BufReader::new(file), LogFormat::default()))))
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Option<Next<'py>> {
        let next = py.detach(|| {
            let mut chunks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            chunks.next().map(|next| next.map(|chunk| written(&[chunk])))
        });
        next.map(|next| match next {
            Ok(line) => (Some(PyBytes::new(py, &line)), None),
            Err(error) => (None, Some(error.to_string())),
        })
    }
}
