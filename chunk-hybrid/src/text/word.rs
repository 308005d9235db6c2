//! The words of a document: found once, looked up once each, and used by every recognizer and by similarity.

use crate::{
    english::{
        class::Classes,
        lexicon::{Phrase, Phrases},
        word_list::is_word,
    },
    model,
    text::form::{NO_TERM, Vocabulary},
};
use chunk_core::{positions, slice, unicode};
use std::{iter, ops::Range};

/// A word where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    start: u32,
    end: u32,
    /// Its term, or [`NO_TERM`].
    term: u32,
    /// How many words the longest phrase has that starts here; 1 if none does.
    pub(crate) reach: u8,
    /// The sign of its lowercase form.
    pub(crate) sign: u16,
    /// Its number in the models' vocabulary, or [`UNKNOWN`](crate::model::UNKNOWN).
    pub(crate) number: u32,
    /// Whether a space alone parts it from the word before, as it does most words.
    pub(crate) spaced: bool,
    /// Its classes, and those of the phrases that start here.
    pub(crate) classes: Classes,
}

/// Hardly any text has shorter words on average, with what parts them, in bytes.
const SHORTEST: usize = 5;

impl Word {
    pub(crate) fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of its stem, if it says something about a topic.
    pub(crate) fn term(&self) -> Option<u32> {
        (self.term != NO_TERM).then_some(self.term)
    }
}

/// The words of a text, in order: runs of letters and digits, with an apostrophe inside (`don't`).
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<Word>,
    /// How many different terms there are.
    pub(crate) terms: usize,
}

impl Words {
    /// The words of `text[body..]`.
    pub(crate) fn new(text: &str, body: usize, numbers: &model::Vocabulary) -> Self {
        Vocabulary::with(numbers, |vocabulary| {
            let mut words: Vec<Word> = Vec::with_capacity((text.len() - body) / SHORTEST);
            // The phrases that may start at a word, by its number.
            let mut possible: Vec<(usize, &'static [Phrase])> = Vec::new();
            let mut before: Option<&'static Phrases> = None;
            let mut end_before = body;
            for span in runs(text, body) {
                let form = vocabulary.form(text, &span);
                let (sense, term) = (vocabulary.sense(form), vocabulary.term(form));
                if let Some(phrases) =
                    before.map(|phrases| phrases.with_second(form.sign)).filter(|phrases| !phrases.is_empty())
                {
                    possible.push((words.len() - 1, phrases));
                }
                before = sense.phrases;
                let is_next = span.start == end_before + 1;
                end_before = span.end;
                // A document above 4 GiB is refused before it comes here.
                let [start, end] = [span.start, span.end].map(|byte| u32::try_from(byte).unwrap_or(u32::MAX));
                words.push(Word {
                    start,
                    end,
                    term,
                    reach: 1,
                    sign: form.sign,
                    number: form.number,
                    spaced: is_next && text.as_bytes().get(span.start - 1) == Some(&b' '),
                    classes: sense.classes,
                });
            }
            words.shrink_to_fit();
            let mut words = Self { words, terms: vocabulary.terms() };
            for (index, phrases) in possible {
                words.find_phrases(text, index, phrases);
            }
            words
        })
    }

    /// Those of `phrases` that the word `index` starts.
    fn find_phrases(&mut self, text: &str, index: usize, phrases: &[Phrase]) {
        let (mut classes, mut reach) = (Classes::NONE, 1);
        for phrase in phrases {
            let standing = self.slice(index..index + phrase.words.len());
            let mut behind = standing.iter().zip(&phrase.words).skip(1);
            let stands = !standing.is_empty()
                && behind.all(|(word, &wanted)| is_word(slice(text, word.span()), wanted))
                && standing.windows(2).all(|pair| {
                    let [before, behind] = pair else { return true };
                    is_joint(slice(text, before.end as usize..behind.start as usize))
                });
            if stands {
                classes |= phrase.classes;
                reach = reach.max(phrase.words.len() as u8);
            }
        }
        if let Some(first) = self.words.get_mut(index) {
            first.classes |= classes;
            first.reach = reach;
        }
    }

    pub(crate) fn all(&self) -> &[Word] {
        &self.words
    }

    pub(crate) fn get(&self, index: usize) -> Option<&Word> {
        self.words.get(index)
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> &[Word] {
        self.words.get(range).unwrap_or_default()
    }

    /// The words that start at the byte `at` or behind it.
    pub(crate) fn from(&self, at: usize) -> &[Word] {
        self.words.get(self.words.partition_point(|word| (word.start as usize) < at)..).unwrap_or_default()
    }

    /// The words that start in the bytes `span`.
    pub(crate) fn starting_in(&self, span: &Range<usize>) -> &[Word] {
        let behind = self.from(span.start);
        let count = behind.partition_point(|word| (word.start as usize) < span.end);
        behind.get(..count).unwrap_or_default()
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn all_within(&self, span: &Range<usize>) -> &[Word] {
        self.slice(self.within(span))
    }

    /// The words that lie in the bytes `span`, by number.
    pub(crate) fn within(&self, span: &Range<usize>) -> Range<usize> {
        let start = self.words.partition_point(|word| (word.start as usize) < span.start);
        // A word is a byte at least, and none stands right behind another.
        let near = start..self.words.len().min(start + span.len().div_ceil(2));
        let inside = self.slice(near).partition_point(|word| (word.end as usize) <= span.end);
        start..start + inside
    }
}

/// Whether what stands between two words lets them be one phrase.
fn is_joint(between: &str) -> bool {
    between.len() <= 2 && between.bytes().all(|byte| matches!(byte, b' ' | b'-' | b'\n'))
}

/// The runs of letters and digits in `text[body..]`. Most of them stand between two marks of ASCII.
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
            // It may stand in a run, or a character, that is passed already.
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

/// Where the run ends that starts at `start` and goes on up to `at` at least.
fn run_end(text: &str, start: usize, mut at: usize) -> usize {
    let letter = |at: usize| char_at(text, at).filter(|&c| unicode::is_alphanumeric(c));
    loop {
        let joint = match char_at(text, at) {
            Some(joint @ ('\'' | '’')) if at > start => joint.len_utf8(),
            _ => 0,
        };
        let Some(letter) = letter(at + joint) else { return at };
        at += joint + letter.len_utf8();
    }
}

fn char_at(text: &str, at: usize) -> Option<char> {
    slice(text, at..text.len()).chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::english::class;

    fn found(text: &str) -> Vec<&str> {
        Words::new(text, 0, &Default::default()).words.iter().map(|word| &text[word.span()]).collect()
    }

    #[test]
    fn words_are_runs_with_inner_apostrophes() {
        assert_eq!(
            found("Don't re-use 'x_1' — it’s 3.5°"),
            ["Don't", "re", "use", "x", "1", "it’s", "3", "5"]
        );
        assert_eq!(found("naïve 漢字 😀 z"), ["naïve", "漢字", "z"]);
    }

    #[test]
    fn terms_are_stems_of_what_is_no_stop_word() {
        let words = Words::new("The pumps, the pump's pumping; Pump and valve a b", 0, &Default::default());
        let terms: Vec<_> = words.words.iter().map(Word::term).collect();
        assert_eq!(terms, [None, Some(0), None, Some(0), Some(0), Some(0), None, Some(1), None, None]);
        assert_eq!(words.terms, 2);
    }

    #[test]
    fn phrases_are_found_where_nothing_parts_their_words() {
        let classes = |text: &str| Words::new(text, 0, &Default::default()).words[0].classes;
        assert!(classes("Due to that").any(class::REASON));
        assert!(classes("so\nthat").any(class::REASON));
        assert!(!classes("On, the grounds that").any(class::REASON));
        assert!(classes("Won’t do").any(class::NEGATION));
    }
}
