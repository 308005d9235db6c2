//! Steps without number or word of order: lines and headings that are instructions.

use super::{
    Found, Reader,
    fact::{Line, among},
    up_to_next,
};
use crate::text::{
    block::{Block, BlockKind, is_heading},
    line::LOOSE,
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
    pub(super) fn instructions(&self) -> Vec<Found> {
        let lines = self.facts.instructions.get_or_init(|| self.told_lines());
        let lines = among(lines, &self.numbers, |(line, _)| line.block);
        let telling = lines.iter().filter(|(_, tells)| *tells).count();
        if telling < LEAST || telling * 100 < lines.len() * LEAST_PARAGRAPHS {
            return Vec::new();
        }
        let told = lines.iter().filter(|(line, tells)| *tells || self.orders_later(&line.span));
        let steps = told.filter_map(|(line, _)| {
            let block = self.content.blocks().get(line.block)?;
            let text = line.span.start;
            let start = if text == block.text { block.span.start } else { text };
            let (kind, limit) = (self.optional_line(&line.span), block.span.end);
            Some(Found { start, text, number: None, kind, depth: 9, limit })
        });
        let mut found: Vec<Found> = steps.collect();
        let starts: Vec<usize> = found.iter().skip(1).map(|step| step.start).collect();
        for (step, next) in found.iter_mut().zip(starts) {
            step.limit = step.limit.min(next);
        }
        found
    }

    /// The lines of the document's paragraphs that tell whether it instructs, and whether they do.
    fn told_lines(&self) -> Vec<(Line, bool)> {
        let mut told: Vec<(Line, bool)> = Vec::new();
        for lines in self.facts.lines(self.content).chunk_by(|one, next| one.block == next.block) {
            let block = lines.first().and_then(|first| self.content.blocks().get(first.block));
            if block.is_none_or(|block| block.kind != BlockKind::Paragraph) {
                continue;
            }
            let all: Vec<(&Line, bool)> = lines.iter().map(|line| (line, self.orders(&line.span))).collect();
            let ordering = all.iter().filter(|(_, orders)| *orders).count();
            // In a list of lines most of which are instructions, all are.
            let is_list = ordering >= LEAST && ordering * 100 >= all.len() * LEAST_SHARE;
            for (line, orders) in all {
                let text = self.content.slice(&line.span);
                // What has a label or time is no instruction, and titles without a mark tell neither way.
                let is_title = !orders && !is_list && text.trim_end().ends_with(char::is_alphanumeric);
                if !is_title && !text.starts_with('[') && crate::text::time::stamp_at_start(text).is_none() {
                    told.push((line.clone(), orders || is_list));
                }
            }
        }
        told
    }

    /// Whether a sentence behind the first one tells somebody to do something.
    pub(super) fn orders_later(&self, line: &Range<usize>) -> bool {
        let text = self.content.slice(line);
        let mut later = sentences(text, SentenceRules::Standard).skip(1);
        later.any(|sentence| self.orders(&(line.start + sentence.start..line.start + sentence.end)))
    }

    /// Paragraphs and lines of their own that open in bold with an instruction, or with who does something.
    pub(super) fn bold_openings(&self) -> Vec<Found> {
        let is_bold = |block: &Block| {
            let is_text =
                matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(LOOSE)) && !block.inside;
            is_text && self.content.slice(&block.span).starts_with("**")
        };
        let (mut openings, mut found) = (0, Vec::new());
        for (index, block) in self.blocks().filter(|(_, block)| is_bold(block)) {
            openings += 1;
            if self.block_orders(index) || self.does(&(block.text..block.span.end)) {
                let limit = self.scope.end;
                let (start, text, kind) = (block.span.start, block.text, self.optional(index));
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
    pub(super) fn instructing_headings(&self) -> Vec<Found> {
        let headings = self.blocks().filter(|(_, block)| is_heading(block));
        let orders = |&(index, block): &(usize, &Block)| {
            let words = self.content.first_word(block)..block.words.end;
            words.len() > 1 && self.block_orders(index)
        };
        let Some((_, first)) = headings.clone().find(orders) else { return Vec::new() };
        let same = headings.filter(|(_, block)| block.kind == first.kind);
        let instructing: Vec<_> = same.clone().filter(orders).collect();
        if instructing.len() < LEAST || instructing.len() * 100 < same.count() * 75 {
            return Vec::new();
        }
        let steps = instructing.into_iter().filter_map(|(index, block)| {
            let limit = self.content.section(block.section)?.span.end;
            let kind = self.optional(index);
            Some(Found { start: block.span.start, text: block.text, number: None, kind, depth: 9, limit })
        });
        steps.collect()
    }
}
