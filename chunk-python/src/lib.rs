//! The native half of the Python package `chunk_policies`: it takes bytes, and gives JSONL and places. The public classes are
//! in Python (`python/chunk_policies`); only what needs Rust is here.

mod documents;
mod policy;
mod settings;
mod stream;

use chunk_core::TokenCounter;
use pyo3::{prelude::*, pybacked::PyBackedStr};

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{
        command, count_tokens,
        policy::Policy,
        stream::{EventStream, LogChunks},
    };
}

/// The exact number of tokens in `text`.
#[pyfunction]
#[pyo3(signature = (text, encoding="cl100k_base"))]
fn count_tokens(py: Python<'_>, text: PyBackedStr, encoding: &str) -> PyResult<usize> {
    let encoding = policy::named(encoding)?;
    Ok(py.detach(|| encoding.count(&text)))
}

/// Runs the command `chunk` and returns the exit status.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| chunk_cli::run(arguments))
}
