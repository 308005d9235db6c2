//! `cargo xtask fit`: fits the models of chunk-hybrid again.
#![allow(dead_code, reason = "in the making")]

pub mod chain;
pub mod corpus;
mod minimize;
pub mod phases;
pub mod train;
