//! The tests of this crate, as one program: each would be linked with all dependencies.

mod conformance;
mod counters;
mod differential;
mod document;
mod hostile;
mod laws;
mod memory;
mod reference;
mod work;
