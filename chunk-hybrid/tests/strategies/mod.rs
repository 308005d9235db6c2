//! The contract's lists of unit tests and its tables of edge cases, for each strategy.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::disallowed_methods,
    missing_docs,
    unreachable_pub
)]

mod common;
mod event;
mod every;
mod explicit;
mod fine_print;
mod named;
mod plugins;
mod preference;
mod semantic;
mod step;
mod structure;
mod system;
