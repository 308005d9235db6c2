//! The units between which a text may be cut: paragraphs, list items, rows, fences; sentences where a paragraph is
//! too large, and pieces of a sentence only where even that is (H6).

use crate::{
    text::{
        block::{Block, BlockKind},
        document::ParsedContent,
        row::is_row_of_rules,
        whole::WHOLE,
        word::Word,
    },
    topics::log2::log2_q16,
};
use chunk_core::{SentenceRules, TokenMeasure, is_white_space, sentences, slice};
use std::{cell::OnceCell, iter, ops::Range};

/// Terms that each side of a gap holds, at least: a ninth of a target that is asked for.
const BLOCK_TERMS: usize = 60;

/// What a cut before a unit breaks, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Break {
    Heading,
    BlankLine,
    Newline,
    Sentence,
    /// Inside a sentence, a fence, a row, an item, or between a table's head and its rows.
    Inside,
}

/// A unit: from its start to the next one's.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    start: u32,
    tokens: u32,
    /// Where its terms start in [`Units::terms`].
    terms: u32,
    pub(crate) before: Break,
}

const _: () = assert!(size_of::<Unit>() == 16, "a text can be all units");

impl Unit {
    fn new(start: usize, tokens: usize, before: Break) -> Self {
        // What a counter of others says may be any number.
        let tokens = u32::try_from(tokens).unwrap_or(u32::MAX);
        Self { start: start as u32, tokens, before, terms: 0 }
    }

    pub(crate) const fn start(self) -> usize {
        self.start as usize
    }

    pub(crate) const fn tokens(self) -> usize {
        self.tokens as usize
    }
}

/// The units of a part of a document, and their terms one behind the other.
#[derive(Debug, Default)]
pub struct Units<'c> {
    text: &'c str,
    pub(crate) units: Vec<Unit>,
    /// Where the last one ends.
    end: usize,
    /// Where the first of a pair ends: its parts need not follow each other.
    first_end: Option<usize>,
    pub(crate) terms: Vec<u32>,
    /// How many different terms the document has.
    pub(crate) distinct: usize,
    /// The number that all terms here are below.
    pub(crate) below: usize,
    weights: OnceCell<Vec<u32>>,
    /// The terms that each side of a gap holds at least.
    pub(crate) block_terms: usize,
}

impl<'c> Units<'c> {
    fn none(content: &'c ParsedContent<'_>, end: usize) -> Self {
        let (text, terms) = (content.text(), content.words.terms);
        Self { text, end, distinct: terms, below: terms, block_terms: BLOCK_TERMS, ..Self::default() }
    }

    /// Two parts of a text as two units.
    pub(crate) fn pair(content: &'c ParsedContent<'_>, parts: [&Range<usize>; 2]) -> Self {
        let [first, second] = parts;
        let mut units = Self { first_end: Some(first.end), ..Self::none(content, second.end) };
        for part in parts {
            let terms = units.terms.len() as u32;
            units.terms.extend(content.words.within(part).iter().filter_map(Word::term));
            units.units.push(Unit { terms, ..Unit::new(part.start, 0, Break::BlankLine) });
        }
        units
    }

    /// The units of the bytes `span`; a paragraph of more than `max` tokens is taken sentence by sentence, and every
    /// paragraph where chunks of `target` tokens are asked for.
    pub(crate) fn new(
        content: &'c ParsedContent<'_>,
        span: Range<usize>,
        max: usize,
        target: Option<usize>,
        tokens: &dyn TokenMeasure,
    ) -> Self {
        let whole = target.map_or(max, |_| 0);
        let mut builder = Builder { content, tokens, max, whole, starts: Vec::new(), bound: false };
        for block in content.blocks_around(&span).iter() {
            builder.block(&block, block.span().start.max(span.start)..block.span().end.min(span.end));
        }
        let units = joined(builder.starts, &span, tokens);
        let mut units = Self { units, ..Self::none(content, span.end) };
        units.block_terms = target.map_or(BLOCK_TERMS, |target| target / 9);
        units.find_terms(content);
        units
    }

    /// The same with terms of its own numbers: a part of a document has few of its terms, and what is kept of each should
    /// have the size of the part.
    pub(crate) fn renumbered(mut self) -> Self {
        let mut known = self.terms.clone();
        known.sort_unstable();
        known.dedup();
        for term in &mut self.terms {
            *term = known.partition_point(|other| other < term) as u32;
        }
        Self { below: known.len(), ..self }
    }

    fn find_terms(&mut self, content: &ParsedContent<'_>) {
        let whole = self.span(0, self.units.len());
        let mut words = content.words.within(&whole).iter().peekable();
        self.terms.reserve(words.len());
        for index in 0..self.units.len() {
            let span = self.span(index, index + 1);
            if let Some(unit) = self.units.get_mut(index) {
                unit.terms = self.terms.len() as u32;
            }
            while let Some(word) = words.next_if(|word| word.span().end <= span.end) {
                // A word that is cut belongs to no unit.
                if let Some(term) = word.term().filter(|_| word.span().start >= span.start) {
                    self.terms.push(term);
                }
            }
        }
    }

    /// The texts of the units, in order.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &'c str> + '_ {
        let spans = (0..self.units.len()).map(|index| self.span(index, index + 1));
        spans.map(|span| slice(self.text, span).trim_matches(is_white_space))
    }

    /// Where the terms of one unit stand in `terms`.
    pub(crate) fn terms_at(&self, unit: usize) -> Range<usize> {
        let start = |unit: usize| self.units.get(unit).map_or(self.terms.len(), |unit| unit.terms as usize);
        start(unit)..start(unit + 1)
    }

    /// The terms of one unit.
    pub(crate) fn terms_of(&self, unit: usize) -> &[u32] {
        self.terms.get(self.terms_at(unit)).unwrap_or_default()
    }

    /// `(L(N + 1) − L(df)) >> 8` of every term that the units hold: how much it weighs here.
    pub(crate) fn weights(&self) -> &[u32] {
        self.weights.get_or_init(|| {
            // How many units hold a term, and the last of them, counted from 1.
            let mut holders = vec![(0_u32, 0_u32); self.below];
            for (unit, number) in (0..self.units.len()).zip(1..) {
                for &term in self.terms_of(unit) {
                    let holder = holders.get_mut(term as usize);
                    if let Some((count, last)) = holder.filter(|(_, last)| *last != number) {
                        *count += 1;
                        *last = number;
                    }
                }
            }
            let most = log2_q16(self.units.len() as u64 + 1);
            let weight = |(count, _)| match count {
                0 => 0,
                count => (most.saturating_sub(log2_q16(u64::from(count))) >> 8) as u32,
            };
            holders.into_iter().map(weight).collect()
        })
    }

    /// Bytes from the start of the unit `from` to the end of the one before `to`.
    pub(crate) fn span(&self, from: usize, to: usize) -> Range<usize> {
        let start_of = |unit: usize| self.units.get(unit).map(|unit| unit.start());
        let Some(start) = start_of(from) else { return 0..0 };
        let end = if to == 1 { self.first_end } else { None };
        let end = end.or_else(|| start_of(to)).unwrap_or(self.end);
        start..end.max(start)
    }
}

/// The units of `span` that start there, counted; what a cut [`Inside`](Break::Inside) would part is joined as long as it is at most
/// [`WHOLE`].
fn joined(mut starts: Vec<Start>, span: &Range<usize>, tokens: &dyn TokenMeasure) -> Vec<Unit> {
    starts.dedup_by_key(|(at, _)| *at);
    starts.first_mut().into_iter().for_each(|first| first.0 = span.start as u32);
    starts.truncate(starts.partition_point(|&(at, _)| (at as usize) < span.end));
    let unit = |&(at, before): &Start, end| Unit::new(at as usize, tokens.count(at as usize..end), before);
    let mut joined = Vec::with_capacity(starts.len());
    let mut wholes = starts.chunk_by(|_, (_, before)| *before == Break::Inside).peekable();
    while let Some([first, inside @ ..]) = wholes.next() {
        let end = wholes.peek().and_then(|next| next.first()).map_or(span.end, |&(at, _)| at as usize);
        let whole = unit(first, end);
        if inside.is_empty() || whole.tokens() <= WHOLE {
            joined.push(whole);
        } else {
            let ends = inside.iter().map(|&(at, _)| at as usize).chain([end]);
            joined.extend(iter::once(first).chain(inside).zip(ends).map(|(start, end)| unit(start, end)));
        }
    }
    joined
}

struct Builder<'b, 'd> {
    content: &'b ParsedContent<'d>,
    tokens: &'b dyn TokenMeasure,
    max: usize,
    /// The most tokens of a paragraph that is one unit.
    whole: usize,
    starts: Vec<Start>,
    /// Whether the next unit belongs to what stands before it: the body of a heading.
    bound: bool,
}

/// Where a unit starts, and what a cut there breaks.
type Start = (u32, Break);

impl Builder<'_, '_> {
    fn start(&mut self, at: usize, before: Break) {
        self.starts.push((at as u32, before));
    }

    fn block(&mut self, block: &Block, part: Range<usize>) {
        let before = self.break_before(block, &part);
        let bound = std::mem::take(&mut self.bound);
        if !bound {
            self.start(part.start, before);
        }
        match block.kind {
            BlockKind::Heading(_) | BlockKind::Rule => self.bound = true,
            BlockKind::Paragraph => {
                // With the heading that it is bound to.
                let start = self.starts.last().map_or(part.start, |&(start, _)| start as usize);
                let whole = if bound { start..part.end } else { part.clone() };
                if whole.len() > self.whole && self.tokens.count(whole) > self.whole {
                    self.sentences(part);
                }
            }
            BlockKind::Item | BlockKind::Row | BlockKind::Code => self.whole(part),
        }
    }

    fn break_before(&self, block: &Block, part: &Range<usize>) -> Break {
        match block.kind {
            _ if part.start > block.span().start => Break::Inside,
            BlockKind::Heading(_) | BlockKind::Rule => Break::Heading,
            _ if block.inside => Break::Inside,
            BlockKind::Row if is_row_of_rules(self.content.slice(part)) => Break::Inside,
            _ if block.parted => Break::BlankLine,
            _ => Break::Newline,
        }
    }

    fn sentences(&mut self, part: Range<usize>) {
        let text = self.content.slice(&part);
        for sentence in sentences(text, SentenceRules::Standard) {
            let span = part.start + sentence.start..part.start + sentence.end;
            if span.start > part.start {
                self.start(span.start, Break::Sentence);
            }
            self.whole(span);
        }
    }

    /// Cuts what even alone is above [`WHOLE`]: at line ends, then at white space, then anywhere.
    fn whole(&mut self, span: Range<usize>) {
        // A token is at least one byte, so most need not be counted.
        if span.len() <= WHOLE || self.tokens.count(span.clone()) <= WHOLE {
            return;
        }
        let text = self.content.slice(&span);
        let mut at = span.start;
        for line in text.split_inclusive('\n') {
            if at > span.start {
                self.start(at, Break::Inside);
            }
            if line.len() > WHOLE && self.tokens.count(at..at + line.len()) > WHOLE {
                self.words(at..at + line.len());
            }
            at += line.len();
        }
    }

    fn words(&mut self, span: Range<usize>) {
        let mut start = span.start;
        let mut at = span.start;
        for word in self.content.slice(&span).split_inclusive(is_white_space) {
            if at - start >= self.max / 4 {
                self.start(at, Break::Inside);
                start = at;
            }
            // No token is shorter than a byte, so a piece of `max` bytes is at most `max` tokens.
            let mut rest = word;
            while rest.len() > WHOLE {
                let cut = rest.floor_char_boundary(self.max);
                at += cut;
                self.start(at, Break::Inside);
                start = at;
                rest = slice(rest, cut..rest.len());
            }
            at += rest.len();
        }
    }
}

#[cfg(test)]
impl Units<'_> {
    /// Units of so many tokens, with these breaks before them and these terms.
    pub(crate) fn made_up(made_up: &[(usize, Break, Vec<u32>)]) -> Self {
        let mut units = Self { block_terms: BLOCK_TERMS, ..Self::default() };
        for (tokens, before, terms) in made_up {
            let start = units.terms.len() as u32;
            units.terms.extend(terms);
            units.distinct =
                units.distinct.max(terms.iter().map(|&term| term as usize + 1).max().unwrap_or(0));
            units.below = units.distinct;
            units.units.push(Unit { terms: start, ..Unit::new(0, *tokens, *before) });
        }
        units
    }
}
