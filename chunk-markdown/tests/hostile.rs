//! Input on which parsers, tokenizers and packers are known to hang or to run out of stack.
// Holds: P3
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs)]

use chunk_core::{Chunks, Policy};
use chunk_markdown::{Document, MarkdownChunk, MarkdownConfig, MarkdownPolicy, Packing, chunk_core};
use chunk_testkit::generate;
use rstest::rstest;
use std::{fmt::Write, thread};

fn chunks(text: &str, packing: Packing) -> Chunks<MarkdownChunk<'_>> {
    let mut config = MarkdownConfig::default();
    config.packing = packing;
    let policy = MarkdownPolicy::new(config).unwrap();
    policy.collect(Document::new("a.md", text)).unwrap()
}

/// M13, as far as it can be said of any text: the bodies hold all that is not white space, once and in order.
fn assert_covered(text: &str, chunks: &[MarkdownChunk<'_>]) {
    let solid = |text: &str| text.replace(|c: char| c.is_whitespace(), "");
    let bodies: String = chunks.iter().map(|chunk| solid(chunk.body())).collect();
    assert!(bodies == solid(text), "something is lost");
}

#[test]
fn twenty_thousand_headings_are_one_run_of_pieces_that_fit() {
    let text: String = (0..20_000).fold(String::new(), |mut text, index| {
        writeln!(text, "## Heading {index}").unwrap();
        text
    });
    let found = chunks(&text, Packing::Strict).chunks;
    assert_covered(&text, &found);
    assert!(
        found.len() > 100
            && found.iter().all(|chunk| chunk.tokens <= 900 && !chunk.section_header.is_empty())
    );
}

#[test]
fn twenty_thousand_sections_are_a_chunk_each_or_joined() {
    let text = "## A\n\ntext\n\n".repeat(20_000);
    assert_eq!(chunks(&text, Packing::Strict).chunks.len(), 20_000);
    let joined = chunks(&text, Packing::Sections).chunks;
    assert_covered(&text, &joined);
    assert!(joined.iter().all(|chunk| (500..=1000).contains(&chunk.tokens)));
}

#[test]
fn a_hundred_thousand_one_token_blocks_are_packed_evenly() {
    let text = "a\n\n".repeat(100_000);
    let found = chunks(&text, Packing::Strict).chunks;
    assert_covered(&text, &found);
    // Two tokens a block, the last one of a piece has no line ends: 400 blocks have 799 tokens.
    assert_eq!(found.len(), 250);
    assert!(found.iter().all(|chunk| chunk.body().len() == 400 * 3 - 2));
}

/// One pre-token of the tokenizer that can be cut anywhere: there are millions of pieces to be counted.
#[test]
fn sentences_without_a_letter_between_them_are_packed() {
    let text = "—。".repeat(15_000);
    let found = chunks(&text, Packing::Strict).chunks;
    assert_covered(&text, &found);
    let sizes: Vec<_> = found.iter().map(|chunk| chunk.body().len()).collect();
    assert!(sizes.len() > 20 && sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 24, "{sizes:?}");
}

#[test]
fn a_row_of_eight_thousand_columns_stays_whole() {
    let row = |cell: &str| format!("|{}\n", format!("{cell}|").repeat(8_000));
    let text = [row("a"), row("-"), row("b"), row("c")].concat();
    let found = chunks(&text, Packing::Strict);
    assert_covered(&text, &found.chunks);
    assert_eq!(found.chunks.len(), 3);
    assert_eq!(found.chunks[2].table_header, None, "C1");
    let codes: Vec<_> = found.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, ["oversized-block", "oversized-block", "oversized-block", "long-metadata"]);
}

#[test]
fn a_fence_of_a_megabyte_is_one_chunk_with_a_warning() {
    let text = format!("# A\n\n```\n{}```\n\nEnd.\n", "# no heading\n".repeat(80_000));
    let found = chunks(&text, Packing::Strict);
    assert_covered(&text, &found.chunks);
    assert_eq!(found.chunks.len(), 2);
    assert!(!found.chunks[1].overlap_with_previous);
    assert_eq!(found.warnings[0].code, "oversized-code-block");
    assert!(found.warnings[0].message.ends_with("; hard_limit = true would cut it"), "{}", found.warnings[0]);
}

#[rstest]
#[case::quotes(">")]
#[case::spaced_quotes("> ")]
#[case::lists("- ")]
#[case::ordered_lists("1. ")]
#[case::mixed("> - ")]
#[case::brackets("[")]
#[case::images("![")]
#[case::emphasis("*a ")]
#[case::footnotes("[^1]: ")]
fn nesting_of_a_hundred_thousand_levels_needs_little_stack(#[case] level: &'static str) {
    let run = move || {
        let text = format!("{}text\n\nmore text\n", level.repeat(100_000));
        assert_covered(&text, &chunks(&text, Packing::Strict).chunks);
    };
    thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

/// The parser goes through all open blocks at each line: with as many as there are markers, this took an hour.
#[rstest]
#[case::quotes(">")]
#[case::lists("- ")]
#[case::ordered_lists("1) ")]
fn lines_that_go_on_with_deep_blocks_take_linear_time(#[case] level: &str) {
    let text = format!("{}a\n{}", level.repeat(300_000), "b\n".repeat(300_000));
    assert_covered(&text, &chunks(&text, Packing::Strict).chunks);
}

/// The lines that a later one may decide about are restored once, not at each line that may.
#[rstest]
#[case::labels("a]: b\n")]
#[case::underlines("a\n=\n")]
#[case::rows("| a |\n")]
#[case::headers("|a|\n|-|\n")]
fn lines_of_one_run_take_linear_time(#[case] lines: &str) {
    let text = format!("|a|\n|-|\n{}", lines.repeat(300_000));
    assert_covered(&text, &chunks(&text, Packing::Strict).chunks);
}

#[test]
fn five_thousand_nested_quotes_of_several_lines() {
    let mut text = String::new();
    for depth in (1..=5_000).rev().step_by(50) {
        writeln!(text, "{} {}\n", ">".repeat(depth), "word ".repeat(30)).unwrap();
    }
    assert_covered(&text, &chunks(&text, Packing::Strict).chunks);
}

/// M14: what is never cut without it.
#[rstest]
#[case::a_fence(&format!("```\n{}```\n", "# no heading\n".repeat(80_000)))]
#[case::a_line_of_code(&format!("```\n{}\n```\n", "a".repeat(1_000_000)))]
#[case::html(&format!("<div>{}</div>\n", "<b>a</b>".repeat(100_000)))]
#[case::a_data_uri(&format!("![dot](data:image/png;base64,{})\n", "iVBORw0KGgo/".repeat(80_000)))]
#[case::a_row(&format!("|a|\n|-|\n|{}|\n", "b c ".repeat(200_000)))]
#[case::a_heading(&format!("# {}\n", "word ".repeat(200_000)))]
#[case::white_space(&format!("a{}b\n", "\u{A0}".repeat(300_000)))]
#[case::flags(&"🇦".repeat(200_000))]
fn a_hard_limit_holds_in_linear_time(#[case] text: &str) {
    let config = MarkdownConfig::default().with_hard_limit(true);
    let found = MarkdownPolicy::new(config).unwrap().chunks("a.md", text).unwrap();
    assert!(found.iter().all(|chunk| chunk.tokens <= 800));
    let codes: Vec<_> =
        found.warnings.iter().map(|warning| warning.code).filter(|code| *code != "long-metadata").collect();
    assert!(codes.is_empty(), "{codes:?}");
}

#[test]
fn hostile_texts_are_covered() {
    for (name, text) in generate::hostile(100_000) {
        for markup in ["", "# ", "- ", "> ", "```\n", "| a |\n|---|\n| "] {
            let text = format!("{markup}{text}");
            let found = chunks(&text, Packing::Strict).chunks;
            let normalized = text.replace("\r\n", "\n");
            assert_covered(&normalized, &found);
            assert!(text.len() < 100 || found.len() < text.len() / 100, "{name}: {} chunks", found.len());
        }
    }
}
