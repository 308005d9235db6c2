//! The words of a document: found once, looked up once each, and used by every recognizer and by similarity.

use crate::{
    dictionary::Dictionary,
    english::{
        class::Classes,
        lexicon::{Phrase, phrases},
        word_list::is_word,
    },
    model,
    text::{
        form::{Form, Found, NO_TERM, Spelling, Vocabulary},
        occurrence::Occurrence,
    },
};
use chunk_core::{beside, positions, slice, unicode};
use std::{
    iter,
    ops::{Deref, Range},
};

/// A word of a document, and what it says.
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
        span(self.occurrence, self.spelling)
    }

    /// Where it starts.
    pub(crate) const fn start(&self) -> usize {
        self.occurrence.start as usize
    }

    /// The number of its stem, if it says something about a topic.
    pub(crate) fn term(self) -> Option<u32> {
        Some(self.spelling.term).filter(|term| *term != NO_TERM)
    }

    /// The document's number of its form.
    pub(crate) const fn form(&self) -> u32 {
        self.spelling.form
    }

    /// Whether a space alone parts it from the word before, as it does most words.
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

    /// Those of a range; none, if not all are there.
    pub(crate) fn part(self, range: Range<usize>) -> Self {
        Self { words: self.words.get(range).unwrap_or_default(), ..self }
    }

    /// The first `count`, or all.
    pub(crate) fn lead(self, count: usize) -> Self {
        self.part(0..count.min(self.len()))
    }

    /// All but the first `count`.
    pub(crate) fn after(self, count: usize) -> Self {
        self.part(count.min(self.len())..self.len())
    }

    /// Whether one of them is of one of these classes.
    pub(crate) fn any(self, classes: Classes) -> bool {
        self.iter().any(|word| word.classes.any(classes))
    }

    /// The classes of all of them.
    pub(crate) fn classes(self) -> Classes {
        self.iter().fold(Classes::NONE, |all, word| all | word.classes)
    }

    /// Those that start at the byte `at` or behind it.
    pub(crate) fn from(self, at: usize) -> Self {
        self.after(self.count_while(|word| word.start < at))
    }

    /// Those that start in the bytes `span`.
    pub(crate) fn starting_in(self, span: &Range<usize>) -> Self {
        let behind = self.from(span.start);
        behind.lead(behind.count_while(|word| word.start < span.end))
    }

    /// Those that lie in the bytes `span`.
    pub(crate) fn within(self, span: &Range<usize>) -> Self {
        // A word is a byte at least, and none stands right behind another.
        let near = self.from(span.start).lead(span.len().div_ceil(2));
        near.lead(near.count_while(|word| word.end <= span.end))
    }

    /// How many there are before the first that is not as wanted. Those that are stand in front.
    pub(crate) fn count_while(self, is_wanted: impl Fn(Range<usize>) -> bool) -> usize {
        self.words.partition_point(|&word| is_wanted(self.of.span(word)))
    }
}

/// Hardly any text has shorter words on average, with what parts them, in bytes.
const SHORTEST: usize = 5;

/// The words of a text, in order: runs of letters and digits, with an apostrophe inside (`don't`).
#[derive(Debug, Default)]
pub(crate) struct Words {
    words: Vec<Occurrence>,
    /// What they are, each once.
    found: Found,
}

impl Words {
    /// The words of `text[body..]`.
    pub(crate) fn new(text: &str, body: usize, numbers: &model::Vocabulary) -> Self {
        let (part, found) = Vocabulary::with(numbers, |vocabulary| Part::new(vocabulary, text, body..text.len()));
        Self::of(text, part, found)
    }

    /// The same, and what `first` gives. A thread of its own runs that and then reads the last of the words.
    pub(crate) fn beside<T: Send>(
        text: &str,
        body: usize,
        numbers: &model::Vocabulary,
        first: &(impl Fn() -> T + Sync),
    ) -> (Self, T) {
        let seam = seam(text, body + (text.len() - body) / 10 * 7);
        let last = || {
            let first = first();
            // Not the thread's own vocabulary, which is taken where one thread does both.
            let mut vocabulary = Vocabulary::new(numbers);
            let part = Part::new(&mut vocabulary, text, seam..text.len());
            (first, part, vocabulary.into_found())
        };
        let ((first, part), found) = Vocabulary::with(numbers, |vocabulary| {
            let ((first, last, found), mut part) = beside(&last, || Part::new(vocabulary, text, body..seam));
            part.append(vocabulary, text, last, &found);
            (first, part)
        });
        (Self::of(text, part, found), first)
    }

    fn of(text: &str, Part { mut words, possible }: Part, found: Found) -> Self {
        words.shrink_to_fit();
        let mut words = Self { words, found };
        words.find_phrases(text, &possible);
        words
    }

    /// Those of the phrases that really start where they may.
    fn find_phrases(&mut self, text: &str, possible: &[(usize, &[Phrase])]) {
        let mut numbers = Dictionary::default();
        for &(index, phrases) in possible {
            let (classes, behind) = self.phrases_at(text, index, phrases);
            if behind == 0 {
                continue;
            }
            let Some(first) = self.words.get(index).copied() else { continue };
            let number = *numbers.entry((first.spelling(), classes, behind)).or_insert_with(|| {
                let Word { spelling: &spelling, form: &own, .. } = self.word(first);
                let Found { spellings, forms, .. } = &mut self.found;
                spellings.push(Spelling { form: forms.len() as u32, ..spelling });
                forms.push(Form { classes: own.classes | classes, behind, ..own });
                spellings.len() as u32 - 1
            });
            self.words.get_mut(index).into_iter().for_each(|word| *word = first.with_spelling(number));
        }
    }

    /// The classes of those of `phrases` that the word `index` starts, and how many words the longest has behind it.
    fn phrases_at(&self, text: &str, index: usize, phrases: &[Phrase]) -> (Classes, u8) {
        let (mut classes, mut longest) = (Classes::NONE, 0);
        for phrase in phrases {
            let standing = self.words.get(index..index + phrase.words.len()).unwrap_or_default();
            let span = |word: Occurrence| self.span(word);
            let mut behind = standing.iter().zip(&phrase.words).skip(1);
            let stands = !standing.is_empty()
                && behind.all(|(&word, &wanted)| is_word(slice(text, span(word)), wanted))
                && standing.windows(2).all(|pair| {
                    let &[before, behind] = pair else { return true };
                    is_joint(slice(text, span(before).end..behind.start as usize))
                });
            if stands {
                classes |= phrase.classes;
                longest = longest.max(phrase.words.len() as u8 - 1);
            }
        }
        (classes, longest)
    }

    /// How many different terms there are.
    pub(crate) const fn terms(&self) -> usize {
        self.found.terms
    }

    /// What words are alike in, by number.
    pub(crate) fn forms(&self) -> &[Form] {
        &self.found.forms
    }

    pub(crate) fn all(&self) -> WordSlice<'_> {
        WordSlice { words: &self.words, of: self }
    }

    #[inline]
    fn word(&self, occurrence: Occurrence) -> Word<'_> {
        let spelling = self.spelling(occurrence);
        let form = self.found.forms.get(spelling.form as usize).unwrap_or(Form::NOTHING);
        Word { occurrence, spelling, form }
    }

    #[inline]
    fn span(&self, word: Occurrence) -> Range<usize> {
        span(word, self.spelling(word))
    }

    #[inline]
    fn spelling(&self, word: Occurrence) -> &Spelling {
        const NOTHING: &Spelling = &Spelling { form: u32::MAX, term: NO_TERM, length: 0 };
        self.found.spellings.get(word.spelling()).unwrap_or(NOTHING)
    }

    pub(crate) fn slice(&self, range: Range<usize>) -> WordSlice<'_> {
        self.all().part(range)
    }

    /// The words that lie in the bytes `span`.
    pub(crate) fn within(&self, span: &Range<usize>) -> WordSlice<'_> {
        self.all().within(span)
    }
}

/// The words of a part of a text.
struct Part {
    words: Vec<Occurrence>,
    /// The phrases that may start at a word, by its number.
    possible: Vec<(usize, &'static [Phrase])>,
}

impl Part {
    fn new(vocabulary: &mut Vocabulary, text: &str, part: Range<usize>) -> Self {
        let mut words: Vec<Occurrence> = Vec::with_capacity(part.len() / SHORTEST);
        let mut possible = Vec::new();
        let mut before = 0;
        let mut end_before = part.start;
        for span in runs(slice(text, 0..part.end), part.start) {
            let (spelling, form) = vocabulary.meet(text, &span);
            if let Some(before) = phrases(before) {
                let phrases = before.with_second(form.sign);
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
        Self { words, possible }
    }

    /// Adds the part behind, where another vocabulary `found` its words: each that is new there is met here too, in the same order.
    fn append(&mut self, vocabulary: &mut Vocabulary, text: &str, behind: Self, found: &Found) {
        let before = self.words.len();
        self.possible.extend(behind.possible.into_iter().map(|(index, phrases)| (before + index, phrases)));
        let mut numbers: Vec<u32> = Vec::with_capacity(found.spellings.len());
        self.words.reserve_exact(behind.words.len());
        self.words.extend(behind.words.into_iter().map(|word| {
            if let Some(spelling) = found.spellings.get(word.spelling()).filter(|_| word.spelling() == numbers.len()) {
                numbers.push(vocabulary.meet(text, &span(word, spelling)).0);
            }
            word.with_spelling(numbers.get(word.spelling()).copied().unwrap_or_default())
        }));
    }
}

/// Where the last part of a text can start at `from` or behind it: at a line end that stands behind a mark over which no word and no phrase goes on.
fn seam(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let is_mark = |byte: &u8| byte.is_ascii_punctuation() && *byte != b'-';
    let mut ends = positions(bytes.get(from..).unwrap_or_default(), |byte| byte == b'\n').map(|at| from + at);
    ends.find(|&end| end.checked_sub(1).and_then(|at| bytes.get(at)).is_some_and(is_mark)).unwrap_or(text.len())
}

#[inline]
const fn span(word: Occurrence, spelling: &Spelling) -> Range<usize> {
    let start = word.start as usize;
    start..start + spelling.length as usize
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

    // The last words of a text have no room behind them, and long ones are told apart by their case.
    #[test]
    fn a_stem_is_the_same_wherever_it_stands_and_however_it_is_written() {
        let terms = |text: &str| {
            let words = Words::new(text, 0, &Default::default());
            words.all().iter().map(Word::term).collect::<Vec<_>>()
        };
        assert_eq!(terms("Pump the pumps, pump"), [Some(0), None, Some(0), Some(0)]);
        assert_eq!(terms(&"MISUNDERSTANDINGS misunderstanding Misunderstandings ".repeat(2)), [Some(0); 6]);
    }

    // So many words are forgotten twice while they are read, and the vocabulary once behind the text.
    #[test]
    fn terms_are_the_same_however_many_words_there_are() {
        let text: String = (0..140_000).map(|number| format!("w{} ", number % 70_000)).collect();
        for _ in 0..2 {
            let words = Words::new(&text, 0, &Default::default());
            assert!(words.all().iter().map(Word::term).eq((0..140_000).map(|at| Some(at % 70_000))));
            assert_eq!(words.terms(), 70_000);
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
