//! The tests of this crate, as one program: each would be linked with all dependencies.

mod conformance;
mod generated;
mod input;
mod linear;
mod lines;
mod settings;
mod support;
mod texts;
mod threads;
mod verify;
