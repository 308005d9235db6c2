//! The tables of words that recognizers read: classes of words and their names, the lexicon, and readings.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    missing_docs
)]

use chunk_hybrid::{
    ContentType,
    training::{CLASSES, PHASES, rows},
};
use std::collections::BTreeSet;

fn lines(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

#[test]
fn every_class_has_a_name_of_its_own_and_one_for_people() {
    let table: Vec<_> = lines(include_str!("../../src/english/classes.tsv")).collect();
    assert_eq!(table.iter().map(|row| row[0]).collect::<Vec<_>>(), CLASSES);
    assert_eq!(CLASSES.iter().collect::<BTreeSet<_>>().len(), CLASSES.len());
    let coined = |text: &str| CLASSES.iter().any(|name| name.contains('-') && text.contains(name));
    assert_eq!(table.iter().map(|row| row[1]).find(|plain| coined(plain)), None);
}

#[test]
fn every_line_of_the_lexicon_is_sorted_and_names_classes() {
    let mut before = "";
    for line in lines(include_str!("../../src/english/english.tsv")) {
        let (entry, lists) = line.split_first().unwrap();
        assert!(before < *entry, "{before:?} stands before {entry:?}");
        before = entry;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '\'';
        let is_word = |word: &str| !word.is_empty() && !word.starts_with('\'') && word.chars().all(is_plain);
        assert!(entry.split(' ').all(is_word), "{entry:?}");
        assert!((1..=2).contains(&lists.len()), "{line:?}");
        assert!(!entry.contains(' ') || lists.len() == 1, "a phrase has one form: {line:?}");
        for list in lists {
            let names: Vec<_> = list.split(' ').collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{line:?}");
            assert!(list.is_empty() || names.iter().all(|name| CLASSES.contains(name)), "{line:?}");
        }
        assert!(lists.last() != Some(&""), "{line:?}");
    }
}

#[test]
fn every_reading_means_something_and_is_in_plain_words() {
    let others = [
        "optional",
        "prerequisite",
        "material",
        "decision",
        "decisions",
        "aside",
        "reason",
        "outcome",
        "task",
        "others",
        "when",
    ];
    let kinds = ContentType::ALL.map(ContentType::name);
    for row in rows() {
        let is_known = match row.place {
            "mark" | "heading" | "label" => {
                others.contains(&row.meaning) || PHASES.labels.contains(&row.meaning)
            }
            "folder" | "file" => kinds.contains(&row.meaning.trim_start_matches("likely ")),
            "title" | "template" => kinds.contains(&row.meaning),
            _ => false,
        };
        assert!(is_known, "{row:?}");
        // A heading or label is compared in lower case, without marks around it and a number before it, up to 80 bytes.
        // (`DATE` stands for a date.)
        for part in
            row.phrase.split(" + ").filter(|part| *part != "DATE").map(|part| part.trim_end_matches('…'))
        {
            let bare = part.trim_matches(|c: char| !c.is_alphanumeric());
            let is_numbered = bare.starts_with(|c: char| c.is_ascii_digit());
            assert!(part == bare.to_lowercase() && !is_numbered && part.len() <= 80, "{row:?}");
        }
    }
    let keys: Vec<_> = rows().map(|row| (row.place, row.phrase, row.meaning)).collect();
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
}
