#![doc = include_str!("../README.md")]

mod about;
mod chunk;
mod config;
mod error;
mod interaction;
mod pack;
mod policy;
mod record;
mod rules;
mod turns;
mod validate;

pub use chunk_core;
pub use {
    chunk::TokenChunk,
    config::{Boundaries, TokenConfig},
    error::TokenError,
    interaction::Interaction,
    policy::TokenPolicy,
    record::TokenRecord,
    turns::ChunkTurn,
};

/// The contract as implemented, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
