//! The tests of this crate, as one program: each would be linked with all dependencies.

mod config;
mod conformance;
mod generated;
#[cfg(feature = "huggingface")]
mod huggingface;
mod oracle;
mod turns;
mod validation;
mod work;
