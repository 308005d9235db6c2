//! What a chunk is about: keywords, key phrases, central sentences (section "Similarity").

use crate::{
    english::class,
    text::{
        block::{BlockKind, is_heading},
        document::ParsedContent,
        word::{Word, Words},
    },
    topics::log2::log2_q16,
};
use chunk_core::{SentenceRules, sentences, slice, unicode};
use std::{cmp::Reverse, iter::Peekable, ops::Range, rc::Rc};

/// Keywords of a chunk, at least and at most.
const LEAST: usize = 5;
const MOST: usize = 10;

/// The most words of a key phrase.
const PHRASE_WORDS: usize = 4;

/// From this many sentences on a summary has two.
const LONG: usize = 4;

/// Finds the profiles of parts of a document.
#[derive(Debug)]
pub(crate) struct Profiler {
    /// Of each term how often it stands in the document, and its place in the profile that it was found in last.
    known: Vec<(u32, u32)>,
    /// Of how many terms the document is.
    here: Multiples,
}

/// The terms of a part of the text.
#[derive(Debug)]
pub(crate) struct Profile {
    /// As they first stand in it.
    pub(crate) terms: Vec<Term>,
    /// The keywords by their place in `terms`, the most specific first.
    ranked: Vec<usize>,
}

/// A term of a part.
#[derive(Debug)]
pub(crate) struct Term {
    pub(crate) term: u32,
    /// How often it stands there.
    pub(crate) count: u32,
    /// The first word.
    first: u32,
    is_number: bool,
    specificity: i64,
}

impl Profiler {
    pub(crate) fn new(words: &Words) -> Self {
        let mut known = vec![(0, 0); words.terms];
        let mut all = 0;
        for term in words.all().iter().filter_map(Word::term) {
            if let Some((count, _)) = known.get_mut(term as usize) {
                *count += 1;
                all += 1;
            }
        }
        Self { known, here: Multiples::new(all) }
    }

    pub(crate) fn profile(&mut self, content: &ParsedContent<'_>, span: &Range<usize>) -> Profile {
        let within = content.words.within(span);
        let mut terms: Vec<Term> = Vec::with_capacity(within.len() / 2);
        let mut all = 0;
        for (index, word) in content.words.slice(within.clone()).iter().enumerate() {
            let Some(term) = word.term() else { continue };
            let Some((_, place)) = self.known.get_mut(term as usize) else { continue };
            all += 1;
            match terms.get_mut(*place as usize) {
                // Else the place is one in another profile.
                Some(known) if known.term == term => known.count += 1,
                _ => {
                    *place = terms.len() as u32;
                    let (first, is_number) = ((within.start + index) as u32, is_number(content, word));
                    terms.push(Term { term, count: 1, first, is_number, specificity: 0 });
                }
            }
        }
        // A word is said more than once.
        terms.shrink_to_fit();
        let mut best: Vec<Rank> = Vec::with_capacity(MOST);
        for (place, term) in terms.iter_mut().enumerate() {
            let count = u64::from(term.count);
            let frequency = self.known.get(term.term as usize).map_or(count, |&(count, _)| u64::from(count));
            let gain = self.here.log2_q16(count) as i64 - log2_q16(all * frequency) as i64;
            term.specificity = count as i64 * gain;
            let rank = term.specificity - if term.is_number { NUMBER } else { 0 };
            if best.len() == MOST {
                if best.last().is_some_and(|&(last, _)| rank <= last) {
                    continue;
                }
                best.pop();
            }
            best.insert(best.partition_point(|&(other, _)| other >= rank), (rank, place));
        }
        Profile { terms, ranked: outstanding(best) }
    }
}

/// What is more specific says more, and of equals what stands first.
type Rank = (i64, usize);

/// A number says what something is about only where there is nothing else: it ranks below all that is none.
const NUMBER: i64 = 1 << 60;

/// The places of those that are keywords: what gains, or is needed to have enough.
fn outstanding(best: Vec<Rank>) -> Vec<usize> {
    let gaining = best.iter().take_while(|&&(rank, _)| rank > 0).count();
    best.into_iter().take(gaining.max(LEAST)).map(|(_, place)| place).collect()
}

impl Profile {
    /// The keywords, the most specific first.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = &Term> + '_ {
        self.ranked.iter().filter_map(|&at| self.terms.get(at))
    }
}

/// Logarithms of the multiples of a number, most of them small ones.
#[derive(Debug)]
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
        let terms = self.profile.keywords();
        terms
            .filter_map(|term| self.content.words.get(term.first as usize))
            .map(|word| {
                let mut word = unicode::lowercase(self.content.slice(&word.span()));
                let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).map(str::len);
                word.truncate(stem.unwrap_or(word.len()));
                word
            })
            .collect()
    }

    /// The run of words that is most specific in sum.
    pub(crate) fn phrase(&self) -> String {
        let words = self.content.words.all_within(&self.span);
        let mut by_term: Vec<(u32, i64)> =
            self.profile.terms.iter().map(|term| (term.term, term.specificity)).collect();
        by_term.sort_unstable();
        let specificity = |term: u32| {
            let at = by_term.binary_search_by_key(&term, |&(term, _)| term).ok()?;
            by_term.get(at).map(|&(_, specificity)| specificity)
        };
        let mut best: Option<(i64, Range<usize>)> = None;
        // The words of the run with what they add.
        let mut run: Vec<(Word<'_>, i64)> = Vec::with_capacity(PHRASE_WORDS);
        for word in words.iter() {
            let joined = run.last().is_some_and(|(before, _)| {
                word.is_spaced() || slice(self.content.text(), before.span().end..word.span().start) == "-"
            });
            if !joined || run.len() == PHRASE_WORDS {
                run.clear();
            }
            let Some(term) = word.term().filter(|_| !is_number(self.content, word)) else {
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
        best.map_or_else(String::new, |(_, span)| self.content.slice(&span).to_owned())
    }

    /// The one or two sentences that say most of it, in the order in which they stand.
    pub(crate) fn summary(&self) -> String {
        let keywords = self.profile.keywords().map(|term| (term.term, term.specificity.max(1)));
        let keywords: Vec<(u32, i64)> = keywords.collect();
        let words = self.content.words.all_within(&self.span);
        let mut words = words.iter().peekable();
        let (mut count, mut best, mut second) = (0, None, None);
        let blocks = self.content.blocks_in(&self.span);
        let first = blocks.start.saturating_sub(1);
        for block in self.content.blocks().get(first..blocks.end).unwrap_or_default() {
            let is_text = matches!(block.kind, BlockKind::Paragraph | BlockKind::Item);
            let part = block.text().max(self.span.start)..block.span.end.min(self.span.end);
            if is_heading(block) || !is_text || part.start >= part.end {
                continue;
            }
            for sentence in sentences(self.content.slice(&part), SentenceRules::Standard) {
                let span = part.start + sentence.start..part.start + sentence.end;
                let sentence = Some((weight(&keywords, &mut words, &span), Reverse(span.start), span.end));
                count += 1;
                if sentence > best {
                    (best, second) = (sentence, best);
                } else if sentence > second {
                    second = sentence;
                }
            }
        }
        let mut chosen = [best, second.filter(|_| count >= LONG)];
        chosen.sort_unstable_by_key(|sentence| sentence.map(|(_, Reverse(start), _)| start));
        let texts = chosen
            .iter()
            .flatten()
            .map(|&(_, Reverse(start), end)| unicode::trim(self.content.slice(&(start..end))));
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// The square of what the keywords weigh among those of `words` that lie in `span`, over the number of these.
fn weight<'w>(
    keywords: &[(u32, i64)],
    words: &mut Peekable<impl Iterator<Item = Word<'w>>>,
    span: &Range<usize>,
) -> u128 {
    while words.next_if(|word| word.span().start < span.start).is_some() {}
    let (mut sum, mut count) = (0, 0);
    while let Some(word) = words.next_if(|word| word.span().end <= span.end) {
        let own = word.term().and_then(|own| keywords.iter().find(|&&(term, _)| term == own));
        sum += own.map_or(0, |&(_, weight)| weight);
        count += 1;
    }
    u128::from(sum.unsigned_abs()).pow(2).checked_div(count).unwrap_or_default()
}

fn is_number(content: &ParsedContent<'_>, word: Word<'_>) -> bool {
    word.classes.any(class::NUMBER) && content.slice(&word.span()).bytes().all(|byte| byte.is_ascii_digit())
}
