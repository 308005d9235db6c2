//! The units between which a text may be cut: paragraphs, list items, rows, fences; sentences where a paragraph is too large, and pieces
//! of a sentence only where even that is too large (H6). Each comes with its tokens, its terms and what a cut before it would break.

use crate::Dictionary;
use crate::text::{Block, BlockKind, MOST_WHOLE, ParsedContent, Wholes, is_heading, is_row_of_rules};
use crate::topics::log2_q16;
use chunk_core::{
    counters::TokenMeasure, fitting_pieces, is_white_space, sentences, slice, types::SentenceRules,
};
use std::ops::Range;

/// Each side of a gap has at least this many terms; where a target size is set, a ninth of it.
const BLOCK_TERMS: usize = 60;

/// What a cut before a unit breaks, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Break {
    Heading,
    BlankLine,
    Newline,
    Sentence,
    /// Inside a fence, a row, an item, or between a table's head and its rows: only where these are too large.
    Inside,
    /// Inside a sentence that is too large.
    Words,
}

/// A unit.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) span: Range<usize>,
    pub(crate) tokens: usize,
    pub(crate) before: Break,
    /// Its terms, by their indices in [`Units::terms`].
    pub(crate) terms: Range<usize>,
}

/// The units of a part of a document, in order, and their terms.
#[derive(Debug, Default)]
pub struct Units<'c> {
    text: &'c str,
    pub(crate) units: Vec<Unit>,
    /// The terms of all units, one unit after the other, numbered from 0: a part of a document has few of its terms.
    pub(crate) terms: Vec<u32>,
    /// These numbers by those that the terms have in the document.
    pub(crate) numbers: Dictionary<u32, u32>,
    /// How many different terms the document has.
    pub(crate) distinct: usize,
    /// How many terms each side of a gap has at least.
    pub(crate) block_terms: usize,
}

impl<'c> Units<'c> {
    /// Units with these bytes, tokens and breaks before them.
    fn of(
        content: &'c ParsedContent<'_>,
        block_terms: usize,
        units: impl Iterator<Item = (Range<usize>, usize, Break)>,
    ) -> Self {
        let distinct = content.words.frequencies.len();
        let mut own = Self { text: content.text(), distinct, block_terms, ..Self::default() };
        for (span, tokens, before) in units {
            let first = own.terms.len();
            for term in content.words.within(&span).iter().filter_map(|word| word.term) {
                let next = own.numbers.len() as u32;
                own.terms.push(*own.numbers.entry(term).or_insert(next));
            }
            own.units.push(Unit { span, tokens, before, terms: first..own.terms.len() });
        }
        own
    }

    /// Two parts of a text as two units, to be compared with each other.
    pub(crate) fn pair(content: &'c ParsedContent<'_>, parts: [&Range<usize>; 2]) -> Self {
        Self::of(content, BLOCK_TERMS, parts.into_iter().map(|part| (part.clone(), 0, Break::BlankLine)))
    }

    /// The units of the bytes `span`. A paragraph of more than `max` tokens is split into sentences, and where chunks are to have `target`
    /// tokens, every paragraph is.
    pub(crate) fn new(
        content: &'c ParsedContent<'_>,
        span: Range<usize>,
        max: usize,
        target: Option<usize>,
        tokens: &dyn TokenMeasure,
    ) -> Self {
        let max_paragraph = if target.is_some() { 0 } else { max };
        let end = span.end;
        let mut cutter = Cutter {
            content,
            tokens,
            span,
            max,
            max_paragraph,
            cuts: Vec::new(),
            heading: None,
            is_introduced: false,
        };
        let blocks = content.blocks_around(&cutter.span);
        for (index, block) in blocks.iter().enumerate() {
            let part = block.start.max(cutter.span.start)..block.end.min(end);
            cutter.block(block, blocks.get(index + 1), part);
        }
        // The first unit starts at the start of the span.
        if let Some(first) = cutter.cuts.first_mut() {
            first.0 = cutter.span.start;
        }
        let ends = cutter.cuts.iter().skip(1).map(|(next, _)| *next).chain([end]);
        let pieces = cutter.cuts.iter().zip(ends).map(|(&(start, before), end)| (start..end, before));
        let pieces: Vec<(Range<usize>, Break)> = pieces.collect();
        // What is between cuts inside something is one unit again, unless that has more than MOST_WHOLE tokens.
        let joined = |pieces: &[(Range<usize>, Break)]| match pieces {
            [(first, before), .., (last, _)] if tokens.fits(first.start..last.end, MOST_WHOLE) => {
                vec![(first.start..last.end, *before)]
            }
            _ => pieces.to_vec(),
        };
        let units = pieces.chunk_by(|_, next| next.1 == Break::Inside).flat_map(joined);
        let units = units.map(|(span, before)| (span.clone(), tokens.count(span), before));
        Self::of(content, target.map_or(BLOCK_TERMS, |target| (target / 9).max(1)), units)
    }

    /// The texts of the units, in order.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &'c str> + '_ {
        self.units.iter().map(|unit| slice(self.text, unit.span.clone()).trim_matches(is_white_space))
    }

    /// The terms of one unit.
    pub(crate) fn terms_of(&self, unit: usize) -> &[u32] {
        let terms = self.units.get(unit).map_or(0..0, |unit| unit.terms.clone());
        self.terms.get(terms).unwrap_or_default()
    }

    /// The weight of every term that the units hold, `(L(N + 1) − L(df)) >> 8`: at most 14 bits.
    pub(crate) fn weights(&self) -> Vec<u64> {
        // How many units hold a term, and the last of them, counted from 1.
        let mut holders = vec![(0_u64, 0); self.numbers.len()];
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
        holders.into_iter().map(|(count, _)| most.saturating_sub(log2_q16(count)) >> 8).collect()
    }

    /// The same text in larger units, none of which begins inside one of `wholes`, and of each the first unit that it was made of.
    pub(crate) fn joined(&self, wholes: &Wholes, tokens: &dyn TokenMeasure) -> (Self, Vec<usize>) {
        let begins = |at: &usize| {
            *at == 0 || self.units.get(*at).is_some_and(|unit| wholes.around(unit.span.start).is_none())
        };
        let firsts: Vec<usize> = (0..self.units.len()).filter(begins).collect();
        let mut units = Vec::with_capacity(firsts.len());
        for (place, &first) in firsts.iter().enumerate() {
            let next = firsts.get(place + 1).copied().unwrap_or(self.units.len());
            let Some([one, others @ ..]) = self.units.get(first..next) else { continue };
            let mut unit = one.clone();
            if let Some(last) = others.last() {
                (unit.span.end, unit.terms.end) = (last.span.end, last.terms.end);
                unit.tokens = tokens.count(unit.span.clone());
            }
            units.push(unit);
        }
        let (terms, numbers) = (self.terms.clone(), self.numbers.clone());
        (Self { units, terms, numbers, ..*self }, firsts)
    }

    /// The bytes of some units.
    pub(crate) fn span(&self, units: &Range<usize>) -> Range<usize> {
        let own = self.units.get(units.clone()).unwrap_or_default();
        own.first().zip(own.last()).map_or(0..0, |(first, last)| first.span.start..last.span.end)
    }
}

/// Finds where units start.
struct Cutter<'b, 'd> {
    content: &'b ParsedContent<'d>,
    tokens: &'b dyn TokenMeasure,
    span: Range<usize>,
    max: usize,
    /// A paragraph of more tokens is split into sentences.
    max_paragraph: usize,
    /// Where units start, and what a cut there breaks.
    cuts: Vec<(usize, Break)>,
    /// The level of the heading right before the next block: what is below it is in the same unit.
    heading: Option<u8>,
    /// Whether a paragraph that ends with a colon stands before the next block.
    is_introduced: bool,
}

impl Cutter<'_, '_> {
    fn cut(&mut self, at: usize, before: Break) {
        if at < self.span.end && self.cuts.last().is_none_or(|(last, _)| *last != at) {
            self.cuts.push((at, before));
        }
    }

    fn block(&mut self, block: &Block, next: Option<&Block>, part: Range<usize>) {
        let before = self.break_before(block, &part);
        // A rule above a heading parts it from what is before, and belongs there, like the definitions of links.
        let is_end = block.kind == BlockKind::Definition
            || block.kind == BlockKind::Rule && next.is_some_and(is_heading);
        // A heading belongs to what is below it: not to another heading of its level.
        let is_below = |own: u8| block.level().is_none_or(|level| level > own);
        let is_body = self.heading.take().is_some_and(is_below);
        if is_end && !self.cuts.is_empty() {
            return;
        }
        if !is_body {
            self.cut(part.start, before);
        }
        self.is_introduced = block.kind == BlockKind::Paragraph && self.content.slice(&part).ends_with(':');
        match block.kind {
            BlockKind::Heading(level) => {
                self.heading = Some(level).filter(|_| !self.is_above(&part, MOST_WHOLE));
                self.split_if_large(part);
            }
            BlockKind::Rule => self.heading = Some(0),
            BlockKind::Paragraph if !block.in_item => {
                // Its heading belongs to it.
                let start = self.cuts.last().map_or(part.start, |(last, _)| *last);
                let whole = if is_body { start..part.end } else { part.clone() };
                if self.is_above(&whole, self.max_paragraph) {
                    self.split_paragraph(part);
                }
            }
            _ => self.split_if_large(part),
        }
    }

    fn break_before(&self, block: &Block, part: &Range<usize>) -> Break {
        match block.kind {
            _ if part.start > block.start => Break::Inside,
            BlockKind::Heading(_) | BlockKind::Rule => Break::Heading,
            _ if block.in_item => Break::Inside,
            BlockKind::Row if is_row_of_rules(self.content.slice(part)) => Break::Inside,
            BlockKind::Item | BlockKind::Row | BlockKind::Code if self.is_introduced => Break::Sentence,
            _ if block.after_blank => Break::BlankLine,
            _ => Break::Newline,
        }
    }

    /// Makes a unit of each sentence.
    fn split_paragraph(&mut self, part: Range<usize>) {
        let text = self.content.slice(&part);
        for sentence in sentences(text, SentenceRules::Standard) {
            let span = part.start + sentence.start..part.start + sentence.end;
            if span.start > part.start {
                self.cut(span.start, Break::Sentence);
            }
            if self.is_above(&span, MOST_WHOLE) || self.holds_long_word(&span) {
                self.split(span, Break::Words);
            }
        }
    }

    /// Whether a span has a word, which is all that is between white space, of more tokens than a chunk may have.
    fn holds_long_word(&self, span: &Range<usize>) -> bool {
        let mut at = span.start;
        self.content.slice(span).split_inclusive(is_white_space).any(|word| {
            let own = at..at + word.len();
            at = own.end;
            self.is_above(&own, self.max)
        })
    }

    /// Whether a span has more than `most` tokens.
    fn is_above(&self, span: &Range<usize>, most: usize) -> bool {
        !self.tokens.fits(span.clone(), most)
    }

    /// Splits a span into pieces that fit (H6.10).
    fn split(&mut self, span: Range<usize>, before: Break) {
        let count = |part: Range<usize>| self.tokens.count(part);
        for piece in fitting_pieces(self.content.text(), span, self.max, &count).into_iter().skip(1) {
            self.cut(piece.start, before);
        }
    }

    /// Splits what is kept whole otherwise, if it is too large for that.
    fn split_if_large(&mut self, span: Range<usize>) {
        if self.is_above(&span, MOST_WHOLE) {
            self.split(span, Break::Inside);
        }
    }
}
