//! Fits a multinomial logistic regression with an L2 penalty. It computes in f64 and a fixed order, with `exp` and `ln` from a
//! library, so that the result has the same bits on every machine.

use super::minimize::minimize;
use chunk_hybrid::training::{self, BIT, Vocabulary};
use std::{collections::BTreeMap, fmt::Write};

/// The features of a model by their names, numbered in the order in which they were met.
#[derive(Debug, Clone, Default)]
pub struct Features {
    pub names: Vec<String>,
    numbers: BTreeMap<String, u32>,
}

/// A feature by its number, and how much of it there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    pub number: u32,
    pub value: i32,
}

impl Features {
    /// The number of the feature of this name, which is a new one if the name is.
    pub fn number(&mut self, name: String) -> u32 {
        let next = self.names.len() as u32;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }

    /// The features that were found in a text, by their numbers, which ascend.
    pub fn numbered(&mut self, found: &[training::Feature], vocabulary: &Vocabulary) -> Vec<Feature> {
        let named = found.iter().filter_map(|own| Some((own.name(vocabulary)?, own.value)));
        let mut all: Vec<Feature> =
            named.map(|(name, value)| Feature { number: self.number(name), value }).collect();
        all.sort_unstable_by_key(|feature| feature.number);
        all
    }
}

/// A training sample with a known label.
#[derive(Debug, Clone)]
pub struct Row {
    /// The number of its label.
    pub label: usize,
    /// How much it counts.
    pub weight: f64,
    /// The number of its repository.
    pub group: u32,
    pub features: Vec<Feature>,
}

/// How a model is fitted.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The L2 penalty λ of the weights, each of which costs λw²/2.
    pub l2: f64,
    /// The most steps of the optimizer.
    pub iterations: usize,
    /// The factor that values are multiplied by.
    pub scale: f64,
}

/// Weights in natural logarithms, for a feature's value times the [`scale`](Settings::scale).
pub struct Fitted<const LABELS: usize> {
    pub bias: [f64; LABELS],
    pub weights: Vec<[f64; LABELS]>,
}

/// Fits a model of `features` features to `rows`.
pub fn multinomial<const LABELS: usize>(
    rows: &[&Row],
    features: usize,
    settings: &Settings,
) -> Fitted<LABELS> {
    // The bias is the last feature, with the value 1 in every row and without a penalty.
    let numbers = (features + 1) * LABELS;
    let loss = |parameters: &[f64], gradient: &mut [f64]| {
        let mut sum = 0.0;
        for (index, (own, slope)) in parameters.iter().zip(gradient.iter_mut()).enumerate() {
            let l2 = if index / LABELS < features { settings.l2 } else { 0.0 };
            sum += l2 * own * own / 2.0;
            *slope = l2 * own;
        }
        for row in rows {
            let entries = || {
                let own = row.features.iter();
                own.map(|feature| (feature.number as usize, f64::from(feature.value) * settings.scale))
                    .chain([(features, 1.0)])
            };
            let mut scores = [0.0; LABELS];
            for (feature, value) in entries() {
                for (score, weight) in scores.iter_mut().zip(&parameters[feature * LABELS..]) {
                    *score += weight * value;
                }
            }
            let (shares, log_sum) = softmax(scores);
            sum += row.weight * (log_sum - scores[row.label]);
            let errors: [f64; LABELS] = std::array::from_fn(|label| {
                row.weight * (shares[label] - f64::from(u8::from(label == row.label)))
            });
            for (feature, value) in entries() {
                for (slope, error) in gradient[feature * LABELS..].iter_mut().zip(errors) {
                    *slope += error * value;
                }
            }
        }
        sum
    };
    let found = minimize(loss, numbers, settings.iterations);
    let row = |feature: usize| std::array::from_fn(|label| found[feature * LABELS + label]);
    Fitted { bias: row(features), weights: (0..features).map(row).collect() }
}

/// The probabilities of the labels, and the logarithm of their normalizing sum.
pub fn softmax<const LABELS: usize>(scores: [f64; LABELS]) -> ([f64; LABELS], f64) {
    let most = scores.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let odds = scores.map(|score| libm::exp(score - most));
    let sum: f64 = odds.iter().sum();
    (odds.map(|odds| odds / sum), most + libm::log(sum))
}

impl<const LABELS: usize> Fitted<LABELS> {
    /// The same, without the features whose weights are below `small` for every label.
    pub fn without(mut self, small: f64) -> Self {
        for own in self.weights.iter_mut().filter(|own| own.iter().all(|weight| weight.abs() < small)) {
            *own = [0.0; LABELS];
        }
        self
    }

    /// The model's section of the weights file, by the names of features, without weights that round to nothing.
    pub fn section(&self, name: &str, labels: [&str; LABELS], features: &Features) -> String {
        let mut section = format!("[{name}]\t{}\n", labels.join("\t"));
        let mut line = |feature: &str, weights: [f64; LABELS]| {
            let units = weights.map(|weight| (weight / std::f64::consts::LN_2 * BIT as f64).round() as i64);
            if feature == "bias" || units.iter().any(|unit| *unit != 0) {
                section += feature;
                for unit in units {
                    // Writing to a string never fails.
                    let _ = write!(section, "\t{unit}");
                }
                section.push('\n');
            }
        };
        line("bias", self.bias);
        let mut named: Vec<_> = features.names.iter().zip(&self.weights).collect();
        named.sort_unstable_by_key(|(feature, _)| *feature);
        named.into_iter().for_each(|(feature, weights)| line(feature, *weights));
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: usize, features: &[u32]) -> Row {
        let features = features.iter().map(|&number| Feature { number, value: 1 }).collect();
        Row { label, weight: 1.0, group: 0, features }
    }

    // Without a penalty the fitted probabilities are the counted shares: 3 of 4 with the feature, 1 of 4 without it.
    #[test]
    fn shares_are_those_of_the_rows() {
        let rows = [0, 0, 0, 1].map(|label| row(label, &[0]));
        let others = [0, 1, 1, 1].map(|label| row(label, &[]));
        let all: Vec<_> = rows.iter().chain(&others).collect();
        let fitted = multinomial::<2>(&all, 1, &Settings { l2: 1e-9, iterations: 100, scale: 1.0 });
        let share = |own: f64| {
            let score = |label: usize| fitted.bias[label] + own * fitted.weights[0][label];
            softmax([score(0), score(1)]).0[0]
        };
        assert!((share(1.0) - 0.75).abs() < 1e-4 && (share(0.0) - 0.25).abs() < 1e-4);
    }

    #[test]
    fn a_penalty_holds_weights_back() {
        let rows = [row(0, &[0]), row(1, &[1])];
        let all: Vec<_> = rows.iter().collect();
        let weight =
            |l2| multinomial::<2>(&all, 2, &Settings { l2, iterations: 100, scale: 1.0 }).weights[0][0];
        assert!(weight(0.01) > weight(1.0) && weight(1.0) > 0.0);
    }
}
