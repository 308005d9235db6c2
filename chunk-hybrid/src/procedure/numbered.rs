//! Steps with a number or label of their own: items, rows of a table of steps, `Step N`, numbered headings.

use super::{Found, ITEMS, Reader};
use crate::{
    block::{Block, BlockKind},
    cue,
    document::ParsedContent,
    line::Marker,
    metadata::StepType,
};
use chunk_core::slice;
use std::ops::Range;

impl Reader<'_, '_> {
    pub(super) fn item(
        &self,
        block: &Block,
        before: &[Found],
        open: &[Found],
        under_prerequisites: bool,
    ) -> Option<Found> {
        let marker = block.marker?;
        let limit = self.list_end(block);
        let depth = ITEMS + block.indent;
        let found = |number, kind| {
            Some(Found { start: block.span.start, text: block.text, number, kind, depth, limit })
        };
        if under_prerequisites && self.step_heading_above(block).is_none() {
            return found(None, StepType::Prerequisite);
        }
        let parent = open.iter().rev().find(|step| step.depth < depth);
        let in_parent = parent.is_some_and(|step| step.kind != StepType::Prerequisite);
        match marker {
            Marker::Number { above, .. } if above > 0 && !in_parent => {
                // 2.1 is a part of 2, wherever it stands.
                let has_main = before.iter().any(|step| step.kind == StepType::Main);
                found(None, if has_main { StepType::Substep } else { StepType::Main })
            }
            Marker::Number { number, above } => {
                let number = (above == 0).then_some(number);
                if in_parent {
                    return found(number, StepType::Substep);
                }
                found(number, self.optional(block))
            }
            Marker::Task { number: Some(number), .. } => {
                found(Some(number), if in_parent { StepType::Substep } else { self.optional(block) })
            }
            _ if in_parent && self.is_part(parent, block) => found(None, StepType::Substep),
            _ => None,
        }
    }

    /// Whether an item without a number tells a part of the step above: it lies in its item, or is an instruction.
    fn is_part(&self, parent: Option<&Found>, block: &Block) -> bool {
        parent.is_some_and(|parent| block.indent > parent.depth.saturating_sub(ITEMS)) || self.commands(block)
    }

    /// A row of a table whose head has a column of step numbers.
    pub(super) fn row(&self, index: usize, block: &Block) -> Option<Found> {
        let blocks = self.content.blocks();
        let head = self.table_head.get(index - self.first).filter(|&&head| head < index)?;
        let head = blocks.get(*head)?;
        let cells = |block: &Block| -> Vec<Range<usize>> {
            let row = self.content.slice(&block.span);
            let mut at = block.span.start;
            row.split('|')
                .map(|cell| {
                    let start = at;
                    at += cell.len() + 1;
                    let lead = cell.len() - cell.trim_start().len();
                    start + lead..start + lead + cell.trim().len()
                })
                .collect()
        };
        let names = cells(head);
        let column = names.iter().position(|name| {
            let name = self.content.slice(name).trim_matches(['*', '_', '#']);
            ["step", "no", "no.", "nr", "#", "step no", "step no.", "step #"]
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known))
                || self.content.slice(names.get(1).unwrap_or(&(0..0))) == "#"
        })?;
        let row = cells(block);
        let number = self.content.slice(row.get(column)?).trim_matches(['*', '_', '.', ')']);
        let number: u32 = number.trim_start_matches("Step ").parse().ok()?;
        let text = row.get(column + 1)?.start;
        let kind = self.optional(block);
        Some(Found {
            start: block.span.start,
            text,
            number: Some(number),
            kind,
            depth: ITEMS,
            limit: block.span.end,
        })
    }

    /// `Step 3: …`, `**Prerequisite:** …`, a paragraph under a heading of prerequisites.
    pub(super) fn paragraph(
        &self,
        index: usize,
        block: &Block,
        before: &[Found],
        under_prerequisites: bool,
    ) -> Option<Found> {
        if block.inside {
            return None;
        }
        let text = self.text(block);
        let found = |at: usize, number, kind, limit| {
            Some(Found { start: block.span.start, text: at, number, kind, depth: 9, limit })
        };
        if let Some((number, length)) = step_label(text) {
            let end = self.next_heading.get(index - self.first).copied().unwrap_or(self.scope.end);
            return found(block.text + length, number, self.optional(block), end);
        }
        let first = self.content.words.get(block.words.start)?;
        if first.cues.any(cue::PREREQ_TITLE) && self.is_label(first.span().end) {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        let items_follow =
            self.content.blocks().get(index + 1).is_some_and(|next| next.kind == BlockKind::Item);
        let already = before.last().is_some_and(|step| {
            step.kind == StepType::Prerequisite && self.is_same_section(step.start, block)
        });
        if under_prerequisites && !items_follow && !already && self.step_heading_above(block).is_none() {
            return found(block.text, None, StepType::Prerequisite, block.span.end);
        }
        None
    }

    fn is_same_section(&self, at: usize, block: &Block) -> bool {
        self.content.section_at(at) == block.section
    }

    /// Whether a colon or full stop stands behind a label's word, emphasis aside.
    fn is_label(&self, end: usize) -> bool {
        let behind = self.content.slice(&(end..self.content.text().len()));
        behind.trim_start_matches(['*', '_']).starts_with([':', '.'])
    }
}

/// `Step 3: `, `STEP 3 - `, `Stage three.`: the number, and how long the label is.
fn step_label(text: &str) -> Option<(Option<u32>, usize)> {
    let lead = text.len() - text.trim_start_matches(['*', '_', ' ']).len();
    let rest = slice(text, lead..text.len());
    let name = ["step", "stage"]
        .iter()
        .find_map(|known| rest.get(..known.len()).filter(|name| name.eq_ignore_ascii_case(known)))?;
    let behind = slice(rest, name.len()..rest.len());
    let spaces = behind.len() - behind.trim_start_matches([' ', '#']).len();
    if spaces == 0 {
        return None;
    }
    let value = slice(behind, spaces..behind.len());
    let length = value.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(value.len());
    let number = number_of(slice(value, 0..length))?;
    let tail = slice(value, length..value.len());
    let label = tail.trim_start_matches(['*', '_', '.', ')', ':', '-', '–', '—', ' ']);
    let ends = tail.is_empty()
        || tail.starts_with(['*', '_', ':', '.', ')', '\n', '-', '–', '—'])
        || tail.trim_start().starts_with(['-', '–', '—', '(']);
    ends.then_some((Some(number), lead + name.len() + spaces + length + tail.len() - label.len()))
}

fn number_of(word: &str) -> Option<u32> {
    const WORDS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    let in_words = || WORDS.iter().position(|known| known.eq_ignore_ascii_case(word)).map(|at| at as u32 + 1);
    word.parse().ok().or_else(in_words)
}

/// The headings that are steps: `Step N`, or numbered ones of which half are instructions; and numbered ones below them.
pub(super) fn numbered_headings(
    content: &ParsedContent<'_>,
    scope: &Range<usize>,
) -> Vec<(usize, Option<u32>, usize)> {
    let blocks = content.blocks_in(scope);
    let mut labelled = Vec::new();
    let mut numbered: Vec<(usize, Option<u32>, usize, u8, bool)> = Vec::new();
    for index in blocks {
        let Some(block) = content.blocks().get(index) else { continue };
        let BlockKind::Heading(level) = block.kind else { continue };
        let title = content.slice(&(block.text..block.span.end));
        if let Some((number, length)) = step_label(title) {
            labelled.push((index, number, block.text + length, level));
        } else if let crate::line::Line::Item(Marker::Number { number, above }, at) =
            crate::line::classify(title)
        {
            let words = content.words.within(&(block.text + at..block.span.end));
            let first = content.words.slice(words.start..words.end.min(words.start + 3));
            let instructs = first.iter().any(|word| word.cues.any(cue::COMMAND));
            numbered.push((index, (above == 0).then_some(number), block.text + at, level, instructs));
        }
    }
    let top = labelled.iter().map(|&(.., level)| level).min();
    let mut headings: Vec<_> =
        labelled.iter().map(|&(index, number, text, _)| (index, number, text)).collect();
    if let Some(top) = top {
        headings.extend(
            numbered
                .iter()
                .filter(|&&(.., level, _)| level > top)
                .map(|&(index, number, text, ..)| (index, number, text)),
        );
    } else {
        let level = numbered.iter().map(|&(.., level, _)| level).min().unwrap_or_default();
        let same = numbered.iter().filter(|&&(.., this, _)| this == level);
        let (all, instructing) = (same.clone().count(), same.filter(|(.., instructs)| *instructs).count());
        if all >= 2 && instructing * 2 >= all {
            headings.extend(numbered.iter().map(|&(index, number, text, ..)| (index, number, text)));
        }
    }
    headings.sort_unstable();
    headings
}
