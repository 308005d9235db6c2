//! A sentence word by word, on which the grammar of decisions works (H19): what a word is, what stands between two words, where clauses
//! and phrases start and end. Words are known by their indices in the sentence.

use crate::english::class::{
    AUXILIARY, BASE_FORM, BEING, COMMAND, Classes, NUMBER, PHRASE_END, PHRASE_LEAD, PRONOUN, VERB_OF_CHOICE,
};
use crate::text::{ParsedContent, WordSlice};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// At most this many words of a sentence are read: an option does not come later.
const MOST_WORDS: usize = 160;
/// And at most this many bytes.
const MOST_BYTES: usize = 2000;

/// What follows a "to" that belongs to a verb: "to build", not "to Rome".
pub(super) const ACT: Classes = BASE_FORM.or(COMMAND).or(BEING).or(VERB_OF_CHOICE);

/// A sentence, title or table cell.
pub(super) struct Sentence<'t> {
    content: &'t ParsedContent<'t>,
    span: Range<usize>,
    pub(super) words: WordSlice<'t>,
}

/// Pairs of marks around what is quoted, set as code, emphasized or linked.
const QUOTES: [(&str, &str); 8] =
    [("`", "`"), ("“", "”"), ("\"", "\""), ("‘", "’"), ("«", "»"), ("**", "**"), ("__", "__"), ("[", "]")];

impl<'t> Sentence<'t> {
    /// The sentence at `span`.
    pub(super) fn of(content: &'t ParsedContent<'t>, span: Range<usize>) -> Self {
        let first_words = content.words.within(&span).lead(MOST_WORDS);
        let words = first_words.within(&(span.start..span.start + MOST_BYTES));
        let is_whole = span.len() <= MOST_BYTES && words.len() < MOST_WORDS;
        let end = if is_whole { span.end } else { words.last().map_or(span.start, |last| last.end) };
        Self { content, span: span.start..end, words }
    }

    /// What an item or cell names: its text up to an explanation, such as after a colon or in brackets.
    pub(super) fn named(&self) -> Option<Range<usize>> {
        let explains = |at: &usize| {
            let gap = self.gap(*at);
            [": ", " - ", " – ", " — ", " (", ":**", "\n"].iter().any(|mark| gap.contains(mark))
        };
        self.trimmed(0..(1..self.len()).find(explains).unwrap_or(self.len()))
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn word(&self, index: usize) -> &'t str {
        self.words.get(index).map_or("", |word| self.content.slice(&word.span()))
    }

    /// Whether the word `index` is one of `words`, in any case, and a word of the sentence's grammar.
    pub(super) fn is(&self, index: usize, words: &[&str]) -> bool {
        self.words.get(index).is_some_and(|word| self.content.is_one_of(word, words)) && !self.is_part(index)
    }

    /// Whether the word `index` has one of these classes, and is a word of the sentence's grammar.
    pub(super) fn has(&self, index: usize, classes: Classes) -> bool {
        self.words.get(index).is_some_and(|word| word.classes.any(classes)) && !self.is_part(index)
    }

    /// Whether the word `index` is written as a name is: the "Go" of "Rust to Go".
    pub(super) fn is_capital(&self, index: usize) -> bool {
        self.word(index).starts_with(|first: char| first.is_ascii_uppercase())
    }

    /// Whether the word `index` is no word of the sentence's grammar, but part of a longer word, of a path or of code: the "in" of
    /// "opt-in", the "is" of `G_IS_VALUE`, the "opt" of "/opt/app", an `if`.
    fn is_part(&self, index: usize) -> bool {
        let joined =
            |at| (1..self.len()).contains(&at) && matches!(self.gap(at), "-" | "_" | "__" | "." | "::");
        let is_within = |mark| (self.gap(index).ends_with(mark), self.gap(index + 1).starts_with(mark));
        joined(index)
            || joined(index + 1)
            || is_within('`') == (true, true)
            || is_within('/') != (false, false)
    }

    /// Whether the words from `index` on are a phrase: each is one of the list at its place.
    pub(super) fn are(&self, index: usize, phrase: &[&[&str]]) -> bool {
        phrase.iter().zip(index..).all(|(words, index)| self.is(index, words))
    }

    pub(super) fn find(&self, within: Range<usize>, words: &[&str]) -> Option<usize> {
        within.into_iter().find(|&index| self.is(index, words))
    }

    /// The first word of a class.
    pub(super) fn find_class(&self, within: Range<usize>, class: Classes) -> Option<usize> {
        within.into_iter().find(|&index| self.has(index, class))
    }

    /// The text between the word before `index` and that word.
    pub(super) fn gap(&self, index: usize) -> &'t str {
        let start = index.checked_sub(1).map_or(self.span.start, |before| self.end(before));
        let end = self.words.get(index).map_or(self.span.end, |word| word.start);
        self.content.slice(&(start..end.max(start)))
    }

    fn end(&self, index: usize) -> usize {
        self.words.get(index).map_or(self.span.start, |word| word.end)
    }

    /// Whether two ranges of bytes say the same, in any case.
    pub(super) fn says_same(&self, one: &Range<usize>, other: &Range<usize>) -> bool {
        self.content.slice(one).eq_ignore_ascii_case(self.content.slice(other))
    }

    /// From the byte `start` to the end of the word before `end`.
    pub(super) fn up_to(&self, start: usize, end: usize) -> Range<usize> {
        start..self.end(end.saturating_sub(1)).max(start)
    }

    /// Whether a clause ends right before the word `index`, or the sentence does.
    pub(super) fn breaks(&self, index: usize) -> bool {
        let Some(word) = self.words.get(index) else { return true };
        !word.is_spaced && (outside_code(self.gap(index)).any(closes) || self.opens_line(index))
    }

    /// Whether the word `index` is that of `<br>`.
    fn opens_line(&self, index: usize) -> bool {
        self.word(index).eq_ignore_ascii_case("br") && self.gap(index).ends_with('<')
    }

    /// Whether a clause ends right before the word `index` with one of these marks.
    pub(super) fn breaks_by(&self, index: usize, marks: &[char]) -> bool {
        self.breaks(index) && outside_code(self.gap(index)).any(|gap| gap.contains(marks))
    }

    /// Whether an opened bracket is not closed before the word `index`.
    pub(super) fn is_in_brackets(&self, index: usize) -> bool {
        let start = self.words.get(index).map_or(self.span.end, |word| word.start);
        let before = self.content.slice(&(self.span.start..start));
        before.matches('(').count() > before.matches(')').count()
    }

    /// Where the clause around the word `index` ends.
    pub(super) fn clause_end(&self, index: usize) -> usize {
        (index + 1..self.len()).find(|&next| self.breaks(next)).unwrap_or(self.len())
    }

    /// Where the clause around the word `index` starts.
    pub(super) fn clause_start(&self, index: usize) -> usize {
        (1..=index).rev().find(|&at| self.breaks(at)).unwrap_or(0)
    }

    /// The phrase that starts at the word `index`.
    pub(super) fn phrase(&self, index: usize) -> Option<Range<usize>> {
        self.phrase_within(index..self.len())
    }

    /// The phrase that starts at the first of these words, without articles and the like, and ends within them. If it starts with
    /// something quoted, it is that.
    pub(super) fn phrase_within(&self, words: Range<usize>) -> Option<Range<usize>> {
        if words.is_empty() {
            return None;
        }
        let leads = |index| self.has(index, PHRASE_LEAD) && !self.breaks(index + 1);
        let first = self.after_leads(words.clone(), leads);
        let ends = |&index: &usize| {
            // "Raise the limit to 2 GB" is one thing.
            let is_amount = self.is(index, &["to"]) && self.has(index + 1, NUMBER);
            self.breaks(index)
                || self.has(index, PHRASE_END) && !is_amount
                || self.are(index, &[&["such"], &["as"]])
        };
        let whole = || self.whole(first..(first + 1..words.end).find(ends).unwrap_or(words.end));
        self.quoted_at(first).or_else(whole)
    }

    /// The first of these words that `leads` does not skip; the last one is never skipped.
    pub(super) fn after_leads(&self, words: Range<usize>, leads: impl Fn(usize) -> bool) -> usize {
        words.clone().find(|&index| index + 1 >= words.end || !leads(index)).unwrap_or(words.start)
    }

    /// Where the auxiliaries before the word `index` start: "has been" of "has been chosen".
    pub(super) fn auxiliaries_before(&self, index: usize) -> usize {
        (0..index).rev().take_while(|&before| self.has(before, AUXILIARY)).last().unwrap_or(index)
    }

    /// The bytes of these words with the marks that belong to them (`.NET`, `C++`), of a link only its text. `None` for a pronoun alone,
    /// which names nothing.
    pub(super) fn whole(&self, words: Range<usize>) -> Option<Range<usize>> {
        let last = words.end.checked_sub(1).filter(|last| *last >= words.start)?;
        if last == words.start && self.has(last, PRONOUN) {
            return None;
        }
        let (before, after) = (self.gap(words.start), self.gap(words.end));
        let lead =
            before.len() - before.trim_end_matches(['.', '#', '/', '@', '$', '-', '+', '~', '<']).len();
        let start = self.words.get(words.start)?.span().start - lead;
        let tail = after.len() - after.trim_start_matches(['+', '#', '%', '°', '/']).len();
        let text = self.content.slice(&(start..self.end(last) + tail));
        if let Some(target) = text.find("](").or_else(|| text.find("][")) {
            return Some(start..start + target);
        }
        let before = slice(before, 0..before.len() - lead);
        Some(self.with_both_marks(start..start + text.len(), before, slice(after, tail..after.len())))
    }

    /// An option that holds one mark of a pair, extended to the other one right before or after it: "`HashMap` of names", "a bare `u64`".
    fn with_both_marks(&self, option: Range<usize>, before: &str, after: &str) -> Range<usize> {
        let text = self.content.slice(&option);
        let Some(mark) = ['`', '"'].into_iter().find(|mark| text.matches(*mark).count() % 2 == 1) else {
            return option;
        };
        let near = after.split(unicode::is_white_space).next().unwrap_or_default();
        if let Some(at) = near.find(mark) {
            return option.start..option.end + at + 1;
        }
        let near = before.rsplit(unicode::is_white_space).next().unwrap_or_default();
        let lead = near.rfind(mark).map_or(0, |at| near.len() - at);
        option.start - lead..option.end
    }

    /// What is quoted, set as code, emphasized or linked and starts with the word `index`.
    fn quoted_at(&self, index: usize) -> Option<Range<usize>> {
        let gap = self.gap(index);
        // Most words follow a mere space, and have no mark before them.
        let start = self.words.get(index).filter(|word| !word.is_spaced)?.span().start;
        let rest = self.content.slice(&(start..self.span.end));
        let tail = gap.rsplit(unicode::is_white_space).next().unwrap_or(gap);
        let (at, (open, close)) = QUOTES.iter().find_map(|marks| Some((tail.find(marks.0)?, marks)))?;
        let lead = tail.len() - at - open.len();
        Some(start - lead..start + rest.find(close)?)
    }

    /// Whether something quoted or set as code ends before the word `index`.
    pub(super) fn quotes(&self, index: usize) -> bool {
        self.gap(index).trim_end_matches(' ').ends_with(['`', '"', '”', '’'])
    }

    /// All that is quoted or set as code among these words.
    pub(super) fn quoted(&self, words: Range<usize>) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for index in words {
            let start = self.words.get(index).map_or(0, |word| word.start);
            let marks = self.gap(index).contains(['`', '“', '"', '‘']);
            if marks && found.last().is_none_or(|last| last.end <= start) {
                found.extend(self.quoted_at(index));
            }
        }
        found
    }

    /// The phrases that start at the word `index`, with `or` between them; if one is quoted, with the quoted ones after `and` or a comma, too.
    pub(super) fn alternatives(&self, index: usize) -> Vec<Range<usize>> {
        let one = |at: usize| {
            let or = self.find(at + 1..self.len(), &["or", "nor"]).unwrap_or(self.len());
            self.phrase_within(at..or).map(|one| (at, one))
        };
        let mut next = one(index + usize::from(self.is(index, &["either"])));
        let mut all = Vec::new();
        while let Some((at, last)) = next {
            let after =
                (at + 1..self.len()).find(|&next| self.starts(next - 1, last.end)).unwrap_or(self.len());
            let (is_or, is_and) = (self.is(after, &["or", "nor"]), self.is(after, &["and"]));
            let other = after + usize::from(is_or || is_and);
            let goes_on = self.quoted_at(at).is_some() && self.quoted_at(other).is_some()
                || is_or && !self.breaks(after);
            all.push(last);
            next = one(other).filter(|_| goes_on && other < self.len());
        }
        all
    }

    /// Whether the byte `at` lies no later than the start of the word after `index`.
    pub(super) fn starts(&self, index: usize, at: usize) -> bool {
        self.words.get(index + 1).is_none_or(|next| at <= next.start)
    }

    /// The words before `end` in the same clause, without what leads to them.
    pub(super) fn before(&self, end: usize) -> Option<Range<usize>> {
        let start = self.clause_start(end.checked_sub(1)?);
        self.trimmed(start..end)
    }

    /// These words without articles and the like before them.
    pub(super) fn trimmed(&self, words: Range<usize>) -> Option<Range<usize>> {
        let first = self.after_leads(words.clone(), |index| self.has(index, PHRASE_LEAD));
        self.whole(first..words.end)
    }
}

/// The parts of the text between two words that are outside of code: in "`#[expect()]` over", only the space.
fn outside_code(gap: &str) -> impl Iterator<Item = &str> {
    let closes = gap.split_once('`').is_some_and(|(code, _)| !code.contains(unicode::is_white_space));
    let code = usize::from(!closes);
    gap.split('`').enumerate().filter(move |(part, _)| part % 2 != code).map(|(_, own)| own)
}

/// Whether the text between two words ends a clause.
fn closes(gap: &str) -> bool {
    // "10,000" is a number.
    gap != "," && gap.contains([',', ';', '(', ')', '—', '–', '?', '!', '|', '→', '='])
        || [": ", ". ", ".\n", " - ", " -- ", "->", ":\n", ":**", "\n\n"]
            .iter()
            .any(|mark| gap.contains(mark))
}
