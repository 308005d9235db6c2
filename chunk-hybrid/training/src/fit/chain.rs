//! Fits a linear-chain conditional random field: the weights that maximize the likelihood of the labels of whole sequences.
//! Each node has features of its label and features of a change of label at it; each pair of neighbouring labels has a weight
//! of its own.

use super::{
    minimize::minimize,
    train::{Feature, Fitted},
};

/// A node with a known label.
#[derive(Debug, Clone)]
pub struct Node {
    pub label: usize,
    /// The features of its label.
    pub features: Vec<Feature>,
    /// The features of a change of label.
    pub changes: Vec<Feature>,
}

/// The nodes of a document, in order.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// How much it counts.
    pub weight: f64,
    /// The number of its repository.
    pub group: u32,
    pub nodes: Vec<Node>,
}

/// How a chain is fitted.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The L2 penalty λ of the weights of labels, each of which costs λw²/2.
    pub l2: f64,
    /// The same for the weights of changes.
    pub l2_change: f64,
    /// The same for the weights of pairs of labels.
    pub l2_pair: f64,
    pub iterations: usize,
}

/// A fitted chain, with weights in natural logarithms.
pub struct FittedChain<const LABELS: usize> {
    pub labels: Fitted<LABELS>,
    pub change: Fitted<1>,
    /// For each previous label, its weight for each label.
    pub after: [[f64; LABELS]; LABELS],
}

/// Where the weights of each kind start in the vector of all parameters.
struct Places {
    features: usize,
    changes: usize,
}

impl Places {
    const fn change<const LABELS: usize>(&self) -> usize {
        self.features * LABELS
    }

    /// The bias of a change, after the weights of its features.
    const fn constant<const LABELS: usize>(&self) -> usize {
        self.change::<LABELS>() + self.changes
    }

    const fn after<const LABELS: usize>(&self) -> usize {
        self.constant::<LABELS>() + 1
    }
}

/// Fits a chain with `features` features of labels and `changes` features of changes.
pub fn fit<const LABELS: usize>(
    sequences: &[&Sequence],
    features: usize,
    changes: usize,
    settings: &Settings,
) -> FittedChain<LABELS> {
    let places = Places { features, changes };
    let (change, constant, after) =
        (places.change::<LABELS>(), places.constant::<LABELS>(), places.after::<LABELS>());
    let loss = |parameters: &[f64], slopes: &mut [f64]| {
        let mut sum = 0.0;
        for (index, (own, slope)) in parameters.iter().zip(slopes.iter_mut()).enumerate() {
            let l2 = match index {
                index if index < change => settings.l2,
                index if index < constant => settings.l2_change,
                index if index == constant => 0.0,
                _ => settings.l2_pair,
            };
            sum += l2 * own * own / 2.0;
            *slope = l2 * own;
        }
        for sequence in sequences {
            sum += likelihood::<LABELS>(sequence, &places, parameters, slopes);
        }
        sum
    };
    let found = minimize(loss, after + LABELS * LABELS, settings.iterations);
    let row = |feature: usize| std::array::from_fn(|label| found[feature * LABELS + label]);
    FittedChain {
        labels: Fitted { bias: [0.0; LABELS], weights: (0..features).map(row).collect() },
        change: Fitted {
            bias: [found[constant]],
            weights: found[change..constant].iter().map(|&weight| [weight]).collect(),
        },
        after: std::array::from_fn(|before| {
            std::array::from_fn(|label| found[after + before * LABELS + label])
        }),
    }
}

/// The negative log-likelihood of the labels; adds its gradient to the slopes.
fn likelihood<const LABELS: usize>(
    sequence: &Sequence,
    places: &Places,
    parameters: &[f64],
    slopes: &mut [f64],
) -> f64 {
    let nodes = &sequence.nodes;
    let (constant, pairs) = (places.constant::<LABELS>(), places.after::<LABELS>());
    let own: Vec<[f64; LABELS]> = nodes
        .iter()
        .map(|node| {
            let mut scores = [0.0; LABELS];
            for feature in &node.features {
                for (score, weight) in scores.iter_mut().zip(&parameters[feature.number as usize * LABELS..])
                {
                    *score += weight * f64::from(feature.value);
                }
            }
            scores
        })
        .collect();
    let changes: Vec<f64> = nodes
        .iter()
        .map(|node| {
            let own = node.changes.iter();
            let weight = |feature: &Feature| parameters[places.change::<LABELS>() + feature.number as usize];
            parameters[constant] + own.map(|feature| weight(feature) * f64::from(feature.value)).sum::<f64>()
        })
        .collect();
    // The weight of going from one label to another at a node.
    let step = |node: usize, before: usize, label: usize| {
        parameters[pairs + before * LABELS + label] + if before == label { 0.0 } else { changes[node] }
    };
    let mut forward = own.clone();
    for node in 1..nodes.len() {
        for label in 0..LABELS {
            let ways = std::array::from_fn(|before| forward[node - 1][before] + step(node, before, label));
            forward[node][label] += log_sum::<LABELS>(ways);
        }
    }
    let Some(last) = forward.last() else { return 0.0 };
    let all = log_sum(*last);
    let mut backward = vec![[0.0; LABELS]; nodes.len()];
    for node in (1..nodes.len()).rev() {
        for before in 0..LABELS {
            let ways = std::array::from_fn(|label| {
                step(node, before, label) + own[node][label] + backward[node][label]
            });
            backward[node - 1][before] = log_sum::<LABELS>(ways);
        }
    }
    let mut score = 0.0;
    for (index, node) in nodes.iter().enumerate() {
        score += own[index][node.label];
        for label in 0..LABELS {
            let share = libm::exp(forward[index][label] + backward[index][label] - all);
            let error = sequence.weight * (share - f64::from(u8::from(label == node.label)));
            for feature in &node.features {
                slopes[feature.number as usize * LABELS + label] += error * f64::from(feature.value);
            }
        }
        let Some(previous) = index.checked_sub(1).map(|previous| nodes[previous].label) else { continue };
        score += step(index, previous, node.label);
        let mut changed = -f64::from(u8::from(previous != node.label));
        for before in 0..LABELS {
            for label in 0..LABELS {
                let way = forward[index - 1][before]
                    + step(index, before, label)
                    + own[index][label]
                    + backward[index][label];
                let share = libm::exp(way - all);
                let is_own = before == previous && label == node.label;
                slopes[pairs + before * LABELS + label] +=
                    sequence.weight * (share - f64::from(u8::from(is_own)));
                changed += if before == label { 0.0 } else { share };
            }
        }
        slopes[constant] += sequence.weight * changed;
        for feature in &node.changes {
            slopes[places.change::<LABELS>() + feature.number as usize] +=
                sequence.weight * changed * f64::from(feature.value);
        }
    }
    sequence.weight * (all - score)
}

fn log_sum<const LABELS: usize>(scores: [f64; LABELS]) -> f64 {
    super::train::softmax(scores).1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(labels: &[usize], seen: &[u32]) -> Sequence {
        let feature = |&number: &u32| Feature { number, value: 1 };
        let nodes = labels.iter().zip(seen).map(|(&label, number)| Node {
            label,
            features: vec![feature(number)],
            changes: vec![feature(number)],
        });
        Sequence { weight: 1.0, group: 0, nodes: nodes.collect() }
    }

    // The gradient is compared with finite differences of the function.
    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let sequence = sequence(&[0, 0, 1, 2, 1], &[0, 1, 1, 2, 0]);
        let places = Places { features: 3, changes: 3 };
        let count = places.after::<3>() + 9;
        let mut random = fastrand::Rng::with_seed(3);
        let at: Vec<f64> = (0..count).map(|_| random.f64() - 0.5).collect();
        let mut slopes = vec![0.0; count];
        likelihood::<3>(&sequence, &places, &at, &mut slopes);
        for (index, slope) in slopes.iter().enumerate() {
            let value = |by: f64| {
                let mut moved = at.clone();
                moved[index] += by;
                likelihood::<3>(&sequence, &places, &moved, &mut vec![0.0; count])
            };
            let measured = (value(1e-5) - value(-1e-5)) / 2e-5;
            assert!((slope - measured).abs() < 1e-6, "{index}: {slope} {measured}");
        }
    }

    // The likelihoods of all labellings of a short sequence sum to 1.
    #[test]
    fn likelihoods_add_up_to_one() {
        let places = Places { features: 2, changes: 2 };
        let count = places.after::<2>() + 4;
        let mut random = fastrand::Rng::with_seed(4);
        let at: Vec<f64> = (0..count).map(|_| random.f64() - 0.5).collect();
        let all: f64 = (0..8_usize)
            .map(|code| {
                let sequence = sequence(&[code & 1, code >> 1 & 1, code >> 2], &[0, 1, 0]);
                libm::exp(-likelihood::<2>(&sequence, &places, &at, &mut vec![0.0; count]))
            })
            .sum();
        assert!((all - 1.0).abs() < 1e-9, "{all}");
    }
}
