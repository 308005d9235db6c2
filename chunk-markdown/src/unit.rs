//! Units (M5): what a section over the size is made of. A block that fits is one; a bigger one is replaced by its
//! parts, each judged again in the same way.

use crate::{
    block::{Blocks, Kind},
    section::Section,
    text::Text,
};
use chunk_core::{SmallRange, TokenMeasure, is_white_space, slice};
use std::{iter, ops::Range};

/// The bytes of a piece of text that is never cut. A section can have many.
pub(crate) type Unit = SmallRange;

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

/// One behind the other: a block can have as many as it has lines.
type Parts<'s> = Box<dyn Iterator<Item = Part> + 's>;

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
            return vec![section.bytes];
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
            units.push(part.bytes);
            return;
        }
        let mut last_judged = (part.bytes, tokens);
        // Of each part that is being split, the rest of its parts.
        let mut open: Vec<Parts<'_>> = vec![Box::new(iter::once(part))];
        while let Some(rest) = open.last_mut() {
            let Some(part) = rest.next() else {
                open.pop();
                continue;
            };
            // An only child has the lines of its parent: however deep it stands, they are counted once.
            if last_judged.0 != part.bytes {
                last_judged = (part.bytes, self.measure.count(part.bytes.range()));
            }
            let tokens = last_judged.1;
            match self.parts(part, tokens) {
                Some(parts) => open.push(parts),
                None => units.push(part.bytes),
            }
        }
    }

    /// The parts that tile `part`, none if it fits or is never split.
    fn parts(&self, part: Part, tokens: usize) -> Option<Parts<'_>> {
        let index = part.block.filter(|_| tokens > self.chunk_size)? as usize;
        let block = self.blocks.get(index)?;
        let lines = || self.text.lines_in(block.lines()).map(|start| (start, None));
        let mut children = self.blocks.children(index).peekable();
        match block.kind {
            Kind::List | Kind::Item | Kind::Quote | Kind::Footnote if children.peek().is_some() => {
                self.tile(part, children.map(|(child, block)| (block.lines().start, Some(child))), Cut::Line)
            }
            Kind::Paragraph | Kind::Item => {
                let starts = self.blocks.sentences_in(block.lines());
                let later = starts.iter().map(|&start| (start as usize, None));
                self.tile(part, iter::once((block.lines().start, None)).chain(later), Cut::Sentence)
            }
            // The first row is the header: the delimiter row stays with it.
            Kind::Table => self.tile(part, lines().take(1).chain(lines().skip(2)), Cut::Line),
            Kind::Definitions => self.tile(part, lines(), Cut::Line),
            _ => None,
        }
    }

    /// Parts that start at `starts` and reach to the next one; the first starts with the whole, the last ends with it.
    fn tile<'s>(
        &'s self,
        whole: Part,
        starts: impl Iterator<Item = (usize, Option<usize>)> + 's,
        cut: Cut,
    ) -> Option<Parts<'s>> {
        let whole = whole.bytes.range();
        let mut starts = starts.peekable();
        let (_, block) = starts.next()?;
        // What is its own only part and has none itself is no further divisible.
        if block.is_none() && starts.peek().is_none() {
            return None;
        }
        let mut next = Some((whole.start, block));
        Some(Box::new(iter::from_fn(move || {
            let (start, block) = next?;
            next = starts.next();
            let end = next.map_or(whole.end, |(next_start, _)| match cut {
                Cut::Line => self.text.end_before(next_start),
                Cut::Sentence => {
                    let sentence = slice(self.text.text, start..next_start);
                    start + sentence.trim_end_matches(is_white_space).len()
                }
            });
            let bytes = SmallRange::new(&(start..end));
            Some(Part { bytes, block: block.map(|index| index as u32) })
        })))
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
