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

#[cfg(test)]
mod tests {
    use super::*;

    /// For many questions the interval is that of a normal distribution: mean ± 1.96 standard errors.
    #[test]
    fn the_interval_is_that_of_theory() {
        let first = vec![0.0; 400];
        let other: Vec<f64> = (0..400).map(|index| f64::from(u8::from(index % 4 == 0))).collect();
        let found = difference(&first, &other, 1);
        let Interval { difference, low, high } = found;
        let error = (0.25_f64 * 0.75 / 400.0).sqrt();
        assert_eq!(difference, 0.25);
        assert!((low - (0.25 - 1.96 * error)).abs() < 0.004, "{low}");
        assert!((high - (0.25 + 1.96 * error)).abs() < 0.004, "{high}");
    }

    #[test]
    fn equal_settings_differ_by_nothing() {
        let shares = [0.1, 0.9, 0.4];
        assert_eq!(difference(&shares, &shares, 7), Interval { difference: 0.0, low: 0.0, high: 0.0 });
        assert_eq!(difference(&[], &[], 7), Interval { difference: 0.0, low: 0.0, high: 0.0 });
    }
}
