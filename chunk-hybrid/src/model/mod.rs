//! Linear models in integers (H4): a score is the sum of feature values times weights. The weights are data, made by `cargo training fit`
//! and kept in `weights.tsv`; nothing here knows what a model is about. `recognize` uses these models, `training` fits them.
//!
//! A `feature` is a term in a slot, such as `title:postmortem`, `vocabulary` has the words that are terms. `linear` scores labels by features,
//! `chain` labels a sequence, and `confidence` turns scores into shares.

mod chain;
mod confidence;
mod feature;
mod linear;
mod vocabulary;
mod weights;

pub use chain::{Node, best_labels};
pub use confidence::confidences;
pub use feature::{Feature, Term};
pub use linear::Linear;
pub use vocabulary::{UNKNOWN, Vocabulary};
pub use weights::Weights;

/// The unit of scores and weights: a score that is larger by this doubles the odds of its label.
pub const BIT: i64 = 1024;
