//! The words of a document: runs of letters and digits, with an apostrophe inside (`don't`). Each is looked up once, when the document is
//! read; recognizers and similarity work on what was found then.

use crate::Dictionary;
use crate::english::class::Classes;
use crate::english::lexicon::{Form, Known};
use crate::model::Vocabulary;
use crate::text::{DEFINITION, tag::MARKUP};
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{borrow::Cow, ops::Range, sync::LazyLock};

/// A word where it occurs, and what the lexicon and the models know of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The number of its stem, if it says something about a topic.
    pub(crate) term: Option<u32>,
    /// Whether exactly one space is between it and the word before, as for most words.
    pub(crate) is_spaced: bool,
    /// Whether it is in an address, such as a URL.
    pub(crate) in_address: bool,
    /// Its classes, and those of a phrase that starts with it.
    pub(crate) classes: Classes,
    /// Its number in the models' vocabulary, or [`UNKNOWN`](crate::model::UNKNOWN).
    pub(crate) number: u32,
    /// How many words follow in the longest phrase that starts with it.
    pub(crate) phrase_tail: u8,
}

impl Word {
    pub(crate) const fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Words that follow each other.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WordSlice<'w>(&'w [Word]);

impl<'w> WordSlice<'w> {
    pub(crate) const fn len(self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Word> + ExactSizeIterator + Clone + use<'w> {
        self.0.iter().copied()
    }

    pub(crate) fn get(self, index: usize) -> Option<Word> {
        self.0.get(index).copied()
    }

    pub(crate) fn first(self) -> Option<Word> {
        self.get(0)
    }

    pub(crate) fn last(self) -> Option<Word> {
        self.0.last().copied()
    }

    /// The words in a range of indices; none, if the range goes too far.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self(self.0.get(range).unwrap_or_default())
    }

    /// The first `count` words, or all.
    pub(crate) fn lead(self, count: usize) -> Self {
        self.part(0..count.min(self.len()))
    }

    /// All but the first `count` words.
    pub(crate) fn after(self, count: usize) -> Self {
        self.part(count.min(self.len())..self.len())
    }

    /// These words if `is_so`, else none.
    pub(crate) fn only_if(self, is_so: bool) -> Self {
        if is_so { self } else { Self::default() }
    }

    /// Whether one of the words has one of these classes.
    pub(crate) fn any(self, classes: Classes) -> bool {
        self.0.iter().any(|word| word.classes.any(classes))
    }

    /// The words that start at the byte `at` or after it.
    pub(crate) fn from(self, at: usize) -> Self {
        self.after(self.before(at))
    }

    /// How many words start before the byte `at`.
    pub(crate) fn before(self, at: usize) -> usize {
        self.0.partition_point(|word| word.start < at)
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(self, span: &Range<usize>) -> Self {
        let rest = self.from(span.start);
        rest.lead(rest.0.partition_point(|word| word.end <= span.end))
    }
}

/// The words of a text, in order.
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<Word>,
    /// How often each term occurs.
    pub(crate) frequencies: Vec<u64>,
    /// How many terms there are, repeated ones included.
    pub(crate) total: u64,
}

impl Words {
    pub(crate) fn all(&self) -> WordSlice<'_> {
        WordSlice(&self.words)
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(&self, span: &Range<usize>) -> WordSlice<'_> {
        self.all().within(span)
    }
}

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
    form: &'static Form,
    classes: Classes,
    number: u32,
    term: Option<u32>,
}

impl Words {
    /// The words of `text[body..]`.
    pub(crate) fn new(text: &str, body: usize, vocabulary: &Vocabulary) -> Self {
        let mut spellings: Dictionary<&str, Spelling> = Dictionary::default();
        // The numbers of stems, which count up in the order in which they are met.
        let mut terms: Dictionary<Cow<'_, str>, u32> = Dictionary::default();
        let mut look_up = |word| {
            let lower = lowercase(word);
            let number = vocabulary.number(&lower);
            let (form, classes, stem) = match vocabulary.known(number) {
                Some(Known { form, classes, term }) => (*form, *classes, term.as_deref().map(Cow::Borrowed)),
                None => {
                    let Known { form, classes, term } = Known::of(&lower);
                    (form, classes, term.map(|stem| Cow::Owned(stem.into())))
                }
            };
            let count = terms.len() as u32;
            let term = stem.map(|stem| *terms.entry(stem).or_insert(count));
            Spelling { form, classes, number, term }
        };
        let runs = runs(text, body);
        let (mut words, mut forms) = (Vec::with_capacity(runs.len()), Vec::with_capacity(runs.len()));
        let mut end_before = body;
        let mut addresses = ADDRESS
            .find_iter(slice(text, body..text.len()))
            .map(|found| body + found.start()..body + found.end())
            .peekable();
        for Range { start, end } in runs {
            let word = slice(text, start..end);
            let Spelling { form, classes, number, term } =
                *spellings.entry(word).or_insert_with(|| look_up(word));
            let is_spaced = slice(text, end_before..start) == " ";
            while addresses.next_if(|address| address.end <= start).is_some() {}
            let in_address = addresses.peek().is_some_and(|address| address.start <= start);
            words.push(Word { start, end, term, is_spaced, in_address, classes, number, phrase_tail: 0 });
            forms.push(form);
            end_before = end;
        }
        for (index, form) in forms.iter().enumerate() {
            for phrase in &form.phrases {
                let last = index + phrase.rest.len();
                let after = forms.get(index + 1..=last).unwrap_or_default();
                let is_said = after.iter().map(|form| form.number).eq(phrase.rest.iter().copied())
                    && are_joined(text, words.get(index..=last).unwrap_or_default());
                if let Some(first) = words.get_mut(index).filter(|_| is_said) {
                    first.classes = first.classes.or(phrase.classes);
                    first.phrase_tail = first.phrase_tail.max(phrase.rest.len() as u8);
                }
            }
        }
        let mut frequencies = vec![0; terms.len()];
        for term in words.iter().filter_map(|word| word.term) {
            frequencies.get_mut(term as usize).into_iter().for_each(|frequency| *frequency += 1);
        }
        Self { words, total: frequencies.iter().sum(), frequencies }
    }
}

/// Whether these words can belong to one phrase: no more is between two of them than spaces, hyphens and a line end.
fn are_joined(text: &str, words: &[Word]) -> bool {
    let ends = words.iter().map(|word| word.end);
    ends.zip(words.iter().skip(1)).all(|(end, next)| {
        let between = slice(text, end..next.start);
        between.len() <= 2 && between.bytes().all(|byte| matches!(byte, b' ' | b'-' | b'\n'))
    })
}

/// The runs of letters and digits in `text[body..]`, with an apostrophe inside.
fn runs(text: &str, body: usize) -> Vec<Range<usize>> {
    let is_mark = |c: char| !c.is_ascii_alphanumeric() && (c.is_ascii() || !unicode::is_alphanumeric(c));
    let joins = |last: &Range<usize>, start: usize| matches!(slice(text, last.end..start), "'" | "’");
    let (mut runs, mut at): (Vec<Range<usize>>, _) = (Vec::new(), body);
    for part in slice(text, body..text.len()).split_inclusive(is_mark) {
        let (start, end) = (at, at + part.trim_end_matches(is_mark).len());
        at += part.len();
        match runs.last_mut() {
            _ if start == end => {}
            Some(last) if joins(last, start) => last.end = end,
            _ => runs.push(start..end),
        }
    }
    runs
}

/// Addresses: URLs, targets of links, definitions of links. Their words say where something is, not what the text is about.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    let of_address = r#"[!#-(*-;=?-\[\\^_a-{}~]*"#;
    crate::pattern(&format!(r"(?m)^{DEFINITION}|[A-Za-z0-9+.-]*://{of_address}|\]\({of_address}|{MARKUP}"))
});
