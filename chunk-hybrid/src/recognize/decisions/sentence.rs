//! A sentence word by word, on which the grammar of decisions works (H19): what a word is, what stands between two words, where clauses
//! and phrases start and end. Words are known by their indices in the sentence.

use crate::english::class::{AUXILIARY, BEING, Classes, MENTION, NUMBER, PHRASE_END, PHRASE_LEAD, PRONOUN};
use crate::text::{ParsedContent, WordSlice, parts};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// At most this many words of a sentence are read: an option does not come later.
const MOST_WORDS: usize = 160;
/// And at most this many bytes.
const MOST_BYTES: usize = 2000;

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

    /// The names that commas or lines part in it, such as what stands after `Rejected:` (`A (slow), B and C`); none, if one is too long for a
    /// name or says something.
    pub(super) fn names(&self) -> Vec<Range<usize>> {
        const LONGEST: usize = 4;
        let is_apart = |part: &Range<usize>| {
            let before = self.content.slice(&(self.span.start..part.start));
            before.matches('(').count() == before.matches(')').count()
        };
        let named = |part: Range<usize>| Sentence::of(self.content, part).named();
        let lines = parts(self.content, self.span.clone(), '\n');
        let parts = lines.flat_map(|line| parts(self.content, line, ',')).filter(is_apart);
        let names: Vec<_> = parts.filter_map(named).collect();
        let is_name = |name: &Range<usize>| {
            let words = self.content.words.within(name);
            words.len() <= LONGEST && !words.any(BEING.or(AUXILIARY))
        };
        if names.iter().all(is_name) { names } else { Vec::new() }
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
    pub(super) fn is_part(&self, index: usize) -> bool {
        let joined =
            |at| (1..self.len()).contains(&at) && matches!(self.gap(at), "-" | "_" | "__" | "." | "::");
        let is_within = |mark| (self.gap(index).ends_with(mark), self.gap(index + 1).starts_with(mark));
        joined(index)
            || joined(index + 1)
            || is_within('`') == (true, true)
            || is_within('/') != (false, false)
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

    /// Whether a clause ends right before the word `index`, or the sentence does.
    pub(super) fn breaks(&self, index: usize) -> bool {
        let Some(word) = self.words.get(index) else { return true };
        !word.is_spaced && outside_code(self.gap(index)).any(closes)
    }

    /// Whether one of these marks is right before the word `index`.
    pub(super) fn is_behind(&self, index: usize, marks: &[&str]) -> bool {
        index > 0 && marks.iter().any(|mark| self.gap(index).contains(mark))
    }

    /// Where the clause around the word `index` ends.
    pub(super) fn clause_end(&self, index: usize) -> usize {
        (index + 1..self.len()).find(|&next| self.breaks(next)).unwrap_or(self.len())
    }

    /// Where the clause around the word `index` starts.
    pub(super) fn clause_start(&self, index: usize) -> usize {
        (1..=index).rev().find(|&at| self.breaks(at)).unwrap_or(0)
    }

    /// The phrase that starts at the first of these words, without articles and the like, and ends within them. If it starts with
    /// something quoted, it is that.
    pub(super) fn phrase_within(&self, words: Range<usize>) -> Option<Range<usize>> {
        if words.is_empty() {
            return None;
        }
        let first = self.after_leads(words.clone());
        let start = self.words.get(first)?.start;
        let reaches = |quoted: &Range<usize>| start < quoted.end;
        let quoted = (words.start..=first).rev().find_map(|at| self.quoted_at(at)).filter(reaches);
        // An article that is emphasized or linked with a phrase is no part of it either.
        let quoted =
            quoted.map(|quoted| if self.quoted_at(first).is_some() { quoted } else { start..quoted.end });
        quoted.or_else(|| self.whole(first..self.phrase_end(first..words.end)))
    }

    /// Where the phrase ends that these words start with.
    fn phrase_end(&self, words: Range<usize>) -> usize {
        (words.start + 1..words.end).find(|index| self.ends_phrase(*index)).unwrap_or(words.end)
    }

    /// Whether a phrase ends right before the word `index`.
    fn ends_phrase(&self, index: usize) -> bool {
        // "Raise the limit to 2 GB" is one thing.
        let is_amount = self.is(index, &["to"]) && self.has(index + 1, NUMBER);
        self.breaks(index)
            || self.has(index, PHRASE_END) && !is_amount
            || self.is(index, &["such"]) && self.is(index + 1, &["as"])
            || self.is(index, &["yet"])
    }

    /// The first of these words that is no article or the like, or the last one of its clause.
    fn after_leads(&self, words: Range<usize>) -> usize {
        let leads = |index| {
            index + 1 < words.end
                && self.has(index, PHRASE_LEAD)
                && !self.breaks(index + 1)
                // The "that" of "we do not need that yet" leads to nothing.
                && !(self.has(index, PRONOUN) && self.ends_phrase(index + 1))
                && self.quoted_at(index).is_none_or(|quoted| self.is_marked(&quoted))
        };
        words.clone().find(|&index| !leads(index)).unwrap_or(words.start)
    }

    /// The bytes of these words with the marks that belong to them (`.NET`, `C++`), of a link only its text. `None` for a pronoun alone,
    /// which names nothing.
    pub(super) fn whole(&self, words: Range<usize>) -> Option<Range<usize>> {
        let last = words.end.checked_sub(1).filter(|last| *last >= words.start)?;
        let refers = self.is(words.start, &["following", "same", "this", "these", "those", "such"]);
        if last == words.start && self.has(last, PRONOUN) || refers {
            return None;
        }
        let (before, after) = (self.gap(words.start), self.gap(words.end));
        let lead =
            before.len() - before.trim_end_matches(['.', '#', '/', '@', '$', '-', '+', '~', '<']).len();
        let start = self.words.get(words.start)?.span().start - lead;
        let tail = after.len() - after.trim_start_matches(['+', '#', '%', '°', '/']).len();
        let text = self.content.slice(&(start..self.end(last) + tail));
        // Of a link only its text is named, but no half of one: "in [Markdown](https://daringfireball.net)".
        let end = match text.find('[') {
            Some(open) => self.link_end(start + open).map(|end| end - start).filter(|end| *end > text.len()),
            None => text.find("](").or_else(|| text.find("][")),
        };
        if let Some(end) = end {
            return Some(start..start + end);
        }
        let before = slice(before, 0..before.len() - lead);
        Some(self.with_both_marks(start..start + text.len(), before, slice(after, tail..after.len())))
    }

    /// Where the link ends whose text starts at the byte `open`.
    fn link_end(&self, open: usize) -> Option<usize> {
        let text = self.content.slice(&(open..self.span.end.max(open)));
        let target = text.find(']').filter(|end| slice(text, *end..text.len()).starts_with("]("))?;
        Some(open + target + slice(text, target..text.len()).find(')')? + 1)
    }

    /// An option that holds one mark of a pair, extended to the other one right before or after it: "`HashMap` of names", "a bare `u64`".
    fn with_both_marks(&self, option: Range<usize>, before: &str, after: &str) -> Range<usize> {
        let text = self.content.slice(&option);
        // "**store the position** either in …": what is in bold is all of it.
        if let Some(end) = text.find("**").filter(|_| before.ends_with("**")) {
            return option.start..option.start + end;
        }
        let is_half = |(open, close): &(&str, &str)| {
            (text.matches(open).count() + usize::from(open != close) * text.matches(close).count()) % 2 == 1
        };
        let pairs = [("`", "`"), ("\"", "\""), ("“", "”"), ("**", "**")];
        let Some((open, close)) = pairs.into_iter().find(is_half) else {
            return option;
        };
        let near = after.split(unicode::is_white_space).next().unwrap_or_default();
        if let Some(at) = near.find(close) {
            return option.start..option.end + at + close.len();
        }
        let near = before.rsplit(unicode::is_white_space).next().unwrap_or_default();
        let lead = near.rfind(open).map_or(0, |at| near.len() - at);
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

    /// Whether what stands between two marks is emphasized or linked, not quoted or code.
    fn is_marked(&self, quoted: &Range<usize>) -> bool {
        let before = self.content.slice(&(self.span.start..quoted.start));
        before.ends_with("**") || before.ends_with("__") || before.ends_with('[')
    }

    /// What is quoted where these words start, right behind the first, or mentioned ("the words `just` and `very`", "idioms like “lame”"); else
    /// the phrase that they start with.
    pub(super) fn quoted_or_first(&self, words: Range<usize>) -> Vec<Range<usize>> {
        let (mentions, likens) = (self.has(words.start, MENTION), self.is(words.start + 1, &["like"]));
        let end = if mentions || likens { self.phrase_end(words.clone()) } else { words.start + 2 };
        if let Some(quoted) = (words.start..end.min(words.end)).find(|&at| self.quoted_at(at).is_some()) {
            let all = self.alternatives(quoted..words.end);
            // Avoid "feeling like “a tourist”", which is one thing.
            if all.len() > 1 || !likens {
                return all;
            }
        }
        // "Don't rely on luck": the object of a preposition right behind one word belongs to it.
        let (from, own) = (words.start, self.phrase_within(words.clone()));
        let goes_on = self.is(from + 1, &["on", "to", "in", "at", "for", "from", "about", "with"])
            && !self.breaks(from + 1)
            && !self.is_capital(from)
            && own == self.trimmed(from..from + 1);
        let object = if goes_on { self.phrase_within(from + 2..words.end) } else { None };
        // "Do not depend on this" names nothing.
        if goes_on && object.is_none() {
            return Vec::new();
        }
        let own = own.map(|own| own.start..object.map_or(own.end, |object| object.end.max(own.end)));
        own.into_iter().collect()
    }

    /// The phrases that these words start with, with `or` between them; if one is quoted, with the quoted ones after `and` or a comma, too.
    pub(super) fn alternatives(&self, words: Range<usize>) -> Vec<Range<usize>> {
        let one = |at: usize| {
            let or = (at + 1..words.end).find(|&at| self.is(at, &["or", "nor"])).unwrap_or(words.end);
            self.phrase_within(at..or).map(|one| (at, one))
        };
        let mut next = one(words.start + usize::from(self.is(words.start, &["either"])));
        let mut all = Vec::new();
        while let Some((at, last)) = next {
            let after =
                (at + 1..words.end).find(|&next| self.starts(next - 1, last.end)).unwrap_or(words.end);
            let (is_or, is_and) = (self.is(after, &["or", "nor"]), self.is(after, &["and"]));
            let other = after + usize::from(is_or || is_and);
            let goes_on = self.quoted_at(at).is_some() && self.quoted_at(other).is_some()
                || is_or && !self.breaks(after);
            all.push(last);
            next = one(other).filter(|_| goes_on && other < words.end);
        }
        all
    }

    /// Whether the byte `at` lies no later than the start of the word after `index`.
    pub(super) fn starts(&self, index: usize, at: usize) -> bool {
        self.words.get(index + 1).is_none_or(|next| at <= next.start)
    }

    /// These words without auxiliaries at their end: "the pump" of "the pump was".
    pub(super) fn subject(&self, words: Range<usize>) -> Option<Range<usize>> {
        let is_auxiliary = |&at: &usize| self.has(at, AUXILIARY) && !self.breaks(words.end);
        let auxiliaries = words.clone().rev().take_while(is_auxiliary).count();
        self.trimmed(words.start..words.end - auxiliaries)
    }

    /// These words without articles and the like before them.
    pub(super) fn trimmed(&self, words: Range<usize>) -> Option<Range<usize>> {
        let first = self.after_leads(words.clone());
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
        || [": ", ". ", ".\n", ".<", ".**", " - ", " -- ", "->", ":\n", ":**", "\n\n"]
            .iter()
            .any(|mark| gap.contains(mark))
}
