//! Overlap (M6): how much of the text before a body is repeated in front of it.

use crate::{block::Blocks, text::Text};
use chunk_core::{TokenMeasure, is_white_space, slice};
use std::{iter, ops::Range};

/// What an overlap has at least, where a start at a line or sentence is to be had.
const ENOUGH: usize = 50;

pub(crate) struct Overlaps<'d> {
    text: &'d Text<'d>,
    blocks: &'d Blocks,
    measure: &'d dyn TokenMeasure,
    chunk_overlap: usize,
    /// Where an overlap may start: lines that are not blank nor inside code, and sentences; ascending.
    starts: Vec<usize>,
}

impl<'d> Overlaps<'d> {
    pub(crate) fn new(
        text: &'d Text<'d>,
        blocks: &'d Blocks,
        measure: &'d dyn TokenMeasure,
        chunk_overlap: usize,
    ) -> Self {
        let lines =
            text.non_blank.iter().filter(|&&at| zone(&blocks.code, at).is_none_or(|code| code.start == at));
        let mut sentences = blocks.sentences.iter().peekable();
        let mut starts = Vec::with_capacity(text.non_blank.len() + blocks.sentences.len());
        for &line in lines {
            starts.extend(iter::from_fn(|| sentences.next_if(|&&sentence| sentence < line)));
            starts.push(line);
        }
        starts.extend(sentences);
        Self { text, blocks, measure, chunk_overlap, starts }
    }

    /// Where the overlap of the body at `body` starts: `body` itself if there is none.
    pub(crate) fn start(&self, body: usize) -> usize {
        let starts = self.starts.partition_point(|&start| start < body);
        let starts = || self.starts.iter().take(starts).rev().copied();
        let found = self.longest(body, starts());
        if self.measure.count(found..body) >= ENOUGH.min(self.chunk_overlap) {
            return found;
        }
        self.longest(body, merged(starts(), self.words_before(body)))
    }

    /// The last of `candidates`, which descend, before the overlap is over the size.
    fn longest(&self, body: usize, candidates: impl Iterator<Item = usize>) -> usize {
        let fits = |start: &usize| self.measure.count(*start..body) <= self.chunk_overlap;
        candidates.take_while(fits).last().unwrap_or(body)
    }

    /// Where words outside code and tables start, descending.
    fn words_before(&self, body: usize) -> impl Iterator<Item = usize> {
        let mut at = body;
        iter::from_fn(move || {
            loop {
                let before = slice(self.text.text, self.text.start..at).trim_end_matches(is_white_space);
                let (space, _) = before.char_indices().rev().find(|&(_, c)| is_white_space(c))?;
                let behind_space =
                    slice(before, space..before.len()).chars().next().map_or(0, char::len_utf8);
                at = self.text.start + space + behind_space;
                match zone(&self.blocks.code, at).or_else(|| zone(&self.blocks.tables, at)) {
                    Some(zone) => at = zone.start,
                    None => return Some(at),
                }
            }
        })
    }
}

/// The zone in which the byte `at` lies.
fn zone(zones: &[Range<usize>], at: usize) -> Option<&Range<usize>> {
    let before = zones.partition_point(|zone| zone.start <= at);
    zones.get(before.checked_sub(1)?).filter(|zone| at < zone.end)
}

/// Both, which descend, merged into one that does.
fn merged(a: impl Iterator<Item = usize>, b: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let (mut a, mut b) = (a.peekable(), b.peekable());
    iter::from_fn(move || if a.peek() >= b.peek() { a.next() } else { b.next() })
}
