//! What is known of a word wherever it stands: its classes, its stem, its numbers in vocabularies. Looking a word up is slow, so each
//! thread keeps a [`WordTable`] of the words it has met, in this document or in earlier ones.
//!
//! Three levels, each of which several of the level before share: an occurrence has a [`Spelling`] (as written), that has a [`Form`]
//! (all that the lexicon and the models know), and a term (the number of its stem).

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

/// A word in the table, by the table's numbers.
#[derive(Clone, Copy)]
struct Entry {
    /// The number of its stem, or [`NO_TERM`] if it says nothing about a topic.
    stem: u32,
    /// The number of its form.
    form: u32,
}

/// What recognizers ask of a word, kept together because they ask it often. Words that the lexicon and the models do not know differ in
/// their fingerprints alone, so that a document has at most some 65,536 forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    /// Its classes. A word that starts a phrase where it stands has the phrase's classes too, and so a form of its own.
    pub(crate) classes: Classes,
    /// Its number in the models' vocabulary, or [`UNKNOWN`].
    pub(crate) number: u32,
    /// The fingerprint of the word in lower case.
    pub(crate) fingerprint: u16,
    /// The number of the phrases that may start with it, or 0.
    pub(super) phrases: u16,
    /// How many words follow in the longest phrase that starts with it where it stands.
    pub(crate) phrase_tail: u8,
}

const _: () = assert!(size_of::<Form>() == 32, "a text can have 65,536");

impl Form {
    pub(super) const NOTHING: &Self =
        &Self { classes: Classes::NONE, number: UNKNOWN, fingerprint: 0, phrases: 0, phrase_tail: 0 };
}

/// Hashes only the fields in which most forms differ, which is faster.
impl Hash for Form {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.fingerprint) << 32 | u64::from(self.number));
    }
}

/// A word of a document as it is written, wherever that occurs. Its numbers are the document's, not the table's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spelling {
    /// The number of its form.
    pub(crate) form: u32,
    /// The number of its stem, or [`NO_TERM`].
    pub(crate) term: u32,
    /// How many bytes it has.
    pub(crate) length: u32,
}

const _: () = assert!(size_of::<Spelling>() == 12, "a text can be all different words");

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// The words that a thread has met, and those of the document that it reads.
#[derive(Default)]
pub(crate) struct WordTable {
    /// The short words. Short and long ones share their numbers: at that of a long word stands [`Short::OTHER`].
    short: Interner<Vec<Short>>,
    /// The long words as written, with case: words that differ in case can differ in length.
    long: Dictionary<Box<str>, u32>,
    /// All words, by their numbers.
    entries: Vec<Entry>,
    stems: Interner<Texts>,
    forms: Interner<Vec<Form>>,
    word_numbers: DocumentNumbers,
    stem_numbers: DocumentNumbers,
    form_numbers: DocumentNumbers,
    /// The words of the document that is being read.
    distinct: DistinctWords,
    /// The words that the models know.
    vocabulary: model::Vocabulary,
}

/// The distinct words of one document, by the document's numbers.
#[derive(Debug, Default)]
pub(crate) struct DistinctWords {
    pub(crate) spellings: Vec<Spelling>,
    pub(crate) forms: Vec<Form>,
    /// How many different terms there are.
    pub(crate) terms: usize,
}

impl DistinctWords {
    #[inline]
    pub(super) fn spelling(&self, word: Occurrence) -> &Spelling {
        const NOTHING: &Spelling = &Spelling { form: u32::MAX, term: NO_TERM, length: 0 };
        self.spellings.get(word.spelling()).unwrap_or(NOTHING)
    }

    #[inline]
    pub(super) fn form(&self, spelling: &Spelling) -> &Form {
        self.forms.get(spelling.form as usize).unwrap_or(Form::NOTHING)
    }

    /// The bytes of words, in order.
    pub(super) fn spans(&self, words: &[Occurrence]) -> impl Iterator<Item = Range<usize>> + Clone {
        words.iter().map(|&word| self.span(word))
    }

    /// The bytes of a word.
    #[inline]
    pub(super) fn span(&self, word: Occurrence) -> Range<usize> {
        word.span(self.spelling(word).length)
    }
}

/// Room for this many distinct words is made at first: most documents have fewer.
const ROOM_AT_FIRST: usize = 1 << 10;

/// Turns the table's numbers into a document's, which count from 0 in the order in which the document meets things. Between documents
/// nothing is cleared: the counts go on, and a count from before the document means that it has not met the thing yet.
#[derive(Default)]
struct DocumentNumbers {
    /// How many times a document met a thing for the first time, in all documents so far.
    count: u32,
    /// The same, in the documents before this one.
    before: u32,
    /// For each thing, what `count` was when a document last met it for the first time, that time included; 0 for never.
    first_met: Vec<u32>,
}

impl DocumentNumbers {
    /// The document's number of a thing, by the table's, and whether the document meets it for the first time.
    #[inline]
    fn number(&mut self, thing: u32) -> (u32, bool) {
        let thing = thing as usize;
        if thing >= self.first_met.len() {
            self.first_met.resize(thing + 1, 0);
        }
        let Some(first_met) = self.first_met.get_mut(thing) else { return (0, false) };
        let is_new = *first_met <= self.before;
        if is_new {
            self.count += 1;
            *first_met = self.count;
        }
        (*first_met - self.before - 1, is_new)
    }

    /// Whether the count may overflow in the next document, which has fewer than 2^31 words.
    const fn is_full(&self) -> bool {
        self.count > u32::MAX / 2
    }
}

/// A table with more words or stems is thrown away after the document.
const MOST_KEPT: usize = 1 << 15;

/// With this many words, the table forgets them while it reads, since a text can be all different words. If one comes again, it is
/// looked up again, and the document has its spelling twice.
const MOST_WORDS: usize = 1 << 16;

thread_local! {
    static TABLE: RefCell<WordTable> = RefCell::default();
}

impl WordTable {
    /// An empty table.
    pub(crate) fn new(vocabulary: &model::Vocabulary) -> Self {
        Self { vocabulary: vocabulary.clone(), ..Self::default() }
    }

    /// Lets `read` read a document with the thread's table; gives what that gives, and the document's distinct words.
    pub(crate) fn with<T>(
        vocabulary: &model::Vocabulary,
        read: impl FnOnce(&mut Self) -> T,
    ) -> (T, DistinctWords) {
        TABLE.with_borrow_mut(|table| {
            if !table.vocabulary.is(vocabulary) {
                *table = Self::new(vocabulary);
            }
            for numbers in [&mut table.word_numbers, &mut table.stem_numbers, &mut table.form_numbers] {
                numbers.before = numbers.count;
            }
            table.distinct.spellings.reserve(ROOM_AT_FIRST);
            table.distinct.forms.reserve(ROOM_AT_FIRST);
            let read = read(table);
            let mut distinct = mem::take(&mut table.distinct);
            distinct.spellings.shrink_to_fit();
            distinct.forms.shrink_to_fit();
            distinct.terms = (table.stem_numbers.count - table.stem_numbers.before) as usize;
            // The counts of stems and forms are never larger: no document meets more of them than words.
            if table.entries.len().max(table.stems.len()) > MOST_KEPT || table.word_numbers.is_full() {
                *table = Self::new(vocabulary);
            }
            (read, distinct)
        })
    }

    /// The words of the document so far.
    pub(super) const fn distinct(&self) -> &DistinctWords {
        &self.distinct
    }

    /// The words of the document.
    pub(super) fn into_distinct(self) -> DistinctWords {
        self.distinct
    }

    /// Takes the document's next word, at `span` of `text`; gives the document's number of its spelling, and its form.
    #[inline]
    pub(crate) fn meet(&mut self, text: &str, span: &Range<usize>) -> (u32, &Form) {
        if self.entries.len() >= MOST_WORDS {
            self.forget_words();
        }
        let number = self.number_of(text, span);
        let known = self.entries.get(number as usize).copied();
        let Entry { stem, form: form_number } =
            known.unwrap_or_else(|| self.look_up(&lowercase(slice(text, span.clone()))));
        let form = self.forms.get(form_number).unwrap_or(Form::NOTHING);
        let (spelling, is_new) = self.word_numbers.number(number);
        if is_new {
            let term = if stem == NO_TERM { NO_TERM } else { self.stem_numbers.number(stem).0 };
            let (form_number, is_new_form) = self.form_numbers.number(form_number);
            if is_new_form {
                self.distinct.forms.push(*form);
            }
            self.distinct.spellings.push(Spelling { form: form_number, term, length: span.len() as u32 });
        }
        (spelling, form)
    }

    fn forget_words(&mut self) {
        (self.short, self.long) = Default::default();
        self.entries = Vec::new();
        self.word_numbers.first_met = Vec::new();
    }

    /// The table's number of the word at `span` of `text`: the next one if the word is new.
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

    /// Looks up a new word, in lower case, and adds it to the entries.
    fn look_up(&mut self, word: &str) -> Entry {
        let base = base(word);
        let root = stem(base);
        let is_term = base.chars().nth(1).is_some() && !is_stop(base);
        let stem = if is_term { self.stems.intern(&root) } else { NO_TERM };
        let form = self.forms.intern(&Form {
            classes: lexicon::classes(word, &root),
            number: self.vocabulary.number(word),
            fingerprint: fingerprint(word),
            phrases: phrases_from(word),
            phrase_tail: 0,
        });
        let entry = Entry { stem, form };
        self.entries.push(entry);
        entry
    }
}
