//! What is known of a word whatever its place. It is found out once in a thread, not once in a document.

use crate::{
    english::{
        class::Classes,
        lexicon::{self, Phrases, is_stop, phrases_from},
        stem::stem,
        word_list::sign,
    },
    model,
};
use chunk_core::{slice, unicode};
use std::{
    cell::RefCell,
    hash::{BuildHasher, Hasher, RandomState},
    ops::Range,
    ptr,
};

/// The term of a word that says nothing about a topic.
pub(crate) const NO_TERM: u32 = u32::MAX;

/// A lowercase word. Most words of a text are looked up, so it is kept small.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form {
    /// The number of its stem in the vocabulary, or [`NO_TERM`] if it says nothing about a topic.
    stem: u32,
    pub(crate) sign: u16,
    /// The number of its sense in the vocabulary.
    sense: u16,
    /// Its number in the models' vocabulary.
    pub(crate) number: u32,
}

/// What the lexicon says of a word. Of most words it says nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sense {
    pub(crate) classes: Classes,
    /// The phrases that start with it.
    pub(crate) phrases: Option<&'static Phrases>,
}

impl PartialEq for Sense {
    fn eq(&self, other: &Self) -> bool {
        let same_phrases = match (self.phrases, other.phrases) {
            (Some(one), Some(other)) => ptr::eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        self.classes == other.classes && same_phrases
    }
}

#[expect(clippy::disallowed_types, reason = "a dictionary: looked up, never walked")]
type Dictionary<K, V> = std::collections::HashMap<K, V, Seed>;

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

/// Where hashes start: a number that no text can know.
#[derive(Clone)]
struct Seed(u64);

impl Default for Seed {
    fn default() -> Self {
        Self(RandomState::new().hash_one(0))
    }
}

impl BuildHasher for Seed {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(self.0)
    }
}

/// Eight bytes at a time, by the two halves of a product.
struct Mixed(u64);

impl Mixed {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(bytes.len() as u64, |word, &byte| word << 8 | u64::from(byte));
        self.mix(rest);
    }

    fn write_u8(&mut self, _: u8) {}

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// `word` in lower case, with a straight apostrophe.
pub(crate) fn lowercase(word: &str) -> String {
    word.chars().flat_map(unicode::to_lowercase).map(|c| if c == '’' { '\'' } else { c }).collect()
}

/// The words that a thread has met.
#[derive(Default)]
pub(crate) struct Vocabulary {
    forms: Dictionary<Box<str>, Form>,
    short: Dictionary<Short, Form>,
    stems: Dictionary<Box<str>, u32>,
    /// All different ones.
    senses: Vec<Sense>,
    /// For each stem the document that it was last met in, and its term there.
    met: Vec<(u32, u32)>,
    document: u32,
    terms: u32,
    /// The words that the models know.
    numbers: model::Vocabulary,
}

/// A vocabulary with more words is forgotten behind the document.
const MOST: usize = 1 << 15;

thread_local! {
    static VOCABULARY: RefCell<Vocabulary> = RefCell::default();
}

impl Vocabulary {
    /// Reads a document. Terms are numbered by document, in the order in which they are met.
    pub(crate) fn with<R>(numbers: &model::Vocabulary, read: impl FnOnce(&mut Self) -> R) -> R {
        VOCABULARY.with_borrow_mut(|vocabulary| {
            if !vocabulary.numbers.is(numbers) {
                *vocabulary = Self { numbers: numbers.clone(), ..Self::default() };
            }
            vocabulary.document += 1;
            vocabulary.terms = 0;
            let result = read(vocabulary);
            let is_full = vocabulary.forms.len() + vocabulary.short.len() > MOST;
            if is_full || vocabulary.document == u32::MAX {
                *vocabulary = Self { numbers: numbers.clone(), ..Self::default() };
            }
            result
        })
    }

    /// How many different terms the document has so far.
    pub(crate) const fn terms(&self) -> usize {
        self.terms as usize
    }

    /// What is known of the word at `span` of `text`.
    #[inline]
    pub(crate) fn form(&mut self, text: &str, span: &Range<usize>) -> Form {
        let lower = || lowercase(slice(text, span.clone()));
        let Some(short) = Short::of(text, span) else { return self.form_of(&lower()) };
        if let Some(&form) = self.short.get(&short) {
            return form;
        }
        let form = self.look_up(&lower());
        self.short.insert(short, form);
        form
    }

    fn form_of(&mut self, word: &str) -> Form {
        if let Some(&form) = self.forms.get(word) {
            return form;
        }
        let form = self.look_up(word);
        self.forms.insert(word.into(), form);
        form
    }

    /// What a word of this form says.
    pub(crate) fn sense(&self, form: Form) -> Sense {
        self.senses.get(usize::from(form.sense)).copied().unwrap_or_default()
    }

    /// The document's number of a form's stem.
    pub(crate) fn term(&mut self, form: Form) -> u32 {
        let Some(met) = self.met.get_mut(form.stem as usize) else { return NO_TERM };
        if met.0 != self.document {
            *met = (self.document, self.terms);
            self.terms += 1;
        }
        met.1
    }

    fn look_up(&mut self, word: &str) -> Form {
        let base = word.strip_suffix("'s").unwrap_or(word);
        let root = stem(base);
        let is_term = base.chars().nth(1).is_some() && !is_stop(base);
        let stem = if is_term { self.stem(&root) } else { NO_TERM };
        let sense = Sense { classes: lexicon::classes(word, &root), phrases: phrases_from(word) };
        Form { stem, sign: sign(word), sense: self.number(sense), number: self.numbers.number(word) }
    }

    /// The number of a stem.
    fn stem(&mut self, stem: &str) -> u32 {
        if let Some(&known) = self.stems.get(stem) {
            return known;
        }
        let next = self.met.len() as u32;
        self.met.push((0, 0));
        self.stems.insert(stem.into(), next);
        next
    }

    /// The number of a sense. There are no more of them than the lexicon has words.
    fn number(&mut self, sense: Sense) -> u16 {
        let known = self.senses.iter().position(|known| *known == sense).unwrap_or_else(|| {
            self.senses.push(sense);
            self.senses.len() - 1
        });
        known as u16
    }
}
