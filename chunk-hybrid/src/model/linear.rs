//! A multinomial linear model: each feature has a weight for each label.

use super::{Feature, Vocabulary, feature::hash};
use crate::Dictionary;
use std::ptr;

/// The weights of a model with `LABELS` labels, in units of [`BIT`](super::BIT).
#[derive(Debug, Clone)]
pub struct Linear<const LABELS: usize> {
    pub(super) vocabulary: Vocabulary,
    pub(super) bias: [i64; LABELS],
    /// By the keys of features. Most features weigh nothing.
    pub(super) weights: Dictionary<u64, [i32; LABELS]>,
}

impl<const LABELS: usize> Linear<LABELS> {
    /// The words that it knows.
    pub(crate) const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The weight of a feature for each label.
    pub(crate) fn weights(&self, feature: &Feature) -> [i32; LABELS] {
        self.weights_in(hash(feature.slot), feature)
    }

    /// The same, where the hash of the slot is known.
    fn weights_in(&self, slot: u64, feature: &Feature) -> [i32; LABELS] {
        let own = feature.key(slot, &self.vocabulary).and_then(|key| self.weights.get(&key));
        own.copied().unwrap_or([0; LABELS])
    }

    /// The score of each label.
    #[must_use]
    pub fn scores(&self, features: &[Feature]) -> [i64; LABELS] {
        let mut scores = self.bias;
        // What is in one slot stands together.
        for features in features.chunk_by(|one, next| ptr::eq(one.slot, next.slot)) {
            let slot = features.first().map_or(0, |feature| hash(feature.slot));
            for feature in features {
                for (score, weight) in scores.iter_mut().zip(self.weights_in(slot, feature)) {
                    *score += i64::from(weight) * i64::from(feature.value);
                }
            }
        }
        scores
    }
}
