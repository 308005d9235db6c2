//! The recorder's streams: events that are pushed as they come, and files that are chunked while they are read.

use crate::settings::{read, refused};
use chunk_core::{Sink, Warning, jsonl::write_record};
use chunk_recorder::{
    Chunker, Framing, LogFormat, RecorderChunk, RecorderChunks, RecorderError, RecorderPolicy, read_events,
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use std::{
    fs::File,
    io::{self, BufReader},
    ops::ControlFlow,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

fn policy(py: Python<'_>, settings: &str) -> PyResult<RecorderPolicy> {
    let settings =
        serde_json::from_str(settings).map_err(|error| PyValueError::new_err(error.to_string()))?;
    read::<RecorderPolicy>(&settings).and_then(RecorderPolicy::new).map_err(|error| refused(py, error))
}

/// A chunker that events are pushed to.
#[pyclass(frozen, module = "chunk_policies._native")]
pub(crate) struct EventStream(Mutex<Open>);

struct Open {
    /// `None` once the stream is finished.
    chunker: Option<Chunker<'static>>,
    format: LogFormat,
}

/// The chunks that are final, as lines of JSON, and the errors of records.
type Pushed<'py> = (Bound<'py, PyBytes>, Vec<String>);

#[pymethods]
impl EventStream {
    #[new]
    fn new(py: Python<'_>, settings: &str) -> PyResult<Self> {
        let chunker = Some(policy(py, settings)?.into_chunker());
        Ok(Self(Mutex::new(Open { chunker, format: Framing::Jsonl.into() })))
    }

    /// Takes whole lines of JSONL.
    fn push<'py>(&self, py: Python<'py>, lines: &[u8]) -> PyResult<Pushed<'py>> {
        let (chunks, errors) = py.detach(|| self.open(|open| open.push(lines)))?;
        Ok((PyBytes::new(py, &chunks), errors))
    }

    /// Ends the stream.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let chunks = self.open(|open| {
            let mut lines = Lines::default();
            if let Some(chunker) = open.chunker.take() {
                let _ = chunker.finish(&mut lines);
            }
            lines.0
        })?;
        Ok(PyBytes::new(py, &chunks))
    }
}

impl EventStream {
    fn open<T>(&self, work: impl FnOnce(&mut Open) -> T) -> PyResult<T> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if open.chunker.is_none() {
            return Err(PyValueError::new_err("the stream was finished; begin another one"));
        }
        Ok(work(&mut open))
    }
}

impl Open {
    fn push(&mut self, log: &[u8]) -> (Vec<u8>, Vec<String>) {
        let Self { chunker: Some(chunker), format } = self else { return Default::default() };
        let (mut lines, mut errors, mut records) = (Lines::default(), Vec::new(), 0);
        let pushed = read_events(log, *format, |record| {
            records += 1;
            match record {
                Ok(event) => chunker.push(&event, &mut lines),
                Err(error) => {
                    errors.push(error.to_string());
                    Ok(chunker.gap(&mut lines))
                }
            }
        });
        // Only events that are out of order end the reading, and with it the stream (R3).
        if let Err(error) = pushed {
            errors.push(error.to_string());
            if let Some(chunker) = self.chunker.take() {
                let _ = chunker.finish(&mut lines);
            }
        }
        self.format.ordinal += records;
        self.format.byte_offset += log.len() as u64;
        (lines.0, errors)
    }
}

/// Chunks as lines of JSON.
#[derive(Default)]
struct Lines(Vec<u8>);

impl Sink<RecorderChunk> for Lines {
    fn chunk(&mut self, chunk: RecorderChunk) -> ControlFlow<()> {
        // This cannot fail: a record can always be written as JSON, and the target is memory.
        let _ = write_record(&mut self.0, &chunk);
        ControlFlow::Continue(())
    }

    /// The recorder gives no warnings about chunks.
    fn warning(&mut self, _: Warning) {}
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
            chunks.next().map(written)
        });
        next.map(|next| match next {
            Ok(line) => (Some(PyBytes::new(py, &line)), None),
            Err(error) => (None, Some(error.to_string())),
        })
    }
}

fn written(next: Result<RecorderChunk, RecorderError>) -> Result<Vec<u8>, RecorderError> {
    next.map(|chunk| {
        let mut lines = Lines::default();
        let _ = lines.chunk(chunk);
        lines.0
    })
}
