//! What a chunk is about: keywords, key phrases, central sentences (section "Similarity").

use crate::{
    block::{BlockKind, is_heading},
    document::ParsedContent,
    log2::log2_q16,
    tell,
    word::{Word, Words},
};
use chunk_core::{SentenceRules, sentences, slice};
use std::{cmp::Reverse, ops::Range, rc::Rc};

/// Keywords of a chunk, at least and at most.
const LEAST: usize = 5;
const MOST: usize = 10;

/// The most words of a key phrase.
const PHRASE_WORDS: usize = 4;

/// From this many sentences on a summary has two.
const LONG: usize = 4;

/// How often each term stands in a document.
#[derive(Debug)]
pub(crate) struct Frequencies {
    counts: Vec<u64>,
    all: u64,
}

impl Frequencies {
    pub(crate) fn new(words: &Words) -> Self {
        let mut counts = vec![0; words.terms];
        let mut all = 0;
        for term in words.all().iter().filter_map(Word::term) {
            if let Some(count) = counts.get_mut(term) {
                *count += 1;
                all += 1;
            }
        }
        Self { counts, all }
    }
}

/// The terms of a part of the text.
#[derive(Debug)]
pub(crate) struct Profile {
    /// Ascending.
    pub(crate) terms: Vec<Term>,
    /// The keywords by their place in `terms`, the most specific first.
    ranked: Vec<usize>,
}

/// A term of a part.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) term: usize,
    /// How often it stands there.
    pub(crate) count: u64,
    /// The first word.
    first: usize,
    specificity: i64,
}

impl Profile {
    pub(crate) fn new(content: &ParsedContent<'_>, frequencies: &Frequencies, span: &Range<usize>) -> Self {
        let numbered = content.words.within(span).filter_map(|index| {
            let term = content.words.get(index)?.term()?;
            Some((term as u64) << 32 | index as u64)
        });
        // Term and word as one number are sorted faster than as two.
        let mut found: Vec<u64> = numbered.collect();
        let all = found.len() as u64;
        found.sort_unstable();
        let mut terms: Vec<Term> = Vec::with_capacity(found.len());
        for found in found {
            let (term, first) = ((found >> 32) as usize, found as u32 as usize);
            match terms.last_mut() {
                Some(last) if last.term == term => last.count += 1,
                _ => terms.push(Term { term, count: 1, first, specificity: 0 }),
            }
        }
        let mut here = Multiples::new(frequencies.all);
        let mut everywhere = Multiples::new(all);
        for term in &mut terms {
            let frequency = frequencies.counts.get(term.term).copied().unwrap_or(term.count);
            let gain = here.log2_q16(term.count) as i64 - everywhere.log2_q16(frequency) as i64;
            term.specificity = term.count as i64 * gain;
        }
        let ranked = ranked(content, &terms);
        Self { terms, ranked }
    }

    /// The terms' numbers, the most specific first.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = usize> + '_ {
        self.ranked.iter().filter_map(|&at| self.terms.get(at)).map(|term| term.term)
    }

    fn specificity(&self, word: &Word) -> Option<i64> {
        let term = word.term()?;
        let at = self.terms.binary_search_by_key(&term, |term| term.term).ok()?;
        self.terms.get(at).map(|term| term.specificity)
    }
}

/// The places of the keywords among the terms, the most specific first.
fn ranked(content: &ParsedContent<'_>, terms: &[Term]) -> Vec<usize> {
    let rank = |(at, term): (usize, &Term)| {
        // A number says what something is about only where there is nothing else.
        let is_number = content.words.get(term.first).is_some_and(|word| is_number(content, word));
        (is_number, Reverse(term.specificity), term.first, at)
    };
    let mut ranks: Vec<_> = terms.iter().enumerate().map(rank).collect();
    if ranks.len() > MOST {
        ranks.select_nth_unstable(MOST);
        ranks.truncate(MOST);
    }
    ranks.sort_unstable();
    let outstanding =
        ranks.iter().take_while(|&&(is_number, Reverse(specificity), ..)| specificity > 0 && !is_number);
    let count = outstanding.count().max(LEAST);
    ranks.truncate(count);
    ranks.into_iter().map(|(.., at)| at).collect()
}

/// Logarithms of the multiples of a number, most of them small ones.
struct Multiples {
    of: u64,
    known: [u64; 32],
}

impl Multiples {
    const fn new(of: u64) -> Self {
        Self { of, known: [0; 32] }
    }

    fn log2_q16(&mut self, times: u64) -> u64 {
        let Some(known) = self.known.get_mut(times as usize) else { return log2_q16(times * self.of) };
        if *known == 0 {
            *known = log2_q16(times * self.of);
        }
        *known
    }
}

/// What stands out in a chunk.
pub(crate) struct Keywords<'c, 'd> {
    content: &'c ParsedContent<'d>,
    span: Range<usize>,
    profile: Rc<Profile>,
}

impl<'c, 'd> Keywords<'c, 'd> {
    pub(crate) const fn new(
        content: &'c ParsedContent<'d>,
        span: Range<usize>,
        profile: Rc<Profile>,
    ) -> Self {
        Self { content, span, profile }
    }

    /// The keywords as they first stand in the chunk, in lower case.
    pub(crate) fn words(&self) -> Vec<String> {
        let terms = self.profile.ranked.iter().filter_map(|&at| self.profile.terms.get(at));
        terms
            .filter_map(|term| self.content.words.get(term.first))
            .map(|word| {
                let word = self.content.slice(&word.span()).to_lowercase();
                word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).map_or(word.clone(), Into::into)
            })
            .collect()
    }

    /// The run of words that is most specific in sum.
    pub(crate) fn phrase(&self) -> String {
        let within = self.content.words.within(&self.span);
        let words = self.content.words.slice(within);
        let mut best: Option<(i64, Range<usize>)> = None;
        // The words of the run with what they add.
        let mut run: Vec<(&Word, i64)> = Vec::with_capacity(PHRASE_WORDS);
        for word in words {
            let joined = run.last().is_some_and(|(before, _)| {
                word.spaced || slice(self.content.text(), before.span().end..word.span().start) == "-"
            });
            if !joined || word.term().is_none() || run.len() == PHRASE_WORDS {
                run.clear();
            }
            if word.term().is_none() || is_number(self.content, word) {
                run.clear();
                continue;
            }
            run.push((word, self.profile.specificity(word).unwrap_or_default()));
            let sum = run.iter().map(|(_, specificity)| specificity).sum();
            let start = run.first().map_or(0, |(first, _)| first.span().start);
            if best.as_ref().is_none_or(|&(most, _)| sum > most) {
                best = Some((sum, start..word.span().end));
            }
        }
        best.map_or_else(String::new, |(_, span)| self.content.slice(&span).to_owned())
    }

    /// The one or two sentences that say most of it, in the order in which they stand.
    pub(crate) fn summary(&self) -> String {
        let mut all: Vec<(u128, Range<usize>)> = Vec::new();
        let blocks = self.content.blocks_in(&self.span);
        let first = blocks.start.saturating_sub(1);
        for block in self.content.blocks().get(first..blocks.end).unwrap_or_default() {
            let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
            let part = block.text.max(self.span.start)..block.span.end.min(self.span.end);
            if is_heading(block) || !is_text || part.start >= part.end {
                continue;
            }
            for sentence in sentences(self.content.slice(&part), SentenceRules::Standard) {
                let span = part.start + sentence.start..part.start + sentence.end;
                all.push((self.weight(&span), span));
            }
        }
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by_key(|&index| (Reverse(all.get(index).map_or(0, |&(weight, _)| weight)), index));
        order.truncate(if all.len() >= LONG { 2 } else { 1 });
        order.sort_unstable();
        let chosen = order.iter().filter_map(|&index| all.get(index));
        chosen.map(|(_, span)| self.content.slice(span).trim()).collect::<Vec<_>>().join(" ")
    }

    /// The square of what its keywords weigh, over its length.
    fn weight(&self, span: &Range<usize>) -> u128 {
        let words = self.content.words.slice(self.content.words.within(span));
        let keywords = words.iter().filter(|word| {
            word.term().is_some_and(|term| self.profile.keywords().any(|keyword| keyword == term))
        });
        let sum: i64 = keywords
            .filter_map(|word| self.profile.specificity(word))
            .map(|specificity| specificity.max(1))
            .sum();
        (u128::from(sum.unsigned_abs()).pow(2)).checked_div(words.len() as u128).unwrap_or_default()
    }
}

fn is_number(content: &ParsedContent<'_>, word: &Word) -> bool {
    word.tells.any(tell::NUMBER) && content.slice(&word.span()).bytes().all(|byte| byte.is_ascii_digit())
}
