//! Linear models (H4): the numbers of features, the file of weights, and shares of scores.
#![allow(clippy::unwrap_used, missing_docs)]

use chunk_hybrid::training::{BIT, Feature, Layout, Slot, Terms, Vocabulary, Weights, confidences};

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
    assert_eq!(layout.len(), 8);
    for (number, name) in (0..).zip(&names) {
        assert_eq!(layout.find(name), Some(number));
    }
}

#[test]
fn a_section_is_a_model() {
    let text = "# A comment.\n[vocabulary]\ndone\nplan\n[phase]\tlater\tnow\nbias\t5\t-5\nword:plan\t100\t-40\nshape:item\t1\t2\n[least]\t786\n";
    let weights = Weights::new(text);
    assert_eq!(weights.vocabulary().number("plan"), 1);
    let linear = weights.linear("phase", SLOTS.iter().copied(), ["now", "later"]);
    let feature = |name: &str, value| Feature { number: linear.layout().find(name).unwrap(), value };
    assert_eq!(linear.scores(&[feature("word:plan", 2), feature("shape:item", 1)]), [-83, 206]);
    assert_eq!(weights.linear("other", SLOTS.iter().copied(), ["now"]).scores(&[]), [0]);
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
