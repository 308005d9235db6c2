#![doc = include_str!("../README.md")]

mod block;
mod blocks;
mod body;
mod bounds;
mod chunk;
mod config;
mod cut;
mod date;
mod doctype;
mod document;
mod error;
mod header;
mod language;
mod lines;
mod offset;
mod outline;
mod path;
mod plan;
mod policy;
mod reader;
pub mod redact;
mod section;
mod spans;
mod split;
mod window;
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

/// The contract as implemented, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
