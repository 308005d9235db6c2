//! The library against the naive reading on generated documents.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs
)]

use crate::document;
use crate::reference::{self, Known};
use chunk_core::{Policy, jsonl};
use chunk_markdown::{Document, MarkdownConfig, MarkdownPolicy, Packing, chunk_core};
use fastrand::Rng;

fn found(source_file: &str, text: &str, config: &MarkdownConfig) -> String {
    let policy = MarkdownPolicy::new(config.clone()).unwrap();
    let mut out = Vec::new();
    for chunk in policy.collect(Document::new(source_file, text)).unwrap().chunks {
        jsonl::write_record(&mut out, &chunk).unwrap();
    }
    String::from_utf8(out).unwrap()
}

#[test]
fn small_documents_are_cut_as_the_naive_reading_cuts_them() {
    let mut random = Rng::with_seed(3);
    for round in 0..400 {
        let mut config = MarkdownConfig::default();
        config.chunk_size = random.usize(1..if round % 2 == 0 { 12 } else { 60 });
        config.chunk_overlap = [0, 1, 5, 20, 60][random.usize(..5)].min(config.chunk_size - 1);
        config.overlap_across_sections = random.u8(..4) > 0;
        config.packing = [Packing::Strict, Packing::Sections][random.usize(..2)];
        let pieces = random.usize(..40);
        let mut text = document::scraps(&mut random, pieces);
        if random.u8(..6) == 0 {
            text = text.replace('\n', "\r\n");
        }
        if random.u8(..10) == 0 {
            text.insert(0, '\u{FEFF}');
        }
        let expected = reference::records("a/b.md", &text, &Known::default(), &config);
        assert_eq!(found("a/b.md", &text, &config), expected, "round {round}, {config:?}\n{text}");
    }
}

/// M2: a hundred markers of a line count, and none behind more than 500 blanks.
#[test]
fn deep_lines_are_cut_as_the_naive_reading_cuts_them() {
    let mut random = Rng::with_seed(5);
    let mut config = MarkdownConfig::default();
    config.chunk_size = 20;
    config.chunk_overlap = 10;
    for round in 0..60 {
        let mut text = String::new();
        for _ in 0..random.usize(1..8) {
            let usual = ["> ", ">", "- ", "1. ", "[^a]: "][random.usize(..5)];
            for _ in 0..[0, random.usize(95..110)][random.usize(..2)] {
                let other = ["* ", "> ", "\t2) ", "+ "][random.usize(..4)];
                text.push_str(if random.u8(..20) == 0 { other } else { usual });
            }
            if random.u8(..8) == 0 {
                text.push_str(&" ".repeat(random.usize(300..600)));
            }
            text.push_str(
                ["```", "text. More of it.", "===", "", "- - -", "# Heading", "| a |", "- b"]
                    [random.usize(..8)],
            );
            text.push('\n');
        }
        let expected = reference::records("a/b.md", &text, &Known::default(), &config);
        assert_eq!(found("a/b.md", &text, &config), expected, "round {round}\n{text}");
    }
}

#[test]
fn long_documents_are_cut_as_the_naive_reading_cuts_them() {
    let mut random = Rng::with_seed(12);
    for round in 0..6 {
        let mut config = MarkdownConfig::default();
        config.chunk_size = random.usize(500..=1000);
        config.chunk_overlap = random.usize(50..=100);
        config.packing = [Packing::Strict, Packing::Sections][round % 2];
        let text = document::handbook(&mut random, 12_000);
        let expected = reference::records("a.md", &text, &Known::default(), &config);
        assert_eq!(found("a.md", &text, &config), expected, "round {round}, {config:?}");
    }
}
