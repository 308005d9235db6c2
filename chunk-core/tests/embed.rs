//! Heads of texts to embed.
#![allow(missing_docs)]

use chunk_core::{ContentHash, EmbedHead, counters::Characters, embed, types::EmbedPart};
use rstest::rstest;

#[rstest]
#[case::fits("Pumps", 5, 100, "Pumps\n\ntext", false)]
#[case::no_head("", 5, 100, "text", false)]
#[case::after_a_word("Old pumps", 5, 100, "Old\n\ntext", true)]
#[case::inside_a_word("Pumps", 3, 100, "Pum\n\ntext", true)]
#[case::no_part_of_a_row("Pumps\n| a | b |", 13, 100, "Pumps\n\ntext", true)]
#[case::no_room("Pumps", 0, 100, "text", true)]
#[case::the_whole_fits("Old pumps", 9, 9, "Old\n\ntext", true)]
#[case::the_content_is_never_cut("Old pumps", 9, 2, "text", true)]
fn heads_are_cut(
    #[case] head: &str,
    #[case] most_head: usize,
    #[case] most: usize,
    #[case] text: &str,
    #[case] is_cut: bool,
) {
    let found = embed(head, "text", most_head, most, &Characters);
    assert_eq!((&*found.text, found.is_cut), (text, is_cut));
    assert_eq!(found.hash, ContentHash::of(text));
}

#[test]
fn what_is_not_known_is_left_out() {
    let head = EmbedHead { table: "| a |", date: "2026-11-28", ..EmbedHead::default() };
    let all = [EmbedPart::Speaker, EmbedPart::Date, EmbedPart::Table, EmbedPart::Headings, EmbedPart::Title];
    assert_eq!(head.lines(&all), "| a |\n2026-11-28");
    assert_eq!(head.lines(&[EmbedPart::Title]), "");
}

#[test]
fn m15_1_a_part_is_a_line() {
    let headings = ["Old  pumps".to_owned(), "Seals\nand rings".to_owned()];
    let head =
        EmbedHead { title: "x \r\n\n\ty  z", headings: &headings, speaker: "\n", ..EmbedHead::default() };
    let parts = [EmbedPart::Title, EmbedPart::Headings, EmbedPart::Speaker];
    assert_eq!(head.lines(&parts), "x y  z\nOld  pumps > Seals and rings");
}
