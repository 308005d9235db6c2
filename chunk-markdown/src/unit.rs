//! Units (M5): what a section over the size is made of. A block that fits is one; a bigger one is replaced by its
//! parts, each judged again in the same way.

use crate::{
    block::{Blocks, Kind},
    section::Section,
    text::Text,
};
use chunk_core::{SmallRange, TokenMeasure, is_white_space, slice};
use std::{iter, ops::Range};

/// A piece of text that is never cut. A section can have many.
#[derive(Debug)]
pub(crate) struct Unit {
    bytes: SmallRange,
    tokens: u32,
}

const _: () = assert!(size_of::<Unit>() == 12, "a text can be all units");

impl Unit {
    /// A text of less than 4 GiB has no more tokens than fit.
    const fn new(bytes: SmallRange, tokens: usize) -> Self {
        Self { bytes, tokens: tokens as u32 }
    }

    pub(crate) const fn bytes(&self) -> Range<usize> {
        self.bytes.range()
    }

    pub(crate) const fn tokens(&self) -> usize {
        self.tokens as usize
    }
}

/// A block with what belongs to it, or a part of one that has no parts itself.
#[derive(Debug, Clone, Copy)]
struct Part {
    bytes: SmallRange,
    block: Option<u32>,
}

impl Part {
    const fn of_block(bytes: &Range<usize>, block: usize) -> Self {
        Self { bytes: SmallRange::new(bytes), block: Some(block as u32) }
    }
}

/// Divides sections into units of one size.
#[derive(Clone, Copy)]
pub(crate) struct Units<'d> {
    pub(crate) text: &'d Text<'d>,
    pub(crate) blocks: &'d Blocks,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) chunk_size: usize,
}

impl Units<'_> {
    /// The units of `section`: itself if it fits.
    pub(crate) fn of(self, section: &Section) -> Vec<Unit> {
        let tokens = self.measure.count(section.bytes.range());
        if tokens <= self.chunk_size {
            return vec![Unit::new(section.bytes, tokens)];
        }
        let mut units = Vec::new();
        let mut run = 0..0;
        for (index, block) in self.blocks.siblings(section.blocks.range()) {
            if block.kind == Kind::Heading {
                let start = if run.is_empty() { index } else { run.start };
                run = start..block.next as usize;
                continue;
            }
            let mut bytes = block.lines();
            // A heading is never parted from the block behind it.
            if let Some(last) = self.judge_heads(std::mem::take(&mut run), &mut units) {
                bytes.start = last.bytes.range().start;
            }
            self.judge(Part::of_block(&bytes, index), &mut units);
        }
        self.judge_heads(run, &mut units).into_iter().for_each(|head| self.judge(head, &mut units));
        units
    }

    /// A run of headings as one part, or, if it is over the size by itself, as one a heading. All but the last are judged,
    /// which is given back.
    fn judge_heads(&self, run: Range<usize>, units: &mut Vec<Unit>) -> Option<Part> {
        let heads = || self.blocks.siblings(run.clone());
        let (first, head) = heads().next()?;
        let whole = Part::of_block(&(head.lines().start..self.blocks.get(run.end - 1)?.lines().end), first);
        if self.measure.count(whole.bytes.range()) <= self.chunk_size {
            return Some(whole);
        }
        let mut last = None;
        for (index, head) in heads() {
            let part = Part::of_block(&head.lines(), index);
            last.replace(part).into_iter().for_each(|before| self.judge(before, units));
        }
        last
    }

    fn judge(&self, part: Part, units: &mut Vec<Unit>) {
        let tokens = self.measure.count(part.bytes.range());
        if tokens <= self.chunk_size {
            units.push(Unit::new(part.bytes, tokens));
            return;
        }
        let mut waiting = vec![part];
        let mut last_judged = (part.bytes, tokens);
        while let Some(part) = waiting.pop() {
            // An only child has the lines of its parent: however deep it stands, they are counted once.
            if last_judged.0 != part.bytes {
                last_judged = (part.bytes, self.measure.count(part.bytes.range()));
            }
            let tokens = last_judged.1;
            let parts = if tokens > self.chunk_size { self.parts(part) } else { Vec::new() };
            if parts.is_empty() {
                units.push(Unit::new(part.bytes, tokens));
            }
            waiting.extend(parts.into_iter().rev());
        }
    }

    /// The parts that tile `part`, none if it is never split.
    fn parts(&self, part: Part) -> Vec<Part> {
        let index = part.block.map(|index| index as usize);
        let Some((index, block)) = index.and_then(|index| Some((index, self.blocks.get(index)?))) else {
            return Vec::new();
        };
        let lines = || self.text.lines_in(block.lines()).map(|start| (start, None));
        match block.kind {
            Kind::List | Kind::Item | Kind::Quote | Kind::Footnote => {
                let children = self.blocks.children(index);
                self.tile(part, children.map(|(child, block)| (block.lines().start, Some(child))), Cut::Line)
            }
            Kind::Paragraph => {
                let starts = self.blocks.sentences_in(block.lines());
                let later = starts.iter().map(|&start| (start as usize, None));
                self.tile(part, iter::once((block.lines().start, None)).chain(later), Cut::Sentence)
            }
            // The first row is the header: the delimiter row stays with it.
            Kind::Table => self.tile(part, lines().take(1).chain(lines().skip(2)), Cut::Line),
            Kind::Definitions => self.tile(part, lines(), Cut::Line),
            Kind::Code | Kind::Html | Kind::Heading | Kind::Rule => Vec::new(),
        }
    }

    /// Parts that start at `starts` and reach to the next one; the first starts with the whole, the last ends with it.
    fn tile(&self, whole: Part, starts: impl Iterator<Item = (usize, Option<usize>)>, cut: Cut) -> Vec<Part> {
        let part = |(start, block): (usize, Option<usize>)| Part {
            bytes: SmallRange::new(&(start..whole.bytes.range().end)),
            block: block.map(|index| index as u32),
        };
        let mut parts: Vec<Part> = starts.map(part).collect();
        if let Some(first) = parts.first_mut() {
            first.bytes = SmallRange::new(&(whole.bytes.range().start..first.bytes.range().end));
        }
        let mut next_start = None;
        for part in parts.iter_mut().rev() {
            let start = part.bytes.range().start;
            if let Some(next_start) = next_start.replace(start) {
                let end = match cut {
                    Cut::Line => self.text.end_before(next_start),
                    Cut::Sentence => {
                        let sentence = slice(self.text.text, start..next_start);
                        start + sentence.trim_end_matches(is_white_space).len()
                    }
                };
                part.bytes = SmallRange::new(&(start..end));
            }
        }
        // What is its own only part and has none itself is no further divisible.
        let same = matches!(&*parts, [only] if only.block.is_none());
        if same { Vec::new() } else { parts }
    }
}

/// Where a part ends.
#[derive(Clone, Copy)]
enum Cut {
    /// At the end of its last non-blank line.
    Line,
    /// Before the white space behind it.
    Sentence,
}
