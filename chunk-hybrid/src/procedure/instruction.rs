//! Steps without number or word of order: lines and headings that are instructions.

use super::{Found, Reader, up_to_next};
use crate::{
    block::{Block, BlockKind},
    line::LOOSE,
    line_end,
    metadata::StepType,
};
use chunk_core::{SentenceRules, sentences};
use std::ops::Range;

/// A text of instructions has so many, and this share of its lines, in hundredths.
const LEAST: usize = 3;
const LEAST_SHARE: usize = 60;
/// Of paragraphs this share.
const LEAST_PARAGRAPHS: usize = 40;

impl Reader<'_, '_> {
    /// Lines and paragraphs that tell somebody to do something.
    pub(super) fn instructions(&self, blocks: Range<usize>) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let (mut lines, mut telling) = (0, 0);
        for block in self.content.blocks().get(blocks).unwrap_or_default() {
            if block.kind != BlockKind::Paragraph || block.inside {
                continue;
            }
            let text = self.text(block);
            let all: Vec<(Range<usize>, bool)> = line_end::lines(text)
                .map(|line| block.text + line.start..block.text + line.end)
                .map(|line| (line.clone(), self.orders(&line)))
                .collect();
            let ordering = all.iter().filter(|(_, orders)| *orders).count();
            // In a list of lines most of which are instructions, all are.
            let is_list = ordering >= LEAST && ordering * 100 >= all.len() * LEAST_SHARE;
            for (line, orders) in all {
                let text = self.content.slice(&line);
                // What has a label or time is no instruction, and titles without a mark tell neither way.
                let is_title = text.trim_end().ends_with(char::is_alphanumeric) && !orders && !is_list;
                if text.starts_with('[') || crate::time::stamp_at_start(text).is_some() || is_title {
                    continue;
                }
                lines += 1;
                telling += usize::from(orders || is_list);
                if !orders && !is_list && !self.orders_later(&line) {
                    continue;
                }
                let kind = if self.is_optional(&line) { StepType::Optional } else { StepType::Main };
                let start = if line.start == block.text { block.span.start } else { line.start };
                let limit = block.span.end;
                found.push(Found { start, text: line.start, number: None, kind, depth: 9, limit });
            }
        }
        if telling < LEAST || telling * 100 < lines * LEAST_PARAGRAPHS {
            return Vec::new();
        }
        let starts: Vec<usize> = found.iter().skip(1).map(|step| step.start).collect();
        for (step, next) in found.iter_mut().zip(starts) {
            step.limit = step.limit.min(next);
        }
        found
    }

    /// Whether a sentence behind the first one tells somebody to do something.
    pub(super) fn orders_later(&self, line: &Range<usize>) -> bool {
        let text = self.content.slice(line);
        let mut later = sentences(text, SentenceRules::Standard).skip(1);
        later.any(|sentence| self.orders(&(line.start + sentence.start..line.start + sentence.end)))
    }

    /// Paragraphs and lines of their own that open in bold with an instruction, or with who does something.
    pub(super) fn bold_openings(&self, blocks: Range<usize>) -> Vec<Found> {
        let all = self.content.blocks();
        let is_bold = |block: &Block| {
            let is_text =
                matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(LOOSE)) && !block.inside;
            is_text && self.content.slice(&block.span).starts_with("**")
        };
        let bold = blocks.clone().filter_map(|index| all.get(index)).filter(|block| is_bold(block));
        let (mut openings, mut found) = (0, Vec::new());
        for block in bold {
            let span = block.text..block.span.end;
            openings += 1;
            if self.orders(&span) || self.does(&span) {
                let limit = self.scope.end;
                let (start, text, kind) = (block.span.start, block.text, self.optional(block));
                found.push(Found { start, text, number: None, kind, depth: 9, limit });
            }
        }
        if found.len() < LEAST || found.len() * 100 < openings * LEAST_SHARE {
            return Vec::new();
        }
        up_to_next(&mut found);
        found
    }

    /// Headings of one level that are instructions: `## Preheat the oven`.
    pub(super) fn instructing_headings(&self, blocks: Range<usize>) -> Vec<Found> {
        let all = self.content.blocks().get(blocks).unwrap_or_default();
        let orders = |block: &&crate::block::Block| {
            let words = self.content.words.within(&(block.text..block.span.end));
            words.len() > 1 && self.orders(&(block.text..block.span.end))
        };
        let level = |block: &crate::block::Block| match block.kind {
            BlockKind::Heading(level) => Some(level),
            _ => None,
        };
        let Some(wanted) = all.iter().filter(|block| level(block).is_some()).find(orders).and_then(level)
        else {
            return Vec::new();
        };
        let same: Vec<_> = all.iter().filter(|block| level(block) == Some(wanted)).collect();
        let instructing = same.iter().filter(|block| orders(block)).count();
        if instructing < LEAST || instructing * 100 < same.len() * 75 {
            return Vec::new();
        }
        let steps = same.into_iter().filter(|block| orders(block)).filter_map(|block| {
            let limit = self.content.section(block.section)?.span.end;
            let kind = self.optional(block);
            Some(Found { start: block.span.start, text: block.text, number: None, kind, depth: 9, limit })
        });
        steps.collect()
    }
}
