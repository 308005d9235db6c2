//! C2: every code point, compared with independent tables of Unicode 16.0: those of `regex-syntax` 0.8.11, which is pinned to
//! that version in the workspace.
// Holds: P1
#![allow(clippy::disallowed_methods, reason = "tests and readings ask the standard library")]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use chunk_core::unicode::{
    is_alphabetic, is_alphanumeric, is_decimal_digit, is_lowercase, is_mark, is_sentence_terminal,
    is_uppercase, is_white_space, lowercase, split_white_space, to_lowercase, trim, trim_end, trim_start,
};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};
use rstest::rstest;

/// The characters that the regular expression `class` matches.
fn class(class: &str) -> ClassUnicode {
    match regex_syntax::parse(class).unwrap().into_kind() {
        HirKind::Class(Class::Unicode(class)) => class,
        kind => panic!("{kind:?}"),
    }
}

fn holds(class: &ClassUnicode, c: char) -> bool {
    class.ranges().iter().any(|range| (range.start()..=range.end()).contains(&c))
}

/// One flag for each code point: to search the ranges for each would take long.
fn members(class: &ClassUnicode) -> Vec<bool> {
    let mut members = vec![false; char::MAX as usize + 1];
    for range in class.ranges() {
        members[range.start() as usize..=range.end() as usize].fill(true);
    }
    members
}

#[test]
fn the_other_tables_are_of_unicode_16() {
    // U+1C89 came with 16.0, U+16EA0 with 17.0.
    let assigned = class(r"\P{Cn}");
    assert!(holds(&assigned, '\u{1C89}') && !holds(&assigned, '\u{16EA0}'));
}

#[rstest]
#[case::alphabetic(is_alphabetic, r"\p{Alphabetic}")]
#[case::alphanumeric(is_alphanumeric, r"[\p{Alphabetic}\p{N}]")]
#[case::decimal_digit(is_decimal_digit, r"\p{Nd}")]
#[case::sentence_terminal(is_sentence_terminal, r"\p{Sentence_Terminal}")]
#[case::mark(is_mark, r"\p{M}")]
#[case::uppercase(is_uppercase, r"\p{Uppercase}")]
#[case::lowercase(is_lowercase, r"\p{Lowercase}")]
#[case::white_space(is_white_space, r"\p{White_Space}")]
fn every_code_point_has_its_properties(#[case] ours: fn(char) -> bool, #[case] theirs: &str) {
    let theirs = members(&class(theirs));
    for c in '\0'..=char::MAX {
        assert_eq!(ours(c), theirs[c as usize], "{c:?}");
    }
}

/// Letters that differ in case alone are told from the folding tables; where several of them are lowercase, the
/// Unicode Character Database says which one is meant: the second of each pair.
#[test]
fn every_code_point_has_its_lowercase() {
    const OF_SEVERAL: &str = "Ss Ββ Εε Θθ Ιι Κκ Μμ Ππ Ρρ Σσ Φφ ϴθ Вв Дд Оо Сс Тт Ъъ Ѣѣ Ṡṡ Ꙋꙋ";
    let changes = members(&class(r"\p{Changes_When_Lowercased}"));
    let lower = members(&class(r"\p{Lowercase}"));
    for c in '\0'..=char::MAX {
        let found: Vec<char> = to_lowercase(c).collect();
        if c == 'İ' {
            assert_eq!(found, ['i', '\u{307}']);
            continue;
        }
        let mut expected = vec![c];
        if changes[c as usize] {
            let mut alike = ClassUnicode::new([ClassUnicodeRange::new(c, c)]);
            alike.case_fold_simple();
            expected = alike
                .ranges()
                .iter()
                .flat_map(|range| range.start()..=range.end())
                .filter(|&alike| lower[alike as usize] && !changes[alike as usize])
                .collect();
        }
        if let [_, _, ..] = *expected {
            expected =
                OF_SEVERAL.split(' ').filter_map(|pair| pair.strip_prefix(c)).flat_map(str::chars).collect();
        }
        assert_eq!(found, expected, "{c:?}");
    }
}

/// Texts of letters, compared with this toolchain: a lowercase mapping stays in every later version of Unicode.
#[test]
fn texts_are_lowercased_as_the_standard_library_does() {
    const OFTEN: &[char] =
        &['Σ', 'Σ', 'σ', 'A', 'a', ' ', '.', '\'', '\u{301}', '\u{AD}', '1', 'İ', 'ʰ', '漢'];
    let assigned: Vec<char> =
        class(r"[\P{Cn}&&\P{Co}]").ranges().iter().flat_map(|range| range.start()..=range.end()).collect();
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..50_000 {
        let length = random.usize(..16);
        let text: String = (0..length)
            .map(|_| {
                if random.u8(..4) > 0 { random.choice(OFTEN) } else { random.choice(&assigned) }.unwrap()
            })
            .collect();
        assert_eq!(lowercase(&text), text.to_lowercase(), "{text:?}");
    }
}

#[rstest]
#[case::alone("Σ", "σ")]
#[case::at_a_word_end("ΟΔΟΣ", "οδος")]
#[case::before_a_mark("ΟΔΟΣ.", "οδος.")]
#[case::inside("ΣΟΦΟΣ ΣΟΦΟΣ", "σοφος σοφος")]
#[case::ignorable_between("A\u{AD}Σ\u{301}", "a\u{AD}ς\u{301}")]
#[case::cased_behind_ignorable("AΣ\u{301}B", "aσ\u{301}b")]
fn a_final_sigma(#[case] text: &str, #[case] expected: &str) {
    assert_eq!(lowercase(text), expected);
}

#[test]
fn white_space_at_the_ends_and_between_words() {
    let text = "\u{3000}\t a\u{85}b \u{200B} \u{2028}";
    assert_eq!(trim(text), "a\u{85}b \u{200B}");
    assert_eq!(trim_start(text), "a\u{85}b \u{200B} \u{2028}");
    assert_eq!(trim_end(text), "\u{3000}\t a\u{85}b \u{200B}");
    assert!(split_white_space(text).eq(["a", "b", "\u{200B}"]));
    assert_eq!(split_white_space(" \n").next(), None);
}
