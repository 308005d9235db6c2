//! From text to findings: what kind of document it is (`kind`, H4), the phases of a log (`phases`, H17), decisions (`decisions`, H19) and
//! steps (`steps`, H20). Each is judged by a linear model, read by `models`, over features that are in the `features.rs` of each;
//! grammar then finds the details, such as options or numbers. `analysis` runs them and keeps what they find.
//!
//! What may be a decision or a step is a `candidate`; what the document says itself (`said`) comes before the models. Tasks are named by what
//! is said alone (`task`).

pub(crate) mod candidate;
pub(crate) mod decisions;
mod feature;
pub(crate) mod kind;
pub(crate) mod models;
pub(crate) mod phases;
pub(crate) mod said;
pub(crate) mod steps;
pub(crate) mod task;

pub(crate) use candidate::{Finding, Judged, one_a_line};
