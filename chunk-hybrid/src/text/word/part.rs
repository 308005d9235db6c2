//! The words of a part of a text as they are read, and the phrases that they start: two threads can read a part each.

use crate::{
    english::{
        class::Classes,
        lexicon::{Phrase, phrases},
        word_list::is_word,
    },
    text::{
        form::{Found, Vocabulary},
        occurrence::Occurrence,
    },
};
use chunk_core::{positions, slice, unicode};
use std::{iter, ops::Range};

/// Hardly any text has shorter words on average, with what parts them, in bytes.
const SHORTEST: usize = 5;

/// The words of a part of a text, by a vocabulary's numbers.
pub(super) struct Part {
    pub(super) words: Vec<Occurrence>,
    /// The words that phrases start with, by their places, and what those phrases may be.
    pub(super) phrases: Vec<(usize, &'static [Phrase])>,
}

impl Part {
    /// The words of a part of a text, all of which the vocabulary meets.
    pub(super) fn new(vocabulary: &mut Vocabulary, text: &str, part: Range<usize>) -> Self {
        let mut words: Vec<Occurrence> = Vec::with_capacity(part.len() / SHORTEST);
        let mut possible: Vec<(usize, &'static [Phrase])> = Vec::new();
        let mut before = 0;
        let mut end_before = part.start;
        for span in runs(slice(text, 0..part.end), part.start) {
            let (spelling, form) = vocabulary.meet(text, &span);
            if let Some(before) = phrases(before) {
                let phrases = before.with_second(form.fingerprint);
                if !phrases.is_empty() {
                    possible.push((words.len() - 1, phrases));
                }
            }
            before = form.phrases;
            let is_next = span.start == end_before + 1;
            end_before = span.end;
            let is_spaced = is_next && text.as_bytes().get(span.start - 1) == Some(&b' ');
            words.push(Occurrence::new(span.start, spelling, is_spaced));
        }
        let found = vocabulary.found();
        possible.retain(|&(index, phrases)| {
            started(text, phrases, found.spans(words.get(index..).unwrap_or_default())).is_some()
        });
        Self { words, phrases: possible }
    }

    /// Adds the part behind, whose words another vocabulary `found`: each that it met is met here too, in the same order.
    pub(super) fn append(&mut self, vocabulary: &mut Vocabulary, text: &str, behind: Self, found: &Found) {
        let before = self.words.len();
        self.phrases.extend(behind.phrases.into_iter().map(|(index, started)| (before + index, started)));
        let mut numbers: Vec<u32> = Vec::with_capacity(found.spellings.len());
        self.words.reserve_exact(behind.words.len());
        self.words.extend(behind.words.into_iter().map(|word| {
            if word.spelling() == numbers.len() {
                numbers.push(vocabulary.meet(text, &found.span(word)).0);
            }
            word.with_spelling(numbers.get(word.spelling()).copied().unwrap_or_default())
        }));
    }
}

/// Where a text can be read in two parts, at `from` or behind it: at a line end that stands behind a mark, over which no word and no phrase goes on.
pub(super) fn seam(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let is_mark = |byte: &u8| byte.is_ascii_punctuation() && *byte != b'-';
    let mut ends = positions(bytes.get(from..).unwrap_or_default(), |byte| byte == b'\n').map(|at| from + at);
    ends.find(|&end| bytes.get(..end).and_then(<[u8]>::last).is_some_and(is_mark)).unwrap_or(text.len())
}

/// The classes of those of `phrases` that the first of the words at `spans` starts, and how many words the longest has behind it.
pub(super) fn started(
    text: &str,
    phrases: &[Phrase],
    spans: impl Iterator<Item = Range<usize>> + Clone,
) -> Option<(Classes, u8)> {
    let stands = |phrase: &&Phrase| {
        let mut pairs = spans.clone().zip(spans.clone().skip(1));
        phrase.words.iter().skip(1).all(|&wanted| {
            pairs.next().is_some_and(|(before, word)| {
                is_word(slice(text, word.clone()), wanted) && is_joint(slice(text, before.end..word.start))
            })
        })
    };
    let standing = phrases.iter().filter(stands);
    let known = standing.map(|phrase| (phrase.classes, phrase.words.len() as u8 - 1));
    known.reduce(|(all, longest), (classes, behind)| (all | classes, longest.max(behind)))
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
