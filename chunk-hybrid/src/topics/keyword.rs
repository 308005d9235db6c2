//! What a chunk is about (section "Similarity"): its keywords, key phrase and summary. A term is specific to a chunk if it is more
//! frequent there than in the document.

use crate::english::class;
use crate::english::stem::base;
use crate::text::{BlockKind, ParsedContent, Word, WordSlice};
use crate::topics::log2_q16;
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// A chunk has at least this many keywords, if it has so many terms …
const LEAST: usize = 5;
/// … and at most this many.
const MOST: usize = 10;

/// The most words of a key phrase.
const PHRASE_WORDS: usize = 4;

/// From this many sentences on, a summary has two.
const LONG: usize = 4;

/// The terms of a part of the text, and which of them are its keywords.
pub(crate) struct Profile<'c> {
    content: &'c ParsedContent<'c>,
    /// Where the part is.
    span: Range<usize>,
    words: WordSlice<'c>,
    /// By their numbers.
    terms: Vec<Term>,
    /// The keywords, by their indices in `terms`, the most specific first.
    ranked: Vec<usize>,
}

/// Added to the rank of a number, an id or an address, so that it is a keyword only where there are no words left.
const RANKS_LAST: i64 = 1 << 60;

/// A term of a part of the text.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) term: u32,
    /// Its first word, by the index in the part.
    first: usize,
    specificity: i64,
}

impl<'c> Profile<'c> {
    /// The profile of the part at `span`.
    pub(crate) fn new(content: &'c ParsedContent<'c>, span: &Range<usize>) -> Self {
        let words = content.words.within(span);
        // The terms, each with the index of its word.
        let terms = words.iter().enumerate().filter_map(|(index, word)| Some((word.term?, index)));
        let mut places: Vec<(u32, usize)> = terms.collect();
        places.sort_unstable();
        let total = places.len() as u64;
        let (mut terms, mut ranked) = (Vec::with_capacity(places.len()), Vec::with_capacity(places.len()));
        for same in places.chunk_by(|one, next| one.0 == next.0) {
            let Some(&(term, first)) = same.first() else { continue };
            let count = same.len() as u64;
            let frequency = content.words.frequencies.get(term as usize).copied().unwrap_or(count);
            let gain = log2_q16(count * content.words.total) as i64 - log2_q16(total * frequency) as i64;
            let specificity = count as i64 * gain;
            let word = |(_, index): &(u32, usize)| words.get(*index);
            let ranks_last =
                same.iter().filter_map(word).all(|word| word.in_address || is_number_or_id(content, word));
            let rank = if ranks_last { RANKS_LAST } else { 0 } - specificity;
            ranked.push((rank, first, terms.len()));
            terms.push(Term { term, first, specificity });
        }
        // The most specific first, and of equals the one that occurs first.
        ranked.sort_unstable();
        ranked.truncate(MOST);
        // The terms that are more frequent here than in the document are keywords; others only until there are enough.
        let specific = ranked.iter().take_while(|(rank, ..)| *rank < 0).count();
        let keywords = ranked.into_iter().take(specific.max(LEAST)).map(|(.., place)| place);
        Self { content, span: span.clone(), words, terms, ranked: keywords.collect() }
    }

    /// The keywords, the most specific first.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = &Term> + '_ {
        self.ranked.iter().filter_map(|&at| self.terms.get(at))
    }

    /// The keywords in lower case, each as it is first written in the part.
    pub(crate) fn words(&self) -> Vec<String> {
        let words = self.keywords().filter_map(|term| self.words.get(term.first));
        words.map(|word| base(&unicode::lowercase(self.content.slice(&word.span()))).to_owned()).collect()
    }

    /// The key phrase of the part: the run of at most [`PHRASE_WORDS`] words with the largest sum of specificities.
    pub(crate) fn phrase(&self) -> String {
        let content = self.content;
        let specificity = |term: u32| {
            let at = self.terms.binary_search_by_key(&term, |own| own.term).ok();
            at.and_then(|at| self.terms.get(at)).map_or(0, |own| own.specificity)
        };
        let mut best: Option<(i64, Range<usize>)> = None;
        // The words of the run at hand, with their specificities.
        let mut run: Vec<(Word, i64)> = Vec::with_capacity(PHRASE_WORDS);
        for word in self.words.iter() {
            let joined = run.last().is_some_and(|(before, _)| {
                word.is_spaced || slice(content.text(), before.end..word.start) == "-"
            });
            if !joined || run.len() == PHRASE_WORDS {
                run.clear();
            }
            let Some(term) = word.term.filter(|_| !word.in_address && !is_number_or_id(content, word)) else {
                run.clear();
                continue;
            };
            run.push((word, specificity(term)));
            let sum = run.iter().map(|(_, specificity)| specificity).sum();
            let start = run.first().map_or(0, |(first, _)| first.start);
            if best.as_ref().is_none_or(|&(most, _)| sum > most) {
                best = Some((sum, start..word.end));
            }
        }
        best.map_or_else(String::new, |(_, span)| content.slice(&span).to_owned())
    }

    /// The summary of the part: the one or two sentences with the most of its keywords, in the order of the text.
    pub(crate) fn summary(&self) -> String {
        let Self { content, span, .. } = self;
        let keywords: Vec<(u32, i64)> =
            self.keywords().map(|term| (term.term, term.specificity.max(1))).collect();
        let mut found: Vec<(u128, &str)> = Vec::new();
        for block in content.blocks_around(span) {
            let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
            let part = block.text.max(span.start)..block.end.min(span.end);
            if !is_text || part.start >= part.end {
                continue;
            }
            let text = content.slice(&part);
            for sentence in sentences(text, SentenceRules::Standard) {
                let span = part.start + sentence.start..part.start + sentence.end;
                found.push((weight(&keywords, content.words.within(&span)), slice(text, sentence)));
            }
        }
        // The index of the sentence with the largest weight but for one; of equals the first.
        let best = |but: Option<usize>| {
            let others = found.iter().enumerate().rev().filter(|(at, _)| Some(*at) != but);
            others.max_by_key(|(_, (weight, _))| weight).map(|(at, _)| at)
        };
        let first = best(None);
        let second = if found.len() < LONG { None } else { best(first) };
        let mut chosen: Vec<usize> = first.into_iter().chain(second).collect();
        chosen.sort_unstable();
        let chosen = chosen.into_iter().filter_map(|at| found.get(at));
        chosen.map(|(_, sentence)| unicode::trim(sentence)).collect::<Vec<_>>().join(" ")
    }
}

/// How much a sentence of these words says: the square of the sum of its keywords' weights, divided by the number of words.
fn weight(keywords: &[(u32, i64)], words: WordSlice<'_>) -> u128 {
    let weight = |own| keywords.iter().find(|&&(term, _)| term == own).map_or(0, |&(_, weight)| weight);
    let sum: i64 = words.iter().filter_map(|word| word.term).map(weight).sum();
    u128::from(sum.unsigned_abs()).pow(2).checked_div(words.len() as u128).unwrap_or_default()
}

/// Whether a word is a number or an id: at least seven hexadecimal digits, some of which are no letters.
fn is_number_or_id(content: &ParsedContent<'_>, word: Word) -> bool {
    let span = word.span();
    if span.len() >= 7 {
        let mut bytes = content.slice(&span).bytes();
        return bytes.clone().all(|byte| byte.is_ascii_hexdigit()) && bytes.any(|byte| byte.is_ascii_digit());
    }
    word.classes.any(class::NUMBER) && content.slice(&span).bytes().all(|byte| byte.is_ascii_digit())
}
