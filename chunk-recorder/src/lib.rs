#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod assemble;
mod boundary;
mod chunk;
mod chunker;
mod config;
mod draft;
mod error;
mod event;
mod log;
mod policy;
mod record;
mod replay;
mod scan;
mod split;
mod verify;

pub use chunk_core;
pub use {
    chunk::{Direction, Overlap, RecorderChunk},
    chunker::Chunker,
    config::RecorderConfig,
    error::RecorderError,
    event::{Event, Payload},
    log::{Framing, LogFormat, LogOffset, LoggedEvent, collect_events, read_events},
    policy::{RecorderPolicy, Unit},
    verify::{Discrepancy, Verifier, verify},
};
