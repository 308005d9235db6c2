//! The words of a document: found and looked up once, and used by every recognizer and by similarity. [`Words`] keeps them, a [`Word`] is
//! one of them with all that is known of it, and a [`WordSlice`] is some that follow each other.

mod part;

use crate::{
    dictionary::Dictionary,
    english::{class::Classes, lexicon::Phrase},
    model,
    text::{
        form::{DistinctWords, Form, NO_TERM, Spelling, WordTable},
        occurrence::Occurrence,
    },
};
use chunk_core::beside;
use part::{Part, seam, started};
use std::ops::{Deref, Range};

/// A word of a document. Its classes, and what else the lexicon and the models know, are those of its [`Form`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'w> {
    occurrence: Occurrence,
    spelling: &'w Spelling,
    form: &'w Form,
}

impl Deref for Word<'_> {
    type Target = Form;

    #[inline]
    fn deref(&self) -> &Form {
        self.form
    }
}

impl Word<'_> {
    #[inline]
    pub(crate) const fn span(&self) -> Range<usize> {
        self.occurrence.span(self.spelling.length)
    }

    /// Where it starts.
    pub(crate) const fn start(&self) -> usize {
        self.occurrence.start as usize
    }

    /// The number of its stem, if it says something about a topic.
    pub(crate) fn term(self) -> Option<u32> {
        Some(self.spelling.term).filter(|term| *term != NO_TERM)
    }

    /// The number of its form, by which [`Words::forms`] lists it.
    pub(crate) const fn form(&self) -> u32 {
        self.spelling.form
    }

    /// Whether exactly one space stands between it and the word before, as is true of most words.
    pub(crate) const fn is_spaced(&self) -> bool {
        self.occurrence.is_spaced()
    }
}

/// Words that follow each other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordSlice<'w> {
    words: &'w [Occurrence],
    of: &'w Words,
}

impl<'w> WordSlice<'w> {
    pub(crate) const fn len(self) -> usize {
        self.words.len()
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = Word<'w>> + ExactSizeIterator + Clone {
        self.words.iter().map(move |&occurrence| self.of.word(occurrence))
    }

    pub(crate) fn get(self, index: usize) -> Option<Word<'w>> {
        self.words.get(index).map(|&occurrence| self.of.word(occurrence))
    }

    pub(crate) fn first(self) -> Option<Word<'w>> {
        self.get(0)
    }

    pub(crate) fn last(self) -> Option<Word<'w>> {
        self.words.last().map(|&occurrence| self.of.word(occurrence))
    }

    /// The words in a range of indices; none, if the range goes too far.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self { words: self.words.get(range).unwrap_or_default(), ..self }
    }

    /// The first `count` words, or all.
    pub(crate) fn lead(self, count: usize) -> Self {
        self.part(0..count.min(self.len()))
    }

    /// All but the first `count` words.
    pub(crate) fn after(self, count: usize) -> Self {
        self.part(count.min(self.len())..self.len())
    }

    /// Whether one of the words has one of these classes.
    pub(crate) fn any(self, classes: Classes) -> bool {
        self.iter().any(|word| word.classes.any(classes))
    }

    /// The classes of all words together.
    pub(crate) fn classes(self) -> Classes {
        self.iter().fold(Classes::NONE, |all, word| all | word.classes)
    }

    /// The words that start at the byte `at` or after it.
    pub(crate) fn from(self, at: usize) -> Self {
        self.after(self.count_while(|word| word.start < at))
    }

    /// The words that start in the bytes `span`.
    pub(crate) fn starting_in(self, span: &Range<usize>) -> Self {
        let rest = self.from(span.start);
        rest.lead(rest.count_while(|word| word.start < span.end))
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(self, span: &Range<usize>) -> Self {
        // No more can: a word has at least one byte, and at least one stands between two words.
        let near = self.from(span.start).lead(span.len().div_ceil(2));
        near.lead(near.count_while(|word| word.end <= span.end))
    }

    /// How many words are as wanted, if all of these stand before all others.
    pub(crate) fn count_while(self, is_wanted: impl Fn(Range<usize>) -> bool) -> usize {
        self.words.partition_point(|&word| is_wanted(self.of.distinct.span(word)))
    }
}

/// The words of a text, in order: runs of letters and digits, with an apostrophe inside (`don't`).
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<Occurrence>,
    distinct: DistinctWords,
}

impl Words {
    /// The words of `text[body..]`.
    pub(crate) fn new(text: &str, body: usize, vocabulary: &model::Vocabulary) -> Self {
        let read = |table: &mut WordTable| Part::new(table, text, body..text.len());
        let (part, distinct) = WordTable::with(vocabulary, read);
        Self::of(text, part, distinct)
    }

    /// The words of `text[body..]`, of which two threads read a half each.
    pub(crate) fn by_halves(text: &str, body: usize, vocabulary: &model::Vocabulary) -> Self {
        let seam = seam(text, body.midpoint(text.len()));
        let second_half = || {
            // With a table of its own: if no thread can be started, this one reads both halves, and its table is taken already.
            let mut table = WordTable::new(vocabulary);
            let part = Part::new(&mut table, text, seam..text.len());
            (part, table.into_distinct())
        };
        let read = |table: &mut WordTable| {
            let ((second, its_words), mut part) = beside(&second_half, || Part::new(table, text, body..seam));
            part.append(table, text, second, &its_words);
            part
        };
        let (part, distinct) = WordTable::with(vocabulary, read);
        Self::of(text, part, distinct)
    }

    fn of(text: &str, Part { mut words, phrases }: Part, distinct: DistinctWords) -> Self {
        words.shrink_to_fit();
        let mut words = Self { words, distinct };
        words.add_phrases(text, &phrases);
        words
    }

    /// Gives every word that starts a phrase a form that has the phrase's classes, and a spelling with that form.
    fn add_phrases(&mut self, text: &str, phrases: &[(usize, &[Phrase])]) {
        let Self { words, distinct } = self;
        let mut spellings = Dictionary::default();
        for &(index, phrases) in phrases {
            let rest = words.get_mut(index..).unwrap_or_default();
            let Some((classes, phrase_tail)) = started(text, phrases, distinct.spans(rest)) else { continue };
            let Some(first) = rest.first_mut() else { continue };
            let number = *spellings.entry((first.spelling(), classes, phrase_tail)).or_insert_with(|| {
                let spelling = *distinct.spelling(*first);
                let form = *distinct.form(&spelling);
                distinct.spellings.push(Spelling { form: distinct.forms.len() as u32, ..spelling });
                distinct.forms.push(Form { classes: form.classes | classes, phrase_tail, ..form });
                distinct.spellings.len() as u32 - 1
            });
            *first = first.with_spelling(number);
        }
    }

    /// How many different terms there are.
    pub(crate) const fn terms(&self) -> usize {
        self.distinct.terms
    }

    /// The distinct forms, by number.
    pub(crate) fn forms(&self) -> &[Form] {
        &self.distinct.forms
    }

    pub(crate) fn all(&self) -> WordSlice<'_> {
        WordSlice { words: &self.words, of: self }
    }

    #[inline]
    fn word(&self, occurrence: Occurrence) -> Word<'_> {
        let spelling = self.distinct.spelling(occurrence);
        let form = self.distinct.form(spelling);
        Word { occurrence, spelling, form }
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> WordSlice<'_> {
        self.all().part(range)
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(&self, span: &Range<usize>) -> WordSlice<'_> {
        self.all().within(span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::english::class;

    fn found(text: &str) -> Vec<&str> {
        Words::new(text, 0, &Default::default()).all().iter().map(|word| &text[word.span()]).collect()
    }

    #[test]
    fn words_are_runs_with_inner_apostrophes() {
        assert_eq!(
            found("Don't re-use 'x_1' — it’s 3.5°"),
            ["Don't", "re", "use", "x", "1", "it’s", "3", "5"]
        );
        assert_eq!(found("naïve 漢字 😀 z"), ["naïve", "漢字", "z"]);
    }

    #[test]
    fn long_words_are_found_whole() {
        let words = [126, 127, 128, 4_000].map(|length| "w".repeat(length));
        assert_eq!(found(&words.join(", ")), words);
    }

    #[test]
    fn terms_are_stems_of_what_is_no_stop_word() {
        let words = Words::new("The pumps, the pump's pumping; Pump and valve a b", 0, &Default::default());
        let terms: Vec<_> = words.all().iter().map(Word::term).collect();
        assert_eq!(terms, [None, Some(0), None, Some(0), Some(0), Some(0), None, Some(1), None, None]);
        assert_eq!(words.terms(), 2);
    }

    // The last words of a text are too near its end to be read as short ones, and long ones are told apart by their case.
    #[test]
    fn a_stem_is_the_same_wherever_it_stands_and_however_it_is_written() {
        let terms = |text: &str| {
            let words = Words::new(text, 0, &Default::default());
            words.all().iter().map(Word::term).collect::<Vec<_>>()
        };
        assert_eq!(terms("Pump the pumps, pump"), [Some(0), None, Some(0), Some(0)]);
        assert_eq!(terms(&"MISUNDERSTANDINGS misunderstanding Misunderstandings ".repeat(2)), [Some(0); 6]);
    }

    // This many words are forgotten twice while they are read, and the table is thrown away after the text.
    #[test]
    fn terms_are_the_same_however_many_words_there_are() {
        let text: String = (0..140_000).map(|number| format!("w{}.\n", number % 70_000)).collect();
        for read in [Words::new, Words::new, Words::by_halves] {
            let words = read(&text, 0, &Default::default());
            assert!(words.all().iter().map(Word::term).eq((0..140_000).map(|at| Some(at % 70_000))));
            assert_eq!(words.terms(), 70_000);
        }
    }

    // At the seam there may be an indent, half of a word or of a phrase, or nothing that lets a part begin.
    #[test]
    fn two_threads_read_the_same_words() {
        let pieces =
            ["due", "to", "that", "so", "won", "Pumps", "pump", "'", "’", "t", "é", ".", "-", " ", "\n"];
        let mut random = fastrand::Rng::with_seed(23);
        for _ in 0..4_000 {
            let text: String =
                (0..random.usize(..80)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            let body = text.floor_char_boundary(random.usize(..=text.len()) / 2);
            let [one, two] = [Words::new, Words::by_halves].map(|read| {
                let words = read(&text, body, &Default::default());
                let said = |word: Word<'_>| (word.span(), word.term(), word.is_spaced(), *word.form);
                (words.all().iter().map(said).collect::<Vec<_>>(), words.terms())
            });
            assert_eq!(one, two, "{text:?} {body}");
        }
    }

    #[test]
    fn phrases_are_found_where_nothing_parts_their_words() {
        let classes = |text: &str| Words::new(text, 0, &Default::default()).all().first().unwrap().classes;
        assert!(classes("Due to that").any(class::REASON));
        assert!(classes("so\nthat").any(class::REASON));
        assert!(!classes("On, the grounds that").any(class::REASON));
        assert!(classes("Won’t do").any(class::NEGATION));
    }
}
