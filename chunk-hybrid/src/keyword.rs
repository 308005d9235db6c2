//! What a chunk is about: keywords, key phrases, central sentences (section "Similarity").

use crate::{
    block::{BlockKind, is_heading},
    document::ParsedContent,
    log2::log2_q16,
    word::{Word, Words},
};
use chunk_core::{SentenceRules, sentences, slice};
use std::{cmp::Reverse, collections::BTreeMap, ops::Range};

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

/// What stands out in a chunk.
pub(crate) struct Keywords<'c, 'd> {
    content: &'c ParsedContent<'d>,
    span: Range<usize>,
    /// The specificity of every term of the chunk, and its first word.
    specific: BTreeMap<usize, (i64, usize)>,
    /// The terms of the keywords, the most specific first.
    ranked: Vec<usize>,
}

impl<'c, 'd> Keywords<'c, 'd> {
    pub(crate) fn new(content: &'c ParsedContent<'d>, frequencies: &Frequencies, span: Range<usize>) -> Self {
        let within = content.words.within(&span);
        let mut counts: BTreeMap<usize, (u64, usize)> = BTreeMap::new();
        let mut terms = 0_u64;
        for index in within {
            if let Some(term) = content.words.get(index).and_then(Word::term) {
                terms += 1;
                counts.entry(term).or_insert((0, index)).0 += 1;
            }
        }
        let specific: BTreeMap<usize, (i64, usize)> = counts
            .into_iter()
            .map(|(term, (count, first))| {
                let everywhere = frequencies.counts.get(term).copied().unwrap_or(count);
                let here = log2_q16(count * frequencies.all) as i64;
                let there = log2_q16(everywhere * terms) as i64;
                (term, (count as i64 * (here - there), first))
            })
            .collect();
        let mut ranked: Vec<usize> = specific.keys().copied().collect();
        let rank = |term: &usize| {
            specific.get(term).map(|&(specificity, first)| {
                // A number says what something is about only where there is nothing else.
                (is_number(content, first), Reverse(specificity), first)
            })
        };
        ranked.sort_by_key(rank);
        let outstanding = ranked.iter().take_while(|term| {
            specific
                .get(term)
                .is_some_and(|&(specificity, first)| specificity > 0 && !is_number(content, first))
        });
        let count = outstanding.count().clamp(LEAST, MOST);
        ranked.truncate(count);
        Self { content, span, specific, ranked }
    }

    /// The terms' numbers, the most specific first.
    pub(crate) fn terms(&self) -> &[usize] {
        &self.ranked
    }

    /// The keywords as they first stand in the chunk, in lower case.
    pub(crate) fn words(&self) -> Vec<String> {
        let first = |term: &usize| self.content.words.get(self.specific.get(term)?.1);
        self.ranked
            .iter()
            .filter_map(first)
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
        let mut run: Vec<&Word> = Vec::new();
        for word in words {
            let joined = run.last().is_some_and(|before| {
                matches!(slice(self.content.text(), before.span().end..word.span().start), " " | "-")
            });
            if !joined || word.term().is_none() || run.len() == PHRASE_WORDS {
                run.clear();
            }
            let is_number = self.content.slice(&word.span()).bytes().all(|byte| byte.is_ascii_digit());
            if word.term().is_none() || is_number {
                run.clear();
                continue;
            }
            run.push(word);
            let sum = run.iter().filter_map(|word| self.specificity(word)).sum();
            let start = run.first().map_or(0, |first| first.span().start);
            if best.as_ref().is_none_or(|&(most, _)| sum > most) {
                best = Some((sum, start..word.span().end));
            }
        }
        best.map_or_else(String::new, |(_, span)| self.content.slice(&span).to_owned())
    }

    fn specificity(&self, word: &Word) -> Option<i64> {
        self.specific.get(&word.term()?).map(|&(specificity, _)| specificity)
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
        let keywords =
            words.iter().filter(|word| word.term().is_some_and(|term| self.ranked.contains(&term)));
        let sum: i64 =
            keywords.filter_map(|word| self.specificity(word)).map(|specificity| specificity.max(1)).sum();
        (u128::from(sum.unsigned_abs()).pow(2)).checked_div(words.len() as u128).unwrap_or_default()
    }
}

fn is_number(content: &ParsedContent<'_>, word: usize) -> bool {
    content
        .words
        .get(word)
        .is_some_and(|word| content.slice(&word.span()).bytes().all(|byte| byte.is_ascii_digit()))
}
