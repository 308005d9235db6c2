//! Paragraphs and sentences (T2): where a chunk may end. The scanners look at bytes; what a stop is and when it ends
//! a sentence is the same for every policy.

mod abbreviation;

use crate::{is_white_space, positions, slice};
use abbreviation::ends_with_abbreviation;
use std::ops::Range;

/// What ends a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum SentenceRules {
    /// Closing marks, full-width stops and abbreviations are known.
    #[default]
    Standard,
    /// The bare rule: after each `.`, `!`, `?` with a space or LF directly behind it.
    Literal,
}

/// The paragraphs of `text`, as byte ranges that tile it.
///
/// A paragraph ends after a run of two or more LF, which belongs to it; a run at the start of the text is a
/// paragraph of its own. A line of spaces ends no paragraph.
///
/// ```
/// let ranges: Vec<_> = chunk_core::paragraphs("\n\na\nb\n\n\nc").collect();
/// assert_eq!(ranges, [0..2, 2..8, 8..9]);
/// ```
pub fn paragraphs(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let mut breaks = memchr::memmem::find_iter(bytes, b"\n\n");
    let mut start = 0;
    std::iter::from_fn(move || {
        let from = start;
        start = loop {
            match breaks.next() {
                // The second half of a run that the paragraph before took whole.
                Some(at) if at < from => {}
                Some(at) => break at + run(bytes, at, |byte| byte == b'\n'),
                None => break bytes.len(),
            }
        };
        (from < start).then_some(from..start)
    })
}

/// The sentences of `paragraph`, as byte ranges that tile it; the last one need not end with a stop.
///
/// A *stop* is a maximal run of terminators (`.!?` and `。！？．`) and closers (quotes, brackets) that starts with a
/// terminator. A sentence ends after a stop that holds a full-width terminator or has a space or LF directly behind
/// it, and the white space behind the stop belongs to it. Not after the dot of an abbreviation or an initial, nor
/// after a `．` between digits.
///
/// ```
/// use chunk_core::{SentenceRules, sentences};
///
/// let text = "Dr. Li said \"no.\" She left. 好。好";
/// let found: Vec<_> = sentences(text, SentenceRules::Standard).map(|range| &text[range]).collect();
/// assert_eq!(found, ["Dr. Li said \"no.\" ", "She left. ", "好。", "好"]);
/// ```
pub fn sentences(paragraph: &str, rules: SentenceRules) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut terminators = terminators(paragraph);
    let mut start = 0;
    std::iter::from_fn(move || {
        if start == paragraph.len() {
            return None;
        }
        let from = start;
        start = match rules {
            SentenceRules::Standard => sentence_end(paragraph, from, &mut terminators),
            SentenceRules::Literal => literal_sentence_end(paragraph, from),
        };
        Some(from..start)
    })
}

fn sentence_end(text: &str, from: usize, terminators: &mut impl Iterator<Item = usize>) -> usize {
    let mut at = from;
    while let Some(start) = terminators.find(|&start| start >= at) {
        let stop = Stop::at(text, start);
        if stop.ends_sentence(text) {
            return stop.end + white_space(text, stop.end);
        }
        at = stop.end;
    }
    text.len()
}

fn literal_sentence_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'.', b'!', b'?', rest)) {
        at += found + 1;
        if matches!(bytes.get(at), Some(b' ' | b'\n')) {
            return at + white_space(text, at);
        }
    }
    bytes.len()
}

/// A maximal run of terminators and closers that starts with a terminator.
struct Stop {
    start: usize,
    end: usize,
    full_width: bool,
}

impl Stop {
    fn at(text: &str, start: usize) -> Self {
        let mut stop = Self { start, end: start, full_width: false };
        // Most stops are a full stop and a space behind it.
        if text.as_bytes().get(start..start + 2) == Some(b". ") {
            stop.end += 1;
            return stop;
        }
        for c in slice(text, start..text.len()).chars() {
            match c {
                '。' | '！' | '？' | '．' => stop.full_width = true,
                '.' | '!' | '?' => {}
                _ if is_closer(c) => {}
                _ => break,
            }
            stop.end += c.len_utf8();
        }
        stop
    }

    fn ends_sentence(&self, text: &str) -> bool {
        if self.full_width {
            return !self.is_decimal_point(text);
        }
        let behind = text.as_bytes().get(self.end);
        matches!(behind, Some(b' ' | b'\n'))
            && !(slice(text, self.start..self.end) == "."
                && ends_with_abbreviation(slice(text, 0..self.start)))
    }

    /// T2 (b): just `．`, directly between two digits.
    fn is_decimal_point(&self, text: &str) -> bool {
        let is_digit = |c: char| matches!(c, '0'..='9' | '０'..='９');
        slice(text, self.start..self.end) == "．"
            && slice(text, 0..self.start).chars().next_back().is_some_and(is_digit)
            && slice(text, self.end..text.len()).chars().next().is_some_and(is_digit)
    }
}

const fn is_closer(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | ')'
            | ']'
            | '}'
            | '»'
            | '«'
            | '›'
            | '‹'
            | '”'
            | '“'
            | '’'
            | '‘'
            | '」'
            | '』'
            | '）'
            | '］'
            | '｝'
            | '〉'
            | '》'
            | '】'
            | '〕'
            | '｣'
    )
}

/// Where the terminators of `text` start, ascending.
fn terminators(text: &str) -> impl Iterator<Item = usize> {
    // The first bytes of the full-width ones begin many other characters.
    const LEADS: [u8; 2] = [0xE3, 0xEF];
    let bytes = text.as_bytes();
    let may_start =
        |byte| (byte == b'.') | (byte == b'!') | (byte == b'?') | (byte == LEADS[0]) | (byte == LEADS[1]);
    positions(bytes, may_start).filter(move |&at| {
        bytes.get(at).is_some_and(u8::is_ascii) || bytes.get(at..at + 3).is_some_and(is_full_width_terminator)
    })
}

fn is_full_width_terminator(bytes: &[u8]) -> bool {
    ["。", "！", "？", "．"].iter().any(|terminator| terminator.as_bytes() == bytes)
}

/// Length in bytes of the white space at `at`.
fn white_space(text: &str, at: usize) -> usize {
    let rest = slice(text, at..text.len());
    rest.len() - rest.trim_start_matches(is_white_space).len()
}

/// Length of the run of bytes at `at` that are like this.
fn run(bytes: &[u8], at: usize, like_this: impl Fn(u8) -> bool) -> usize {
    bytes.iter().skip(at).take_while(|&&byte| like_this(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::{abbreviation::ABBREVIATIONS, *};
    use crate::unicode::{is_alphanumeric, is_uppercase};
    use rstest::rstest;

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
    #[case::enumerators_end("1. one in 1999. Then", &["1. ", "one in 1999. ", "Then"])]
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
        const FULL: &str = "。！？．";
        const CLOSERS: &str = "\"')]}»«›‹”“’‘」』）］｝〉》】〕｣";
        let chars: Vec<(usize, char)> = text.char_indices().collect();
        let at = |index: usize| chars.get(index).map(|&(_, c)| c);
        let terminator = |c: char| ".!?".contains(c) || FULL.contains(c);
        let mut ends = Vec::new();
        let mut index = 0;
        while index < chars.len() {
            if !terminator(chars[index].1) {
                index += 1;
                continue;
            }
            let start = index;
            while at(index).is_some_and(|c| terminator(c) || CLOSERS.contains(c)) {
                index += 1;
            }
            let stop: String = chars[start..index].iter().map(|&(_, c)| c).collect();
            let full = stop.chars().any(|c| FULL.contains(c));
            if !full && !matches!(at(index), Some(' ' | '\n')) {
                continue;
            }
            let mut run_start = start;
            while run_start > 0 && (chars[run_start - 1].1 == '.' || is_alphanumeric(chars[run_start - 1].1))
            {
                run_start -= 1;
            }
            let run: String = chars[run_start..start].iter().map(|&(_, c)| c).collect();
            let before_last = run.chars().rev().nth(1);
            let initial = run.chars().last().is_some_and(is_uppercase)
                && (before_last.is_none() || before_last == Some('.'));
            if stop == "." && (initial || ABBREVIATIONS.contains(&&*run.to_ascii_lowercase())) {
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
            ".", ".", "!", "?", "。", "．", "！", ")", "\"", "”", "」", " ", " ", "\n", "\t", "\u{A0}",
            "\u{3000}", "a", "A", "É", "é", "1", "９", "mr", "Etc", "e.g", "I.E", "sept", "漢", "、", "ｱ",
            "😀", "*", "-", "x.Y",
        ];
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..50_000 {
            let text: String =
                (0..random.usize(..24)).map(|_| PIECES[random.usize(..PIECES.len())]).collect();
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
}
