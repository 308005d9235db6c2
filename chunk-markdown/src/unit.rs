//! Divides a section over the size into units, which are never cut (M5). A block that fits is a unit; a bigger one is replaced by its
//! parts, each of which is judged in the same way.

use crate::{
    parsed::{Parsed, within},
    section::Section,
};
use chunk_core::{
    counters::TokenMeasure,
    fitting_pieces, is_white_space,
    markdown::{Block, BlockKind, children},
    slice,
};
use std::{iter, ops::Range};

/// A piece of text that is never cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) bytes: Range<usize>,
    pub(crate) tokens: usize,
    pub(crate) is_code: bool,
    /// Whether it is a part of what is never cut without a hard limit.
    pub(crate) is_part: bool,
}

/// A block, with the headings before it and other lines that belong to it; or a part of a block that has no parts itself.
struct Part {
    bytes: Range<usize>,
    /// The place of the block.
    block: Option<usize>,
}

/// Divides the sections of a document into units.
#[derive(Clone, Copy)]
pub(crate) struct Divider<'d> {
    pub(crate) parsed: &'d Parsed<'d>,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) chunk_size: usize,
    pub(crate) hard_limit: bool,
}

impl Divider<'_> {
    /// The units of `section`: one if all of it fits.
    pub(crate) fn units(self, section: &Section) -> Vec<Unit> {
        let tokens = self.measure.count(section.bytes.clone());
        if tokens <= self.chunk_size {
            return vec![Unit { bytes: section.bytes.clone(), tokens, is_code: false, is_part: false }];
        }
        let mut units = Vec::new();
        // The headings since the last other block.
        let mut run: Vec<Range<usize>> = Vec::new();
        let mut next = section.blocks.start;
        while let Some(block) = self.parsed.blocks.get(next).filter(|_| next < section.blocks.end) {
            let lines = block.lines.clone();
            if block.kind.is_heading() {
                run.push(lines);
            } else {
                // A heading is never parted from the block after it.
                let start = self.last_of(&run, &mut units).map_or(lines.start, |heads| heads.start);
                run.clear();
                self.divide(Part { bytes: start..lines.end, block: Some(next) }, &mut units);
            }
            next = block.next;
        }
        if let Some(heads) = self.last_of(&run, &mut units) {
            self.divide(Part { bytes: heads, block: None }, &mut units);
        }
        units
    }

    /// The part of a run of headings that belongs to the block after it: all of it, or, if the run is over the size by itself, its last
    /// heading; the others then become units.
    fn last_of(&self, run: &[Range<usize>], units: &mut Vec<Unit>) -> Option<Range<usize>> {
        let (last, others) = run.split_last()?;
        let whole = run.first()?.start..last.end;
        if self.measure.count(whole.clone()) <= self.chunk_size {
            return Some(whole);
        }
        others.iter().for_each(|head| self.divide(Part { bytes: head.clone(), block: None }, units));
        Some(last.clone())
    }

    fn divide(&self, part: Part, units: &mut Vec<Unit>) {
        // The parts still to be judged, the next one last: nesting can be deeper than a stack of calls.
        let mut rest = vec![part];
        while let Some(Part { bytes, block }) = rest.pop() {
            let block = block.and_then(|index| Some((index, self.parsed.blocks.get(index)?)));
            let tokens = self.measure.count(bytes.clone());
            let parts = match block {
                Some((index, block)) if tokens > self.chunk_size => self.parts(&bytes, index, block),
                _ => Vec::new(),
            };
            if parts.is_empty() {
                let is_code = block.is_some_and(|(_, block)| matches!(block.kind, BlockKind::Code { .. }));
                match self.hard_limit && tokens > self.chunk_size {
                    true => units.extend(self.pieces(bytes, is_code)),
                    false => units.push(Unit { bytes, tokens, is_code, is_part: false }),
                }
            }
            rest.extend(parts.into_iter().rev());
        }
    }

    /// The pieces of what is never cut without a hard limit, without the blank lines and other white space around them (M14).
    fn pieces(&self, bytes: Range<usize>, is_code: bool) -> impl Iterator<Item = Unit> {
        let count = |piece| self.measure.count(self.solid(piece));
        let pieces = fitting_pieces(self.parsed.text, bytes, self.chunk_size, &count);
        let is_part = pieces.len() > 1;
        let solid = pieces.into_iter().map(|piece| self.solid(piece)).filter(|piece| !piece.is_empty());
        solid.map(move |bytes| Unit { tokens: self.measure.count(bytes.clone()), bytes, is_code, is_part })
    }

    /// `piece` without white space at its end, and without blank lines at its start.
    fn solid(&self, piece: Range<usize>) -> Range<usize> {
        let text = slice(self.parsed.text, piece.clone()).trim_end_matches(is_white_space);
        let blank = text.len() - text.trim_start_matches(is_white_space).len();
        let lines = slice(text, 0..blank).rfind('\n').map_or(0, |line_end| line_end + 1);
        piece.start + lines..piece.start + text.len()
    }

    /// The parts of `block`, which tile the bytes `whole`; none if it is never split.
    fn parts(&self, whole: &Range<usize>, index: usize, block: &Block) -> Vec<Part> {
        let lines = || within(&self.parsed.non_blank, block.lines.clone());
        let starts: Vec<(usize, Option<usize>)> = match block.kind {
            BlockKind::List { .. } | BlockKind::Item { .. } | BlockKind::Quote | BlockKind::Footnote => {
                let start = |child: usize| {
                    self.parsed.blocks.get(child).map_or(whole.start, |child| child.lines.start)
                };
                children(&self.parsed.blocks, index).map(|child| (start(child), Some(child))).collect()
            }
            BlockKind::Paragraph => {
                let later = within(&self.parsed.sentences, block.lines.clone());
                iter::once(&whole.start).chain(later).map(|&start| (start, None)).collect()
            }
            // The first row is the header, which the second one, of delimiters, belongs to.
            BlockKind::Table => {
                let rows = lines().iter().take(1).chain(lines().iter().skip(2));
                rows.map(|&start| (start, None)).collect()
            }
            BlockKind::Definitions => lines().iter().map(|&start| (start, None)).collect(),
            // Code above all is never split.
            _ => Vec::new(),
        };
        // A single part that is no block is the whole again: it cannot be divided.
        if let [(_, None)] = *starts {
            return Vec::new();
        }
        let ends = starts.iter().skip(1).map(|&(next, _)| next).map(Some).chain([None]);
        let mut parts = Vec::with_capacity(starts.len());
        for (&(start, child), next) in starts.iter().zip(ends) {
            let start = if parts.is_empty() { whole.start } else { start };
            let end = match next {
                None => whole.end,
                // Before the white space after the sentence.
                Some(next) if block.kind == BlockKind::Paragraph => {
                    start + slice(self.parsed.text, start..next).trim_end_matches(is_white_space).len()
                }
                Some(next) => self.parsed.end_before(next),
            };
            parts.push(Part { bytes: start..end, block: child });
        }
        parts
    }
}
