//! A linear chain: the label of each node depends on the node's own features, on the label before it, and on how much speaks for a change
//! there. Viterbi's algorithm finds the best labels of all nodes together.

use std::array;

/// A node of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<const LABELS: usize> {
    /// The score of each label by the node's own features.
    pub scores: [i64; LABELS],
    /// What is added to the score if the label differs from that of the node before.
    pub change: i64,
}

/// The best labels of the nodes, by number, where `after` says for each label of the node before what it adds to each label of a node. Of
/// equally good ones, the label of the node before wins, else the first.
#[must_use]
pub fn best_labels<const LABELS: usize>(
    after: &[[i64; LABELS]; LABELS],
    nodes: &[Node<LABELS>],
) -> Vec<usize> {
    let Some((first, rest)) = nodes.split_first() else { return Vec::new() };
    // For each label of the last node so far, the best score; for each node but the first and each of its labels, the best label before.
    let mut scores = first.scores;
    let mut before: Vec<[usize; LABELS]> = Vec::with_capacity(rest.len());
    for node in rest {
        let mut best = [(i64::MIN, 0); LABELS];
        for (label, (score, weights)) in scores.iter().zip(after).enumerate() {
            for (to, (best, weight)) in best.iter_mut().zip(weights).enumerate() {
                let reached = score + weight + if label == to { 0 } else { node.change };
                if reached > best.0 || reached == best.0 && label == to {
                    *best = (reached, label);
                }
            }
        }
        before.push(best.map(|(_, label)| label));
        scores = array::from_fn(|to| {
            let [reached, own] = [best.get(to).map(|best| best.0), node.scores.get(to).copied()]
                .map(Option::unwrap_or_default);
            reached.saturating_add(own)
        });
    }
    let last = scores.iter().enumerate().rev().max_by_key(|(_, score)| **score);
    let mut labels = vec![last.map_or(0, |(label, _)| label)];
    for best in before.iter().rev() {
        let label = labels.last().and_then(|label| best.get(*label)).copied();
        labels.push(label.unwrap_or_default());
    }
    labels.reverse();
    labels
}
