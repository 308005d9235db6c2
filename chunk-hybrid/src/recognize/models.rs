//! The models by which kinds, phases, decisions and steps are recognized: those built into the crate, or others that `cargo training
//! quality` fitted and measures.

use super::{
    decisions::DECISIONS,
    kind::{MODEL, TYPE_MODEL},
    phases::{CHANGES, PHASES},
    steps::STEPS,
};
use crate::model::{Linear, Vocabulary, Weights};
use crate::record::{ContentType, STRATEGIES};
use std::sync::LazyLock;

/// All models of a file of weights.
#[derive(Debug, Clone)]
pub struct Models {
    /// The words that the models know. Documents have to be read with this vocabulary.
    pub vocabulary: Vocabulary,
    /// From which confidence on, in thousandths, a strategy other than `semantic-boundary` is chosen; 0 if the file does not say.
    pub(crate) least_confidence: u64,
    pub(crate) kinds: Linear<4>,
    pub(crate) types: Linear<9>,
    pub(crate) phases: Linear<4>,
    pub(crate) changes: Linear<1>,
    pub(crate) decisions: Linear<5>,
    pub(crate) steps: Linear<5>,
}

impl Models {
    /// The models of a file of weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        Self {
            vocabulary: weights.vocabulary().clone(),
            least_confidence: weights.number("choice").unwrap_or_default(),
            kinds: weights.linear(MODEL, STRATEGIES),
            types: weights.linear(TYPE_MODEL, ContentType::ALL.map(ContentType::name)),
            phases: PHASES.model(weights),
            changes: CHANGES.model(weights),
            decisions: DECISIONS.model(weights),
            steps: STEPS.model(weights),
        }
    }

    /// The models that the crate comes with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Models> =
            LazyLock::new(|| Models::new(&Weights::new(include_str!("../model/weights.tsv"))));
        &BUILT_IN
    }
}
