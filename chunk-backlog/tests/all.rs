//! The tests of this crate, as one program: each would be linked with all dependencies.

mod conformance;
mod dates;
mod documents;
mod embed;
mod generate;
mod laws;
mod leaks;
mod markers;
mod redaction;
mod replay;
mod secrets;
mod tables;
mod work;
