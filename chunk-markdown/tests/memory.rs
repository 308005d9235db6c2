//! How much memory documents take beside their text: linear in it, with the factor that docs/untrusted.md names.
#![allow(clippy::unwrap_used, missing_docs)]

use allocation_counter::measure;
use chunk_markdown::{Document, MarkdownPolicy, chunk_core::Policy};
use rstest::rstest;
use std::io;

/// How many bytes may be allocated for each byte of text, room for growth included. The parser takes 72 for each node of its tree.
#[rstest]
#[case::lines("a\n", 170)]
#[case::markers("- a\n* b\n", 220)]
#[case::brackets("[", 150)]
#[case::headings("#\n", 120)]
#[case::stops(". ", 60)]
#[case::wide_tables("|a|b|c|d|e|f|g|h|\n|-|-|-|-|-|-|-|-|\ni\nj\nk\nl\n\n", 160)]
fn memory_is_bounded(#[case] piece: &str, #[case] most: u64) {
    let taken = taken(piece);
    assert!(taken <= most, "{taken} bytes a byte of text");
}

/// The parser fills rows up with empty cells, in four columns at most.
#[test]
fn tables_whose_rows_lack_cells() {
    let table = |columns: usize| {
        format!("{}\n{}\n{}\n", "|a".repeat(columns), "|-".repeat(columns), "b\n".repeat(650))
    };
    let taken = [4, 400].map(|columns| taken(&table(columns)));
    assert!(taken.iter().all(|taken| *taken <= 330), "{taken:?} bytes a byte of text");
}

/// How many bytes a byte of text are allocated for a mebibyte of `piece`.
fn taken(piece: &str) -> u64 {
    let policy = MarkdownPolicy::default();
    let write = |text: &str| {
        let document = Document::new("a.md", text);
        policy.write_jsonl(document, &mut io::sink(), &mut |_| {}).unwrap();
    };
    // The first document builds the tokenizer, which is not counted.
    write("One sentence.");
    let text = piece.repeat((1 << 20) / piece.len());
    measure(|| write(&text)).bytes_max / text.len() as u64
}
