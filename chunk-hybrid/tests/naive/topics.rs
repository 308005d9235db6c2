//! The section "Similarity", H14 and what H18 says of a chunk: everything anew from the words each time.

use super::{
    Settings,
    blocks::Kind,
    cuts::{self, Unit},
    document::{Document, Word},
};
use chunk_core::{
    SentenceRules, sentences,
    unicode::{lowercase, trim},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// `floor(2^16 · log2 x)` by sixteen squarings of a mantissa of 31 bits.
pub(super) fn log2(x: u64) -> u64 {
    if x == 0 {
        return 0;
    }
    let whole = u64::from(x.ilog2());
    let mut mantissa = (u128::from(x) << 30) >> whole;
    let mut bits = whole;
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 30;
        let carry = mantissa >> 31;
        mantissa >>= carry;
        bits = bits * 2 + carry as u64;
    }
    bits
}

/// How alike the units are to their neighbours, in Q16, and how much each term weighs.
pub(super) struct Gaps {
    values: Vec<u64>,
    pub(super) units: Vec<Range<usize>>,
    weights: BTreeMap<String, u128>,
}

impl Gaps {
    pub(super) fn of_body(document: &Document, settings: &Settings) -> Self {
        let most = if settings.target.is_some() { 0 } else { settings.max };
        let units = cuts::units(document, &(document.body..document.text.len()), most, 16);
        Self::new(document, &units, settings)
    }

    pub(super) fn new(document: &Document, units: &[Unit], settings: &Settings) -> Self {
        let least = settings.target.map_or(60, |target| target / 9);
        let terms: Vec<Vec<&str>> = units.iter().map(|unit| document.terms_in(&unit.span)).collect();
        let mut holders: BTreeMap<String, u64> = BTreeMap::new();
        for unit in &terms {
            for term in unit.iter().collect::<BTreeSet<_>>() {
                *holders.entry((*term).to_owned()).or_default() += 1;
            }
        }
        let all = log2(units.len() as u64 + 1);
        let weights: BTreeMap<String, u128> = holders
            .into_iter()
            .map(|(term, held)| (term, u128::from(all.saturating_sub(log2(held)) >> 8)))
            .collect();
        let side = |near_first: Vec<usize>| {
            let mut block: Vec<&str> = Vec::new();
            for (index, unit) in near_first.into_iter().enumerate() {
                if index > 0 && block.len() >= least {
                    break;
                }
                block.extend(&terms[unit]);
            }
            vector(&block, &weights)
        };
        let value = |gap: usize| {
            let [left, right] = [side((0..gap).rev().collect()), side((gap..terms.len()).collect())];
            cosine(&left, &right).min(1 << 16)
        };
        let values = (1..terms.len()).map(value).collect();
        Self { values, units: units.iter().map(|unit| unit.span.clone()).collect(), weights }
    }

    pub(super) fn before(&self, unit: usize) -> u64 {
        if unit == 0 { 0 } else { self.values[unit - 1] }
    }

    /// `3·s / (3·s + 2·mean)` in thousandths.
    pub(super) fn similarity(&self, s: u64) -> u64 {
        let own = 3 * u128::from(s) * self.values.len() as u128;
        let all = own + 2 * self.values.iter().map(|&value| u128::from(value)).sum::<u128>();
        (own * 1000).checked_div(all).unwrap_or(0) as u64
    }

    /// Whether that, before it is rounded, is below a threshold; where nothing is like anything, all is below.
    pub(super) fn is_below(&self, s: u64, threshold: u64) -> bool {
        let own = 3 * u128::from(s) * self.values.len() as u128;
        let all = own + 2 * self.values.iter().map(|&value| u128::from(value)).sum::<u128>();
        if all == 0 { threshold > 0 } else { own * 1000 < u128::from(threshold) * all }
    }

    /// How alike the words of two parts are, in Q16.
    pub(super) fn likeness(&self, document: &Document, one: &Range<usize>, other: &Range<usize>) -> u64 {
        let [one, other] = [one, other].map(|span| vector(&document.terms_in(span), &self.weights));
        cosine(&one, &other)
    }

    /// H14: the mean similarity of the gaps inside a chunk; 1.000 without any.
    pub(super) fn coherence(&self, span: &Range<usize>) -> u64 {
        let inner: Vec<u64> = (0..self.units.len())
            .filter(|&unit| self.units[unit].start > span.start && self.units[unit].start < span.end)
            .map(|unit| self.similarity(self.before(unit)))
            .collect();
        if inner.is_empty() { 1000 } else { inner.iter().sum::<u64>() / inner.len() as u64 }
    }
}

fn vector<'t>(terms: &[&'t str], weights: &BTreeMap<String, u128>) -> BTreeMap<&'t str, u128> {
    let mut vector = BTreeMap::new();
    for term in terms {
        *vector.entry(*term).or_default() += weights.get(*term).copied().unwrap_or(0);
    }
    vector
}

fn cosine(one: &BTreeMap<&str, u128>, other: &BTreeMap<&str, u128>) -> u64 {
    let dot: u128 = one.iter().map(|(term, weight)| weight * other.get(term).copied().unwrap_or(0)).sum();
    let [one, other] = [one, other].map(|vector| vector.values().map(|weight| weight * weight).sum::<u128>());
    (dot << 16).checked_div((one * other).isqrt()).unwrap_or(0) as u64
}

/// A term of a chunk and how specific it is.
pub(super) struct Term<'d> {
    pub(super) term: &'d str,
    specificity: i64,
    /// The first word.
    first: Range<usize>,
    /// Whether it is a number or an id, or stands in addresses alone.
    is_last: bool,
}

/// The terms of a chunk, as they first stand in it.
fn terms<'d>(document: &'d Document, span: &Range<usize>) -> Vec<Term<'d>> {
    let own = document.terms_in(span);
    let all = document.terms_in(&(0..document.text.len()));
    let times = |terms: &[&str], wanted: &str| terms.iter().filter(|term| **term == wanted).count() as u64;
    let mut terms: Vec<Term<'d>> = Vec::new();
    for word in document.words_in(span) {
        let Some(term) = word.term.as_deref() else { continue };
        if terms.iter().any(|known| known.term == term) {
            continue;
        }
        let (here, everywhere) = (times(&own, term), times(&all, term));
        let gain = log2(here * all.len() as u64) as i64 - log2(everywhere * own.len() as u64) as i64;
        let is_last = document
            .words_in(span)
            .filter(|word| word.term.as_deref() == Some(term))
            .all(|word| says_little(document, span, word));
        terms.push(Term { term, specificity: here as i64 * gain, first: word.span.clone(), is_last });
    }
    terms
}

/// The 5 to 10 keywords, the most specific first; fewer only if there are fewer terms. Numbers, ids and addresses come last.
pub(super) fn keywords<'d>(document: &'d Document, span: &Range<usize>) -> Vec<Term<'d>> {
    let mut terms = terms(document, span);
    terms.sort_by_key(|term| (term.is_last, -term.specificity));
    terms.truncate(10);
    let gaining = terms.iter().take_while(|term| term.specificity > 0 && !term.is_last).count();
    terms.truncate(gaining.max(5));
    terms
}

/// Whether a word of a chunk is a number, an id or a part of an address.
fn says_little(document: &Document, span: &Range<usize>, word: &Word) -> bool {
    let own = &document.text[word.span.clone()];
    let is_number = own.chars().all(|c| c.is_ascii_digit());
    let is_id = own.len() >= 7
        && own.chars().all(|c| c.is_ascii_hexdigit())
        && own.chars().any(|c| c.is_ascii_digit());
    is_number || is_id || is_addressed(&document.text[span.start..], word.span.start - span.start)
}

/// Whether what stands around a byte, up to what no address holds, opens the target of a link, or has a scheme with `://` before it.
fn is_addressed(text: &str, at: usize) -> bool {
    let parts = |c: char| !c.is_ascii_graphic() || "<>\"`)]|".contains(c);
    let before = text[..at].rsplit(parts).next().unwrap();
    let start = at - before.len();
    let run = text[start..].split(parts).next().unwrap();
    let is_target = run.starts_with('(') && text[..start].ends_with(']');
    let scheme = run.find("://").map(|mark| {
        run[..mark].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+.-".contains(c)).len()
    });
    is_target || scheme.is_some_and(|scheme| at >= start + scheme)
}

/// The keywords as they first stand there, in lower case.
pub(super) fn written(document: &Document, keywords: &[Term<'_>]) -> Vec<String> {
    let word = |term: &Term<'_>| {
        let word = lowercase(&document.text[term.first.clone()]);
        let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(&word);
        bare.to_owned()
    };
    keywords.iter().map(word).collect()
}

/// The run of at most four words whose specificities have the largest sum.
pub(super) fn phrase(document: &Document, span: &Range<usize>) -> String {
    let specificities = terms(document, span);
    let mut best = (i64::MIN, 0..0);
    let mut run: Vec<(Range<usize>, i64)> = Vec::new();
    for word in document.words_in(span) {
        let joins = run
            .last()
            .is_some_and(|(before, _)| [" ", "-"].contains(&&document.text[before.end..word.span.start]));
        if !joins || run.len() == 4 {
            run.clear();
        }
        let Some(term) = word.term.as_deref().filter(|_| !says_little(document, span, word)) else {
            run.clear();
            continue;
        };
        let specificity = specificities.iter().find(|known| known.term == term).unwrap().specificity;
        run.push((word.span.clone(), specificity));
        let sum: i64 = run.iter().map(|(_, specificity)| specificity).sum();
        if sum > best.0 {
            best = (sum, run[0].0.start..word.span.end);
        }
    }
    document.text[best.1].to_owned()
}

/// The sentence, from four on the two, with the largest keyword sum over the root of its length, in order.
pub(super) fn summary(document: &Document, span: &Range<usize>) -> String {
    let keywords = keywords(document, span);
    let mut weighed: Vec<(u128, usize, usize)> = Vec::new();
    for block in document.blocks.iter().filter(|block| matches!(block.kind, Kind::Paragraph | Kind::Item)) {
        let part = block.text.max(span.start)..block.span.end.min(span.end);
        if part.start >= part.end {
            continue;
        }
        for sentence in sentences(&document.text[part.clone()], SentenceRules::Standard) {
            let own = part.start + sentence.start..part.start + sentence.end;
            let words: Vec<_> = document.words_in(&own).collect();
            let weight = |term: &str| {
                keywords.iter().find(|known| known.term == term).map_or(0, |known| known.specificity.max(1))
            };
            let sum: i64 = words.iter().filter_map(|word| word.term.as_deref()).map(weight).sum();
            let square = u128::from(sum.unsigned_abs()).pow(2);
            weighed.push((square.checked_div(words.len() as u128).unwrap_or(0), own.start, own.end));
        }
    }
    let wanted = if weighed.len() < 4 { 1 } else { 2 };
    weighed.sort_by_key(|&(weight, start, _)| (std::cmp::Reverse(weight), start));
    weighed.truncate(wanted);
    weighed.sort_by_key(|&(_, start, _)| start);
    let texts: Vec<&str> = weighed.iter().map(|&(_, start, end)| trim(&document.text[start..end])).collect();
    texts.join(" ")
}
