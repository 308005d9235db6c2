//! Finds the words of a text and looks them up. A text has far fewer different words than words, so each spelling is looked up once.

use super::{Form, Word, Words};
use crate::{
    dictionary::Dictionary,
    english::{
        class::Classes,
        lexicon::{self, Phrase, is_stop, phrases, phrases_from},
        stem::{base, stem},
        word_list::{fingerprint, is_word},
    },
    model::Vocabulary,
};
use chunk_core::{positions, slice, unicode};
use std::{iter, ops::Range};

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// What was looked up for a spelling.
#[derive(Clone, Copy)]
struct Spelling {
    form: u32,
    known: Form,
    term: Option<u32>,
    /// The number of the phrases that may start with it, or 0.
    phrases: u16,
}

/// The different words that were met so far.
struct Lookup<'t> {
    vocabulary: &'t Vocabulary,
    spellings: Dictionary<&'t str, Spelling>,
    /// The numbers of stems and forms, which count up in the order in which they are met.
    terms: Dictionary<String, u32>,
    form_numbers: Dictionary<Form, u32>,
    forms: Vec<Form>,
}

impl<'t> Lookup<'t> {
    fn spelling(&mut self, word: &'t str) -> Spelling {
        if let Some(known) = self.spellings.get(word) {
            return *known;
        }
        let lower = lowercase(word);
        let base = base(&lower);
        let root = stem(base);
        let is_term = base.chars().nth(1).is_some() && !is_stop(base);
        let known = Form {
            classes: lexicon::classes(&lower, &root),
            number: self.vocabulary.number(&lower),
            fingerprint: fingerprint(&lower),
            phrase_tail: 0,
        };
        let count = self.terms.len() as u32;
        let term = is_term.then(|| *self.terms.entry(root.into_owned()).or_insert(count));
        let spelling = Spelling { form: self.form(known), known, term, phrases: phrases_from(&lower) };
        self.spellings.insert(word, spelling);
        spelling
    }

    fn form(&mut self, form: Form) -> u32 {
        *self.form_numbers.entry(form).or_insert_with(|| {
            self.forms.push(form);
            self.forms.len() as u32 - 1
        })
    }
}

impl Words {
    /// The words of `text[body..]`.
    pub(crate) fn new(text: &str, body: usize, vocabulary: &Vocabulary) -> Self {
        let mut lookup = Lookup {
            vocabulary,
            spellings: Dictionary::default(),
            terms: Dictionary::default(),
            form_numbers: Dictionary::default(),
            forms: Vec::new(),
        };
        let mut words: Vec<Word> = Vec::new();
        // The words that may start a phrase, by their indices.
        let mut possible: Vec<(usize, &[Phrase])> = Vec::new();
        let (mut end_before, mut phrases_before) = (body, 0);
        for Range { start, end } in runs(text, body) {
            let Spelling { form, known, term, phrases: own_phrases } =
                lookup.spelling(slice(text, start..end));
            if let Some(phrases) = phrases(phrases_before) {
                let starting = phrases.with_second(known.fingerprint);
                if !starting.is_empty() {
                    possible.push((words.len() - 1, starting));
                }
            }
            let is_spaced = slice(text, end_before..start) == " ";
            words.push(Word { start, end, term, form, is_spaced, known });
            (end_before, phrases_before) = (end, own_phrases);
        }
        for (index, phrases) in possible {
            let rest = words.get_mut(index..).unwrap_or_default();
            let found = started(text, phrases, rest);
            if let Some(((classes, tail), first)) = found.zip(rest.first_mut()) {
                first.known.classes |= classes;
                first.known.phrase_tail = tail;
                first.form = lookup.form(first.known);
            }
        }
        Self { words, forms: lookup.forms, terms: lookup.terms.len() }
    }
}

/// Which of `phrases` start with the first of `words`: their classes, and how many words follow it in the longest one.
fn started(text: &str, phrases: &[Phrase], words: &[Word]) -> Option<(Classes, u8)> {
    let is_there = |phrase: &&Phrase| {
        words.len() >= phrase.words.len()
            && phrase.words.iter().skip(1).zip(words.windows(2)).all(|(wanted, pair)| {
                let [before, word] = pair else { return false };
                is_word(slice(text, word.span()), wanted) && is_joint(slice(text, before.end..word.start))
            })
    };
    let found = phrases.iter().filter(is_there).map(|phrase| (phrase.classes, phrase.words.len() as u8 - 1));
    found.reduce(|(all, longest), (classes, tail)| (all | classes, longest.max(tail)))
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
        let terms: Vec<_> = words.all().iter().map(Word::term).collect();
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
