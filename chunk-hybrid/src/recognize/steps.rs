//! The steps of procedures (H20). A linear model says of each candidate (an item, row, heading or sentence) which kind of step it is, if
//! it is one; rules say which of these are steps (`find`, and `line` by a line's own form) and find the number (`number`), the title (`title`),
//! where a step ends, and which step it is a part of ([`read`]). `features` is what the model sees.

mod features;
mod find;
mod line;
mod number;
mod title;

use crate::Dictionary;
use crate::recognize::Finding;
use crate::record::StepType;
use crate::text::{Block, BlockKind, Marker, ParsedContent, among};
use chunk_core::unicode;
pub use features::STEPS;
pub(crate) use find::find;
pub(crate) use number::MOST_NUMBER;
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
    /// The substep before it in the same step, if it is one.
    pub(crate) previous: Option<usize>,
    /// From its first byte to the next step or the end of its list or section; its substeps not included.
    pub span: Range<usize>,
    /// Its heading or first sentence.
    pub title: Range<usize>,
}

/// A step that later ones may be parts of.
#[derive(Debug, Clone, Copy)]
struct Open {
    start: usize,
    depth: usize,
    kind: StepType,
    /// The number of its own: `2`, not `2.1`.
    number: Option<u32>,
    /// Whether it is marked with a number, be it `2.1`.
    is_marked: bool,
    /// Whether it is an optional step that is not given, or lies in one.
    is_left_out: bool,
}

/// The steps of `scope` among the findings, with their ends and parents. If not `with_optional`, the text of optional steps and of their
/// parts belongs to the step before.
pub(crate) fn read(
    content: &ParsedContent<'_>,
    found: &[Finding<StepType>],
    scope: &Range<usize>,
    with_optional: bool,
) -> Vec<Step> {
    let blocks = content.blocks();
    let found = among(found, scope, |found| found.candidate.span.start);
    // A step that opens its block starts with the block's mark.
    let start_of = |found: &Finding<StepType>| match blocks.get(found.candidate.block) {
        Some(block) if found.candidate.nth == 0 => block.start,
        _ => found.candidate.span.start,
    };
    let mut steps: Vec<Step> = Vec::new();
    // The steps in which the next one may lie, from the outermost, each deeper than the one before; and the last main or optional one.
    let (mut open, mut last_main): (Vec<Open>, Option<Open>) = (Vec::new(), None);
    // Where the last substep of each step starts.
    let mut substeps: Dictionary<Option<usize>, usize> = Dictionary::default();
    for (index, own) in found.iter().enumerate() {
        let Some(block) = blocks.get(own.candidate.block) else { continue };
        let start = start_of(own);
        let ((number, text), first_sentence) = if own.candidate.nth == 0 {
            (number::of_block(content, block), block.end)
        } else {
            ((None, start), own.candidate.span.end)
        };
        close(&mut open, depth(block));
        let around = open.iter().rfind(|open| open.kind != StepType::Prerequisite).copied();
        let section = |at| content.section_at(at).map(|own| own.start);
        let letter = (own.candidate.nth == 0).then(|| number::of_letter(content, block)).flatten();
        let is_marked = own.candidate.nth == 0
            && (text > block.text || matches!(block.marker, Some(Marker::Number { .. })));
        let is_below = is_marked && number.is_none();
        // `Step 1: Boil water` is a line of its own, if the next one starts anew.
        let lines = content.slice(&(text..block.end.max(text))).split_once('\n');
        let line = lines.filter(|(line, next)| !line.is_empty() && next.starts_with(unicode::is_uppercase));
        let line = line.filter(|_| is_marked && block.kind == BlockKind::Paragraph);
        let title_end = line.map_or(first_sentence, |(line, _)| text + line.len());
        // A substep that lies in no step is a part of the last main one.
        let is_part = |main: &Open| match main.is_marked && is_below {
            // `7.1` is no part of step 1.
            true => {
                main.number.is_some() && main.number == number::first(content.slice(&(block.start..text)))
            }
            // `a)` after `1.` without an indentation.
            false if block.marker == Some(Marker::Letter) && own.is_said => {
                main.number.is_some() && section(main.start) == section(start)
            }
            false => own.kind == StepType::Substep,
        };
        let parent = around.or(last_main.filter(is_part));
        // What is listed or said in a step, or numbered below one, is a part of it.
        let is_inside = match block.kind {
            BlockKind::Item => true,
            BlockKind::Paragraph => !is_marked || is_below,
            _ => is_below,
        };
        let is_inside = is_inside && own.kind == StepType::Main && parent.is_some();
        let kind = if is_inside { StepType::Substep } else { own.kind };
        let is_in_left_out = parent.is_some_and(|parent| parent.is_left_out);
        let is_left_out = is_in_left_out || kind == StepType::Optional && !with_optional;
        let parent = parent.map(|parent| parent.start);
        let previous = if kind == StepType::Substep { substeps.insert(parent, start) } else { None };
        // Whatever follows a row closes it, and blank lines after it are no part of it.
        let is_row = block.kind == BlockKind::Row;
        let depth = if is_row { usize::MAX } else { depth(block) };
        let this = Open { start, depth, kind, number, is_marked, is_left_out };
        last_main = Some(this).filter(|_| matches!(kind, StepType::Main | StepType::Optional)).or(last_main);
        // Nothing is a part of a paragraph or heading without a number.
        if block.kind == BlockKind::Item || number.is_some() || is_marked {
            open.push(this);
        }
        let next = found.get(index + 1);
        let next_block = next.map_or(content.blocks_before(scope.end), |next| next.candidate.block + 1);
        let later = blocks.get(own.candidate.block + 1..next_block).unwrap_or_default().iter();
        let end = later.clone().find(|later| closed_depth(later) <= depth);
        let end = if is_row { own.candidate.span.end } else { end.map_or(scope.end, |later| later.start) };
        close(&mut open, later.map(closed_depth).min().unwrap_or(usize::MAX));
        let step = Step {
            // A prerequisite has none (H20).
            number: number.or(letter).filter(|_| kind != StepType::Prerequisite),
            kind,
            is_said: own.is_said,
            parent,
            previous: previous.filter(|_| parent.is_some()),
            span: start..end.min(next.map_or(scope.end, start_of)),
            title: title(content, block, text..title_end.max(text)),
        };
        if !is_left_out {
            steps.push(step);
        } else if let Some(last) = steps.last_mut() {
            last.span.end = step.span.end;
        }
    }
    steps
}

/// Closes the steps of this depth and deeper.
fn close(open: &mut Vec<Open>, depth: usize) {
    open.truncate(open.partition_point(|own| own.depth < depth));
}

/// The depth of paragraphs and rows: below headings, which have their levels 1 to 7.
const PARAGRAPHS: usize = 8;
/// The depth of items that are not indented; the others are deeper by their indentation.
const ITEMS: usize = 9;

/// How deep a step in this block lies: a later one that is deeper is a part of it.
const fn depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => ITEMS + block.indent,
        _ => PARAGRAPHS,
    }
}

/// From which depth on steps end where a block starts, whether it holds a step or not.
fn closed_depth(block: &Block) -> usize {
    match block.kind {
        BlockKind::Heading(_) | BlockKind::Item => depth(block),
        // A fence below an item belongs to it, indented or not.
        BlockKind::Code => usize::MAX,
        BlockKind::Paragraph if !block.after_blank => usize::MAX,
        _ if block.in_item => usize::MAX,
        _ => ITEMS,
    }
}
