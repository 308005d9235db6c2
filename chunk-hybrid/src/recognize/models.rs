//! The models that recognize, in one place: those that the crate comes with, or others that are measured in their stead.

use super::{decisions, kind::KindModel, phases::PhaseModel, steps};
use crate::model::{Linear, Vocabulary, Weights};
use std::sync::LazyLock;

/// What recognizes kinds, phases, decisions and steps.
#[derive(Debug, Clone)]
pub struct Models {
    vocabulary: Vocabulary,
    pub(crate) kind: KindModel,
    pub(crate) phases: PhaseModel,
    pub(crate) decisions: Linear<5>,
    pub(crate) steps: Linear<5>,
}

impl Models {
    /// The models of a file of weights.
    #[must_use]
    pub fn new(weights: &Weights<'_>) -> Self {
        Self {
            vocabulary: weights.vocabulary().clone(),
            kind: KindModel::new(weights),
            phases: PhaseModel::new(weights),
            decisions: weights.linear(decisions::MODEL, decisions::SLOTS, decisions::LABELS),
            steps: weights.linear(steps::MODEL, steps::SLOTS, steps::LABELS),
        }
    }

    /// The models that the crate comes with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Models> = LazyLock::new(|| Models::new(Weights::built_in()));
        &BUILT_IN
    }

    /// The words that they know: documents are read with them.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }
}
