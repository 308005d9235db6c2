//! The tests of this crate, as one program: each would be linked with all dependencies.

mod config;
mod conformance;
mod counters;
mod forms;
mod laws;
mod linear;
mod reading;
mod strategies;
mod topics;
