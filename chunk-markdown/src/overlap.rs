//! Finds where the overlap of a body starts: how much of the text before it is repeated in its chunk (M6).

use crate::{
    MarkdownConfig,
    pack::SEAM,
    parsed::{Parsed, around, within},
    section::Section,
};
use chunk_core::{counters::TokenMeasure, is_white_space, slice};
use std::{iter, ops::Range};

/// An overlap of fewer tokens from the start of a line or sentence is given up for one from the start of a word.
const ENOUGH: usize = 50;

/// How many characters are searched for the start of a word before a check whether one could still be in reach.
const STEP: usize = 1 << 12;

pub(crate) struct Overlaps<'d> {
    parsed: &'d Parsed<'d>,
    measure: &'d dyn TokenMeasure,
    chunk_overlap: usize,
    hard_limit: bool,
    /// Where lines and sentences start at which an overlap may, ascending.
    starts: Vec<usize>,
    /// Where the sections start, before which no overlap of theirs starts, ascending; empty if overlaps may reach over them.
    sections: Vec<usize>,
}

impl<'d> Overlaps<'d> {
    pub(crate) fn new(
        parsed: &'d Parsed<'d>,
        measure: &'d dyn TokenMeasure,
        config: &MarkdownConfig,
        sections: &[Section],
    ) -> Self {
        let is_inside = |at: usize| around(&parsed.indivisible, at).is_some_and(|block| block.start < at);
        let lines = parsed.non_blank.iter().copied().filter(|&at| !is_inside(at));
        let mut starts: Vec<usize> = lines.chain(parsed.sentences.iter().copied()).collect();
        // Two ascending runs are merged in linear time.
        starts.sort();
        let sections = match config.overlap_across_sections {
            true => Vec::new(),
            false => sections.iter().map(|section| section.bytes.start).collect(),
        };
        Self {
            parsed,
            measure,
            chunk_overlap: config.chunk_overlap,
            hard_limit: config.hard_limit,
            starts,
            sections,
        }
    }

    /// Where the overlap of `body` starts: where that does if it has none. Under a hard limit both have at most `size` tokens.
    pub(crate) fn start(&self, body: &Range<usize>, size: usize) -> usize {
        let (body, end) = (body.start, body.end);
        if self.starts_inside(body) {
            return body;
        }
        let from = within(&self.sections, 0..body + 1).last().map_or(self.parsed.start, |&section| section);
        let starts = || within(&self.starts, from..body).iter().rev().copied();
        let (found, tokens) = self.longest(body..end, size, starts());
        if tokens >= ENOUGH.min(self.chunk_overlap) {
            return found;
        }
        self.longest(body..end, size, merged(starts(), self.words(from, body))).0
    }

    /// The last of `candidates`, in descending order, before one makes the overlap too long, and the tokens of the overlap from there.
    fn longest(
        &self,
        body: Range<usize>,
        size: usize,
        candidates: impl Iterator<Item = usize>,
    ) -> (usize, usize) {
        let end = self.measure.end(body.start);
        let count = |start| {
            let known = end.and_then(|end| self.measure.start(start)?.count_to(end));
            (start, known.unwrap_or_else(|| self.measure.count(start..body.start)))
        };
        let fits = |&(start, tokens): &(usize, usize)| {
            tokens <= self.chunk_overlap && (!self.hard_limit || self.measure.count(start..body.end) <= size)
        };
        candidates.map(count).take_while(fits).last().unwrap_or((body.start, 0))
    }

    /// Whether a body that starts at `body` continues a code block, an HTML block or a row of a table that a hard limit cut: no part of those
    /// is ever repeated.
    fn starts_inside(&self, body: usize) -> bool {
        let is_in = |block: Option<&Range<usize>>| block.is_some_and(|block| block.start < body);
        let is_in_line = || self.parsed.lines.around(body).start < body;
        self.hard_limit
            && (is_in(around(&self.parsed.indivisible, body))
                || is_in(around(&self.parsed.tables, body)) && is_in_line())
    }

    /// Where words in `from..body` start outside code, HTML and tables, descending, as long as they can be in reach.
    fn words(&self, from: usize, body: usize) -> impl Iterator<Item = usize> {
        let parsed = self.parsed;
        let chars_before = move |end: usize| slice(parsed.text, from..end).char_indices().rev().peekable();
        let is_out_of_reach =
            move |at: usize| self.measure.count(at..body) > self.chunk_overlap.saturating_add(SEAM);
        let mut chars = chars_before(body);
        let mut searched = 0_usize;
        iter::from_fn(move || {
            loop {
                let (at, c) = chars.next()?;
                let at = from + at;
                searched += 1;
                let follows_space = chars.peek().is_some_and(|&(_, before)| is_white_space(before));
                if follows_space && !is_white_space(c) {
                    let zone = around(&parsed.indivisible, at).or_else(|| around(&parsed.tables, at));
                    let Some(zone) = zone else { return Some(at) };
                    if is_out_of_reach(zone.start) {
                        return None;
                    }
                    chars = chars_before(zone.start.max(from));
                } else if searched.is_multiple_of(STEP) && is_out_of_reach(at) {
                    return None;
                }
            }
        })
    }
}

/// Merges two descending sequences into one.
fn merged(a: impl Iterator<Item = usize>, b: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let (mut a, mut b) = (a.peekable(), b.peekable());
    iter::from_fn(move || if a.peek() >= b.peek() { a.next() } else { b.next() })
}
