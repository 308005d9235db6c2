//! Finds the words of a text and looks them up. A text has far fewer different words than words, so each spelling is looked up once.

use super::{Word, Words};
use crate::Dictionary;
use crate::english::class::Classes;
use crate::english::lexicon::{Phrase, is_stop};
use crate::english::stem::{base, stem};
use crate::english::{is_word, lexicon};
use crate::model::Vocabulary;
use crate::text::DEFINITION;
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
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
            Spelling { classes, number: vocabulary.number(&lower), term, phrases: lexicon::phrases(&lower) }
        };
        let mut words: Vec<Word> = Vec::new();
        // The words that may start a phrase, by their indices.
        let mut possible: Vec<(usize, &[Phrase])> = Vec::new();
        let mut end_before = body;
        let mut addresses = ADDRESS
            .find_iter(slice(text, body..text.len()))
            .map(|found| body + found.start()..body + found.end())
            .peekable();
        for Range { start, end } in runs(text, body) {
            let word = slice(text, start..end);
            let Spelling { classes, number, term, phrases } =
                *spellings.entry(word).or_insert_with(|| look_up(word));
            if !phrases.is_empty() {
                possible.push((words.len(), phrases));
            }
            let is_spaced = slice(text, end_before..start) == " ";
            while addresses.next_if(|address| address.end <= start).is_some() {}
            let in_address = addresses.peek().is_some_and(|address| address.start <= start);
            words.push(Word { start, end, term, is_spaced, in_address, classes, number, phrase_tail: 0 });
            end_before = end;
        }
        for (index, phrases) in possible {
            let rest = words.get_mut(index..).unwrap_or_default();
            // Many phrases start with `the`: the word after it rules out most.
            let second = rest.get(1).map_or("", |word| slice(text, word.span()));
            let is_likely =
                |phrase: &&Phrase| phrase.words.get(1).is_some_and(|wanted| is_word(second, wanted));
            for phrase in phrases.iter().filter(is_likely) {
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

/// The runs of letters and digits in `text[body..]`, with an apostrophe inside.
fn runs(text: &str, body: usize) -> Vec<Range<usize>> {
    let is_letter =
        |c: char| if c.is_ascii() { c.is_ascii_alphanumeric() } else { unicode::is_alphanumeric(c) };
    let joins = |end: usize, start: usize| matches!(slice(text, end..start), "'" | "’");
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, c) in slice(text, body..text.len()).char_indices().filter(|&(_, c)| is_letter(c)) {
        let letter = body + at..body + at + c.len_utf8();
        match runs.last_mut() {
            Some(last) if last.end == letter.start || joins(last.end, letter.start) => last.end = letter.end,
            _ => runs.push(letter),
        }
    }
    runs
}

/// Addresses: URLs, targets of links, definitions of links. Their words say where something is, not what the text is about.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let of_address = r#"[!#-(*-;=?-\[\\^_a-{}~]*"#;
    crate::pattern(&format!(r"(?m)^{DEFINITION}|[A-Za-z0-9+.-]*://{of_address}|\]\({of_address}"))
});
