//! Units (M5): what a section over the size is made of. A block that fits is one; a bigger one is replaced by its
//! parts, each judged again in the same way.

use crate::{
    blocks::Blocks,
    section::Section,
    text::Text,
    tree::{Block, Kind},
};
use chunk_core::{SmallRange, TokenMeasure, is_white_space, slice};
use std::{iter, mem, ops::Range};

/// The bytes of a piece of text that is never cut. A section can have many.
pub(crate) type Unit = SmallRange;

/// A block with what belongs to it, or a part of one that has no parts itself.
#[derive(Debug, Clone)]
struct Part<'b> {
    bytes: SmallRange,
    block: Option<Block<'b>>,
}

/// One behind the other: a block can have as many as it has lines.
type Parts<'s> = Box<dyn Iterator<Item = Part<'s>> + 's>;

/// Divides sections into units of one size.
#[derive(Clone, Copy)]
pub(crate) struct Units<'d> {
    pub(crate) text: &'d Text<'d>,
    pub(crate) blocks: &'d Blocks,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) chunk_size: usize,
}

impl Units<'_> {
    /// The units of `section`; none if it fits as a whole.
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
            // A heading is never parted from the block behind it.
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

    /// A run of headings as one part, or, if it is over the size by itself, as one a heading. All but the last become
    /// units; that one is given back.
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
            let bytes = part.bytes;
            match self.parts(part, tokens) {
                Some(parts) => open.push(parts),
                None => units.push(bytes),
            }
        }
    }

    /// The parts that tile `part`, none if it fits or is never split.
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
            // The first row is the header: the delimiter row stays with it.
            Kind::Table => self.tile(whole, lines().take(1).chain(lines().skip(2)), Cut::Line),
            Kind::Definitions => self.tile(whole, lines(), Cut::Line),
            _ => None,
        }
    }

    /// Parts that start at `starts` and reach to the next one; the first starts with the whole, the last ends with it.
    fn tile<'s>(
        &'s self,
        whole: Range<usize>,
        starts: impl Iterator<Item = (usize, Option<Block<'s>>)> + 's,
        cut: Cut,
    ) -> Option<Parts<'s>> {
        let mut starts = starts.peekable();
        let (_, block) = starts.next()?;
        // What is its own only part and has none itself is no further divisible.
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
    /// Before the white space behind it.
    Sentence,
}
