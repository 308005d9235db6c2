//! Overlap (M6): how much of the text before a body is repeated in front of it.

use crate::{
    blocks::{Blocks, around},
    pack::SEAM,
    text::Text,
};
use chunk_core::{TokenMeasure, is_white_space, slice};
use std::iter;

/// What an overlap has at least, where a start at a line or sentence is to be had.
const ENOUGH: usize = 50;

/// So many bytes are searched for a word before it is asked whether it could still be in reach.
const STEP: usize = 1 << 12;

#[derive(Clone, Copy)]
pub(crate) struct Overlaps<'d> {
    pub(crate) text: &'d Text<'d>,
    pub(crate) blocks: &'d Blocks,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) chunk_overlap: usize,
}

impl Overlaps<'_> {
    /// Where the overlap of the body at `body` starts: `body` itself if there is none.
    pub(crate) fn start(&self, body: usize) -> usize {
        let starts = || merged(self.lines_before(body), self.sentences_before(body));
        let (found, tokens) = self.longest(body, starts());
        if tokens >= ENOUGH.min(self.chunk_overlap) {
            return found;
        }
        self.longest(body, merged(starts(), self.words_before(body))).0
    }

    /// The last of `candidates`, which descend, before the overlap is over the size, and how many tokens that has then.
    fn longest(&self, body: usize, candidates: impl Iterator<Item = usize>) -> (usize, usize) {
        let end = self.measure.end(body);
        let count = |start| {
            let known = end.and_then(|end| self.measure.start(start)?.count_to(end));
            (start, known.unwrap_or_else(|| self.measure.count(start..body)))
        };
        let fits = |&(_, tokens): &(usize, usize)| tokens <= self.chunk_overlap;
        candidates.map(count).take_while(fits).last().unwrap_or((body, 0))
    }

    /// Whether nothing before the byte `at` can be in the overlap of `body`.
    fn is_out_of_reach(&self, at: usize, body: usize) -> bool {
        self.measure.count(at..body) > self.chunk_overlap.saturating_add(SEAM)
    }

    /// Where lines start that are not blank nor inside code, descending.
    fn lines_before(&self, body: usize) -> impl Iterator<Item = usize> {
        let mut at = body;
        // Code that starts before the last line: known anew for each line by few steps back.
        let mut code = self.blocks.code.partition_point(|code| code.range().start < body);
        iter::from_fn(move || {
            let line = self.text.line_before(at)?;
            let mut before = self.blocks.code.get(..code)?.iter().map(|code| code.range());
            let code_before = before.rfind(|code| code.start <= line);
            code = before.len() + usize::from(code_before.is_some());
            at = code_before.filter(|code| line < code.end).map_or(line, |code| code.start);
            Some(at)
        })
    }

    /// Where the second and later sentences of paragraphs start, descending.
    fn sentences_before(&self, body: usize) -> impl Iterator<Item = usize> {
        self.blocks.sentences_before(body).iter().rev().map(|&start| start as usize)
    }

    /// Where words outside code and tables start, descending, as long as any can be in reach.
    fn words_before(&self, body: usize) -> impl Iterator<Item = usize> {
        let mut at = body;
        iter::from_fn(move || {
            loop {
                let from = self.text.text.ceil_char_boundary(self.text.start.max(at.saturating_sub(STEP)));
                let Some(word) = word_start(slice(self.text.text, from..at)) else {
                    // A word that starts at the seam of two steps shows in the next one.
                    at = match slice(self.text.text, from..at).starts_with(is_white_space) {
                        true => from,
                        false => from + self.text.text.get(from..)?.chars().next()?.len_utf8(),
                    };
                    if from == self.text.start || self.is_out_of_reach(from, body) {
                        return None;
                    }
                    continue;
                };
                at = from + word;
                let zone = around(&self.blocks.code, at).or_else(|| around(&self.blocks.tables, at));
                let Some(zone) = zone else { return Some(at) };
                at = zone.start;
                if self.is_out_of_reach(at, body) {
                    return None;
                }
            }
        })
    }
}

/// The last byte of `text` that is no white space and stands behind some.
fn word_start(text: &str) -> Option<usize> {
    let before = text.trim_end_matches(is_white_space);
    let (space, _) = before.char_indices().rev().find(|&(_, c)| is_white_space(c))?;
    Some(space + before.get(space..)?.chars().next()?.len_utf8())
}

/// Both, which descend, merged into one that does.
fn merged(a: impl Iterator<Item = usize>, b: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let (mut a, mut b) = (a.peekable(), b.peekable());
    iter::from_fn(move || if a.peek() >= b.peek() { a.next() } else { b.next() })
}
