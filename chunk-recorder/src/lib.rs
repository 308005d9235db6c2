#![doc = include_str!("../README.md")]

mod assemble;
mod boundary;
mod chunk;
mod chunker;
mod chunks;
mod config;
mod draft;
mod drafter;
mod error;
mod event;
mod line_stream;
mod log;
mod offset;
mod policy;
mod reader;
mod replay;
mod scan;
mod sorted;
mod split;
mod verify;

pub use chunk_core;
pub use {
    chunk::{Direction, Overlap, RecorderChunk},
    chunker::Chunker,
    chunks::RecorderChunks,
    config::RecorderConfig,
    error::RecorderError,
    event::{Event, Payload},
    line_stream::LineStream,
    log::{Framing, LogFormat, LoggedEvent, Rewrite},
    offset::LogOffset,
    policy::{RecorderPolicy, Unit},
    reader::read_events,
    sorted::SortedLog,
    verify::{Discrepancy, verify},
};

/// The contract as implemented, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
