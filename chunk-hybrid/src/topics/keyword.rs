//! What a chunk is about (section "Similarity"): its keywords, key phrase and summary, and the counts of its terms by which chunks are
//! compared. A term is specific to a chunk if it is more frequent there than in the document.

use crate::{
    english::{class, stem::base},
    rank::smallest,
    text::{
        block::BlockKind,
        document::ParsedContent,
        word::{Word, WordSlice, Words},
    },
    topics::{address::Addresses, log2::log2_q16},
};
use chunk_core::{SentenceRules, sentences, slice, unicode};
use std::ops::Range;

/// A chunk has at least this many keywords, if it has so many terms …
const LEAST: usize = 5;
/// … and at most this many.
const MOST: usize = 10;

/// The most words of a key phrase.
const PHRASE_WORDS: usize = 4;

/// From this many sentences on, a summary has two.
const LONG: usize = 4;

/// Finds the profiles of parts of a document.
#[derive(Debug)]
pub(crate) struct Profiler {
    /// How often each term occurs in the document.
    frequencies: Vec<u32>,
    /// How many terms the document has, repeated ones included.
    total: u64,
    /// The logarithms of the first multiples of `total`.
    multiples: [u64; 32],
}

/// The terms of a part of the text, and which of them are its keywords.
#[derive(Debug)]
pub(crate) struct Profile {
    /// In the order in which they first occur.
    terms: Vec<Term>,
    /// The keywords, by their indices in `terms`, the most specific first.
    ranked: Vec<usize>,
}

/// What parts of the text are compared by.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Each term as many times as it occurs.
    pub(crate) terms: Box<[u32]>,
    pub(crate) keywords: Box<[u32]>,
}

/// A term of a part of the text.
#[derive(Debug)]
struct Term {
    term: u32,
    /// How often it occurs in the part.
    count: u32,
    /// Its first word, by the index in the part.
    first: u32,
    /// Whether it is a number or an id, or occurs only in addresses: as a keyword it ranks below all words.
    ranks_last: bool,
    specificity: i64,
}

impl Profiler {
    pub(crate) fn new(words: &Words) -> Self {
        let mut frequencies = vec![0; words.terms()];
        let mut total = 0;
        for term in words.all().iter().filter_map(Word::term) {
            if let Some(frequency) = frequencies.get_mut(term as usize) {
                *frequency += 1;
                total += 1;
            }
        }
        let multiples = std::array::from_fn(|times| log2_q16(times as u64 * total));
        Self { frequencies, total, multiples }
    }

    /// The profile of the part at `span`. `places` is working memory that the caller keeps from one call to the next, so that it need not
    /// be cleared: for each term of the document, its index in the last profile that has it.
    pub(crate) fn profile(
        &self,
        content: &ParsedContent<'_>,
        span: &Range<usize>,
        places: &mut Vec<u32>,
    ) -> Profile {
        let words = content.words.within(span);
        let mut terms: Vec<Term> = Vec::with_capacity(words.len() / 2);
        let mut total = 0;
        places.resize(self.frequencies.len(), 0);
        let mut addresses = Addresses::of(slice(content.text(), 0..span.end), span.start);
        for (index, word) in words.iter().enumerate() {
            let Some(term) = word.term() else { continue };
            let Some(place) = places.get_mut(term as usize) else { continue };
            total += 1;
            let is_addressed = addresses.hold(word.start());
            match terms.get_mut(*place as usize) {
                // If another term is there, the place is that in an earlier profile.
                Some(known) if known.term == term => {
                    known.count += 1;
                    known.ranks_last = known.ranks_last && (is_addressed || is_number_or_id(content, word));
                }
                _ => {
                    *place = terms.len() as u32;
                    let ranks_last = is_addressed || is_number_or_id(content, word);
                    terms.push(Term { term, count: 1, first: index as u32, ranks_last, specificity: 0 });
                }
            }
        }
        // The most specific first, and of equals the one that occurs first.
        let mut ranked: Vec<(i64, usize)> = Vec::with_capacity(terms.len());
        for (place, term) in terms.iter_mut().enumerate() {
            let count = u64::from(term.count);
            let frequency = self.frequencies.get(term.term as usize).map_or(count, |&count| u64::from(count));
            let multiple = self.multiples.get(count as usize).copied();
            let multiple = multiple.unwrap_or_else(|| log2_q16(count * self.total));
            let gain = multiple as i64 - log2_q16(total * frequency) as i64;
            term.specificity = count as i64 * gain;
            let rank = if term.ranks_last { RANKS_LAST } else { 0 } - term.specificity;
            ranked.push((rank, place));
        }
        let ranked = smallest(ranked, MOST);
        // The terms that are more frequent here than in the document are keywords; others only until there are enough.
        let specific = ranked.iter().take_while(|(rank, _)| *rank < 0).count();
        let keywords = ranked.into_iter().take(specific.max(LEAST)).map(|(_, place)| place);
        Profile { terms, ranked: keywords.collect() }
    }
}

/// Added to the rank of a number, an id or an address, so that it is a keyword only where there are no words left.
const RANKS_LAST: i64 = 1 << 60;

impl Profile {
    pub(crate) fn counts(&self) -> Counts {
        let mut terms = Vec::with_capacity(self.terms.iter().map(|own| own.count as usize).sum());
        for own in &self.terms {
            terms.resize(terms.len() + own.count as usize, own.term);
        }
        Counts { terms: terms.into(), keywords: self.keywords().map(|keyword| keyword.term).collect() }
    }

    /// The keywords, the most specific first.
    fn keywords(&self) -> impl Iterator<Item = &Term> + '_ {
        self.ranked.iter().filter_map(|&at| self.terms.get(at))
    }

    /// The keywords in lower case, each as it is first written in the part, which is at `span`.
    pub(crate) fn words(&self, content: &ParsedContent<'_>, span: &Range<usize>) -> Vec<String> {
        let all = content.words.within(span);
        let mut words = Vec::with_capacity(self.ranked.len());
        for word in self.keywords().filter_map(|term| all.get(term.first as usize)) {
            words.push(base(&unicode::lowercase(content.slice(&word.span()))).to_owned());
        }
        words
    }

    /// The key phrase of the part, which is at `span`: the run of at most [`PHRASE_WORDS`] words with the largest sum of specificities.
    pub(crate) fn phrase(&self, content: &ParsedContent<'_>, span: &Range<usize>) -> String {
        let places = self.terms.iter().zip(0..).map(|(own, place)| (own.term.into(), place));
        let by_term = smallest(places.collect(), self.terms.len());
        let specificity = |term: u32| {
            let at = by_term.partition_point(|&(other, _)| other < term.into());
            let own = self.terms.get(by_term.get(at)?.1)?;
            (own.term == term).then_some(own.specificity)
        };
        let mut best: Option<(i64, Range<usize>)> = None;
        // The words of the run at hand, with their specificities.
        let mut run: Vec<(Word, i64)> = Vec::with_capacity(PHRASE_WORDS);
        let mut addresses = Addresses::of(slice(content.text(), 0..span.end), span.start);
        for word in content.words.within(span).iter() {
            let is_addressed = addresses.hold(word.start());
            let joined = run.last().is_some_and(|(before, _)| {
                word.is_spaced() || slice(content.text(), before.span().end..word.span().start) == "-"
            });
            if !joined || run.len() == PHRASE_WORDS {
                run.clear();
            }
            let Some(term) = word.term().filter(|_| !is_addressed && !is_number_or_id(content, word)) else {
                run.clear();
                continue;
            };
            run.push((word, specificity(term).unwrap_or_default()));
            let sum = run.iter().map(|(_, specificity)| specificity).sum();
            let start = run.first().map_or(0, |(first, _)| first.span().start);
            if best.as_ref().is_none_or(|&(most, _)| sum > most) {
                best = Some((sum, start..word.span().end));
            }
        }
        best.map_or_else(String::new, |(_, span)| content.slice(&span).to_owned())
    }

    /// The summary of the part, which is at `span`: the one or two sentences with the most of its keywords, in the order of the text.
    pub(crate) fn summary(&self, content: &ParsedContent<'_>, span: &Range<usize>) -> String {
        let keywords: Vec<(u32, i64)> =
            self.keywords().map(|term| (term.term, term.specificity.max(1))).collect();
        let mut found: Vec<(u128, &str)> = Vec::new();
        for block in content.blocks_around(span).iter() {
            let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
            let part = block.text().max(span.start)..block.span().end.min(span.end);
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
    let sum: i64 = words.iter().filter_map(Word::term).map(weight).sum();
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
