//! The units between which a text may be cut: paragraphs, list items, rows, fences; sentences where a paragraph is too large, and pieces
//! of a sentence only where even that is too large (H6). Each comes with its tokens, its terms and what a cut before it would break.

use crate::{
    text::{
        block::{Block, BlockKind, is_heading},
        document::ParsedContent,
        row::is_row_of_rules,
        whole::{MOST_WHOLE, Wholes},
        word::Word,
    },
    topics::log2::log2_q16,
};
use chunk_core::{SentenceRules, TokenMeasure, is_white_space, sentences, slice};
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

/// A unit, which goes to the start of the next one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit {
    start: usize,
    tokens: usize,
    before: Break,
}

impl Unit {
    const fn new(start: usize, tokens: usize, before: Break) -> Self {
        Self { start, tokens, before }
    }

    pub(crate) const fn start(self) -> usize {
        self.start
    }

    pub(crate) const fn tokens(self) -> usize {
        self.tokens
    }

    pub(crate) const fn before(self) -> Break {
        self.before
    }
}

/// The units of a part of a document, and their terms.
#[derive(Debug, Default)]
pub struct Units<'c> {
    text: &'c str,
    pub(crate) units: Vec<Unit>,
    /// Where the last one ends.
    end: usize,
    /// Where the first of a [`pair`](Self::pair) ends, for the two need not follow each other.
    first_end: Option<usize>,
    /// The terms of all units, one unit after the other.
    pub(crate) terms: Vec<u32>,
    /// Where in `terms` those of each unit start.
    term_starts: Vec<usize>,
    /// How many different terms the document has.
    pub(crate) distinct: usize,
    /// All terms are numbers below this.
    pub(crate) below: usize,
    /// How many terms each side of a gap has at least.
    pub(crate) block_terms: usize,
}

impl<'c> Units<'c> {
    /// No units, of a part of the document that ends at `end`.
    fn none(content: &'c ParsedContent<'_>, end: usize) -> Self {
        let (text, terms) = (content.text(), content.words.terms());
        Self { text, end, distinct: terms, below: terms, block_terms: BLOCK_TERMS, ..Self::default() }
    }

    /// Two parts of a text as two units, to be compared with each other.
    pub(crate) fn pair(content: &'c ParsedContent<'_>, parts: [&Range<usize>; 2]) -> Self {
        let [first, second] = parts;
        let mut units = Self { first_end: Some(first.end), ..Self::none(content, second.end) };
        for part in parts {
            units.term_starts.push(units.terms.len());
            units.terms.extend(content.words.within(part).iter().filter_map(Word::term));
            units.units.push(Unit::new(part.start, 0, Break::BlankLine));
        }
        units
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
        let mut builder = Builder {
            content,
            tokens,
            span: span.clone(),
            max,
            max_paragraph: if target.is_some() { 0 } else { max },
            units: Vec::new(),
            counted: 0,
            last: None,
            heading: None,
            is_introduced: false,
        };
        let blocks = content.blocks_around(&span);
        for (index, block) in blocks.iter().enumerate() {
            let part = block.start.max(span.start)..block.end.min(span.end);
            builder.block(block, blocks.get(index + 1), part);
        }
        builder.count(span.end);
        let mut units = Self { units: builder.units, ..Self::none(content, span.end) };
        units.block_terms = target.map_or(BLOCK_TERMS, |target| target / 9);
        units.find_terms(content);
        units
    }

    /// The same units with their terms numbered from 0. A part of a document has few of its terms, and what is kept by term should have
    /// the size of the part.
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
            self.term_starts.push(self.terms.len());
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

    /// Where the terms of a unit start in `terms`, and those of the unit before it end.
    pub(crate) fn terms_from(&self, unit: usize) -> usize {
        self.term_starts.get(unit).copied().unwrap_or(self.terms.len())
    }

    /// The terms of one unit.
    pub(crate) fn terms_of(&self, unit: usize) -> &[u32] {
        self.terms.get(self.terms_from(unit)..self.terms_from(unit + 1)).unwrap_or_default()
    }

    /// The weight of every term that the units hold, `(L(N + 1) − L(df)) >> 8`: at most 14 bits.
    pub(crate) fn weights(&self) -> Vec<u16> {
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
            count => (most.saturating_sub(log2_q16(u64::from(count))) >> 8) as u16,
        };
        holders.into_iter().map(weight).collect()
    }

    /// The same text in larger units, none of which begins inside one of `wholes`, and of each the first unit that it was made of.
    pub(crate) fn joined(&self, wholes: &Wholes, tokens: &dyn TokenMeasure) -> (Self, Vec<usize>) {
        let begins = |&index: &usize| {
            let unit = self.units.get(index);
            index == 0 || unit.is_some_and(|unit| wholes.around(unit.start).is_none())
        };
        let firsts: Vec<usize> = (0..self.units.len()).filter(begins).collect();
        let (units, term_starts) = (Vec::new(), Vec::new());
        let mut joined = Self { terms: self.terms.clone(), units, term_starts, ..*self };
        for (place, &first) in firsts.iter().enumerate() {
            let next = firsts.get(place + 1).copied().unwrap_or(self.units.len());
            let Some(&unit) = self.units.get(first) else { continue };
            let is_one = next == first + 1;
            let tokens = if is_one { unit.tokens } else { tokens.count(self.span(first, next)) };
            joined.units.push(Unit { tokens, ..unit });
            joined.term_starts.push(self.terms_from(first));
        }
        (joined, firsts)
    }

    /// The bytes of the units `from..to`.
    pub(crate) fn span(&self, from: usize, to: usize) -> Range<usize> {
        let start_of = |unit: usize| self.units.get(unit).map(|unit| unit.start());
        let Some(start) = start_of(from) else { return 0..0 };
        let end = if to == 1 { self.first_end } else { None };
        let end = end.or_else(|| start_of(to)).unwrap_or(self.end);
        start..end.max(start)
    }
}

/// Makes units of blocks.
struct Builder<'b, 'd> {
    content: &'b ParsedContent<'d>,
    tokens: &'b dyn TokenMeasure,
    span: Range<usize>,
    max: usize,
    /// A paragraph of more tokens is split into sentences.
    max_paragraph: usize,
    units: Vec<Unit>,
    /// How many units have their tokens. The units after these are pieces of one that is split inside, and may become one again.
    counted: usize,
    /// Where the last unit starts, before the first is moved to the start of the span.
    last: Option<usize>,
    /// The level of the heading right before the next block: what is below it is in the same unit.
    heading: Option<u8>,
    /// Whether a paragraph that ends with a colon stands before the next block.
    is_introduced: bool,
}

impl Builder<'_, '_> {
    /// Starts a unit at the byte `at`. The first unit starts at the start of the span.
    fn start_unit(&mut self, at: usize, before: Break) {
        let last = self.last.replace(at);
        let start = last.map_or(self.span.start, |_| at);
        if last == Some(at) || start >= self.span.end {
            return;
        }
        if before != Break::Inside {
            self.count(start);
        }
        self.units.push(Unit::new(start, 0, before));
    }

    /// Counts the tokens of the units since the last call, which end at `end`. If there are several, they are pieces between cuts
    /// [`Inside`](Break::Inside) something: they become one unit again, unless that has more than [`MOST_WHOLE`] tokens.
    fn count(&mut self, mut end: usize) {
        let counted = |unit: Unit, end| {
            let tokens = self.tokens.count(unit.start()..end);
            Unit::new(unit.start(), tokens, unit.before())
        };
        let own = self.units.get_mut(self.counted..).unwrap_or_default();
        let Some(whole) = own.first().map(|first| counted(*first, end)) else { return };
        if own.len() == 1 || whole.tokens() <= MOST_WHOLE {
            self.units.truncate(self.counted);
            self.units.push(whole);
        } else {
            for unit in own.iter_mut().rev() {
                *unit = counted(*unit, end);
                end = unit.start();
            }
        }
        self.counted = self.units.len();
    }

    fn block(&mut self, block: &Block, next: Option<&Block>, part: Range<usize>) {
        let before = self.break_before(block, &part);
        // A rule above a heading parts it from what is before, and belongs there, like the definitions of links.
        let is_end = block.kind == BlockKind::Definition
            || block.kind == BlockKind::Rule && next.is_some_and(is_heading);
        // A heading belongs to what is below it: not to another heading of its level.
        let is_below = |own: u8| !matches!(block.kind, BlockKind::Heading(level) if level <= own);
        let is_body = self.heading.take().is_some_and(is_below);
        if is_end && self.last.is_some() {
            return;
        }
        if !is_body {
            self.start_unit(part.start, before);
        }
        self.is_introduced = block.kind == BlockKind::Paragraph && self.content.slice(&part).ends_with(':');
        match block.kind {
            BlockKind::Heading(level) => {
                self.heading = Some(level);
                self.split_if_large(part);
            }
            BlockKind::Rule => self.heading = Some(0),
            BlockKind::Paragraph if !block.in_item => {
                // Its heading belongs to it.
                let start = self.last.unwrap_or(part.start);
                let whole = if is_body { start..part.end } else { part.clone() };
                if whole.len() > self.max_paragraph && self.tokens.count(whole) > self.max_paragraph {
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
                self.start_unit(span.start, Break::Sentence);
            }
            if self.is_above(&span, MOST_WHOLE) || self.holds_long_word(&span) {
                self.split_at_words(span, Break::Words);
            }
        }
    }

    /// Whether a span has more than `most` tokens.
    fn is_above(&self, span: &Range<usize>, most: usize) -> bool {
        // A token is at least one byte, so most need not be counted.
        span.len() > most && self.tokens.count(span.clone()) > most
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

    /// Splits what has more than [`MOST_WHOLE`] tokens by itself: at line ends, then at white space, then anywhere.
    fn split_if_large(&mut self, span: Range<usize>) {
        if !self.is_above(&span, MOST_WHOLE) {
            return;
        }
        let mut at = span.start;
        for line in self.content.slice(&span).split_inclusive('\n') {
            let line = at..at + line.len();
            if at > span.start {
                self.start_unit(at, Break::Inside);
            }
            at = line.end;
            if self.is_above(&line, MOST_WHOLE) {
                self.split_at_words(line, Break::Inside);
            }
        }
    }

    /// Splits a line at white space, and words that are too long anywhere.
    fn split_at_words(&mut self, span: Range<usize>, before: Break) {
        let mut start = span.start;
        let mut at = span.start;
        for word in self.content.slice(&span).split_inclusive(is_white_space) {
            if at - start >= self.max / 4 {
                self.start_unit(at, before);
                start = at;
            }
            let end = at + word.len();
            if self.is_above(&(at..end), self.max) {
                self.start_unit(at, before);
                // No token is shorter than a byte, so a piece of `max` bytes is at most `max` tokens.
                while end - at > self.max {
                    at += self.content.slice(&(at..end)).floor_char_boundary(self.max);
                    self.start_unit(at, before);
                    start = at;
                }
            }
            at = end;
        }
    }
}

#[cfg(test)]
mod tests;
