//! What is known of a word whatever its place. It is found out once in a thread, not once in a document.

use crate::{
    dictionary::Dictionary,
    english::{
        class::Classes,
        lexicon::{self, Phrases, is_stop, phrases_from},
        stem::{base, stem},
        word_list::sign,
    },
    model,
    text::short::{Short, ShortWords},
};
use chunk_core::{slice, unicode};
use std::{cell::RefCell, mem, ops::Range};

/// The term of a word that says nothing about a topic.
pub(crate) const NO_TERM: u32 = u32::MAX;

/// A word by the numbers that the vocabulary gives.
#[derive(Clone, Copy)]
struct Entry {
    /// Of its stem, which is a word too, or [`NO_TERM`] if it says nothing about a topic.
    stem: u32,
    /// Of its form, or [`UNREAD`].
    form: u32,
}

/// The form of what was only the stem of others so far.
const UNREAD: u32 = u32::MAX;

/// Behind a stem, so that a short one is found like a word inside a text.
const ROOM: &str = "                ";

/// What words of a document are alike in, all in one, for it is asked of each of them many times. Most words say nothing, and those are
/// told apart by their signs alone, so a document has few forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    /// Its classes, and those of the phrases that start with it where it stands.
    pub(crate) classes: Classes,
    /// Its number in the models' vocabulary, or [`UNKNOWN`](model::UNKNOWN).
    pub(crate) number: u32,
    /// The sign of its lowercase form.
    pub(crate) sign: u16,
    /// How many words the longest phrase has that starts there, less one.
    pub(crate) behind: u8,
}

/// A word of a document, wherever it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spelling {
    /// The document's number of its form.
    pub(crate) form: u32,
    /// The document's number of its stem, or [`NO_TERM`].
    pub(crate) term: u32,
    /// Its bytes.
    pub(crate) length: u32,
}

const _: () = assert!(size_of::<Spelling>() == 12, "a text can be all different words");

/// A word as a document has it.
#[derive(Default)]
pub(crate) struct Known {
    /// The document's number of its spelling.
    pub(crate) spelling: u32,
    /// The sign of its lowercase form.
    pub(crate) sign: u16,
    /// The phrases that may start with it.
    pub(crate) phrases: Option<&'static Phrases>,
}

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// The words that a thread has met.
#[derive(Default)]
pub(crate) struct Vocabulary {
    short: ShortWords,
    /// The other words, as they are written: those that differ in case may differ in length.
    long: Dictionary<Box<str>, u32>,
    /// Words and the stems of words, by their numbers.
    entries: Vec<Entry>,
    met_entries: Met,
    met_stems: Met,
    /// With the phrases that may start with a word that says so.
    forms: Vec<(Form, Option<&'static Phrases>)>,
    /// The numbers of those that no phrase starts with.
    plain: Dictionary<Form, u32>,
    met_forms: Met,
    /// What the document has so far.
    found: Found,
    /// The words that the models know.
    numbers: model::Vocabulary,
}

/// The words that a document has, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) spellings: Vec<Spelling>,
    pub(crate) forms: Vec<Form>,
}

/// Room for so many different words at first: most documents have fewer.
const AT_FIRST: usize = 1 << 10;

/// What a document has met, numbered in that order.
#[derive(Default)]
struct Met {
    /// How many all documents have met, and how many those before this one.
    count: u32,
    before: u32,
    /// For each how many were met up to it, when it was last met for the first time in a document.
    last: Vec<u32>,
}

impl Met {
    /// The number of one, and whether it is met for the first time.
    fn number(&mut self, one: u32) -> Option<(u32, bool)> {
        let last = self.last.get_mut(one as usize)?;
        let is_new = *last <= self.before;
        if is_new {
            self.count += 1;
            *last = self.count;
        }
        Some((*last - self.before - 1, is_new))
    }

    /// Whether the counts may not last for another document: of 4 GiB, less than half can be words.
    const fn is_full(&self) -> bool {
        self.count > u32::MAX / 2
    }
}

/// A vocabulary with more words is forgotten behind the document.
const MOST: usize = 1 << 15;

thread_local! {
    static VOCABULARY: RefCell<Vocabulary> = RefCell::default();
}

impl Vocabulary {
    /// Reads a document. Terms are numbered by document, in the order in which they are met.
    pub(crate) fn with<R>(numbers: &model::Vocabulary, read: impl FnOnce(&mut Self) -> R) -> R {
        let empty = || Self { numbers: numbers.clone(), ..Self::default() };
        VOCABULARY.with_borrow_mut(|vocabulary| {
            if !vocabulary.numbers.is(numbers) {
                *vocabulary = empty();
            }
            for met in [&mut vocabulary.met_entries, &mut vocabulary.met_stems, &mut vocabulary.met_forms] {
                met.before = met.count;
            }
            vocabulary.found.spellings.reserve(AT_FIRST);
            vocabulary.found.forms.reserve(AT_FIRST);
            let result = read(vocabulary);
            // No document has met more stems or forms than words.
            if vocabulary.entries.len() > MOST || vocabulary.met_entries.is_full() {
                *vocabulary = empty();
            }
            result
        })
    }

    /// How many different terms the document has so far.
    pub(crate) const fn terms(&self) -> usize {
        (self.met_stems.count - self.met_stems.before) as usize
    }

    /// The words that the document has.
    pub(crate) fn take_found(&mut self) -> Found {
        mem::take(&mut self.found)
    }

    /// The word at `span` of `text`, which is the document's next one.
    #[inline]
    pub(crate) fn meet(&mut self, text: &str, span: &Range<usize>) -> Known {
        let number = self.number_of(text, span);
        let known = self.entries.get(number as usize).copied().filter(|entry| entry.form != UNREAD);
        let Entry { stem, form } =
            known.unwrap_or_else(|| self.read(number, &lowercase(slice(text, span.clone()))));
        let Some(&(own, phrases)) = self.forms.get(form as usize) else { return Known::default() };
        let (spelling, is_new) = self.met_entries.number(number).unwrap_or_default();
        if is_new {
            let term = self.met_stems.number(stem).map_or(NO_TERM, |(number, _)| number);
            let (form, is_new) = self.met_forms.number(form).unwrap_or_default();
            if is_new {
                self.found.forms.push(own);
            }
            self.found.spellings.push(Spelling { form, term, length: span.len() as u32 });
        }
        Known { spelling, sign: own.sign, phrases }
    }

    /// The number of the word at `span` of `text`, which may be a new one.
    #[inline]
    fn number_of(&mut self, text: &str, span: &Range<usize>) -> u32 {
        let next = self.entries.len() as u32;
        let number = if let Some(short) = Short::of(text, span) {
            self.short.number(short)
        } else {
            let word = slice(text, span.clone());
            self.long.get(word).copied().unwrap_or_else(|| {
                self.short.skip();
                *self.long.entry(word.into()).or_insert(next)
            })
        };
        if number == next {
            self.entries.push(Entry { stem: NO_TERM, form: UNREAD });
            self.met_entries.last.push(0);
            self.met_stems.last.push(0);
        }
        number
    }

    /// Finds out what the lowercase word of this number says.
    fn read(&mut self, number: u32, word: &str) -> Entry {
        let base = base(word);
        let root = stem(base);
        let is_term = base.chars().nth(1).is_some() && !is_stop(base);
        let stem = if is_term { self.number_of(&[&*root, ROOM].concat(), &(0..root.len())) } else { NO_TERM };
        let form = Form {
            classes: lexicon::classes(word, &root),
            number: self.numbers.number(word),
            sign: sign(word),
            behind: 0,
        };
        let entry = Entry { stem, form: self.number(form, phrases_from(word)) };
        self.entries.get_mut(number as usize).into_iter().for_each(|own| *own = entry);
        entry
    }

    /// The number of a form.
    fn number(&mut self, form: Form, phrases: Option<&'static Phrases>) -> u32 {
        if let (None, Some(&known)) = (phrases, self.plain.get(&form)) {
            return known;
        }
        let next = self.forms.len() as u32;
        self.forms.push((form, phrases));
        self.met_forms.last.push(0);
        if phrases.is_none() {
            self.plain.insert(form, next);
        }
        next
    }
}
