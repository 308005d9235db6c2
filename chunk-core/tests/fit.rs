//! Where texts above a hard limit are cut.
#![allow(clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use chunk_core::{
    TokenCounter,
    counters::{Bytes, Characters},
    fitting_pieces,
};
use chunk_testkit::{
    Counting,
    generate::{Alphabet, Rng, hostile, text},
};
use rstest::rstest;

fn pieces<'t>(text: &'t str, max: usize, counter: &impl TokenCounter) -> Vec<&'t str> {
    let measure = counter.measure(text);
    let found = fitting_pieces(text, 0..text.len(), max, &|range| measure.count(range));
    found.into_iter().map(|range| &text[range]).collect()
}

#[rstest]
#[case::fits("a b", 3, &["a b"])]
#[case::lines_before_clauses("a, b\nc d", 5, &["a, b\n", "c d"])]
#[case::a_run_of_line_ends_stays("a\n\n\nbcd", 5, &["a\n\n\n", "bcd"])]
#[case::clauses_before_words("aaa bb, cc", 8, &["aaa bb, ", "cc"])]
#[case::closers_belong_to_a_clause("(a:) bbb", 5, &["(a:) ", "bbb"])]
#[case::no_space_no_clause("10:30,5 a", 8, &["10:30,5 ", "a"])]
#[case::full_width("一二，三四、五", 4, &["一二，", "三四、五"])]
#[case::full_width_with_closers("一，」二三", 4, &["一，」", "二三"])]
#[case::arabic("ا، بب", 4, &["ا، ", "بب"])]
#[case::thirds("aa bb cc dd ee ff", 6, &["aa bb ", "cc dd ", "ee ff"])]
#[case::nearest_is_the_first_of_two("aa bbb cc", 6, &["aa ", "bbb cc"])]
#[case::thai_at_spaces("กา ขา", 4, &["กา ", "ขา"])]
#[case::no_word("abcdefg", 3, &["ab", "cd", "efg"])]
#[case::accents("e\u{301}e\u{301}e\u{301}", 2, &["e\u{301}", "e\u{301}", "e\u{301}"])]
#[case::accents_of_one_letter("e\u{301}\u{302}", 2, &["e", "\u{301}\u{302}"])]
#[case::flags("🇦🇧🇨🇩🇪🇫", 2, &["🇦🇧", "🇨🇩", "🇪🇫"])]
#[case::family("👩\u{200D}💻👨", 3, &["👩\u{200D}💻", "👨"])]
#[case::characters("漢", 0, &["漢"])]
fn where_a_text_is_cut(#[case] text: &str, #[case] max: usize, #[case] expected: &[&str]) {
    assert_eq!(pieces(text, max, &Characters), expected);
}

#[test]
fn a_character_is_the_only_piece_above_the_limit() {
    assert_eq!(pieces("é漢a", 2, &Bytes), ["é", "漢", "a"]);
}

#[test]
fn every_piece_fits_and_nothing_is_lost() {
    let mut random = Rng::with_seed(46);
    for alphabet in Alphabet::PLAIN.into_iter().chain([Alphabet::Mixed]) {
        for _ in 0..200 {
            let bytes = random.usize(1..400);
            let text = text(&mut random, alphabet, bytes);
            let max = random.usize(1..40);
            let found = pieces(&text, max, &Bytes);
            assert_eq!(found.concat(), text);
            assert!(found.iter().all(|piece| piece.len() <= max || piece.chars().count() == 1), "{found:?}");
        }
    }
}

/// Two counts for each cut; and no text is hostile to the search for boundaries: this would take minutes if it looked at a run again for
/// every character.
#[test]
fn work_is_linear() {
    let mut texts = hostile(1 << 18);
    for unit in ["🇦", ")", "，", ", ", "\u{301}", " ", "\n", "a,)", "漢\u{200D}"] {
        texts.push((unit, unit.repeat((1 << 18) / unit.len())));
    }
    for (name, text) in texts {
        let counter = Counting::new(4);
        let measure = counter.measure(&text);
        let found = fitting_pieces(&text, 0..text.len(), 7, &|range| measure.count(range));
        assert_eq!(counter.range_counts(), 2 * found.len() - 1, "{name}");
    }
}
