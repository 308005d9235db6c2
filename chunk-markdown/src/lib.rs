#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod blocks;
mod builder;
mod chunk;
mod config;
mod document;
mod emit;
mod error;
mod event;
mod long_line;
mod outline;
mod overlap;
mod pack;
mod parse;
mod plain;
mod policy;
mod record;
mod seam;
mod section;
mod text;
mod tree;
mod unit;
mod validate;
mod window;

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
