//! What counts tokens, as Python gives it: a name, the path of a `tokenizer.json`, its content, or a callable.

use chunk_core::{TokenCounter, counters::CountWith};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::PyBackedStr,
};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// A counter, and what a callable raised.
#[derive(Clone, Default)]
pub(crate) struct Tokenizer {
    pub(crate) counter: chunk_cli::Counter,
    failure: Arc<Mutex<Option<PyErr>>>,
}

impl Tokenizer {
    /// # Errors
    /// The first exception that a callable raised since this was asked last.
    pub(crate) fn failure(&self) -> PyResult<()> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), Err)
    }

    /// A counter that calls `callable`, which gives a number or something that has a length.
    fn calling(callable: Py<PyAny>, name: String) -> Self {
        let failure = Arc::new(Mutex::new(None));
        let failed = Arc::clone(&failure);
        let count = move |text: &str| {
            let counted = Python::attach(|py| {
                let counted = callable.bind(py).call1((text,))?;
                counted.extract::<usize>().or_else(|_| counted.len()).map_err(|_| {
                    let message = format!(
                        "tokenizer: must give a whole number from 0, or a list of tokens, not {counted}"
                    );
                    PyTypeError::new_err(message)
                })
            });
            counted.unwrap_or_else(|error| {
                failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                // Each part is then too large, so no more is asked than there is text.
                text.len()
            })
        };
        Self { counter: chunk_cli::Counter::new(CountWith::new(name, count)), failure }
    }
}

impl FromPyObject<'_, '_> for Tokenizer {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok((name, callable)) = given.extract::<(String, Py<PyAny>)>() {
            return Ok(Self::calling(callable, name));
        }
        let counter = match given.extract::<String>() {
            Ok(text) => of_text(&text),
            Err(_) => chunk_cli::Counter::open(&given.extract::<PathBuf>()?),
        };
        let counter = counter.map_err(|error| PyValueError::new_err(format!("tokenizer: {error}")))?;
        Ok(Self { counter, failure: Arc::default() })
    }
}

/// The counter of a name, a path, or the content of a `tokenizer.json`.
fn of_text(text: &str) -> Result<chunk_cli::Counter, String> {
    use chunk_cli::Counter;

    if text.trim_ascii_start().starts_with('{') {
        return Counter::from_json(text.as_bytes());
    }
    let named = Counter::encoding_named(text).or_else(|| Counter::model_named(text));
    named.map_or_else(
        || {
            let path = Path::new(text);
            if path.exists() {
                return Counter::open(path);
            }
            let (encodings, models) =
                (Counter::encodings().join(", "), Counter::models().collect::<Vec<_>>().join(", "));
            Err(format!("{text:?} is no file, no encoding ({encodings}) and no model ({models})"))
        },
        Ok,
    )
}

/// A tokenizer by itself.
#[pyclass(frozen, module = "chunk_policies._native")]
pub(crate) struct Counter(Tokenizer);

#[pymethods]
impl Counter {
    #[new]
    const fn new(tokenizer: Tokenizer) -> Self {
        Self(tokenizer)
    }

    /// The exact number of tokens in `text`.
    fn count(&self, py: Python<'_>, text: PyBackedStr) -> PyResult<usize> {
        let count = py.detach(|| self.0.counter.count(&text));
        self.0.failure()?;
        Ok(count)
    }

    /// How many tokens the model takes, if that is known.
    #[getter]
    const fn limit(&self) -> Option<usize> {
        self.0.counter.limit()
    }

    /// How many tokens the model puts around each text.
    #[getter]
    const fn added(&self) -> usize {
        self.0.counter.added()
    }
}
