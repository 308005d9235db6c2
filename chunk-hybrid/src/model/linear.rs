//! A multinomial linear model: each feature has a weight for each label.

use super::{Feature, Layout};

/// The weights of a model with `LABELS` labels, in units of [`BIT`](super::BIT).
#[derive(Debug, Clone)]
pub struct Linear<const LABELS: usize> {
    pub(super) layout: Layout,
    pub(super) bias: [i64; LABELS],
    /// By the feature's number. Most are zero.
    pub(super) weights: Vec<[i16; LABELS]>,
}

impl<const LABELS: usize> Linear<LABELS> {
    /// The features that it knows.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The weight of a feature for each label.
    #[inline]
    #[must_use]
    pub fn weights(&self, number: u32) -> [i16; LABELS] {
        self.weights.get(number as usize).copied().unwrap_or([0; LABELS])
    }

    /// The score of each label.
    #[must_use]
    pub fn scores(&self, features: &[Feature]) -> [i64; LABELS] {
        let mut scores = self.bias;
        for feature in features {
            for (score, weight) in scores.iter_mut().zip(self.weights(feature.number)) {
                *score += i64::from(weight) * i64::from(feature.value);
            }
        }
        scores
    }
}
