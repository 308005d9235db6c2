//! Finds where the overlap of a body starts: how much of the text before it is repeated in its chunk (M6).

use crate::{
    blocks::{Blocks, around},
    pack::SEAM,
    text::Text,
};
use chunk_core::{TokenMeasure, is_white_space, slice};
use std::iter;

/// An overlap of fewer tokens from the start of a line or sentence is given up for one from the start of a word.
const ENOUGH: usize = 50;

/// How many bytes are searched for the start of a word before a check whether one could still be in reach.
const STEP: usize = 1 << 12;

#[derive(Clone, Copy)]
pub(crate) struct Overlaps<'d> {
    pub(crate) text: &'d Text<'d>,
    pub(crate) blocks: &'d Blocks,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) chunk_overlap: usize,
}

impl Overlaps<'_> {
    /// Where the overlap of the body that starts at `body` starts: there, too, if it has none.
    pub(crate) fn start(&self, body: usize) -> usize {
        let starts = || merged(self.lines_before(body), self.sentences_before(body));
        let (found, tokens) = self.longest(body, starts());
        if tokens >= ENOUGH.min(self.chunk_overlap) {
            return found;
        }
        self.longest(body, merged(starts(), self.words_before(body))).0
    }

    /// The last of `candidates`, in descending order, before one makes the overlap too long, and the tokens of the overlap from there.
    fn longest(&self, body: usize, candidates: impl Iterator<Item = usize>) -> (usize, usize) {
        let end = self.measure.end(body);
        let count = |start| {
            let known = end.and_then(|end| self.measure.start(start)?.count_to(end));
            (start, known.unwrap_or_else(|| self.measure.count(start..body)))
        };
        let fits = |&(_, tokens): &(usize, usize)| tokens <= self.chunk_overlap;
        candidates.map(count).take_while(fits).last().unwrap_or((body, 0))
    }

    /// Whether the overlap of `body` cannot start at the byte `at` or before.
    fn is_out_of_reach(&self, at: usize, body: usize) -> bool {
        self.measure.count(at..body) > self.chunk_overlap.saturating_add(SEAM)
    }

    /// Where lines start that are neither blank nor inside a code block, descending.
    fn lines_before(&self, body: usize) -> impl Iterator<Item = usize> {
        let mut at = body;
        // How many code blocks start before `at`: few steps back from the count at the last line.
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

    /// Where words outside code and tables start, descending, as long as they can be in reach.
    fn words_before(&self, body: usize) -> impl Iterator<Item = usize> {
        let mut at = body;
        iter::from_fn(move || {
            loop {
                let from = self.text.text.ceil_char_boundary(self.text.start.max(at.saturating_sub(STEP)));
                let Some(word) = word_start(slice(self.text.text, from..at)) else {
                    // A word that starts between two steps is found in the next one, which takes in the character after.
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

/// Where the last word of `text` starts that follows white space.
fn word_start(text: &str) -> Option<usize> {
    let before = text.trim_end_matches(is_white_space);
    let (space, _) = before.char_indices().rev().find(|&(_, c)| is_white_space(c))?;
    Some(space + before.get(space..)?.chars().next()?.len_utf8())
}

/// Merges two descending sequences into one.
fn merged(a: impl Iterator<Item = usize>, b: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let (mut a, mut b) = (a.peekable(), b.peekable());
    iter::from_fn(move || if a.peek() >= b.peek() { a.next() } else { b.next() })
}
