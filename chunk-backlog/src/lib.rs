#![doc = include_str!("../README.md")]

mod body;
mod chunk;
mod config;
mod cut;
mod date;
mod doctype;
mod document;
mod error;
mod fields;
mod header;
mod language;
mod path;
mod plan;
mod policy;
pub mod redact;
mod section;
mod spans;
mod split;
mod worklog;

pub use chunk_core;
pub use {
    chunk::{BacklogChunk, ChunkKind, Metadata},
    config::{BacklogConfig, HashFormat},
    doctype::Doctype,
    document::Document,
    error::BacklogError,
    path::is_document,
    policy::BacklogPolicy,
};

/// The whole contract, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
