//! A linear chain: the label of each node depends on the node's own features, on the label before it, and on how much speaks for a
//! change there. Viterbi's algorithm finds the best labels of all nodes together. Used for phases (H17) and mixed documents (H5).

use super::Linear;

/// A node of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<const LABELS: usize> {
    /// The score of each label by the node's own features.
    pub scores: [i64; LABELS],
    /// What is added to the score if the label differs from that of the node before.
    pub change: i64,
}

/// For each label of the node before, what it adds to each label of a node.
#[derive(Debug, Clone, Copy)]
pub struct Chain<const LABELS: usize>([[i64; LABELS]; LABELS]);

impl<const LABELS: usize> Chain<LABELS> {
    /// The chain with the weights of a slot of `linear`, whose terms are the labels of the node before, in their order.
    #[must_use]
    pub fn new(linear: &Linear<LABELS>, slot: usize) -> Self {
        Self(std::array::from_fn(|before| {
            let number = linear.layout().number(slot, before as u32);
            number.map_or([0; LABELS], |number| linear.weights(number).map(i64::from))
        }))
    }

    /// The chain in which the label before adds nothing, and only [`Node::change`] connects the nodes.
    #[must_use]
    pub const fn even() -> Self {
        Self([[0; LABELS]; LABELS])
    }

    /// The best score, and the nodes' labels by number. Of equally good ones, the label of the node before wins, else the first.
    #[must_use]
    pub fn best(self, nodes: impl IntoIterator<Item = Node<LABELS>>) -> (i64, Vec<u8>) {
        let mut labelling = Labelling::new(self);
        nodes.into_iter().for_each(|node| labelling.add(node));
        labelling.best()
    }
}

/// Labels the nodes of a chain one by one, without keeping them.
#[derive(Debug)]
pub(crate) struct Labelling<const LABELS: usize> {
    chain: Chain<LABELS>,
    /// For each label of the last node, the best score of the nodes up to it.
    scores: Option<[i64; LABELS]>,
    /// For each node but the first: for each of its labels, in two bits, the best label of the node before.
    before: Vec<u8>,
}

impl<const LABELS: usize> Labelling<LABELS> {
    pub(crate) const fn new(chain: Chain<LABELS>) -> Self {
        const { assert!(LABELS <= 4, "a label takes two bits") };
        Self { chain, scores: None, before: Vec::new() }
    }

    /// Adds the next node.
    pub(crate) fn add(&mut self, node: Node<LABELS>) {
        let Some(scores) = &mut self.scores else {
            self.scores = Some(node.scores);
            return;
        };
        let mut best = [(i64::MIN, 0_u8); LABELS];
        for ((label, score), weights) in (0_u8..).zip(*scores).zip(self.chain.0) {
            for (to, (best, weight)) in best.iter_mut().zip(weights).enumerate() {
                let stays = usize::from(label) == to;
                let reached = score + weight + if stays { 0 } else { node.change };
                if reached > best.0 || reached == best.0 && stays {
                    *best = (reached, label);
                }
            }
        }
        self.before.push(best.iter().rev().fold(0, |all, (_, label)| all << 2 | label));
        for ((score, (reached, _)), own) in scores.iter_mut().zip(best).zip(node.scores) {
            *score = reached.saturating_add(own);
        }
    }

    /// What [`Chain::best`] gives.
    pub(crate) fn best(self) -> (i64, Vec<u8>) {
        let Some(scores) = self.scores else { return (0, Vec::new()) };
        let best = (0_u8..).zip(scores).reduce(|best, own| if own.1 > best.1 { own } else { best });
        let (last, score) = best.unwrap_or_default();
        let mut labels = self.before;
        labels.push(last);
        // Backwards, each node's label picks that of the node before out of the packed ones, which it then replaces.
        let mut label = last;
        for own in labels.iter_mut().rev().skip(1) {
            label = *own >> (2 * label) & 3;
            *own = label;
        }
        (score, labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Layout, Slot, Terms, Vocabulary};

    const SLOTS: &[Slot] = &[Slot { name: "after", terms: Terms::Names(&["a", "b", "c"]) }];

    fn chain(weights: [[i16; 3]; 3]) -> Chain<3> {
        let layout = Layout::new(SLOTS, &Vocabulary::default());
        Chain::new(&Linear { layout, bias: [0; 3], weights: weights.to_vec() }, 0)
    }

    /// The score of a labelling, summed up one by one.
    fn score(chain: &Chain<3>, nodes: &[Node<3>], labels: &[usize]) -> i64 {
        let own: i64 = nodes.iter().zip(labels).map(|(node, label)| node.scores[*label]).sum();
        let changes = nodes.iter().skip(1).zip(labels.windows(2));
        let steps = changes
            .map(|(node, pair)| chain.0[pair[0]][pair[1]] + if pair[0] == pair[1] { 0 } else { node.change });
        own + steps.sum::<i64>()
    }

    #[test]
    fn no_other_labelling_scores_higher() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let chain = chain(std::array::from_fn(|_| std::array::from_fn(|_| random.i16(-40..40))));
            let nodes: Vec<_> = (0..random.usize(1..6))
                .map(|_| Node {
                    scores: std::array::from_fn(|_| random.i64(-50..50)),
                    change: random.i64(-30..30),
                })
                .collect();
            let all = (0..3_usize.pow(nodes.len() as u32)).map(|code| {
                let labels: Vec<_> = (0..nodes.len() as u32).map(|at| code / 3_usize.pow(at) % 3).collect();
                score(&chain, &nodes, &labels)
            });
            let (best, found) = chain.best(nodes.iter().copied());
            let found: Vec<_> = found.into_iter().map(usize::from).collect();
            assert_eq!((score(&chain, &nodes, &found), Some(best)), (best, all.max()));
        }
    }

    #[test]
    fn a_tie_is_won_by_the_label_that_stays_then_by_the_first() {
        let chain = chain([[0; 3]; 3]);
        let node = |scores| Node { scores, change: 0 };
        let (score, labels) = chain.best([node([0, 1, 0]), node([0; 3]), node([0; 3])]);
        assert_eq!((score, labels), (1, vec![1, 0, 0]));
        assert_eq!(chain.best([]), (0, Vec::new()));
    }
}
