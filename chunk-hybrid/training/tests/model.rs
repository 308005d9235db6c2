//! Linear models (H4): the numbers of features, the file of weights, and shares of scores.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use chunk_hybrid::{
    Document, HybridPolicy, STEP_BASED,
    training::{BIT, Feature, Models, Node, Term, Vocabulary, Weights, best_labels, confidences, read},
};
use std::array;

#[test]
fn a_feature_is_named_by_slot_and_term() {
    let vocabulary = Vocabulary::new(["plan", "done"]);
    let name = |slot, term| Feature { slot, term, value: 1 }.name(&vocabulary);
    assert_eq!(name("word", Term::Word(1)).unwrap(), "word:done");
    assert_eq!(name("class", Term::Class(0)).unwrap(), "class:planning-title");
    assert_eq!(name("shape", Term::Name("item")).unwrap(), "shape:item");
    assert_eq!(name("beside", Term::Pair(0, "mark")).unwrap(), "beside:planning-title+mark");
    assert_eq!([name("word", Term::Word(2)), name("class", Term::Class(900))], [None, None]);
}

#[test]
fn a_section_is_a_model() {
    let text = "# A comment.\n[vocabulary]\ndone\nplan\n[phase]\tlater\tnow\nbias\t5\t-5\nword:plan\t100\t-40\nshape:item\t1\t2\n[least]\t786\n";
    let weights = Weights::new(text);
    assert_eq!(weights.vocabulary().number("plan"), 1);
    let linear = weights.linear("phase", ["now", "later"]);
    let feature = |slot, term, value| Feature { slot, term, value };
    let found = [feature("word", Term::Word(1), 2), feature("shape", Term::Name("item"), 1)];
    assert_eq!(linear.scores(&found), [-83, 206]);
    assert_eq!(
        linear.scores(&[feature("word", Term::Word(0), 1), feature("other", Term::Word(1), 1)]),
        [-5, 5]
    );
    assert_eq!(weights.linear("other", ["now"]).scores(&[]), [0]);
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
    let (_, weights) = include_str!("../../src/model/weights.tsv").split_once("\n[kind]").unwrap();
    let (kind, _) = weights.split_once("\n[").unwrap();
    let mut slots = kind.lines().filter_map(|line| Some(line.split_once(':')?.0));
    assert_eq!(slots.find(|name| !is_said(name)), None);
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
