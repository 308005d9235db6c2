//! Finds the words of a text and looks them up. A text has far fewer different words than words, so each spelling is looked up once.

use super::{Word, Words};
use crate::Dictionary;
use crate::english::class::Classes;
use crate::english::lexicon::{Phrase, is_stop};
use crate::english::stem::{base, stem};
use crate::english::{is_word, lexicon};
use crate::model::Vocabulary;
use chunk_core::{positions, slice, unicode};
use std::{iter, ops::Range};

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// What was looked up for a spelling.
#[derive(Clone, Copy)]
struct Spelling {
    classes: Classes,
    number: u32,
    term: Option<u32>,
    /// The phrases that may start with it.
    phrases: &'static [Phrase],
    /// Itself, if it is the second word of a phrase.
    second: &'static str,
}

impl Words {
    /// The words of `text[body..]`.
    pub(crate) fn new(text: &str, body: usize, vocabulary: &Vocabulary) -> Self {
        let mut spellings: Dictionary<&str, Spelling> = Dictionary::default();
        // The numbers of stems, which count up in the order in which they are met.
        let mut terms: Dictionary<String, u32> = Dictionary::default();
        let mut look_up = |word| {
            let lower = lowercase(word);
            let base = base(&lower);
            let root = stem(base);
            let classes = lexicon::classes(&lower, &root);
            let is_term = base.chars().nth(1).is_some() && !is_stop(base);
            let count = terms.len() as u32;
            let term = is_term.then(|| *terms.entry(root.into_owned()).or_insert(count));
            let (phrases, second) = (lexicon::phrases(&lower), lexicon::second_word(&lower));
            Spelling { classes, number: vocabulary.number(&lower), term, phrases, second }
        };
        let mut words: Vec<Word> = Vec::new();
        // The words that may start a phrase, by their indices.
        let mut possible: Vec<(usize, &[Phrase], &str)> = Vec::new();
        let (mut end_before, mut phrases_before): (usize, &[Phrase]) = (body, &[]);
        for Range { start, end } in runs(text, body) {
            let word = slice(text, start..end);
            let Spelling { classes, number, term, phrases, second } =
                *spellings.entry(word).or_insert_with(|| look_up(word));
            if !second.is_empty() && !phrases_before.is_empty() {
                possible.push((words.len() - 1, phrases_before, second));
            }
            let is_spaced = slice(text, end_before..start) == " ";
            words.push(Word { start, end, term, is_spaced, classes, number, phrase_tail: 0 });
            (end_before, phrases_before) = (end, phrases);
        }
        for (index, phrases, second) in possible {
            let rest = words.get_mut(index..).unwrap_or_default();
            for phrase in phrases.iter().filter(|phrase| phrase.words.get(1) == Some(&second)) {
                if starts(text, phrase, rest)
                    && let Some(first) = rest.first_mut()
                {
                    first.classes |= phrase.classes;
                    first.phrase_tail = first.phrase_tail.max(phrase.words.len() as u8 - 1);
                }
            }
        }
        Self { words, terms: terms.len() }
    }
}

/// Whether a phrase starts with the first of `words`.
fn starts(text: &str, phrase: &Phrase, words: &[Word]) -> bool {
    words.len() >= phrase.words.len()
        && phrase.words.iter().skip(1).zip(words.windows(2)).all(|(wanted, pair)| {
            let [before, word] = pair else { return false };
            is_word(slice(text, word.span()), wanted) && is_joint(slice(text, before.end..word.start))
        })
}

/// Whether two words with this between them can belong to one phrase.
fn is_joint(between: &str) -> bool {
    between.len() <= 2 && between.bytes().all(|byte| matches!(byte, b' ' | b'-' | b'\n'))
}

/// The runs of letters and digits in `text[body..]`. Most of them end before an ASCII character that is neither, which [`positions`] finds
/// many bytes at a time.
fn runs(text: &str, body: usize) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut marks = positions(bytes.get(body..).unwrap_or_default(), |byte| !byte.is_ascii_alphanumeric());
    let mut at = body;
    iter::from_fn(move || {
        loop {
            let start = at;
            let Some(mark) = marks.next().map(|mark| body + mark) else {
                at = text.len();
                return (start < at).then_some(start..at);
            };
            // It may lie in a run or a character that was passed already.
            if mark < start {
                continue;
            }
            let may_join = bytes.get(mark).is_some_and(|byte| !byte.is_ascii() | (*byte == b'\''));
            let end = if may_join { run_end(text, start, mark) } else { mark };
            at = if end > mark { end } else { text.ceil_char_boundary(mark + 1) };
            if end > start {
                return Some(start..end);
            }
        }
    })
}

/// The end of the run that starts at `start` and reaches at least to `at`.
fn run_end(text: &str, start: usize, mut at: usize) -> usize {
    let char_at = |at: usize| slice(text, at..text.len()).chars().next();
    loop {
        let joint = match char_at(at) {
            Some(joint @ ('\'' | '’')) if at > start => joint.len_utf8(),
            _ => 0,
        };
        let Some(letter) = char_at(at + joint).filter(|&c| unicode::is_alphanumeric(c)) else { return at };
        at += joint + letter.len_utf8();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::english::class;

    fn found(text: &str) -> Vec<&str> {
        Words::new(text, 0, &Vocabulary::default()).all().iter().map(|word| &text[word.span()]).collect()
    }

    #[test]
    fn words_are_runs_with_inner_apostrophes() {
        assert_eq!(
            found("Don't re-use 'x_1' — it’s 3.5°"),
            ["Don't", "re", "use", "x", "1", "it’s", "3", "5"]
        );
        assert_eq!(found("naïve 漢字 😀 z"), ["naïve", "漢字", "z"]);
        let long = "w".repeat(4_000);
        assert_eq!(found(&format!("{long}, {long}")), [&long, &long]);
    }

    #[test]
    fn terms_are_stems_of_what_is_no_stop_word() {
        let words =
            Words::new("The pumps, the PUMP'S pumping; Pump and valve a b", 0, &Vocabulary::default());
        let terms: Vec<_> = words.all().iter().map(|word| word.term).collect();
        assert_eq!(terms, [None, Some(0), None, Some(0), Some(0), Some(0), None, Some(1), None, None]);
        assert_eq!(words.terms(), 2);
    }

    #[test]
    fn phrases_are_found_where_nothing_parts_their_words() {
        let classes = |text: &str| Words::new(text, 0, &Vocabulary::default()).all().first().unwrap().classes;
        assert!(classes("Due to that").any(class::REASON));
        assert!(classes("so\nthat").any(class::REASON));
        assert!(!classes("On, the grounds that").any(class::REASON));
        assert!(classes("Won’t do").any(class::NEGATION));
    }
}
