//! The real program, run in temporary folders: what it writes, says, and answers.
//!
//! Expected records are written by hand from contract clause T8, for texts below 100 tokens, which are one chunk (T5).
//! `One. Two.` is four cl100k_base tokens: `One`, `.`, ` Two`, `.`; `abc` is one.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    missing_docs
)]

mod any_policy;
mod bedrock;
mod browser;
mod check;
mod counter;
mod diff;
mod encoding;
mod ends;
mod eval;
mod explain;
mod exports;
mod faults;
mod files;
mod formats;
mod gitignore;
mod harness;
mod hostile;
mod input;
mod inspect;
mod limit;
mod lines;
mod manifest;
mod manual;
mod markdown;
mod out_dir;
mod output;
mod pages;
mod provenance;
mod recorder;
mod redact;
mod refusals;
mod rows;
mod same_bytes;
mod schema;
mod settings;
mod sides;
mod tampering;
mod threads;
