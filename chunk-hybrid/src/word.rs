//! The words of a document: found once, looked up once each, and used by every recognizer and by similarity.

use crate::{
    cue::{Cues, Phrase},
    form::Vocabulary,
    tell::Tells,
};
use chunk_core::slice;
use std::ops::Range;

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
    /// Whether a space alone parts it from the word before, as it does most words.
    pub(crate) spaced: bool,
    /// What it says, and the phrases that start here.
    pub(crate) cues: Cues,
    /// What it tells about the phase of a task.
    pub(crate) tells: Tells,
}

/// The term of a word that says nothing about a topic.
pub(crate) const NO_TERM: u32 = u32::MAX;

impl Word {
    pub(crate) fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of its stem, if it says something about a topic.
    pub(crate) fn term(&self) -> Option<usize> {
        (self.term != NO_TERM).then_some(self.term as usize)
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
    pub(crate) fn new(text: &str, body: usize) -> Self {
        Vocabulary::with(|vocabulary| {
            let mut words = Vec::with_capacity((text.len() - body) / 6);
            let mut phrases: Vec<(usize, &'static [Phrase])> = Vec::new();
            for span in (Runs { text, at: body }) {
                let form = vocabulary.form(text, &span);
                let term = vocabulary.term(form);
                if !form.phrases.is_empty() {
                    phrases.push((words.len(), form.phrases));
                }
                // A document above 4 GiB is refused before it comes here.
                let [start, end] = [span.start, span.end].map(|byte| u32::try_from(byte).unwrap_or(u32::MAX));
                let before = words.last().map_or(span.start, |before: &Word| before.end as usize);
                words.push(Word {
                    start,
                    end,
                    term,
                    reach: 1,
                    sign: form.sign,
                    spaced: text.as_bytes().get(before..span.start) == Some(b" "),
                    cues: form.cues,
                    tells: form.tells,
                });
            }
            let mut words = Self { words, terms: vocabulary.terms() };
            words.find_phrases(text, &phrases);
            words
        })
    }

    fn find_phrases(&mut self, text: &str, starting: &[(usize, &'static [Phrase])]) {
        for &(index, phrases) in starting {
            for phrase in phrases {
                let second = self.words.get(index + 1).map(|word| word.sign);
                if phrase.second.is_some() && phrase.second != second {
                    continue;
                }
                let standing = self.words.get(index..index + phrase.words.len()).unwrap_or_default();
                let stands = !standing.is_empty()
                    && standing
                        .iter()
                        .zip(&phrase.words)
                        .all(|(word, &wanted)| is_word(slice(text, word.span()), wanted))
                    && standing.windows(2).all(|pair| {
                        let [before, behind] = pair else { return true };
                        is_joint(slice(text, before.end as usize..behind.start as usize))
                    });
                if let Some(first) = self.words.get_mut(index).filter(|_| stands) {
                    first.cues |= phrase.cues;
                    first.reach = first.reach.max(phrase.words.len() as u8);
                }
            }
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

/// Whether `text` is the lowercase word `wanted`, whatever its case and apostrophe. No word starts with an apostrophe.
#[inline]
pub(crate) fn is_word(text: &str, wanted: &str) -> bool {
    let (Some(first), Some(letter)) = (text.as_bytes().first(), wanted.as_bytes().first()) else {
        return false;
    };
    first.eq_ignore_ascii_case(letter)
        && (text.eq_ignore_ascii_case(wanted)
            || text.len() > wanted.len()
                && text.contains('’')
                && text.replace('’', "'").eq_ignore_ascii_case(wanted))
}

/// Runs of letters and digits.
struct Runs<'t> {
    text: &'t str,
    at: usize,
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        let start = loop {
            let mut behind = bytes.get(self.at..)?.iter();
            self.at += behind.position(|&byte| is_plain(byte) || !byte.is_ascii())?;
            if letter(self.text, self.at).is_some() {
                break self.at;
            }
            self.at += slice(self.text, self.at..self.text.len()).chars().next()?.len_utf8();
        };
        loop {
            let behind = bytes.get(self.at..).unwrap_or_default().iter();
            self.at += behind.take_while(|byte| is_plain(**byte)).count();
            if let Some(length) = letter(self.text, self.at) {
                self.at += length;
                continue;
            }
            let apostrophe = match self.text.as_bytes().get(self.at) {
                Some(b'\'') => 1,
                Some(0xE2) if slice(self.text, self.at..self.text.len()).starts_with('’') => 3,
                _ => 0,
            };
            if apostrophe == 0 || letter(self.text, self.at + apostrophe).is_none() {
                return Some(start..self.at);
            }
            self.at += apostrophe;
        }
    }
}

/// Whether a byte is a letter or digit of ASCII: looked up, as it is asked of every byte.
fn is_plain(byte: u8) -> bool {
    const PLAIN: [bool; 256] = {
        let mut plain = [false; 256];
        let mut rest: &mut [bool] = &mut plain;
        let mut byte = 0_u8;
        while let [first, behind @ ..] = rest {
            *first = byte.is_ascii_alphanumeric();
            byte = byte.wrapping_add(1);
            rest = behind;
        }
        plain
    };
    PLAIN.get(usize::from(byte)).is_some_and(|&plain| plain)
}

/// The length of the letter or digit at `at`, if one stands there.
fn letter(text: &str, at: usize) -> Option<usize> {
    let &byte = text.as_bytes().get(at)?;
    if byte.is_ascii() {
        return is_plain(byte).then_some(1);
    }
    let c = slice(text, at..text.len()).chars().next()?;
    c.is_alphanumeric().then_some(c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cue;

    fn found(text: &str) -> Vec<&str> {
        Words::new(text, 0).words.iter().map(|word| &text[word.span()]).collect()
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
        let words = Words::new("The pumps, the pump's pumping; Pump and valve a b", 0);
        let terms: Vec<_> = words.words.iter().map(Word::term).collect();
        assert_eq!(terms, [None, Some(0), None, Some(0), Some(0), Some(0), None, Some(1), None, None]);
        assert_eq!(words.terms, 2);
    }

    #[test]
    fn phrases_are_found_where_nothing_parts_their_words() {
        let cues = |text: &str| Words::new(text, 0).words[0].cues;
        assert!(cues("Instead of that").any(cue::CONTRAST));
        assert!(cues("rather\nthan").any(cue::CONTRAST));
        assert!(!cues("Instead, of course").any(cue::CONTRAST));
        assert!(cues("Should’ve known").any(cue::REGRET));
    }
}
