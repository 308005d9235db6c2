//! The models that recognize, in one place: those that the crate comes with, or others that are measured in their stead.

use super::{decisions, kind::KindModel, phases::PhaseModel, steps};
use crate::model::{Linear, Vocabulary, Weights};
use std::sync::{LazyLock, OnceLock};

/// What recognizes kinds, phases, decisions and steps. A model is read when the first document asks for it: most documents ask for
/// that of kinds alone.
#[derive(Debug, Clone)]
pub struct Models {
    weights: Weights,
    kind: OnceLock<KindModel>,
    phases: OnceLock<PhaseModel>,
    decisions: OnceLock<Linear<5>>,
    steps: OnceLock<Linear<5>>,
}

impl Models {
    /// The models of a file of weights.
    #[must_use]
    pub const fn new(weights: Weights) -> Self {
        Self {
            weights,
            kind: OnceLock::new(),
            phases: OnceLock::new(),
            decisions: OnceLock::new(),
            steps: OnceLock::new(),
        }
    }

    /// The models that the crate comes with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Models> = LazyLock::new(|| Models::new(Weights::built_in().clone()));
        &BUILT_IN
    }

    /// The words that they know: documents are read with them.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        self.weights.vocabulary()
    }

    pub(crate) fn kind(&self) -> &KindModel {
        self.kind.get_or_init(|| KindModel::new(&self.weights))
    }

    pub(crate) fn phases(&self) -> &PhaseModel {
        self.phases.get_or_init(|| PhaseModel::new(&self.weights))
    }

    pub(crate) fn decisions(&self) -> &Linear<5> {
        let read = || self.weights.linear(decisions::MODEL, decisions::SLOTS, decisions::LABELS);
        self.decisions.get_or_init(read)
    }

    pub(crate) fn steps(&self) -> &Linear<5> {
        self.steps.get_or_init(|| self.weights.linear(steps::MODEL, steps::SLOTS, steps::LABELS))
    }
}
