//! The strategy `semantic-boundary` (H18).

use super::common::{chunks, fine, run, topic};
use chunk_hybrid::*;
use rstest::rstest;

fn essay(subjects: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (heading, sentences) in subjects {
        text.push_str(heading);
        for _ in 0..3 {
            text.push_str(&sentences.join(" "));
            text.push_str("\n\n");
        }
    }
    text
}

const BEES: &[&str] = &[
    "Bees gather nectar from the clover and carry it to the hive.",
    "The hive keeps its honey in combs of wax, and the queen lays eggs there.",
    "A swarm leaves the hive in May when the combs are full of honey.",
    "The keeper opens the hive, smokes the bees, and cuts the combs.",
];
const TRAINS: &[&str] = &[
    "The locomotive pulls eleven wagons up the ramp to the summit station.",
    "Signals along the track stop every train until the line is clear.",
    "Drivers change at the junction, and the wagons are coupled anew.",
    "Steam was given up for diesel when the tunnel was built.",
];

#[test]
fn topics_part_where_the_words_change() {
    let text = essay(&[("", BEES), ("", TRAINS)]);
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(found.len(), 2, "{:?}", found.iter().map(|chunk| &chunk.content).collect::<Vec<_>>());
    assert!(!found[0].content.contains("locomotive") && !found[1].content.contains("hive"));
}

#[rstest]
#[case("# Bees\n\n", "# Trains\n\n")]
#[case("## Bees\n\n", "### Trains\n\n")]
#[case("", "In contrast, ")]
#[case("", "Moving on to trains. ")]
#[case("", "Next topic: trains. ")]
fn topics_part_at_headings_and_turns(#[case] first: &str, #[case] second: &str) {
    let text = essay(&[(first, BEES), (second, TRAINS)]);
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(found.len(), 2);
    assert!(found[1].content.starts_with(second.trim_end()));
}

#[test]
fn a_document_of_one_topic_is_one_chunk() {
    let text = BEES.join(" ");
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(found.len(), 1);
}

// H18.5, H18.8: tags say nothing of what a text is about.
#[test]
fn markup_is_no_topic() {
    let text = "<p align=\"center\"><img src=\"logo.png\"></p>\n\n# tinyq\n\nA tiny queue for jobs. A job waits in the queue. The queue is small.\n";
    let found = chunks(SEMANTIC_BOUNDARY, text);
    assert_eq!(topic(&found[0]).topic, "tinyq");
    assert_eq!(topic(&found[0]).keywords.first().unwrap(), "tinyq");
}

#[test]
fn topic_keywords_and_summary() {
    let text = essay(&[("# Keeping bees\n\n", BEES), ("# The railway\n\n", TRAINS)]);
    let found = chunks(SEMANTIC_BOUNDARY, &text);
    assert_eq!(topic(&found[0]).topic, "Keeping bees");
    assert_eq!(topic(&found[1]).topic, "The railway");
    for chunk in &found {
        let words = &topic(chunk).keywords;
        assert!((5..=10).contains(&words.len()));
        assert!(words.iter().all(|word| chunk.content.to_lowercase().contains(&**word)), "{words:?}");
        let sentences =
            BEES.iter().chain(TRAINS).filter(|sentence| topic(chunk).summary.contains(**sentence)).count();
        assert!((1..=2).contains(&sentences), "verbatim: {}", topic(chunk).summary);
        assert_eq!(topic(chunk).coherence_score, chunk.coherence_score);
    }
    assert!(topic(&found[0]).keywords.contains(&"hive".to_owned()), "{:?}", topic(&found[0]).keywords);
    assert!(!topic(&found[1]).keywords.contains(&"hive".to_owned()));
}

/// H18.10: a term is a stem, and no stop word; it is written as it is first.
#[test]
fn words_of_one_stem_are_one_keyword() {
    let found = chunks(SEMANTIC_BOUNDARY, "The pumps, the PUMP'S pumping; Pump and valve a b");
    assert_eq!(topic(&found[0]).keywords, ["pumps", "valve"]);
}

/// Where all is one chunk no word is more specific than another: they rank as they stand, and five are kept.
#[rstest]
#[case("https://github.com/acme 3f9a01c 1847 pumps: valve, tank, hive, honey.", ["pumps", "valve", "tank", "hive", "honey"])]
#[case("[pump](hive/honey.md): valve, tank, bees, honey.", ["pump", "honey", "valve", "tank", "bees"])]
#[case("https://acme.com 1847: valve, tank, hive.", ["valve", "tank", "hive", "https", "acme"])]
#[case("git+ssh://joe@host/oak.git valve, <http://elm.org>tank 12:30 (hive)a::honey x:/bees", ["valve", "tank", "hive", "honey", "bees"])]
#[case("参见 https://oak.bc。valve ![tank](img/logo.svg \"Hive\") [![elm](https://y.io)](https://w.io): honey", ["参见", "valve", "tank", "hive", "elm"])]
#[case("valve\n[guide]: docs/oak.md \"The elm\"\ntank [hive]: honey, bees", ["valve", "tank", "hive", "honey", "bees"])]
fn numbers_ids_and_addresses_are_keywords_where_words_are_missing(
    #[case] text: &str,
    #[case] expected: [&str; 5],
) {
    assert_eq!(topic(&chunks(SEMANTIC_BOUNDARY, text)[0]).keywords, expected);
}

#[test]
fn without_a_heading_the_topic_is_a_phrase_of_the_chunk() {
    let text = essay(&[("", BEES), ("", TRAINS)]);
    for chunk in chunks(SEMANTIC_BOUNDARY, &text) {
        let topic = &topic(&chunk).topic;
        assert!(!topic.is_empty() && chunk.content.contains(&**topic), "{topic}");
    }
}

#[test]
fn a_heading_stays_with_its_body() {
    let text = essay(&[("# A\n\n", BEES), ("# B\n\n", TRAINS), ("# C\n\n", BEES)]);
    for chunk in chunks(SEMANTIC_BOUNDARY, &text) {
        assert!(!chunk.content.trim_end().lines().last().unwrap().starts_with('#'));
    }
}

/// No gap is below zero: without a heading or words that lead to another topic there are windows, or one chunk.
#[rstest]
#[case("", false)]
#[case("Moving on to trains. ", true)]
#[case("Moving, on to trains. ", false)]
fn a_threshold_of_zero_asks_for_no_drop(#[case] second: &str, #[case] is_cut: bool) {
    let mut config = fine();
    config.semantic_boundary.similarity_threshold = 0.0;
    let text = essay(&[("", BEES), (second, TRAINS)]);
    let cuts = run(config, SEMANTIC_BOUNDARY, &text).chunks;
    assert_eq!(cuts.len() > 1 && cuts[1].overlap_tokens == 0 && cuts[1].content.starts_with(second), is_cut);
}
