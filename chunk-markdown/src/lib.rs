#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod chunk;
mod config;
mod document;
mod error;
mod outline;
mod overlap;
mod pack;
mod parsed;
mod policy;
mod record;
mod section;
mod unit;
mod validate;

pub use chunk_core;
pub use {
    chunk::{ChunkType, MarkdownChunk},
    config::{MarkdownConfig, Packing},
    document::Document,
    error::MarkdownError,
    policy::MarkdownPolicy,
};

/// The contract as implemented, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
