//! Divides a section over the size into units, which are never cut (M5). A block that fits is a unit; a bigger one is replaced by its
//! parts, each of which is judged in the same way.

use crate::{
    blocks::Blocks,
    section::Section,
    text::Text,
    tree::{Block, Kind},
};
use chunk_core::{SmallRange, TokenMeasure, is_white_space, slice};
use std::{iter, mem, ops::Range};

/// The bytes of a unit. A section can have many.
pub(crate) type Unit = SmallRange;

/// A block, with the headings before it and other lines that belong to it; or a part of a block that has no parts itself.
#[derive(Debug, Clone)]
struct Part<'b> {
    bytes: SmallRange,
    block: Option<Block<'b>>,
}

/// The parts of a block, found one by one: there can be as many as it has lines.
type Parts<'s> = Box<dyn Iterator<Item = Part<'s>> + 's>;

/// Divides the sections of a document into units.
#[derive(Clone, Copy)]
pub(crate) struct Units<'d> {
    pub(crate) text: &'d Text<'d>,
    pub(crate) blocks: &'d Blocks,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) chunk_size: usize,
}

impl Units<'_> {
    /// The units of `section`; none if the whole section fits.
    pub(crate) fn of(self, section: &Section<'_>) -> Vec<Unit> {
        let tokens = self.measure.count(section.bytes.range());
        if tokens <= self.chunk_size {
            return Vec::new();
        }
        let mut units = Vec::new();
        let mut run: Option<Section<'_>> = None;
        for (from, block) in section.blocks() {
            if block.kind == Kind::Heading {
                let head = Section::new(from, &block);
                match &mut run {
                    Some(run) => run.join(&head),
                    None => run = Some(head),
                }
                continue;
            }
            // A heading is never parted from the block after it.
            let heads = run.take().map(|run| self.judge_heads(&run, &mut units));
            let bytes = SmallRange { start: heads.unwrap_or(block.lines).start, end: block.lines.end };
            self.judge(Part { bytes, block: Some(block) }, &mut units);
        }
        if let Some(run) = run {
            let last = self.judge_heads(&run, &mut units);
            units.push(last);
        }
        units
    }

    /// The part of a run of headings that belongs to the block after it: all of it, or, if the run is over the size by itself, its last
    /// heading; the others then become units.
    fn judge_heads(&self, run: &Section<'_>, units: &mut Vec<Unit>) -> SmallRange {
        if self.measure.count(run.bytes.range()) <= self.chunk_size {
            return run.bytes;
        }
        let mut heads = run.blocks().map(|(_, head)| head.lines);
        let mut last = heads.next().unwrap_or(run.bytes);
        for head in heads {
            units.push(mem::replace(&mut last, head));
        }
        last
    }

    fn judge(&self, part: Part<'_>, units: &mut Vec<Unit>) {
        let tokens = self.measure.count(part.bytes.range());
        if tokens <= self.chunk_size {
            units.push(part.bytes);
            return;
        }
        let mut last_counted = (part.bytes, tokens);
        // For each part that is being split, from the outermost, the parts still to come.
        let mut open: Vec<Parts<'_>> = vec![Box::new(iter::once(part))];
        while let Some(rest) = open.last_mut() {
            let Some(part) = rest.next() else {
                open.pop();
                continue;
            };
            // An only child has the lines of its parent: however deep the nesting, they are counted once.
            if last_counted.0 != part.bytes {
                last_counted = (part.bytes, self.measure.count(part.bytes.range()));
            }
            let tokens = last_counted.1;
            let bytes = part.bytes;
            match self.parts(part, tokens) {
                Some(parts) => open.push(parts),
                None => units.push(bytes),
            }
        }
    }

    /// The parts that tile `part`; `None` if it fits or is never split.
    fn parts<'s>(&'s self, part: Part<'s>, tokens: usize) -> Option<Parts<'s>> {
        let whole = part.bytes.range();
        let block = part.block.filter(|_| tokens > self.chunk_size)?;
        let range = block.lines.range();
        let lines = || self.text.lines_in(range.clone()).map(|start| (start, None));
        match block.kind {
            Kind::List | Kind::Item | Kind::Quote | Kind::Footnote if !block.children().is_empty() => {
                let children = block.children().map(|child| (child.lines.range().start, Some(child)));
                self.tile(whole, children, Cut::Line)
            }
            Kind::Paragraph | Kind::Item => {
                let later =
                    self.blocks.sentences_in(range.clone()).iter().map(|&start| (start as usize, None));
                self.tile(whole, iter::once((range.start, None)).chain(later), Cut::Sentence)
            }
            // The first row is the header, which the second one, of delimiters, belongs to.
            Kind::Table => self.tile(whole, lines().take(1).chain(lines().skip(2)), Cut::Line),
            Kind::Definitions => self.tile(whole, lines(), Cut::Line),
            _ => None,
        }
    }

    /// Parts that start at `starts` and reach to the next one; the first starts with `whole`, the last ends with it.
    fn tile<'s>(
        &'s self,
        whole: Range<usize>,
        starts: impl Iterator<Item = (usize, Option<Block<'s>>)> + 's,
        cut: Cut,
    ) -> Option<Parts<'s>> {
        let mut starts = starts.peekable();
        let (_, block) = starts.next()?;
        // A single part that is no block is the whole again: it cannot be divided.
        if block.is_none() && starts.peek().is_none() {
            return None;
        }
        let mut next = Some((whole.start, block));
        Some(Box::new(iter::from_fn(move || {
            let (start, block) = next.take()?;
            next = starts.next();
            let end = next.as_ref().map_or(whole.end, |&(next_start, _)| match cut {
                Cut::Line => self.text.end_before(next_start),
                Cut::Sentence => {
                    let sentence = slice(self.text.text, start..next_start);
                    start + sentence.trim_end_matches(is_white_space).len()
                }
            });
            Some(Part { bytes: SmallRange::new(&(start..end)), block })
        })))
    }
}

/// Where a part ends.
#[derive(Clone, Copy)]
enum Cut {
    /// At the end of its last non-blank line.
    Line,
    /// Before the white space after it.
    Sentence,
}
