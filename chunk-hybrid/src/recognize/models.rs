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
use std::sync::{LazyLock, OnceLock};

/// All models of a file of weights. Each is read when a document first asks for it: most ask only for that of kinds, and with all of them a
/// start of the command would take 14 ms instead of 10.
#[derive(Debug, Clone, Default)]
pub struct Models {
    weights: Weights,
    kinds: OnceLock<Linear<4>>,
    types: OnceLock<Linear<9>>,
    phases: OnceLock<Linear<4>>,
    changes: OnceLock<Linear<1>>,
    decisions: OnceLock<Linear<5>>,
    steps: OnceLock<Linear<5>>,
}

impl Models {
    /// The models of a file of weights.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// The models that the crate comes with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Models> =
            LazyLock::new(|| Models::new(Weights::new(include_str!("../model/weights.tsv"))));
        &BUILT_IN
    }

    /// The words that the models know. Documents have to be read with this vocabulary.
    #[must_use]
    pub const fn vocabulary(&self) -> &Vocabulary {
        self.weights.vocabulary()
    }

    /// From which confidence on, in thousandths, a strategy other than `semantic-boundary` is chosen; 0 if the file does not say.
    pub(crate) fn least_confidence(&self) -> u64 {
        self.weights.number("choice").unwrap_or_default()
    }

    pub(crate) fn kinds(&self) -> &Linear<4> {
        self.kinds.get_or_init(|| self.weights.linear(MODEL, STRATEGIES))
    }

    pub(crate) fn types(&self) -> &Linear<9> {
        let names = ContentType::ALL.map(ContentType::name);
        self.types.get_or_init(|| self.weights.linear(TYPE_MODEL, names))
    }

    pub(crate) fn phases(&self) -> &Linear<4> {
        self.phases.get_or_init(|| PHASES.model(&self.weights))
    }

    pub(crate) fn changes(&self) -> &Linear<1> {
        self.changes.get_or_init(|| CHANGES.model(&self.weights))
    }

    pub(crate) fn decisions(&self) -> &Linear<5> {
        self.decisions.get_or_init(|| DECISIONS.model(&self.weights))
    }

    pub(crate) fn steps(&self) -> &Linear<5> {
        self.steps.get_or_init(|| STEPS.model(&self.weights))
    }
}
