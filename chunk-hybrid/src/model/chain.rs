//! A linear chain: each node's label depends on what is seen there and on the label before. The best labels of all
//! nodes together are found by Viterbi's algorithm.

use super::Linear;

/// A node of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<const LABELS: usize> {
    /// What is seen there says this of each label.
    pub scores: [i64; LABELS],
    /// The slot of the layout whose terms are the label before: what stands between two nodes decides how easily the
    /// label changes.
    pub edge: usize,
}

/// A chain's weights: those of what is seen, and, as the terms of some slots, those of the label before.
#[derive(Debug, Clone, Copy)]
pub struct Chain<'m, const LABELS: usize>(pub &'m Linear<LABELS>);

impl<const LABELS: usize> Chain<'_, LABELS> {
    /// The labels of the nodes, each by its number. A tie is won by the label that stays, then by the first.
    #[must_use]
    pub fn best(&self, nodes: &[Node<LABELS>]) -> Vec<usize> {
        let mut scores = [0_i64; LABELS];
        // For each node but the first, and each of its labels, the best label before.
        let mut before: Vec<[u8; LABELS]> = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            if index == 0 {
                scores = node.scores;
                continue;
            }
            let from: [[i16; LABELS]; LABELS] = std::array::from_fn(|label| self.after(node.edge, label));
            let mut best = [(i64::MIN, 0_u8); LABELS];
            for ((label, score), weights) in (0_u8..).zip(scores).zip(from) {
                for (to, (best, weight)) in best.iter_mut().zip(weights).enumerate() {
                    let reached = score + i64::from(weight);
                    if reached > best.0 || reached == best.0 && usize::from(label) == to {
                        *best = (reached, label);
                    }
                }
            }
            before.push(best.map(|(_, label)| label));
            for ((score, (reached, _)), own) in scores.iter_mut().zip(best).zip(node.scores) {
                *score = reached.saturating_add(own);
            }
        }
        let last =
            scores.iter().enumerate().rev().max_by_key(|(_, score)| **score).map_or(0, |(label, _)| label);
        let mut labels: Vec<usize> = nodes.iter().map(|_| last).collect();
        let mut label = last;
        for (own, before) in labels.iter_mut().rev().skip(1).zip(before.iter().rev()) {
            label = before.get(label).map_or(label, |&before| usize::from(before));
            *own = label;
        }
        labels
    }

    /// What the label before weighs for each label.
    fn after(&self, edge: usize, label: usize) -> [i16; LABELS] {
        let number = self.0.layout().number(edge, label as u32);
        number.map_or([0; LABELS], |number| self.0.weights(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Layout, Slot, Terms, Vocabulary};

    const SLOTS: &[Slot] = &[Slot { name: "after", terms: Terms::Names(&["a", "b", "c"]) }];

    fn chain(weights: [[i16; 3]; 3]) -> Linear<3> {
        let mut linear = Linear::new(Layout::new(SLOTS, &Vocabulary::default()));
        weights.into_iter().zip(0..).for_each(|(weights, number)| linear.set(number, weights));
        linear
    }

    /// The score of a labelling, summed up one by one.
    fn score(linear: &Linear<3>, nodes: &[Node<3>], labels: &[usize]) -> i64 {
        let own: i64 = nodes.iter().zip(labels).map(|(node, label)| node.scores[*label]).sum();
        let steps = labels.windows(2).map(|pair| i64::from(linear.weights(pair[0] as u32)[pair[1]]));
        own + steps.sum::<i64>()
    }

    #[test]
    fn no_other_labelling_scores_higher() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let linear = chain(std::array::from_fn(|_| std::array::from_fn(|_| random.i16(-40..40))));
            let nodes: Vec<_> = (0..random.usize(1..6))
                .map(|_| Node { scores: std::array::from_fn(|_| random.i64(-50..50)), edge: 0 })
                .collect();
            let all = (0..3_usize.pow(nodes.len() as u32)).map(|code| {
                let labels: Vec<_> = (0..nodes.len() as u32).map(|at| code / 3_usize.pow(at) % 3).collect();
                score(&linear, &nodes, &labels)
            });
            let found = Chain(&linear).best(&nodes);
            assert_eq!(Some(score(&linear, &nodes, &found)), all.max());
        }
    }

    #[test]
    fn a_tie_is_won_by_the_label_that_stays_then_by_the_first() {
        let linear = chain([[0; 3]; 3]);
        let node = |scores| Node { scores, edge: 0 };
        assert_eq!(Chain(&linear).best(&[node([0, 1, 0]), node([0; 3]), node([0; 3])]), [1, 0, 0]);
        assert!(Chain(&linear).best(&[]).is_empty());
    }
}
