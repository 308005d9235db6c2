#![doc = include_str!("../README.md")]

// How a text becomes chunks, in the order of the data:
//
//   config       the settings
//   interaction  a text with its id, and its turns if it is a conversation
//   policy       the public API, which runs all of this
//   about        what is known of the whole text: the head of texts to embed, metadata
//   turns        which turns stay together, and which turns a chunk holds
//   pack         from the text to units, and from units to spans of chunks
//   chunk        what leaves the crate: a chunk,
//   record       and the record of an interaction with its chunks
//   error        what can go wrong
//   validate     checks a record of anyone's against the text and the contract,
//   rules        one rule after the other

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
