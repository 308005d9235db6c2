//! The words of a part of a text, as they are read, and the phrases that start with them. A text is read as one part, or as two by two
//! threads.

use crate::{
    english::{
        class::Classes,
        lexicon::{Phrase, phrases},
        word_list::is_word,
    },
    text::{
        form::{DistinctWords, WordTable},
        occurrence::Occurrence,
    },
};
use chunk_core::{positions, slice, unicode};
use std::{iter, ops::Range};

/// Room is made for words of this many bytes, with what stands between them: hardly any text has shorter ones on average.
const SHORT_WORD: usize = 5;

/// The words of a part of a text. Their spellings are numbered by the [`WordTable`] that read them.
pub(super) struct Part {
    pub(super) words: Vec<Occurrence>,
    /// The words that start a phrase, by their indices, each with the phrases that may stand there.
    pub(super) phrases: Vec<(usize, &'static [Phrase])>,
}

impl Part {
    pub(super) fn new(table: &mut WordTable, text: &str, part: Range<usize>) -> Self {
        let mut words: Vec<Occurrence> = Vec::with_capacity(part.len() / SHORT_WORD);
        let mut possible: Vec<(usize, &'static [Phrase])> = Vec::new();
        // The phrases that may start with the word before, and where that word ends.
        let mut phrases_before = 0;
        let mut end_before = part.start;
        for span in runs(slice(text, 0..part.end), part.start) {
            let (spelling, form) = table.meet(text, &span);
            if let Some(phrases) = phrases(phrases_before) {
                let phrases = phrases.with_second(form.fingerprint);
                if !phrases.is_empty() {
                    possible.push((words.len() - 1, phrases));
                }
            }
            phrases_before = form.phrases;
            let is_next = span.start == end_before + 1;
            end_before = span.end;
            let is_spaced = is_next && text.as_bytes().get(span.start - 1) == Some(&b' ');
            words.push(Occurrence::new(span.start, spelling, is_spaced));
        }
        let distinct = table.distinct();
        possible.retain(|&(index, phrases)| {
            started(text, phrases, distinct.spans(words.get(index..).unwrap_or_default())).is_some()
        });
        Self { words, phrases: possible }
    }

    /// Appends the part that follows. It was read with another table, which numbered the spellings in the order in which it met them; so
    /// `table` meets each one where it first occurs, and has it under the next number.
    pub(super) fn append(
        &mut self,
        table: &mut WordTable,
        text: &str,
        next: Self,
        its_words: &DistinctWords,
    ) {
        let count = self.words.len();
        self.phrases.extend(next.phrases.into_iter().map(|(index, phrases)| (count + index, phrases)));
        let mut numbers: Vec<u32> = Vec::with_capacity(its_words.spellings.len());
        self.words.reserve_exact(next.words.len());
        self.words.extend(next.words.into_iter().map(|word| {
            if word.spelling() == numbers.len() {
                numbers.push(table.meet(text, &its_words.span(word)).0);
            }
            word.with_spelling(numbers.get(word.spelling()).copied().unwrap_or_default())
        }));
    }
}

/// Where a text can be split for two threads, at `from` or after it: at a line end after a punctuation mark, over which neither a word
/// nor a phrase goes.
pub(super) fn seam(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let is_mark = |byte: &u8| byte.is_ascii_punctuation() && *byte != b'-';
    let mut ends = positions(bytes.get(from..).unwrap_or_default(), |byte| byte == b'\n').map(|at| from + at);
    ends.find(|&end| bytes.get(..end).and_then(<[u8]>::last).is_some_and(is_mark)).unwrap_or(text.len())
}

/// Which of `phrases` start with the first of the words at `spans`: their classes, and how many words follow it in the longest one.
pub(super) fn started(
    text: &str,
    phrases: &[Phrase],
    spans: impl Iterator<Item = Range<usize>> + Clone,
) -> Option<(Classes, u8)> {
    let is_there = |phrase: &&Phrase| {
        let mut pairs = spans.clone().zip(spans.clone().skip(1));
        phrase.words.iter().skip(1).all(|&wanted| {
            pairs.next().is_some_and(|(before, word)| {
                is_word(slice(text, word.clone()), wanted) && is_joint(slice(text, before.end..word.start))
            })
        })
    };
    let found = phrases.iter().filter(is_there).map(|phrase| (phrase.classes, phrase.words.len() as u8 - 1));
    found.reduce(|(all, longest), (classes, tail)| (all | classes, longest.max(tail)))
}

/// Whether two words with this between them can belong to one phrase.
fn is_joint(between: &str) -> bool {
    between.len() <= 2 && between.bytes().all(|byte| matches!(byte, b' ' | b'-' | b'\n'))
}

/// The runs of letters and digits in `text[body..]`: the words. Most of them stand between two ASCII characters that are neither, which
/// [`positions`] finds many bytes at a time.
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
