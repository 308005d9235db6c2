//! The tests of this crate, as one program: each would be linked with all dependencies.

mod completeness;
mod dependencies;
mod depth;
mod fuzz;
mod promises;
