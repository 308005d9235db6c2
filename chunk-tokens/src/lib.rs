#![doc = include_str!("../README.md")]

mod chunk;
mod config;
mod error;
mod interaction;
mod pack;
mod policy;
mod record;
mod rules;
mod validate;

pub use chunk_core;
pub use {
    chunk::TokenChunk, config::TokenConfig, error::TokenError, interaction::Interaction, policy::TokenPolicy,
    record::TokenRecord,
};

/// The example of the workspace's README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
