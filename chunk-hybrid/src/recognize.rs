//! From text to findings: what kind of document it is, the phases of a log, decisions, steps. Each recognizer owns its type
//! of finding.

mod block;
pub(crate) mod decisions;
mod feature;
pub(crate) mod kind;
pub(crate) mod models;
pub(crate) mod phases;
pub(crate) mod printed;
pub(crate) mod steps;
pub(crate) mod unit;
