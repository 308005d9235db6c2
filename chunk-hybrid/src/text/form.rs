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
    /// Of its meaning, or [`UNREAD`].
    meaning: u32,
}

/// The meaning of what was only the stem of others so far.
const UNREAD: u32 = u32::MAX;

/// Behind a stem, so that a short one is found like a word inside a text.
const ROOM: &str = "                ";

/// What words of a document are alike in, all in one, for it is asked of each of them many times.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// Its classes, and those of the phrases that start with it where it stands.
    pub(crate) classes: Classes,
    /// Its number in the models' vocabulary, or [`UNKNOWN`](model::UNKNOWN).
    pub(crate) number: u32,
    /// The document's number of its stem, or [`NO_TERM`].
    pub(crate) term: u32,
    /// Its bytes.
    pub(crate) length: u32,
    /// The sign of its lowercase form.
    pub(crate) sign: u16,
    /// How many words the longest phrase has that starts there, less one.
    pub(crate) behind: u8,
}

const _: () = assert!(size_of::<Form>() == 32, "a text can be all different words");

/// A word as a document has it.
#[derive(Default)]
pub(crate) struct Known {
    /// The document's number of its form.
    pub(crate) form: u32,
    /// The sign of its lowercase form.
    pub(crate) sign: u16,
    /// The phrases that may start with it.
    pub(crate) phrases: Option<&'static Phrases>,
}

/// What a word says. Most words say nothing, and those are told apart by their signs alone, so a vocabulary has few meanings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Meaning {
    classes: Classes,
    number: u32,
    sign: u16,
}

/// The lowercase of a short word in two numbers, its length in front. Most words of a text are such.
#[derive(PartialEq, Eq, Hash)]
struct Short(u64, u64);

impl Short {
    /// The longest such word, in bytes.
    const MOST: usize = 15;

    /// The word at `span` of `text` if it is short and all ASCII: letters, digits and the apostrophe, which differ from
    /// their lowercase in one bit.
    #[inline]
    fn of(text: &str, span: &Range<usize>) -> Option<Self> {
        const LOWER: u64 = 0x2020_2020_2020_2020;
        const WIDE: u64 = 0x8080_8080_8080_8080;
        if span.len() > Self::MOST {
            return None;
        }
        let window = u128::from_le_bytes(*text.as_bytes().get(span.start..)?.first_chunk()?);
        let bits = span.len() as u32 * 8;
        let own_low = !u64::MAX.unbounded_shl(bits);
        let own_high = !u64::MAX.unbounded_shl(bits.saturating_sub(u64::BITS));
        let (low, high) = (window as u64 & own_low, (window >> 64) as u64 & own_high);
        ((low | high) & WIDE == 0).then_some(Self(
            low | LOWER & own_low,
            high | LOWER & own_high | (span.len() as u64) << (u64::BITS - 8),
        ))
    }
}

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// The words that a thread has met.
#[derive(Default)]
pub(crate) struct Vocabulary {
    short: Dictionary<Short, u32>,
    /// The other words, as they are written: those that differ in case may differ in length.
    long: Dictionary<Box<str>, u32>,
    /// Words and the stems of words, by their numbers.
    entries: Vec<Entry>,
    met_entries: Met,
    met_stems: Met,
    /// With the phrases that may start with a word that says so.
    meanings: Vec<(Meaning, Option<&'static Phrases>)>,
    /// The numbers of those that no phrase starts with.
    plain: Dictionary<Meaning, u32>,
    /// The forms that the document has so far.
    found: Vec<Form>,
    /// The words that the models know.
    numbers: model::Vocabulary,
}

/// What a document has met, numbered in that order.
#[derive(Default)]
struct Met {
    document: u32,
    /// How many different ones it has.
    count: u32,
    /// For each the document that it was last met in, and its number there.
    last: Vec<(u32, u32)>,
}

impl Met {
    /// The number of one, and whether it is met for the first time.
    fn number(&mut self, one: u32) -> Option<(u32, bool)> {
        let last = self.last.get_mut(one as usize)?;
        let is_new = last.0 != self.document;
        if is_new {
            *last = (self.document, self.count);
            self.count += 1;
        }
        Some((last.1, is_new))
    }

    fn next_document(&mut self) {
        self.document += 1;
        self.count = 0;
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
            vocabulary.met_stems.next_document();
            vocabulary.met_entries.next_document();
            vocabulary.found.clear();
            let result = read(vocabulary);
            let is_full = vocabulary.short.len() + vocabulary.long.len() > MOST;
            if is_full || vocabulary.met_stems.document == u32::MAX {
                *vocabulary = empty();
            }
            result
        })
    }

    /// How many different terms the document has so far.
    pub(crate) const fn terms(&self) -> usize {
        self.met_stems.count as usize
    }

    /// The forms that the document has, by their numbers.
    pub(crate) fn take_forms(&mut self) -> Vec<Form> {
        mem::take(&mut self.found)
    }

    /// The word at `span` of `text`, which is the document's next one.
    #[inline]
    pub(crate) fn meet(&mut self, text: &str, span: &Range<usize>) -> Known {
        let number = self.number_of(text, span);
        let known = self.entries.get(number as usize).copied().filter(|entry| entry.meaning != UNREAD);
        let Entry { stem, meaning } =
            known.unwrap_or_else(|| self.read(number, &lowercase(slice(text, span.clone()))));
        let Some(&(Meaning { classes, number: own, sign }, phrases)) = self.meanings.get(meaning as usize)
        else {
            return Known::default();
        };
        let (form, is_new) = self.met_entries.number(number).unwrap_or_default();
        if is_new {
            let term = self.met_stems.number(stem).map_or(NO_TERM, |(number, _)| number);
            let length = span.len() as u32;
            self.found.push(Form { classes, number: own, term, length, sign, behind: 0 });
        }
        Known { form, sign, phrases }
    }

    /// The number of the word at `span` of `text`, which may be a new one.
    #[inline]
    fn number_of(&mut self, text: &str, span: &Range<usize>) -> u32 {
        let next = self.entries.len() as u32;
        let number = if let Some(short) = Short::of(text, span) {
            *self.short.entry(short).or_insert(next)
        } else {
            let word = slice(text, span.clone());
            self.long.get(word).copied().unwrap_or_else(|| *self.long.entry(word.into()).or_insert(next))
        };
        if number == next {
            self.entries.push(Entry { stem: NO_TERM, meaning: UNREAD });
            self.met_entries.last.push((0, 0));
            self.met_stems.last.push((0, 0));
        }
        number
    }

    /// Finds out what the lowercase word of this number says.
    fn read(&mut self, number: u32, word: &str) -> Entry {
        let base = base(word);
        let root = stem(base);
        let is_term = base.chars().nth(1).is_some() && !is_stop(base);
        let stem = if is_term { self.number_of(&[&*root, ROOM].concat(), &(0..root.len())) } else { NO_TERM };
        let meaning = Meaning {
            classes: lexicon::classes(word, &root),
            number: self.numbers.number(word),
            sign: sign(word),
        };
        let entry = Entry { stem, meaning: self.number(meaning, phrases_from(word)) };
        self.entries.get_mut(number as usize).into_iter().for_each(|own| *own = entry);
        entry
    }

    /// The number of a meaning.
    fn number(&mut self, meaning: Meaning, phrases: Option<&'static Phrases>) -> u32 {
        if let (None, Some(&known)) = (phrases, self.plain.get(&meaning)) {
            return known;
        }
        let next = self.meanings.len() as u32;
        self.meanings.push((meaning, phrases));
        if phrases.is_none() {
            self.plain.insert(meaning, next);
        }
        next
    }
}
