//! How sure a difference is: paired bootstrap over questions.

use serde::Serialize;

/// How often questions are drawn.
const DRAWS: usize = 10_000;

/// A mean difference and its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Interval {
    pub(super) difference: f64,
    #[serde(rename = "difference_low")]
    pub(super) low: f64,
    #[serde(rename = "difference_high")]
    pub(super) high: f64,
}

/// The mean of `other` - `first`, question by question, and the middle 95% of that mean over draws of as many questions, with
/// replacement. The same seed gives the same interval.
pub(super) fn difference(first: &[f64], other: &[f64], seed: u64) -> Interval {
    let differences: Vec<f64> = first.iter().zip(other).map(|(first, other)| other - first).collect();
    let count = differences.len().max(1) as f64;
    let mut random = fastrand::Rng::with_seed(seed);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn =
                (0..differences.len()).filter_map(|_| differences.get(random.usize(..differences.len())));
            drawn.sum::<f64>() / count
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let at =
        |share: f64| means.get((share * (DRAWS - 1) as f64).round() as usize).copied().unwrap_or_default();
    Interval { difference: differences.iter().sum::<f64>() / count, low: at(0.025), high: at(0.975) }
}
