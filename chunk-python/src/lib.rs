//! The native half of the Python package `chunk_policies`: it takes bytes, and gives JSONL and places. The public classes are
//! in Python (`python/chunk_policies`); only what needs Rust is here.

mod documents;
mod policy;
mod read;
mod settings;
mod stream;
mod tokenizer;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use super::{
        command, encodings,
        policy::Policy,
        read::{Units, masked},
        stream::{EventStream, LogChunks},
        tokenizer::Counter,
    };
}

/// The names of the encodings of tiktoken.
#[pyfunction]
fn encodings() -> [&'static str; 6] {
    chunk_cli::Counter::encodings()
}

/// Runs the command `chunk` and returns the exit status.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| chunk_cli::run(arguments))
}
