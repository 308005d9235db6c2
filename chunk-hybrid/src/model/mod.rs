//! Linear models in integers (H4): features times their weights, summed up. The weights are data, made by
//! `cargo xtask fit` and kept in `weights.tsv`; nothing here knows what the models are about.

mod chain;
mod confidence;
mod layout;
mod linear;
mod vocabulary;
mod weights;

pub(crate) use chain::Labelling;
pub use chain::{Chain, Node};
pub use confidence::confidences;
pub(crate) use layout::slots;
pub use layout::{Feature, Layout, Slot, Terms};
pub use linear::Linear;
pub use vocabulary::{UNKNOWN, Vocabulary};
pub use weights::Weights;

/// The unit of a weight: so much doubles the odds of a label.
pub const BIT: i64 = 1024;
