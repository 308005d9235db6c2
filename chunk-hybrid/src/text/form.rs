//! What is known of a word whatever its place. It is found out once in a thread, not once in a document.

use crate::{
    dictionary::Dictionary,
    english::{
        class::Classes,
        lexicon::{self, is_stop, phrases_from},
        stem::{base, stem},
        word_list::fingerprint,
    },
    interner::{Interner, Texts},
    model::{self, UNKNOWN},
    text::{occurrence::Occurrence, short::Short},
};
use chunk_core::{slice, unicode};
use std::{
    cell::RefCell,
    hash::{Hash, Hasher},
    mem,
    ops::Range,
};

/// The term of a word that says nothing about a topic.
pub(crate) const NO_TERM: u32 = u32::MAX;

/// A word by the numbers that the vocabulary gives.
#[derive(Clone, Copy)]
struct Entry {
    /// Of its stem, or [`NO_TERM`] if it says nothing about a topic.
    stem: u32,
    /// Of its form.
    form: u32,
}

/// What words of a document are alike in, all in one, for it is asked of each of them many times. Most words say nothing, and those are
/// told apart by their fingerprints alone, so a document has few forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    /// Its classes, and those of the phrases that start with it where it stands.
    pub(crate) classes: Classes,
    /// Its number in the models' vocabulary, or [`UNKNOWN`].
    pub(crate) number: u32,
    /// The fingerprint of its lowercase form.
    pub(crate) fingerprint: u16,
    /// The number of the phrases that may start with it, or 0.
    pub(super) phrases: u16,
    /// How many words the longest phrase has that starts there, less one.
    pub(crate) behind: u8,
}

const _: () = assert!(size_of::<Form>() == 32, "a text can have 65,536");

impl Form {
    pub(super) const NOTHING: &Self =
        &Self { classes: Classes::NONE, number: UNKNOWN, fingerprint: 0, phrases: 0, behind: 0 };
}

/// By what most forms differ in, which is enough.
impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.fingerprint) << 32 | u64::from(self.number));
    }
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

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// The words that a thread has met.
#[derive(Default)]
pub(crate) struct Vocabulary {
    /// The short words, and [`Short::OTHER`] at the number of each other.
    short: Interner<Vec<Short>>,
    /// The other words, as they are written: those that differ in case may differ in length.
    long: Dictionary<Box<str>, u32>,
    /// All of them, by their numbers.
    entries: Vec<Entry>,
    met_words: Met,
    stems: Interner<Texts>,
    met_stems: Met,
    forms: Interner<Vec<Form>>,
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
    /// How many different terms there are.
    pub(crate) terms: usize,
}

impl Found {
    /// What a word is.
    #[inline]
    pub(super) fn spelling(&self, word: Occurrence) -> &Spelling {
        const NOTHING: &Spelling = &Spelling { form: u32::MAX, term: NO_TERM, length: 0 };
        self.spellings.get(word.spelling()).unwrap_or(NOTHING)
    }

    /// What a word says that is written so.
    #[inline]
    pub(super) fn form(&self, spelling: &Spelling) -> &Form {
        self.forms.get(spelling.form as usize).unwrap_or(Form::NOTHING)
    }

    /// The bytes of words, in order.
    pub(super) fn spans(&self, words: &[Occurrence]) -> impl Iterator<Item = Range<usize>> + Clone {
        words.iter().map(|&word| self.span(word))
    }

    /// Its bytes.
    #[inline]
    pub(super) fn span(&self, word: Occurrence) -> Range<usize> {
        word.span(self.spelling(word).length)
    }
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
    #[inline]
    fn number(&mut self, one: u32) -> (u32, bool) {
        let one = one as usize;
        if one >= self.last.len() {
            self.last.resize(one + 1, 0);
        }
        let Some(last) = self.last.get_mut(one) else { return (0, false) };
        let is_new = *last <= self.before;
        if is_new {
            self.count += 1;
            *last = self.count;
        }
        (*last - self.before - 1, is_new)
    }

    /// Whether the counts may not last for another document: of 4 GiB, less than half can be words.
    const fn is_full(&self) -> bool {
        self.count > u32::MAX / 2
    }
}

/// A vocabulary with more words or stems is forgotten behind the document.
const MOST: usize = 1 << 15;

/// With so many words they are forgotten while it is read: a text can be all different words. Those that come again are read again, and
/// have a spelling more.
const MOST_WORDS: usize = 1 << 16;

thread_local! {
    static VOCABULARY: RefCell<Vocabulary> = RefCell::default();
}

impl Vocabulary {
    /// Where nothing was met yet.
    pub(crate) fn new(numbers: &model::Vocabulary) -> Self {
        Self { numbers: numbers.clone(), ..Self::default() }
    }

    /// Reads a document by the thread's own, and gives what it has. Terms are numbered by document, in the order in which they are met.
    pub(crate) fn with<T>(numbers: &model::Vocabulary, read: impl FnOnce(&mut Self) -> T) -> (T, Found) {
        VOCABULARY.with_borrow_mut(|vocabulary| {
            if !vocabulary.numbers.is(numbers) {
                *vocabulary = Self::new(numbers);
            }
            for met in [&mut vocabulary.met_words, &mut vocabulary.met_stems, &mut vocabulary.met_forms] {
                met.before = met.count;
            }
            vocabulary.found.spellings.reserve(AT_FIRST);
            vocabulary.found.forms.reserve(AT_FIRST);
            let read = read(vocabulary);
            let mut found = mem::take(&mut vocabulary.found);
            found.spellings.shrink_to_fit();
            found.forms.shrink_to_fit();
            found.terms = (vocabulary.met_stems.count - vocabulary.met_stems.before) as usize;
            // No document has met more stems or forms than words.
            if vocabulary.entries.len().max(vocabulary.stems.len()) > MOST || vocabulary.met_words.is_full() {
                *vocabulary = Self::new(numbers);
            }
            (read, found)
        })
    }

    /// What the document has so far.
    pub(super) const fn found(&self) -> &Found {
        &self.found
    }

    /// What it has in all.
    pub(super) fn into_found(self) -> Found {
        self.found
    }

    /// The word at `span` of `text`, which is the document's next one: the document's number of its spelling, and its form.
    #[inline]
    pub(crate) fn meet(&mut self, text: &str, span: &Range<usize>) -> (u32, &Form) {
        if self.entries.len() >= MOST_WORDS {
            self.forget_words();
        }
        let number = self.number_of(text, span);
        let known = self.entries.get(number as usize).copied();
        let Entry { stem, form } = known.unwrap_or_else(|| self.read(&lowercase(slice(text, span.clone()))));
        let own = self.forms.get(form).unwrap_or(Form::NOTHING);
        let (spelling, is_new) = self.met_words.number(number);
        if is_new {
            let term = if stem == NO_TERM { NO_TERM } else { self.met_stems.number(stem).0 };
            let (form, is_new) = self.met_forms.number(form);
            self.found.forms.extend(Some(own).filter(|_| is_new));
            self.found.spellings.push(Spelling { form, term, length: span.len() as u32 });
        }
        (spelling, own)
    }

    fn forget_words(&mut self) {
        (self.short, self.long) = Default::default();
        self.entries = Vec::new();
        self.met_words.last = Vec::new();
    }

    /// The number of the word at `span` of `text`, which is the next one if it is new.
    #[inline]
    fn number_of(&mut self, text: &str, span: &Range<usize>) -> u32 {
        if let Some(short) = Short::of(text, span) {
            return self.short.intern(&short);
        }
        let word = slice(text, span.clone());
        self.long.get(word).copied().unwrap_or_else(|| {
            self.short.push(&Short::OTHER);
            *self.long.entry(word.into()).or_insert(self.entries.len() as u32)
        })
    }

    /// Finds out what the next word says, in lower case.
    fn read(&mut self, word: &str) -> Entry {
        let base = base(word);
        let root = stem(base);
        let is_term = base.chars().nth(1).is_some() && !is_stop(base);
        let stem = if is_term { self.stems.intern(&root) } else { NO_TERM };
        let form = self.forms.intern(&Form {
            classes: lexicon::classes(word, &root),
            number: self.numbers.number(word),
            fingerprint: fingerprint(word),
            phrases: phrases_from(word),
            behind: 0,
        });
        let entry = Entry { stem, form };
        self.entries.push(entry);
        entry
    }
}
