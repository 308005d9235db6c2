#![doc = include_str!("../README.md")]

pub mod conversation;
mod elements;
mod error;
mod format;
pub mod item;
mod json;
mod lines;
pub mod recording;
mod time;

pub use chunk_core;
pub use {
    error::ReadError,
    format::{Format, Kind},
};
