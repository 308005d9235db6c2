//! T2: paragraphs and sentences.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs)]

use chunk_core::{
    is_white_space, paragraphs, sentences,
    types::SentenceRules,
    unicode::{is_alphabetic, is_alphanumeric, is_uppercase},
};
use rstest::rstest;

/// The table of clause T2.
const ABBREVIATIONS: &str = "mr mrs ms dr prof sr jr st vs etc e.g i.e a.m p.m cf al fig eq inc ltd co corp jan feb mar apr jun jul aug \
    sep sept oct nov dec";

#[rstest]
#[case::plain("One. Two! Three? Four", &["One. ", "Two! ", "Three? ", "Four"])]
#[case::closers_belong_to_the_stop("(He left.) \"Why?\" 'No!' End", &["(He left.) ", "\"Why?\" ", "'No!' ", "End"])]
#[case::stop_runs("What?! Well... Yes", &["What?! ", "Well... ", "Yes"])]
#[case::all_white_space_behind("A one.  \n\t\u{A0}Two", &["A one.  \n\t\u{A0}", "Two"])]
#[case::tab_is_no_end("one.\ttwo. three", &["one.\ttwo. ", "three"])]
#[case::no_break_space_is_no_end("one.\u{A0}two", &["one.\u{A0}two"])]
#[case::full_width_needs_no_space("好。很好！」是？ 对", &["好。", "很好！」", "是？ ", "对"])]
#[case::full_width_in_a_mixed_stop("a.。b", &["a.。", "b"])]
#[case::full_width_point_between_digits("1．5和２．５。3．a", &["1．5和２．５。", "3．", "a"])]
#[case::full_width_point_with_closer("1．」5", &["1．」", "5"])]
#[case::abbreviations("Mr. A met Prof. B etc. and E.G. c", &["Mr. A met Prof. B etc. and E.G. c"])]
#[case::a_longer_word_is_none("Retc. Then. Mrsx. End", &["Retc. ", "Then. ", "Mrsx. ", "End"])]
#[case::initials("J. R. R. Tolkien of the U.S. army", &["J. R. R. Tolkien of the U.S. army"])]
#[case::initial_beyond_ascii("É. Zola. Я. End", &["É. Zola. ", "Я. End"])]
#[case::capital_at_a_word_end("IBM. Then x2A. End", &["IBM. ", "Then x2A. ", "End"])]
#[case::only_a_single_dot("etc.) A b. Dr.. No", &["etc.) ", "A b. ", "Dr.. ", "No"])]
#[case::enumerators("1. one in 1999. Then\n\u{A0} 1999. a.\n12345. b", &["1. one in 1999. ", "Then\n\u{A0} 1999. a.\n", "12345. ", "b"])]
#[case::enumerators_of_a_letter("a. Mix.\n b. Bake it. \tc. eat", &["a. Mix.\n ", "b. Bake it. \t", "c. ", "eat"])]
#[case::enumerators_in_other_digits("١. أ.\n२. ब", &["١. أ.\n", "२. ब"])]
#[case::no_enumerators("1.) a\n- 1. b\n1! c\nab. d\n1a. e", &["1.) ", "a\n- 1. ", "b\n1! ", "c\nab. ", "d\n1a. ", "e"])]
#[case::devanagari("यह है। वह है॥ क", &["यह है। ", "वह है॥ ", "क"])]
#[case::danda_without_space("यह।वह", &["यह।वह"])]
#[case::arabic("من؟ أنا. هذا", &["من؟ ", "أنا. ", "هذا"])]
#[case::urdu("یہ ہے۔ وہ", &["یہ ہے۔ ", "وہ"])]
#[case::armenian("Այո։ Ոչ։", &["Այո։ ", "Ոչ։"])]
#[case::ethiopic("ነው። እሱ፡ነው።እሱ", &["ነው። ", "እሱ፡ነው።", "እሱ"])]
#[case::khmer("បាទ។ ទេ។ល។", &["បាទ។ ", "ទេ។ល។"])]
#[case::myanmar("ဟုတ်တယ်။မဟုတ်ဘူး။ a", &["ဟုတ်တယ်။", "မဟုတ်ဘူး။ ", "a"])]
#[case::tibetan("བཀྲ་ཤིས། བདེ་ལེགས༎ ཀ", &["བཀྲ་ཤིས། ", "བདེ་ལེགས༎ ", "ཀ"])]
#[case::greek("Ποιος; Εγώ· εσύ; Ναι", &["Ποιος; ", "Εγώ· ", "εσύ; ", "Ναι"])]
#[case::greek_marks_of_their_own("τί\u{37E} τί\u{387} α", &["τί\u{37E} ", "τί\u{387} ", "α"])]
#[case::greek_accents_apart("τι\u{301}; α", &["τι\u{301}; ", "α"])]
#[case::no_greek_letter("a; b· 1; ϣ; «α»; c", &["a; b· 1; ϣ; «α»; c"])]
#[case::half_width("ｱ｡ｲ｣｡｣ｳ", &["ｱ｡", "ｲ｣｡｣", "ｳ"])]
#[case::small_and_vertical("好﹖好︒好", &["好﹖", "好︒", "好"])]
#[case::thai_has_none("ไป มา ฯ ไป", &["ไป มา ฯ ไป"])]
#[case::javanese("ꦲ꧉ꦲ", &["ꦲ꧉", "ꦲ"])]
#[case::mongolian("ᠮᠣᠩᠭᠣᠯ᠃ ᠪᠢ", &["ᠮᠣᠩᠭᠣᠯ᠃ ", "ᠪᠢ"])]
#[case::doubled("What‼ Yes⁈ x", &["What‼ ", "Yes⁈ ", "x"])]
#[case::markup_is_no_closer("*Bold.* Then _it._ End. x", &["*Bold.* Then _it._ End. ", "x"])]
#[case::numbers("3.14 is pi. ok", &["3.14 is pi. ", "ok"])]
#[case::a_letter_of_unicode_16("\u{1C89}. x", &["\u{1C89}. x"])]
#[case::a_letter_of_unicode_17_is_none("\u{16EA0}. x", &["\u{16EA0}. ", "x"])]
#[case::empty("", &[])]
fn standard(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = sentences(text, SentenceRules::Standard).map(|range| &text[range]).collect();
    assert_eq!(found, expected);
}

#[rstest]
#[case::abbreviations_end("Mr. A. b", &["Mr. ", "A. ", "b"])]
#[case::closers_are_unknown("(He left.) Then. x", &["(He left.) Then. ", "x"])]
#[case::full_width_is_unknown("好。 b! \u{3000}c", &["好。 b! \u{3000}", "c"])]
fn literal(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = sentences(text, SentenceRules::Literal).map(|range| &text[range]).collect();
    assert_eq!(found, expected);
}

#[rstest]
#[case::empty("", &[])]
#[case::one("a\nb", &["a\nb"])]
#[case::runs_belong_to_the_paragraph("a\n\n\nb\n\n", &["a\n\n\n", "b\n\n"])]
#[case::a_run_at_the_start("\n\n\na", &["\n\n\n", "a"])]
#[case::a_line_of_spaces_ends_none("a\n \nb", &["a\n \nb"])]
#[case::lone_cr("a\n\r\nb\n\n", &["a\n\r\nb\n\n"])]
fn paragraph_breaks(#[case] text: &str, #[case] expected: &[&str]) {
    let found: Vec<_> = paragraphs(text).map(|range| &text[range]).collect();
    assert_eq!(found, expected);
}

/// The clause read word by word over characters, with no thought for speed.
fn naive_sentence_ends(text: &str) -> Vec<usize> {
    const FULL: &str = "。！？．｡။።";
    const CLOSERS: &str = "\"')]}»«›‹”“’‘」』）］｝〉》】〕｣";
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let at = |index: usize| chars.get(index).map(|&(_, c)| c);
    let terminator = |index: usize| {
        let is_greek = |index: usize| "αΩἄ".contains(chars[index].1);
        match chars[index].1 {
            ';' | '·' => index > 0 && is_greek(index - 1),
            c => ".!?‼।؟".contains(c) || FULL.contains(c),
        }
    };
    let mut ends = Vec::new();
    let mut index = 0;
    while index < chars.len() {
        if !terminator(index) {
            index += 1;
            continue;
        }
        let start = index;
        while at(index).is_some_and(|c| terminator(index) || CLOSERS.contains(c)) {
            index += 1;
        }
        let stop: String = chars[start..index].iter().map(|&(_, c)| c).collect();
        let full = stop.chars().any(|c| FULL.contains(c));
        if !full && !matches!(at(index), Some(' ' | '\n')) {
            continue;
        }
        let mut run_start = start;
        while run_start > 0 && (chars[run_start - 1].1 == '.' || is_alphanumeric(chars[run_start - 1].1)) {
            run_start -= 1;
        }
        let run: String = chars[run_start..start].iter().map(|&(_, c)| c).collect();
        let before_last = run.chars().rev().nth(1);
        let initial = run.chars().last().is_some_and(is_uppercase)
            && (before_last.is_none() || before_last == Some('.'));
        if stop == "." && (initial || ABBREVIATIONS.split(' ').any(|known| run.eq_ignore_ascii_case(known))) {
            continue;
        }
        let line: String = chars[..start].iter().rev().map(|&(_, c)| c).take_while(|&c| c != '\n').collect();
        let name: Vec<char> = line.trim_end_matches(is_white_space).chars().collect();
        let is_name = match *name {
            [c] if is_alphabetic(c) => true,
            ref digits => (1..=4).contains(&digits.len()) && digits.iter().all(|c| "19٣９".contains(*c)),
        };
        if stop == "." && is_name {
            continue;
        }
        let digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
        if stop == "．" && start > 0 && digit(chars[start - 1].1) && at(index).is_some_and(digit) {
            continue;
        }
        while at(index).is_some_and(is_white_space) {
            index += 1;
        }
        ends.push(chars.get(index).map_or(text.len(), |&(byte, _)| byte));
    }
    if ends.last() != Some(&text.len()) && !text.is_empty() {
        ends.push(text.len());
    }
    ends
}

#[test]
fn the_scanner_agrees_with_the_naive_reading() {
    const PIECES: &[&str] = &[
        ".", ".", "!", "?", "。", "．", "！", "｡", "။", "።", "‼", "।", "؟", ";", "·", "α", "Ω", "ἄ", ")",
        "\"", "”", "」", " ", " ", "\n", "\n", "\t", "\u{A0}", "\u{3000}", "a", "A", "É", "é", "1", "1", "٣",
        "９", "mr", "Etc", "e.g", "I.E", "sept", "漢", "、", "ｱ", "😀", "*", "-", "x.Y",
    ];
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..50_000 {
        let text: String = (0..random.usize(..24)).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
        let found: Vec<_> = sentences(&text, SentenceRules::Standard).map(|range| range.end).collect();
        assert_eq!(found, naive_sentence_ends(&text), "{text:?}");
    }
}

#[test]
fn paragraphs_agree_with_the_naive_reading() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..20_000 {
        let text: String =
            (0..random.usize(..16)).map(|_| ["\n", "\n", "a", " ", "\r"][random.usize(..5)]).collect();
        let mut expected: Vec<String> = Vec::new();
        let mut line_ends = 0;
        for c in text.chars() {
            if expected.is_empty() || line_ends >= 2 && c != '\n' {
                expected.push(String::new());
            }
            line_ends = if c == '\n' { line_ends + 1 } else { 0 };
            expected.last_mut().unwrap().push(c);
        }
        let found: Vec<_> = paragraphs(&text).map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text:?}");
    }
}
