//! A multinomial linear model: each feature weighs something for each label.

use super::{Feature, Layout};

/// The weights of a model with `LABELS` labels, in units of [`BIT`](super::BIT).
#[derive(Debug, Clone)]
pub struct Linear<const LABELS: usize> {
    layout: Layout,
    bias: [i64; LABELS],
    /// By the feature's number. Most features weigh nothing.
    weights: Vec<[i16; LABELS]>,
}

impl<const LABELS: usize> Linear<LABELS> {
    pub(super) fn new(layout: Layout) -> Self {
        let weights = vec![[0; LABELS]; layout.len()];
        Self { layout, bias: [0; LABELS], weights }
    }

    /// The features it judges by.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// What a feature weighs for each label.
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

    pub(super) fn set_bias(&mut self, bias: [i64; LABELS]) {
        self.bias = bias;
    }

    pub(super) fn set(&mut self, number: u32, weights: [i16; LABELS]) {
        if let Some(own) = self.weights.get_mut(number as usize) {
            *own = weights;
        }
    }
}
