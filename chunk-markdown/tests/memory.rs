//! How much memory texts of tiny blocks, and of one block as long as the text, take beside the text itself.
#![allow(clippy::unwrap_used, missing_docs)]

use allocation_counter::measure;
use chunk_markdown::{Document, MarkdownPolicy, chunk_core::Policy};
use rstest::rstest;
use std::io;

/// How many bytes may be allocated for each byte of text, room for growth included. Lists of the parts of a block, of their costs and of
/// all ends took 27, 21, 24 and 13 for the first four; a record held as a whole 15 for the line of NULs; a parser that saw all lines 144, 72
/// and 18 for lines and code. Blocks and headings of 16 bytes each, and a list of cuts, took 14, 14, 17 and 10 for the first four, and 11 for
/// stops; cells and marks that the parser kept 69 and 20 for rows and links.
#[rstest]
#[case::items("- a\n", 5)]
#[case::headings("# a\n", 6)]
#[case::paragraphs("a\n\n", 8)]
#[case::rules("---\n\n", 5)]
#[case::one_line("\0", 4)]
#[case::lines("a\n", 2)]
#[case::quoted_lines("> a\n", 1)]
#[case::code("    a\n", 1)]
#[case::rows("|-|-|\n", 4)]
#[case::links("<a:b> ", 3)]
#[case::paragraphs_in_a_quote("> a\n>\n", 5)]
#[case::stops(". ", 9)]
fn memory_is_bounded(#[case] piece: &str, #[case] most: u64) {
    memory_of_text_is_bounded(&piece.repeat((2 << 20) / piece.len()), most);
}

/// Headings that only their last line shows to be headings; a parser that saw all of their lines took 145 bytes.
#[rstest]
#[case::lines("a\n", 4)]
#[case::code_spans("`a`\n", 4)]
#[case::links("[a]\n", 4)]
fn memory_of_a_heading_is_bounded(#[case] line: &str, #[case] most: u64) {
    memory_of_text_is_bounded(&(line.repeat((2 << 20) / line.len()) + "===\n\n[a]: b\n"), most);
}

fn memory_of_text_is_bounded(text: &str, most: u64) {
    let policy = MarkdownPolicy::default();
    let write = |text: &str| {
        let document = Document::new("a.md", text);
        policy.write_jsonl(document, &mut io::sink(), &mut |_| {}).unwrap();
    };
    // The first document builds the tokenizer, which is not counted.
    write("One sentence.");
    let taken = measure(|| write(text)).bytes_max / text.len() as u64;
    assert!(taken <= most, "{taken} bytes a byte of text");
}

/// How long the parts are in which records are handed on.
#[derive(Default)]
struct Parts(Vec<usize>);

impl io::Write for Parts {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.0.push(part.len());
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::Error::other("nobody asks for it record by record"))
    }
}

#[test]
fn a_record_is_handed_on_at_once_and_a_long_one_in_parts() {
    let written = |text: &str| {
        let mut parts = Parts::default();
        let document = Document::new("a.md", text);
        let chunks = MarkdownPolicy::default().write_jsonl(document, &mut parts, &mut |_| {}).unwrap();
        (chunks, parts.0)
    };
    let (chunks, parts) = written("# One\n\nText.\n\n# Two\n\nText.\n");
    assert_eq!((chunks, parts.len()), (2, 2));
    let (chunks, parts) = written(&"\0".repeat(1 << 16));
    assert_eq!(chunks, 1);
    assert!(parts.len() > 6 && parts.iter().all(|part| *part <= 1 << 16), "{parts:?}");
}
