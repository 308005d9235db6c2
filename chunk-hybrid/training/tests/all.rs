//! The tests of this crate, as one program: each would be linked with all dependencies.

mod model;
mod words;
