//! Linear models (H4): the numbers of features, the file of weights, and shares of scores.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_hybrid::{
    Document, HybridPolicy, STEP_BASED,
    training::{
        BIT, Feature, Layout, Models, Node, Slot, Terms, Vocabulary, Weights, best_labels, confidences,
        kind_slots, read,
    },
};
use std::array;

const SLOTS: &[Slot] = &[
    Slot { name: "word", terms: Terms::Words },
    Slot { name: "shape", terms: Terms::Names(&["item", "row"]) },
    Slot { name: "beside", terms: Terms::Pairs(&["choose", "reject"], &["name", "mark"]) },
];

#[test]
fn features_are_numbered_slot_by_slot() {
    let layout = Layout::new(SLOTS.iter().copied(), &Vocabulary::new(["plan", "a:b"]));
    let names: Vec<_> = (0..).map_while(|number| layout.name(number)).collect();
    let expected = "word:plan word:a:b shape:item shape:row beside:choose+name beside:choose+mark beside:reject+name beside:reject+mark";
    assert_eq!(names.join(" "), expected);
    assert_eq!(layout.size(), 8);
    for (number, name) in (0..).zip(&names) {
        assert_eq!(layout.find(name), Some(number));
    }
}

#[test]
fn a_section_is_a_model() {
    let text = "# A comment.\n[vocabulary]\ndone\nplan\n[phase]\tlater\tnow\nbias\t5\t-5\nword:plan\t100\t-40\nshape:item\t1\t2\n[least]\t786\n";
    let weights = Weights::new(text);
    assert_eq!(weights.vocabulary().number("plan"), 1);
    let layout = || Layout::new(SLOTS.iter().copied(), weights.vocabulary());
    let linear = weights.linear("phase", layout(), ["now", "later"]);
    let feature = |name: &str, value| Feature { number: linear.layout().find(name).unwrap(), value };
    assert_eq!(linear.scores(&[feature("word:plan", 2), feature("shape:item", 1)]), [-83, 206]);
    assert_eq!(weights.linear("other", layout(), ["now"]).scores(&[]), [0]);
    assert_eq!([weights.number("least"), weights.number("other")], [Some(786), None]);
}

// One bit: odds of 2 to 1. Two bits between the first and the last: 4 to 2 to 1.
#[test]
fn a_bit_doubles_the_odds() {
    assert_eq!(confidences([0, -BIT]), [666, 333]);
    assert_eq!(confidences([2 * BIT, BIT, 0]), [571, 285, 142]);
    assert_eq!(confidences([i64::MIN / 2, i64::MAX / 2]), [0, 1000]);
}

#[test]
fn shares_agree_with_floating_point() {
    for x in 0..20_000_i64 {
        let odds = (x as f64 / BIT as f64).exp2();
        let exact = [odds, 1.0].map(|own| own * 1000.0 / (odds + 1.0));
        for (found, exact) in confidences([x, 0]).into_iter().zip(exact) {
            assert!((exact - 1.01..exact + 0.01).contains(&f64::from(found)), "{x}: {found} {exact}");
        }
    }
}

/// The score of a labelling, summed up one by one.
fn score(after: &[[i64; 3]; 3], nodes: &[Node<3>], labels: &[usize]) -> i64 {
    let own: i64 = nodes.iter().zip(labels).map(|(node, label)| node.scores[*label]).sum();
    let changes = nodes.iter().skip(1).zip(labels.windows(2));
    let steps = changes
        .map(|(node, pair)| after[pair[0]][pair[1]] + if pair[0] == pair[1] { 0 } else { node.change });
    own + steps.sum::<i64>()
}

#[test]
fn no_other_labelling_scores_higher() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let after = array::from_fn(|_| array::from_fn(|_| random.i64(-40..40)));
        let mut node =
            || Node { scores: array::from_fn(|_| random.i64(-50..50)), change: random.i64(-30..30) };
        let nodes: Vec<_> = (0..5).map(|_| node()).collect();
        let nodes = &nodes[..random.usize(1..6)];
        let all = (0..3_usize.pow(nodes.len() as u32)).map(|code| {
            let labels: Vec<_> = (0..nodes.len() as u32).map(|at| code / 3_usize.pow(at) % 3).collect();
            score(&after, nodes, &labels)
        });
        assert_eq!(Some(score(&after, nodes, &best_labels(&after, nodes))), all.max());
    }
}

#[test]
fn a_tie_is_won_by_the_label_that_stays_then_by_the_first() {
    let node = |scores| Node { scores, change: 0 };
    assert_eq!(best_labels(&[[0; 3]; 3], &[node([0, 1, 0]), node([0; 3]), node([0; 3])]), [1, 0, 0]);
    assert!(best_labels::<3>(&[[0; 3]; 3], &[]).is_empty());
}

#[test]
fn of_every_slot_there_is_something_to_say() {
    let sayings = include_str!("../../src/recognize/kind/sayings.tsv");
    let is_said = |name: &str| sayings.lines().any(|line| line.starts_with(&format!("{name}\t")));
    assert_eq!(kind_slots().map(|slot| slot.name).find(|name| !is_said(name)), None);
}

// What says that a text is a procedure, by a model that knows what some features weigh for one. Both words stand there twice: what they
// weigh is what counts.
#[test]
fn what_decided_is_said_in_words_of_readers() {
    for (weights, expected) in [
        ("word:the\t90\nword:dough\t60", "word 'dough' ×2, word 'the' ×2"),
        ("word:the\t90\nword:dough\t30", "word 'the' ×2, word 'dough' ×2"),
        ("class-of-opening:command\t90", "paragraphs start with commands"),
        ("headings:over 50%\t90", ""),
        ("headings:over 35%\t90", "headings: over 35%"),
        ("extent:document\t90", "a document"),
    ] {
        let table = format!("# Weights.\n[vocabulary]\ndough\nthe\n[kind]\tstep-based\n{weights}\n");
        let models = Models::new(Weights::new(table));
        let content = read(Document::new("a.md", "# The dough\n\nMix the dough.\n"), models.vocabulary());
        let system = HybridPolicy::default().with_models(models.clone());
        let signals = system.analyze(&content).classification().signals;
        let own = signals.iter().filter(|own| own.strategy == STEP_BASED && own.slot != "found");
        assert_eq!(own.map(ToString::to_string).collect::<Vec<_>>().join(", "), expected);
    }
}
