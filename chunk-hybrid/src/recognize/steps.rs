//! The steps of procedures (H20). A linear model says of each candidate (an item, row, heading or sentence) which kind of step it is, if
//! it is one; rules say which of these are steps (`find`, and `line` by a line's own form) and find the number (`number`), the title (`title`),
//! where a step ends, and which step it is a part of ([`read`]). `features` is what the model sees.

mod features;
mod find;
mod line;
mod number;
mod title;

use crate::recognize::Finding;
use crate::record::StepType;
use crate::text::{Block, BlockKind, ParsedContent, among};
pub use features::STEPS;
pub(crate) use find::find;
use std::ops::Range;
use title::title;

/// A step as it was recognized. Where it refers to another step, it does so by the byte at which that one starts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Its number as written.
    pub number: Option<u32>,
    /// What kind of step.
    pub kind: StepType,
    /// Whether the document says that it is a step, or of which kind: by a number, a mark or a heading.
    pub is_said: bool,
    /// The step it is a part of.
    pub parent: Option<usize>,
    /// From its first byte to the next step or the end of its list or section; its substeps not included.
    pub span: Range<usize>,
    /// Its heading or first sentence.
    pub title: Range<usize>,
}

/// The steps of `scope` among the findings, with their ends and parents.
pub(crate) fn read(
    content: &ParsedContent<'_>,
    found: &[Finding<StepType>],
    scope: &Range<usize>,
) -> Vec<Step> {
    let blocks = content.blocks();
    let start_of = |index: usize| blocks.get(index).map_or(scope.end, |block| block.start.min(scope.end));
    let mut steps: Vec<Step> = Vec::new();
    // The steps in which the next one may be, from the outermost, each with the index of the first block after its entry.
    let mut open: Vec<(usize, usize)> = Vec::new();
    // The block of the last main or optional step, its number, and where it starts.
    let mut last_main: Option<(&Block, Option<u32>, usize)> = None;
    for own in among(found, scope, |found| found.candidate.span.start) {
        let Some(block) = blocks.get(own.candidate.block) else { continue };
        let is_first = own.candidate.nth == 0;
        let mark = number::of_block(content, block).filter(|_| is_first);
        // A step that opens its block starts with the block's mark.
        let start = if is_first { block.start } else { own.candidate.span.start };
        let section = content.section_of(block);
        let number = mark.and_then(|mark| mark.number);
        open.truncate(open.partition_point(|(after, _)| *after > block.number));
        // A substep that lies in no step is a part of the last main one, and so is an item that is indented more, or has no number after
        // one that has.
        let is_part = |(main, main_number, _): &(&Block, Option<u32>, usize)| {
            let is_below = block.indent > main.indent || number.is_none() && main_number.is_some();
            let is_item = block.kind == BlockKind::Item && content.section_of(main) == section;
            own.kind == StepType::Substep || is_item && is_below
        };
        let parent = open.last().map(|(_, start)| *start);
        let parent = parent.or(last_main.filter(is_part).map(|(.., start)| start));
        // What is listed or said in a step, or numbered below one, is a part of it.
        let is_inside = match block.kind {
            BlockKind::Item => true,
            BlockKind::Paragraph => number.is_none(),
            _ => mark.is_some() && number.is_none(),
        };
        let is_substep = is_inside && own.kind == StepType::Main && parent.is_some();
        let kind = if is_substep { StepType::Substep } else { own.kind };
        if matches!(kind, StepType::Main | StepType::Optional) {
            last_main = Some((block, number, start));
        }
        // Nothing is a part of what is needed, nor of a paragraph or heading without a number.
        if kind != StepType::Prerequisite && (block.kind == BlockKind::Item || mark.is_some()) {
            open.push((block.next, start));
        }
        let is_code = |index: &usize| blocks.get(*index).is_some_and(|next| next.kind == BlockKind::Code);
        let end = match block.kind {
            BlockKind::Row => block.end,
            // A paragraph says what is to be done up to the next heading.
            BlockKind::Paragraph => {
                let next = content.sections().get(section.map_or(0, |own| own + 1));
                start_of(next.map_or(blocks.len(), |next| next.heading))
            }
            // A fence below an item belongs to it, indented or not.
            _ => start_of((block.next..).find(|index| !is_code(index)).unwrap_or(blocks.len())),
        };
        if let Some(last) = steps.last_mut() {
            last.span.end = last.span.end.min(start);
        }
        let (text, text_end) = match is_first {
            true => (mark.map_or(block.text, |mark| mark.text), block.end),
            false => (start, own.candidate.span.end),
        };
        steps.push(Step {
            // A prerequisite has none (H20).
            number: number.filter(|_| kind != StepType::Prerequisite),
            kind,
            is_said: own.is_said,
            parent,
            span: start..end.max(start),
            title: title(content, block, text..text_end.max(text)),
        });
    }
    steps
}
